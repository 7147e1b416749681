// node bench/answer.mjs --data FOLDER | --regimes [--only NAME,…] [--seeds N,…] [--set NAME=VALUE …] [--cli FILE]
//                       [--peers NAME;…] [--linear-algebra NAME] [--methods ID,…] [--rows N] [--copies divided] [--keep FILE] [--untimed] [--quick] [--json]
// How good the default answer is: on each data set, or in each of ten regimes whose truth is known, our fits and the peers' learn from the
// same rows and are judged on the same others. Figures are R², or the fraction of rows classified correctly; seconds are those of a whole
// command on our side, of encoding and fitting on the other.
// --data     the folder of the data sets (answer/sets.mjs says which files)
// --regimes  drawn tables (answer/regimes.mjs) in their place, always untimed; peers.jsonl has what the peers score
// --only     some of the data sets or regimes, or `drawn 2000 × 15` and its like (answer/sets.mjs), each whole
// --set      a parameter of our fit, as on the command line; may be repeated
// --linear-algebra embedded or native for our fit
// --cli      another build of ours
// --peers    some of the peers (answer/peers.mjs), parted by semicolons
// --methods  beside the default: ids of methods, or `all` that take a target
// --rows     rows of a data set that train, at most (2,000)
// --seeds    one split or draw for each (1; for regimes 0,1,2,3,4); of several, the means are shown
// --copies   divided: rows that agree in every feature may train and judge (they stay on one side)
// --keep     a file of what has been measured, a line of JSON for each data set and split; these are not measured again
// --untimed  without seconds: others use the machine
// --quick    400 rows of a data set, one draw of a regime: a look, not a figure of record
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fitted, kernelscope } from './answer/ours.mjs';
import { linesOf, Peers } from './answer/peers.mjs';
import { drawRegime, REGIMES } from './answer/regimes.mjs';
import { SETS } from './answer/sets.mjs';
import { tableHead, tableLine } from './harness/table.mjs';
import { makeRows } from './limits/makeRows.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    regimes: { type: 'boolean', default: false },
    only: { type: 'string' },
    peers: { type: 'string' },
    methods: { type: 'string', default: '' },
    set: { type: 'string', multiple: true, default: [] },
    'linear-algebra': { type: 'string', default: 'auto' },
    rows: { type: 'string' },
    seeds: { type: 'string' },
    copies: { type: 'string', default: 'together' },
    keep: { type: 'string' },
    cli: { type: 'string', default: here('../dist/cli.js') },
    untimed: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const { cli, quick, json, regimes } = options;
if (!['together', 'divided'].includes(options.copies)) fail('--copies is together or divided');
const divided = options.copies === 'divided';
/** Behind the best peer by no more than this counts as equal. */
const margin = regimes ? 0.02 : 0.01;
const known = Object.keys(regimes ? REGIMES : SETS);
const wanted = options.only?.split(',') ?? known.filter((name) => regimes || SETS[name].file !== undefined);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) fail(`there is no ${unknown.join(', ')}, but ${known.join(', ')}`);
if (options.data === undefined && wanted.some((name) => !regimes && SETS[name]?.file !== undefined))
  fail('--data FOLDER says where the data sets are, --regimes draws tables');
const rows = Number(options.rows ?? (quick ? 400 : 2000));
const seeds = (options.seeds ?? (regimes ? (quick ? '0' : '0,1,2,3,4') : '1')).split(',').map(Number);
const methods = options.methods === 'all' ? methodsWithTarget() : options.methods.split(',').filter((id) => id !== '');
const algebra = options['linear-algebra'];
const settings = ['--linear-algebra', algebra, ...options.set.flatMap((setting) => ['--set', setting])];
const timed = !options.untimed && !regimes;
const sized = options.rows !== undefined || wanted.every((name) => SETS[name]?.drawn !== undefined);
const table = regimes ? 'regimes' : sized ? 'sizes' : 'answer';

