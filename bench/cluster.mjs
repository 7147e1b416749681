// node bench/cluster.mjs [--rows N,…] [--features M,…] [--parts N] [--processes 1,2] [--engines spark,dask] [--peer-rows N] [--generate] [--cells FILE] [--cli FILE] [--quick] [--json]
// A fit in steps, beside itself on engines: one process with all cores, a process for each core, Apache Spark and Dask with two workers of one core; and linear
// regression of pyspark.ml on as many random features. Files of ten columns and a target; the same plan for all, and the same solution to the bit.
// --rows       of all parts together; ten million by default
// --features   M; 1,000 and 2,000 by default
// --parts      64 by default
// --processes  without an engine: 1 with all cores, and one for each core, by default
// --engines    spark,dask by default; "" leaves both out
// --peer-rows  rows for pyspark.ml at most, a million by default; 0 leaves it out
// --generate   each map makes its rows from a seed, so that 100 million need no disk but for one part
// --cells      a line of JSON for each finished measurement, out/bench/cluster.jsonl by default; what is there is not measured again
// --quick      20,000 rows in 4 parts with M = 100: a look, not a figure of record
// Needs `npm run build`, Java, what `npm test -- cluster` installs, and disk: 100 bytes a row in the folder for temporary files.
import { spawnSync } from 'node:child_process';
import { closeSync, linkSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CLUSTER_PYTHON, ensureCluster } from '../scripts/prerequisites.mjs';
import { fitBare, step, timed } from './cluster/bare.mjs';
import { openCells } from './cluster/cells.mjs';
import { beginEngine, titleOf } from './cluster/engines.mjs';
import { generate, writeAll } from './cluster/generate.mjs';
import { makeWrapper } from './cluster/wrapper.mjs';
import { tableHead, tableLine } from './harness/table.mjs';

const COLUMNS = 10;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string' },
    features: { type: 'string' },
    parts: { type: 'string' },
    processes: { type: 'string' },
    engines: { type: 'string', default: 'spark,dask' },
    'peer-rows': { type: 'string' },
    generate: { type: 'boolean', default: false },
    cells: { type: 'string' },
    cli: { type: 'string', default: here('../dist/cli.js') },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const { quick, cli, generate: generated } = options;
const numbers = (text) => text.split(',').map(Number);
const sizes = numbers(options.rows ?? (quick ? '20000' : '10000000'));
const counts = numbers(options.features ?? (quick ? '100' : '1000,2000'));
const parts = Number(options.parts ?? (quick ? 4 : 64));
const engines = options.engines.split(',').filter(Boolean);
const peerRows = Number(options['peer-rows'] ?? (quick ? 5000 : 1_000_000));
const cores = Math.min(2, availableParallelism());
const alone = options.processes === undefined ? [...new Set([1, cores])] : numbers(options.processes);
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
const inFolder = (...names) => join(folder, ...names);
const cells = openCells(options.cells ?? (quick ? inFolder('cells') : here('../out/bench/cluster.jsonl')));

/** Files of these rows, one for each part; with --generate all of them are one. */
function makeFiles(rows) {
  const to = inFolder(`rows-${rows}`);
  mkdirSync(to);
  return Array.from({ length: parts }, (_, i) => {
    const path = join(to, `part-${i + 1}.csv`);
    if (generated && i > 0) linkSync(join(to, 'part-1.csv'), path);
    else writePart(path, i + 1, rowsOfPart(rows, i));
    return path;
  });
}

/** With --generate all parts have as many rows. */
const rowsOfPart = (rows, i) =>
  generated ? Math.round(rows / parts) : Math.round((rows * (i + 1)) / parts) - Math.round((rows * i) / parts);

function writePart(path, seed, rows) {
  const file = openSync(path, 'w');
  generate(seed, rows, COLUMNS, generated, (piece) => writeAll(file, piece));
  closeSync(file);
}

const begun = new Map();
/** An engine, once: its machines stay to the end. */
async function engineOf(name) {
  const { machines, seconds } = begun.get(name) ?? (await begin(name));
  begun.set(name, { machines, seconds });
  return machines;
}

async function begin(name) {
  const lacking = ensureCluster();
  if (lacking) throw new Error(lacking);
  let machines;
  const seconds = await timed(async () => {
    machines = await beginEngine(name, inFolder(name));
  });
  console.error(`machines of ${titleOf(name)}: ${seconds.toFixed(1)} s`);
  return { machines, seconds };
}

