// Parts of rows, their fit by commands alone, and the adapters as a person starts them.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CLUSTER_PYTHON, root } from '../../scripts/prerequisites.mjs';

export const CLI = join(root, 'dist/cli.js');
export const PARTS = Number(process.env.KERNELSCOPE_PARTS ?? 12);
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
 * Writes parts of very different sizes: one is empty but for its header, and in one the columns stand in another order. `header`: in which parts one is.
 * @param {string} folder
 * @param {'every' | 'first' | 'none'} header
 */
export function writeParts(folder, header) {
  mkdirSync(folder, { recursive: true });
  const random = seeded(7);
  return Array.from({ length: PARTS }, (_, i) => {
    const named = header === 'every' || (header === 'first' && i === 0);
    const rows = i === 11 ? 0 : i % 13 === 5 ? 600 : 1 + Math.floor(40 * random());
    const order = header === 'every' && i === 3 ? [3, 1, 0, 2] : [0, 1, 2, 3];
    const lines = named ? [order.map((j) => 'abcy'[j])] : [];
    for (let row = 0; row < rows; row++) {
      const [a, b, c] = [random(), random(), random()].map((value) => Number((4 * value - 2).toFixed(4)));
      const cells = [a, b, c, Number((Math.sin(2 * a) + b * c + 0.1 * random()).toFixed(4))];
      lines.push(order.map((j) => String(cells[j])));
    }
    const path = join(folder, `part-${String(i + 1).padStart(2, '0')}.csv`);
    writeFileSync(path, lines.map((cells) => `${cells.join(',')}\n`).join(''));
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

/** @param {string[]} words */
export function cluster(...words) {
  const { status, stderr } = spawnSync(process.execPath, [CLI, 'cluster', ...words], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/**
 * A plan of the parts, and its steps one after the other in processes of this machine.
 * @param {string} folder
 * @param {string[]} files
 * @param {string} target
 */
export function plain(folder, files, target) {
  mkdirSync(folder, { recursive: true });
  const at = (/** @type {string} */ name) => join(folder, name);
  const settings = ['--target', target, '--method', 'rf-ridge', '--set', 'features=20', '--seed', '3'];
  cluster('plan', ...files, ...settings, '--out', at('plan'));
  const parts = files.map((_, i) => String(i + 1));
  for (const part of parts) cluster('map', at('plan'), part, '--out', at(`sums-${part}`));
  cluster('solve', at('plan'), ...parts.map((part) => at(`sums-${part}`)), '--out', at('solution'));
  for (const part of parts)
    cluster('map', at('plan'), part, '--solution', at('solution'), '--out', at(`errors-${part}`));
  cluster('merge', at('plan'), ...parts.map((part) => at(`errors-${part}`)), '--out', at('errors'));
  return { plan: at('plan'), words: [...files, ...settings], steps: STEPS.map((name) => readFileSync(at(name))) };
}

/** @typedef {{ stage?: string, done?: number, parts?: number, seconds?: number, failure?: { message: string, part?: number, file?: string, code?: string } }} Line */

/**
 * Runs an adapter to its end. `onLine` hears each line of its progress as it comes, and may signal the process.
 * @param {'spark' | 'dask'} engine
 * @param {string[]} words
 * @param {{ environment?: Record<string, string>, python?: string[], onLine?: (line: Line, child: import('node:child_process').ChildProcess) => void }} options
 */
export function adapter(engine, words, { environment = {}, python = [CLUSTER_PYTHON], onLine = () => {} }) {
  const [program, ...before] = python;
  const script = join(root, `distributed/kernelscope_${engine}.py`);
  const env = { ...process.env, ...environment };
  const child = spawn(program, [...before, script, ...words], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  /** @type {Line[]} */
  const lines = [];
  /** @type {string[]} */
  const log = [];
  createInterface({ input: child.stderr }).on('line', (text) => {
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
