// node bench/answer.mjs --data FOLDER [--sets NAME,…] [--methods ID,…] [--rows N] [--seeds N,…] [--copies divided] [--keep FILE] [--untimed] [--quick] [--json]
// How good the default answer is: on each data set our fits and scikit-learn's learn from the same rows and are judged on the same others.
// Figures are R², or the share of rows classified correctly; seconds are those of a whole command on our side, of encoding and
// fitting on the other.
// --data     the folder of the data sets (answer/sets.mjs says which files)
// --methods  beside the default: ids of methods, or `all` that take a target
// --rows     rows that train, at most (2,000)
// --seeds    one split for each (1); of several the means
// --copies   divided: rows that agree in every feature may train and judge (they stay on one side)
// --keep     a file of what has been measured, a line of JSON for each data set and split; these are not measured again
// --untimed  without seconds: others use the machine
// --quick    400 rows: a look, not a figure of record
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SETS } from './answer/sets.mjs';
import { PYTHON, peerEnvironment } from './harness/sideBySide.mjs';
import { tableHead, tableLine } from './harness/table.mjs';
import { Child } from './linalg/child.mjs';

/** Behind the best peer by no more than this counts as equal. */
const MARGIN = 0.01;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    sets: { type: 'string' },
    methods: { type: 'string', default: '' },
    rows: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    copies: { type: 'string', default: 'together' },
    keep: { type: 'string' },
    cli: { type: 'string', default: here('../dist/cli.js') },
    untimed: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
if (options.data === undefined) fail('--data FOLDER says where the data sets are');
const known = Object.keys(SETS);
const wanted = options.sets?.split(',') ?? known;
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) fail(`no data set ${unknown.join(', ')}; there are ${known.join(', ')}`);
if (!['together', 'divided'].includes(options.copies)) fail('--copies is together or divided');
const divided = options.copies === 'divided';
const rows = Number(options.rows ?? (options.quick ? 400 : 2000));
const seeds = options.seeds.split(',').map(Number);
const methods = options.methods === 'all' ? methodsWithTarget() : options.methods.split(',').filter((id) => id !== '');

const kept = new Map(linesOf(options.keep).map(({ key, row }) => [key, row]));
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
const peer = new Child(PYTHON, [here('answer/peer.py')], peerEnvironment());
try {
  const { versions } = await peer.ask({ operation: 'start' });
  if (!options.json) console.log(tableHead('answer').join('\n'));
  const behind = [];
  for (const name of wanted) {
    try {
      const splits = [];
      for (const seed of seeds) {
        console.error(`  ${name}, split ${seed}`);
        const key = [name, seed, rows, options.copies, ...methods].join('/');
        const split = kept.get(key) ?? (await judge(name, seed, versions));
        if (options.keep && !kept.has(key)) appendFileSync(options.keep, `${JSON.stringify({ key, row: split })}\n`);
        splits.push(split);
      }
      const row = { ...meanOf(splits), name: divided ? `${name}, copies divided` : name, timed: !options.untimed };
      behind.push(row.best - row.ours);
      console.log(options.json ? JSON.stringify(row) : tableLine('answer', row));
    } catch (error) {
      console.error(`  ${name} failed: ${error.message}`);
      process.exitCode = 1;
    }
  }
  const within = behind.filter((difference) => difference <= MARGIN).length;
  const ahead = behind.filter((difference) => difference < 0).length;
  console.error(`  ${within} of ${behind.length} within ${MARGIN} of the best peer or above it, ${ahead} above`);
} finally {
  peer.close();
  rmSync(folder, { recursive: true, force: true });
}

