// node bench/limits/run.mjs [--limits 0.5,1,2,4] [--methods krr,…] [--seconds S] [--patience S] [--rows N] [--columns D] [--cli FILE] [--only TEXT] [--json]
// Runs every method on a small, a middle and a too large file in processes that may take 0.5, 1, 2 and 4 GB, and reads, predicts and
// recommends on the large one. Each run answers or ends with a sentence; the kernel never has to end it. Linux, needs the right to make
// control groups (root); where that is missing it says so and runs nothing. Needs `npm run build`.
// --limits   GB of 10⁹ bytes
// --seconds  the middle file is the largest that the limit admits and that is estimated to take at most this long
// --patience seconds after which a run is interrupted: its peak is then that of its beginning, where the matrices are made
// --rows     rows of the large file
// --columns features of every file, beside the target; 6 when left out
// --only     cases whose name contains this: small, middle, large, inspect, predict, recommend
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleOurs } from '../harness/sideBySide.mjs';
import { controlGroups } from './controlGroups.mjs';
import { makeRows } from './makeRows.mjs';

const SMALL = 300;
/** Too many for a kernel matrix in any of the limits. */
const MATRIX_ROWS = 60_000;
/** Fraction of the rows that train. */
const TRAINED = 0.8;

const { values: options } = parseArgs({
  options: {
    limits: { type: 'string', default: '0.5,1,2,4' },
    methods: { type: 'string' },
    seconds: { type: 'string', default: '15' },
    patience: { type: 'string', default: '600' },
    rows: { type: 'string', default: '3000000' },
    columns: { type: 'string', default: '6' },
    cli: { type: 'string', default: fileURLToPath(new URL('../../dist/cli.js', import.meta.url)) },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});
const groups = controlGroups();
if (groups === undefined) {
  console.error('not run: this machine grants no control group whose memory can be limited (Linux, as root)');
  process.exit(1);
}
const cli = resolve(options.cli);
if (!existsSync(cli)) {
  console.error('not run: the command line is not built (npm run build)');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'kernelscope-limits-'));
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const program = join(folder, 'ours.mjs');
const entry =
  "export { methods } from './src/engine/methods/registry'; export { plannable } from './src/engine/machine/memory';";
await bundleOurs({ stdin: { contents: entry, resolveDir: fileURLToPath(new URL('../..', import.meta.url)) } }, program);
const { methods, plannable } = await import(pathToFileURL(program).href);
const chosen = options.methods?.split(',');
const wanted = methods.filter(({ id }) => chosen === undefined || chosen.includes(id));

const columns = Number(options.columns);
const small = makeRows(join(folder, 'small.csv'), SMALL, columns);
const matrix = makeRows(join(folder, 'matrix.csv'), MATRIX_ROWS, columns);
const rows = Number(options.rows);
const large = makeRows(join(folder, 'large.csv'), rows, columns);
const model = join(folder, 'small.model');
spawnSync(process.execPath, [cli, 'fit', small, '--target', 'y', '--save', model, '--quiet']);

let killed = 0;
for (const limit of options.limits.split(',').map((text) => Number(text) * 1e9)) {
  // The memory that a process of the size of the command line finds free there.
  const memory = plannable({ total: limit, free: limit - 50e6 });
  for (const method of wanted) for (const trial of trialsOf(method, memory)) await run(limit, trial);
  const target = ['--target', 'y'];
  for (const trial of [
    { name: 'inspect large', command: ['inspect', large] },
    { name: 'predict large', command: ['predict', model, large, '--out', join(folder, 'predicted.csv')] },
    { name: 'recommend middle', command: ['recommend', matrix, ...target] },
    { name: 'recommend large', command: ['recommend', large, ...target] },
  ])
    await run(limit, trial);
}
process.exitCode = killed > 0 ? 1 : 0;

/** Fits of a small file, of as many rows as are promised to fit, and of too many. */
function trialsOf(method, memory) {
  const fitting = (file, ...more) => [
    'fit',
    file,
    ...(method.family === 'components' ? [] : ['--target', 'y']),
    '--method',
    method.id,
    ...more,
  ];
  const promised = (n) => method.cost({ seed: 0 }, n, columns, availableParallelism());
  let low = 5;
  let high = MATRIX_ROWS * TRAINED;
  while (low < high) {
    const n = Math.ceil((low + high) / 2);
    const { bytes, coreBytes, seconds } = promised(n);
    if (bytes <= memory && coreBytes <= 4 * 2 ** 30 && seconds <= Number(options.seconds)) low = n;
    else high = n - 1;
  }
  const middle = Math.floor(low / TRAINED);
  const byMatrix = promised(rows * TRAINED).bytes > 100e9;
  return [
    { name: `${method.id} small`, command: fitting(small), rows: SMALL, promised: promised(SMALL * TRAINED).bytes },
    {
      name: `${method.id} middle`,
      command: fitting(matrix, '--set', `maxRows=${middle}`),
      rows: middle,
      promised: promised(low).bytes,
    },
    {
      name: `${method.id} large`,
      command: byMatrix ? fitting(matrix) : fitting(large, ...fewOf(method)),
      rows: byMatrix ? MATRIX_ROWS : rows,
    },
  ];
}

/** Few landmarks or features: memory is asked for here, not patience. */
function fewOf({ parameters }) {
  const few = { features: 100, landmarks: 100, compare: false, tradeOff: false };
  return parameters.flatMap(({ name }) => (name in few ? ['--set', `${name}=${few[name]}`] : []));
}

/** @param {number} limit bytes
 * @param {{ name: string, command: readonly string[], rows?: number, promised?: number }} trial */
async function run(limit, { name, command, rows, promised }) {
  if (!name.includes(options.only)) return;
  const usage = join(folder, 'usage.json');
  rmSync(usage, { force: true });
  const started = performance.now();
  const hook = fileURLToPath(new URL('./reportPeak.mjs', import.meta.url));
  const { status, signal, stderr, peak } = await /** @type {NonNullable<typeof groups>} */ (groups).run(limit, {
    command: [process.execPath, '--import', hook, cli, ...command, '--quiet'],
    env: { ...process.env, KERNELSCOPE_PEAK: usage },
    seconds: Number(options.patience),
  });
  const seconds = (performance.now() - started) / 1000;
  const outcome = outcomeOf(status, signal);
  if (outcome.startsWith('KILLED')) killed++;
  const resident = existsSync(usage) ? JSON.parse(readFileSync(usage, 'utf8')).bytes : undefined;
  const row = { limit, name, rows, outcome, peak, resident, promised, seconds, said: stderr.trim().split('\n').at(-1) };
  if (options.json) console.log(JSON.stringify(row));
  else {
    const megabytes = (bytes) => (bytes === undefined ? '' : `${Math.round(bytes / 1e6)} MB`);
    console.log(
      `| ${limit / 1e9} GB | ${name} | ${rows ?? ''} | ${outcome} | ${megabytes(promised)} | ${megabytes(resident)} | ${megabytes(peak)} | ${(peak / limit).toFixed(2)} | ${seconds.toFixed(1)} s | ${status === 0 ? '' : row.said} |`,
    );
  }
}

/** Exit codes as the command line has them; the kernel ends by SIGKILL. */
function outcomeOf(status, signal) {
  if (status === 130 || signal === 'SIGINT') return 'interrupted';
  return signal !== null || status > 2 ? `KILLED (${signal ?? status})` : status === 0 ? 'answer' : 'sentence';
}