/** Measures one of these sizes in all ways. */
async function* measured(rows, features) {
  let prepared;
  const prepare = async () => (prepared ??= await planned(rows, features));
  const key = (way, more = {}) => ({ way, rows, features, parts, generated, ...more });
  const plan = await cells.get(key('plan'), async () => (await prepare()).seconds);
  const solutions = new Set();
  let beside;
  for (const processes of alone) {
    const name = processes === 1 ? '1 process, all cores' : `${processes} processes`;
    const cell = await cells.get(key(name), async () => {
      const [program, task] = await taskOf(prepare);
      return fitBare(program, task, processes);
    });
    solutions.add(cell.solution);
    beside = cell;
    yield { name, cell: { ...cell, plan }, cores };
  }
  for (const engine of engines) {
    const cell = await cells.get(key(engine), async () => {
      const machines = await engineOf(engine);
      const [program, task] = await taskOf(prepare);
      return machines.fit(program, task);
    });
    solutions.add(cell.solution);
    yield { name: titleOf(engine), cell: { ...cell, plan, beside: ratioOf(cell, beside) }, cores: 2 };
  }
  if (solutions.size > 1) throw new Error(`M = ${features}, ${rows} rows: solutions differ`);
}

const total = ({ visits }) => visits.reduce((sum, seconds) => sum + seconds, 0);
const ratioOf = (cell, beside) => total(cell) / total(beside);

/** The wrapper of node with the engine, and the plan. */
async function taskOf(prepare) {
  const { program, plan, folder: to } = await prepare();
  return [program, { folder: to, plan, parts }];
}

const made = new Map();
const filesOf = (rows) => {
  if (!made.has(rows)) made.set(rows, makeFiles(rows));
  return made.get(rows);
};

async function planned(rows, features) {
  const to = inFolder(`fit-${rows}-${features}`);
  mkdirSync(to);
  const piece = generated ? { rows: rowsOfPart(rows, 0), columns: COLUMNS } : undefined;
  const wrapper = makeWrapper(to, piece);
  const program = { node: wrapper.program, cli, peak: wrapper.peak };
  const plan = join(to, 'plan');
  const files = filesOf(rows);
  const asked = [
    '--target',
    'y',
    '--method',
    'rf-ridge',
    `--set=features=${features}`,
    '--set=kernel=gaussian',
    '--part-size=file',
  ];
  const seconds = await timed(() => step(program, ['plan', ...files, ...asked, '--out', plan]));
  return { program, plan, folder: to, seconds };
}

/** pyspark.ml, on separate rows. */
async function* peers(features) {
  if (peerRows === 0 || !engines.includes('spark')) return;
  const rows = Math.min(peerRows, ...sizes);
  const cell = await cells.get({ way: 'pyspark.ml', rows, features, parts }, async () => {
    const machines = await engineOf('spark');
    ensureNumpy();
    const to = inFolder(`peer-${features}`);
    mkdirSync(to);
    const files = Array.from({ length: parts }, (_, i) => {
      const path = join(to, `part-${i + 1}.csv`);
      const file = openSync(path, 'w');
      generate(i + 1, Math.round(rows / parts), COLUMNS, false, (piece) => writeAll(file, piece));
      closeSync(file);
      return path;
    });
    return machines.peer(files, features);
  });
  const { start, seconds } = cell;
  yield { name: 'pyspark.ml, 2 workers: one lambda', rows, cell: { start, visits: [seconds] }, cores: 2 };
}

function ensureNumpy() {
  const run = (...words) => spawnSync(CLUSTER_PYTHON, words, { stdio: ['ignore', 'ignore', 'inherit'] }).status;
  if (run('-c', 'import importlib.util as u, sys; sys.exit(u.find_spec("numpy") is None)') === 0) return;
  if (run('-m', 'pip', 'install', '--quiet', 'numpy>=1.26,<3') !== 0) throw new Error('pip could not install numpy');
}

function rowOf({ name, cell, cores: used }, rows, features) {
  const { peak, visits, ...rest } = cell;
  return {
    ...rest,
    name: `${name}${generated && !name.startsWith('pyspark') ? ', rows made by each map' : ''}`,
    count: rows,
    features,
    parts,
    visits,
    rate: rows / total(cell) / used,
    ...(peak !== undefined && { megabytes: Math.round(peak / 1e6) }),
    runtime: `Node ${process.version}`,
  };
}

try {
  const rows = [];
  const tell = (row) => {
    rows.push(row);
    console.error(tableLine('cluster', row));
  };
  for (const line of tableHead('cluster')) console.error(line);
  for (const features of counts) {
    for (const size of sizes) for await (const found of measured(size, features)) tell(rowOf(found, size, features));
    for await (const found of peers(features)) tell(rowOf(found, found.rows, features));
    const best = rows.findLast((row) => row.features === features && row.name.startsWith(`${cores} process`));
    if (best) rows.push({ table: 'cluster, growth', features, rate: best.rate });
  }
  if (options.json) for (const row of rows) console.log(JSON.stringify(row));
} finally {
  for (const { machines } of begun.values()) await machines.close();
  rmSync(folder, { recursive: true });
}
