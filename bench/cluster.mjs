// node bench/cluster.mjs [--rows N,…] [--features M,…] [--parts N] [--cli FILE] [--quick] [--json]
// A fit in steps: seconds of plan, of both visits to all parts and of the rest, with one process and with one for each core, on files of ten columns and a
// target, and the most memory that any map holds. Needs `npm run build`, and disk for the files: 100 bytes a row.
// --rows      of all parts together; a million and ten million by default
// --features  M; 200 and 1,000 by default
// --parts     64 by default
// --quick     20,000 rows in 4 parts: a look, not a figure of record
// Each process is held to its cores (taskset), so that two share nothing. Both must give the same solution to the bit, or the case fails.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { tableHead, tableLine } from './harness/table.mjs';
import { makeRows } from './limits/makeRows.mjs';

const COLUMNS = 10;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string' },
    features: { type: 'string' },
    parts: { type: 'string' },
    cli: { type: 'string', default: here('../dist/cli.js') },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const { quick } = options;
const numbers = (text) => text.split(',').map(Number);
const sizes = numbers(options.rows ?? (quick ? '20000' : '1000000,10000000'));
const counts = numbers(options.features ?? (quick ? '100' : '200,1000'));
const parts = Number(options.parts ?? (quick ? 4 : 64));
const cores = availableParallelism();
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
const inFolder = (name) => join(folder, name);

/** One step, on these cores; its seconds and its peak in bytes. */
async function step(words, at = `0-${cores - 1}`) {
  const peak = inFolder(`peak-${at}.json`);
  const program = [process.execPath, '--import', pathToFileURL(here('limits/reportPeak.mjs')).href, options.cli];
  const [first, ...rest] = [...(cores > 1 ? ['taskset', '-c', at] : []), ...program, 'cluster', ...words, '--quiet'];
  const started = performance.now();
  const child = spawn(first, rest, {
    env: { ...process.env, KERNELSCOPE_PEAK: peak },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const [status] = await new Promise((done) => child.on('close', (...ended) => done(ended)));
  if (status !== 0) throw new Error(`cluster ${words.join(' ')}: ${said}`);
  return { seconds: (performance.now() - started) / 1000, bytes: JSON.parse(readFileSync(peak, 'utf8')).bytes };
}

/** All parts, by so many processes that take the next part in turn; seconds, and the most that one held. */
async function visit(processes, words) {
  const started = performance.now();
  let next = 1;
  let bytes = 0;
  const worker = async (_, w) => {
    while (next <= parts) {
      const part = next++;
      const at = processes === 1 ? undefined : `${w}`;
      const found = await step(words(part), at);
      bytes = Math.max(bytes, found.bytes);
    }
  };
  await Promise.all(Array.from({ length: processes }, worker));
  return { seconds: (performance.now() - started) / 1000, bytes };
}

const hashOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');
const all = (name) => Array.from({ length: parts }, (_, i) => inFolder(`${name}-${i + 1}`));

async function fitted(files, features, processes) {
  const [plan, solution, model] = ['plan', 'solution', 'model'].map(inFolder);
  const asked = ['--target', 'y', '--method', 'rf-ridge', `--set=features=${features}`, '--set=kernel=gaussian'];
  const planned = await step(['plan', ...files, ...asked, '--out', plan]);
  const first = await visit(processes, (i) => ['map', plan, `${i}`, '--out', inFolder(`sums-${i}`)]);
  const solved = await step(['solve', plan, ...all('sums'), '--out', solution]);
  const second = await visit(processes, (i) => [
    'map',
    plan,
    `${i}`,
    '--solution',
    solution,
    '--out',
    inFolder(`errors-${i}`),
  ]);
  const finished = await step(['finish', plan, solution, ...all('errors'), '--save', model]);
  const moved = [...all('sums'), ...all('errors')].reduce((sum, path) => sum + statSync(path).size, 0);
  return {
    seconds: [planned, first, solved, second, finished].reduce((sum, { seconds }) => sum + seconds, 0),
    bytes: Math.max(first.bytes, second.bytes),
    note: `plan ${planned.seconds.toFixed(1)} s, maps ${first.seconds.toFixed(1)} and ${second.seconds.toFixed(1)} s, solve ${solved.seconds.toFixed(1)} s, finish ${finished.seconds.toFixed(1)} s; ${(moved / 1e6).toFixed(0)} MB between the steps`,
    solution: hashOf(solution),
  };
}

try {
  const rows = [];
  for (const size of sizes) {
    const files = Array.from({ length: parts }, (_, i) => {
      const share = Math.round((size * (i + 1)) / parts) - Math.round((size * i) / parts);
      return makeRows(inFolder(`part-${i}.csv`), share, COLUMNS, i + 1);
    });
    for (const features of counts) {
      const solutions = new Set();
      for (const processes of new Set([1, cores])) {
        const { solution, seconds, bytes, note } = await fitted(files, features, processes);
        solutions.add(solution);
        const name = `rf-ridge, M = ${features}, ${parts} parts, ${processes} ${processes === 1 ? 'process' : 'processes'}`;
        const megabytes = Math.round(bytes / 1e6);
        rows.push({ name, count: size, ours: seconds, unit: 's', megabytes, note, runtime: `Node ${process.version}` });
        console.error(`${name}, ${size} rows: ${seconds.toFixed(1)} s, ${megabytes} MB; ${note}`);
      }
      if (solutions.size > 1) throw new Error(`M = ${features}, ${size} rows: solutions differ`);
    }
  }
  if (options.json) for (const row of rows) console.log(JSON.stringify(row));
  else for (const line of [...tableHead('cluster'), ...rows.map((row) => tableLine('cluster', row))]) console.log(line);
} finally {
  rmSync(folder, { recursive: true });
}