/** One line of the table: the means over a data set's splits, beside the peer that is best on average. */
function meanOf(splits) {
  const mean = (of) => splits.reduce((sum, split) => sum + of(split), 0) / splits.length;
  const [{ peers }] = splits;
  const sides = peers.map(({ name }, p) => ({
    name,
    score: mean((split) => split.peers[p].score),
    seconds: mean((split) => split.peers[p].seconds),
  }));
  const [worst, ...rivals] = sides;
  const best = rivals.reduce((a, b) => (b.score > a.score ? b : a));
  const ours = mean((split) => split.ours);
  const at = peers.findIndex(({ name }) => name === best.name);
  const ahead = splits.map((split) => split.ours - split.peers[at].score - (ours - best.score));
  const scatter = Math.sqrt(ahead.reduce((sum, v) => sum + v * v, 0) / (splits.length - 1) / splits.length);
  return {
    ...splits[0],
    ours,
    seconds: mean((split) => split.seconds),
    chosen: splits.map(({ chosen }) => chosen).join('; '),
    best: best.score,
    bestName: best.name,
    bestSeconds: best.seconds,
    peers: [...rivals.filter((rival) => rival !== best), worst],
    methods: splits[0].methods.map(({ name }, m) => ({ name, score: mean((split) => split.methods[m].score) })),
    splits: splits.length,
    ...(splits.length > 1 && { scatter }),
  };
}

/** A data set, split once; of the peers the one that learns nothing first. */
async function judge(name, seed, versions) {
  const { file, target, task, without = [] } = SETS[name];
  const table = join(folder, 'table.csv');
  const found = join(folder, 'inspection.json');
  kernelscope(['inspect', join(resolve(String(options.data)), file), '--table', table, '--json', found]);
  const { dialect, columns } = JSON.parse(readFileSync(found, 'utf8'));
  const train = join(folder, 'train.csv');
  const test = join(folder, 'test.csv');
  const names = columns.map((column) => column.name);
  const cut = {
    operation: 'split',
    table,
    header: dialect.header,
    names,
    target,
    without,
    seed,
    rows,
    divided,
    train,
    test,
  };
  const sizes = await peer.ask(cut);
  const { results } = await peer.ask({ operation: 'peers', train, test, target, task, seed });
  const ours = fitted(train, test, target, task, []);
  const others = methods.map((id) => ({
    name: id,
    ...tried(() => fitted(train, test, target, task, ['--method', id])),
  }));
  return {
    measure: task === 'classify' ? 'classified correctly' : 'R²',
    rows: `${sizes.train} / ${sizes.test}${sizes.known > 0 ? `, ${sizes.known} known` : ''}`,
    ours: ours.score,
    seconds: ours.seconds,
    chosen: ours.chosen,
    peers: results,
    methods: others,
    runtime: `node ${process.versions.node}, scikit-learn ${versions['scikit-learn']}`,
  };
}

/** A fit on the command line, judged by the other file. */
function fitted(train, test, target, task, settings) {
  const out = join(folder, 'fit.json');
  const started = performance.now();
  const classify = task === 'classify' ? ['--task', 'classify'] : [];
  kernelscope(['fit', train, '--target', target, '--holdout', test, '--json', out, ...classify, ...settings]);
  const seconds = (performance.now() - started) / 1000;
  const run = JSON.parse(readFileSync(out, 'utf8'));
  const score = task === 'classify' ? run.classes.accuracy : run.metrics.holdout.r2;
  return { score, seconds, chosen: kernelOf(run.parameters) };
}

/** The fitted kernel, many length scales as their number. */
function kernelOf({ kernel }) {
  return String(kernel).replaceAll(
    /lengthScale=([^,)]*(?:,[^,)=]*)+)\)/g,
    (_, scales) => `${scales.split(',').length} length scales)`,
  );
}

/** What a method cannot do on these rows is a gap in the table. */
function tried(attempt) {
  try {
    return attempt();
  } catch (error) {
    console.error(`    ${error.message}`);
    return { score: Number.NaN, seconds: Number.NaN };
  }
}

function kernelscope(args) {
  const done = spawnSync(process.execPath, [options.cli, ...args, '--quiet'], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (done.status !== 0) throw new Error(done.stderr.trim().split('\n').at(-1));
  return done.stdout;
}

function linesOf(path) {
  if (path === undefined || !existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

function methodsWithTarget() {
  const all = JSON.parse(kernelscope(['methods', '--json', '-']));
  return all.filter(({ family }) => family !== 'components').map(({ id }) => id);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(2);
}