const kept = new Map(linesOf(options.keep).map(({ key, row }) => [key, row]));
const folder = mkdtempSync(join(tmpdir(), 'kernelscope-bench-'));
const peers = new Peers({ afresh: timed, stored: regimes || !quick, only: options.peers?.split(';') });
try {
  if (!json) console.log(tableHead(table).join('\n'));
  const behind = [];
  for (const name of wanted) {
    try {
      const splits = [];
      for (const seed of seeds) {
        console.error(`  ${name}, ${seed}`);
        const key = [
          name,
          seed,
          rows,
          options.copies,
          ...methods,
          ...options.set,
          ...(options.peers ? [options.peers] : []),
        ].join('/');
        const split = kept.get(key) ?? (await judge(name, seed));
        if (options.keep && !kept.has(key)) appendFileSync(options.keep, `${JSON.stringify({ key, row: split })}\n`);
        splits.push(split);
      }
      const row = { ...meanOf(splits), name: divided ? `${name}, copies divided` : name, timed, table };
      if (sized) row.ratio = row.bestSeconds / row.seconds;
      behind.push(row.best - row.ours);
      console.log(json ? JSON.stringify(row) : tableLine(table, row));
    } catch (error) {
      console.error(`  ${name} failed: ${error.message}`);
      process.exitCode = 1;
    }
  }
  const within = behind.filter((difference) => difference <= margin).length;
  const ahead = behind.filter((difference) => difference < 0).length;
  console.error(`  ${within} of ${behind.length} within ${margin} of the best peer or above it, ${ahead} above`);
} finally {
  peers.close();
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

/** A data set split once, or a regime drawn once; among the peers the one that learns nothing comes first. */
async function judge(name, seed) {
  const files = { name, seed, train: join(folder, 'train.csv'), test: join(folder, 'test.csv') };
  const cut = regimes ? drawn(files) : await divide(files);
  const results = await peers.judged({ ...files, target: cut.target, task: cut.task });
  const ask = { folder, ...files, ...cut };
  const ours = fitted(cli, ask, settings);
  const others = methods.map((id) => ({
    name: id,
    ...tried(() => fitted(cli, ask, ['--method', id, ...settings])),
  }));
  const versions = [...new Set(results.map(({ version }) => version))];
  return {
    measure: cut.measure,
    rows: cut.rows,
    ours: ours.score,
    seconds: ours.seconds,
    chosen: ours.chosen,
    algebra: ours.algebra,
    peers: results,
    methods: others,
    runtime: [`node ${process.versions.node}`, ...versions].join(', '),
  };
}

/** Writes the rows of a regime. */
function drawn({ name, seed, train, test }) {
  const text = drawRegime(name, seed);
  writeFileSync(train, text.train);
  writeFileSync(test, text.test);
  const size = (part) => part.split('\n').length - 2;
  const measure = REGIMES[name].judgedBy === 'truth' ? 'R² of the truth' : 'R²';
  return { target: 'y', task: 'regress', rows: `${size(text.train)} / ${size(text.test)}`, measure };
}

/** Writes the rows of a data set, divided by the seed. */
async function divide({ name, seed, train, test }) {
  const { file = '', drawn: size, target, task, without = [] } = SETS[name];
  const source = size ? makeRows(join(folder, 'drawn.csv'), ...size) : join(resolve(String(options.data)), file);
  const table = join(folder, 'table.csv');
  const found = join(folder, 'inspection.json');
  kernelscope(cli, ['inspect', source, '--table', table, '--json', found]);
  const { dialect, columns } = JSON.parse(readFileSync(found, 'utf8'));
  const names = columns.map((column) => column.name);
  const how = { header: dialect.header, names, target, without, seed, rows: size?.[0] ?? rows, divided };
  const child = await peers.process();
  const sizes = await child.ask({ operation: 'split', table, ...how, train, test });
  return {
    target,
    task,
    rows: `${sizes.train} / ${sizes.test}${sizes.known > 0 ? `, ${sizes.known} known` : ''}`,
    measure: task === 'classify' ? 'classified correctly' : 'R²',
  };
}

/** A method that fails on these rows leaves a gap in the table. */
function tried(attempt) {
  try {
    return attempt();
  } catch (error) {
    console.error(`    ${error.message}`);
    return { score: Number.NaN, seconds: Number.NaN };
  }
}

function methodsWithTarget() {
  const all = JSON.parse(kernelscope(cli, ['methods', '--json', '-']));
  return all.filter(({ family }) => family !== 'components').map(({ id }) => id);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(2);
}
