// Parts of rows, their fit by commands alone, and the adapters as a person starts them.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CLUSTER_PYTHON, root } from '../../scripts/prerequisites.mjs';

export const CLI = join(root, 'dist/cli.js');
/** Workers that are killed in each visit. */
export const KILLS = Number(process.env.KERNELSCOPE_KILLS ?? 1);
/** Nine are added up in two steps: eight, and one. */
const PARTS = Number(process.env.KERNELSCOPE_PARTS ?? Math.max(9, 4 * KILLS));
/** Parts that stand apart, from 0. */
export const [REORDERED, EMPTY, LARGE, DAMAGED] = [3, 4, 5, 6];
/** When parts were written, in seconds since 1970. */
export const WRITTEN = 1e9;
/** Files of a step. */
export const STEPS = ['solution', 'errors'];

/** A number from 0 to 1 for each call, the same for a seed. */
export function seeded(/** @type {number} */ seed) {
  let state = seed >>> 0;
  return () => {
    // Marsaglia's xorshift32, after a step of Weyl's sequence so that 0 may be a seed.
    state = (state + 0x9e3779b9) >>> 0;
    let x = state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) / 2 ** 32;
  };
}

/**
 * Writes parts of very different sizes: one is empty but for its header, one is no text, and in one the columns stand in another order. `header`: in which parts one is.
 * @param {string} folder
 * @param {'every' | 'first' | 'none'} header
 */
export function writeParts(folder, header) {
  mkdirSync(folder, { recursive: true });
  const random = seeded(7);
  return Array.from({ length: PARTS }, (_, i) => {
    const named = header === 'every' || (header === 'first' && i === 0);
    const rows = i === EMPTY ? 0 : i % 13 === LARGE ? 300 : 1 + Math.floor(40 * random());
    const order = header === 'every' && i === REORDERED ? [3, 1, 0, 2] : [0, 1, 2, 3];
    const lines = named ? [order.map((j) => 'abcy'[j])] : [];
    for (let row = 0; row < rows; row++) {
      const [a, b, c] = [random(), random(), random()].map((value) => Number((4 * value - 2).toFixed(4)));
      const cells = [a, b, c, Number((Math.sin(2 * a) + b * c + 0.1 * random()).toFixed(4))];
      lines.push(order.map((j) => String(cells[j])));
    }
    const path = join(folder, `part-${String(i + 1).padStart(2, '0')}.csv`);
    writeFileSync(path, i === DAMAGED ? Buffer.alloc(50) : lines.map((cells) => `${cells.join(',')}\n`).join(''));
    // Whole seconds, which can be set again.
    utimesSync(path, WRITTEN, WRITTEN);
    return path;
  });
}

/**
 * Runs a command line, while this process goes on.
 * @param {string[]} words
 * @param {Record<string, string>} environment
 * @returns {Promise<{ status: number | null, stdout: string, stderr: string }>}
 */
export function command(words, environment) {
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (status) => done({ status, stdout, stderr }));
  });
}

/** A step by hand. @param {string[]} words */
export async function cluster(...words) {
  const { status, stderr } = await command(['cluster', ...words], {});
  if (status !== 0) throw new Error(stderr);
}

/**
 * @typedef {object} Alone
 * @property {string} plan
 * @property {string[]} words of the fit
 * @property {string[]} files the solution, and the errors of all parts
 * @property {Buffer[]} steps what these hold
 */

/** Makes a plan, and returns the words of the fit. @param {string} path @param {string[]} files @param {string[]} options */
async function planned(path, files, options) {
  const words = [...files, ...options, '--method', 'rf-ridge', '--set', 'features=20', '--seed', '3'];
  await cluster('plan', ...words, '--out', path);
  return words;
}

/** For steps that tell nobody how far they are. */
const QUIET = { progress() {}, cancelled: false, check() {} };

/**
 * A plan of the parts, and its steps in this process, one after the other.
 * @param {string} folder
 * @param {string[]} files
 * @param {string[]} options of the plan
 * @returns {Promise<Alone>}
 */
export async function plain(folder, files, options) {
  mkdirSync(folder, { recursive: true });
  const at = (/** @type {string} */ name) => join(folder, name);
  const words = await planned(at('plan'), files, options);
  const require = createRequire(CLI);
  const engine = new (require('./cluster.js').ClusterSteps)(require('./engine.js').embeddedAlone());
  const plan = { name: 'plan', bytes: readFileSync(at('plan')) };
  const visit = async (/** @type {object} */ place) => {
    const made = [];
    for (const part of files.keys()) {
      const { bytes } = await engine.map(plan, part + 1, place, QUIET);
      made.push({ name: `part ${part + 1}`, bytes: async () => bytes });
    }
    return made;
  };
  const solution = await engine.solve(plan, await visit({}), QUIET);
  const errors = await engine.merge(plan, await visit({ solution: { name: 'solution', ...solution } }), QUIET);
  const steps = [solution, errors].map(({ bytes }) => Buffer.from(bytes));
  const made = STEPS.map(at);
  for (const [i, path] of made.entries()) writeFileSync(path, steps[i]);
  return { plan: at('plan'), words, files: made, steps };
}

/** @typedef {{ stage?: string, done?: number, parts?: number, seconds?: number, failure?: { message: string, part?: number, file?: string, code?: string } }} Line */

/**
 * Runs an adapter to its end. `onLine` hears each line of its progress as it comes, and may signal the process.
 * @param {'spark' | 'dask'} engine
 * @param {string[]} words
 * @param {{ environment?: Record<string, string>, python?: string[], onLine?: (line: Line, child: import('node:child_process').ChildProcess) => void }} options `python`: what the script is given to
 */
export function adapter(engine, words, { environment = {}, python = [CLUSTER_PYTHON], onLine = () => {} }) {
  const [program, ...before] = python;
  const script = join(root, `distributed/kernelscope_${engine}.py`);
  const env = { ...process.env, ...environment };
  const child = spawn(program, [...before, script, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Line[]} */
  const lines = [];
  /** @type {string[]} */
  const log = [];
  // spark-submit writes both to standard output.
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (text) => {
      if (!text.startsWith('{')) return void log.push(text);
      const line = JSON.parse(text);
      lines.push(line);
      onLine(line, child);
    });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code, lines, log: log.join('\n'), failure: lines.at(-1)?.failure }));
  });
}
