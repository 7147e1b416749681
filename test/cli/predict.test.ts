import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { PredictionsJson } from '../../src/cli/schemas/predict';
import { quietContext } from '../../src/engine/contract/context';
import type { FileSource } from '../../src/engine/contract/data';
import type { Model } from '../../src/engine/contract/model';
import type { Predictions } from '../../src/engine/contract/rpc';
import { applyTransform } from '../../src/engine/data/applyTransform';
import { readTable } from '../../src/engine/data/readTable';
import { LinesReader } from '../../src/engine/data/tableLines';
import { readingOfFile } from '../../src/engine/data/tableReading';
import { quietWith } from '../../src/engine/linalg/linalg';
import { predictModel } from '../../src/engine/model/predict';
import { predictedCsv } from '../../src/engine/model/predictedCsv';
import { predictionsOf, projected, withoutGaps } from '../../src/engine/model/predictions';
import { unpackModel } from '../../src/engine/model/save';
import { core } from '../engine/testCore';
import { CASES } from '../export/cases';
import { mixedRows } from '../export/rows';
import { inPieces } from '../inPieces';
import { testFolder } from '../testFolder';
import { runIn, typed } from './commandLines';

const folder = testFolder();
const at = (name: string) => join(folder, name);
const run = (...argv: string[]) => runIn(folder, argv);

/** More than a megabyte, by a column that no model takes: several blocks. */
const ROWS = 1500;
const NOTE = 'x'.repeat(700);
const text = mixedRows(ROWS, true)
  .replaceAll('\n', `,${NOTE}\n`)
  .replace(NOTE, 'note')
  .replaceAll('never seen \u2028 before', '"never\nseen"');
before(async () => {
  await writeFile(at('mixed.csv'), mixedRows(60, false));
  await writeFile(at('new.csv'), text);
});

/** Cases that together have every shape of predictions once. */
const NAMES = [
  'krr',
  'krr two targets',
  'krr without gaps',
  'krr classes',
  'krr two classes',
  'quantile of two targets',
  'huber',
  'rf-ridge',
  'nystrom-ridge',
  'ny-kpca',
];

/**
 * Cases that are read from a pipe too, and written with their columns: what both do to a row depends on its
 * prediction's shape alone.
 */
const OTHER_WAYS = ['krr two targets', 'krr classes', 'quantile of two targets', 'ny-kpca'];

const modelPath = (name: string) => at(`${name.replaceAll(' ', '-')}.ksmodel`);
async function fitted(name: string): Promise<Model> {
  const path = modelPath(name);
  const one = CASES.find((each) => each.name === name);
  assert.ok(one, name);
  const { err, code } = await run(
    ...typed`fit ${at('mixed.csv')} --holdout 0 ${one.fit} --set kernel=gaussian --set lengthScale=2
        --save ${path}`,
  );
  assert.equal(code, 0, err);
  return unpackModel(await readFile(path));
}

/** The rows of a file in one piece: read, encoded and predicted all at once. */
async function whole(model: Model, source: FileSource): Promise<Predictions> {
  const table = await readTable(source, model.read, quietContext);
  const encoded = applyTransform(table, model.transform);
  const { components } = model;
  const predicted = components
    ? projected(table, { ...model, components }, encoded, quietWith(core))
    : predictionsOf(
        table,
        model,
        withoutGaps(predictModel(model, encoded.x, quietWith(core)), encoded.complete, true),
        quietContext,
      );
  const reading = await readingOfFile(source, model.read, quietContext);
  const lines = await LinesReader.open(source, reading, quietContext);
  return { ...predicted, input: await lines.next(table.inspection.rows) };
}

const piping = (content: string | Uint8Array, size = 50_000) => ({
  input: { chunks: () => inPieces(content, size), live: false },
});

test('rows in blocks are predicted as in one piece, to the last digit, from a file and from a pipe', async () => {
  assert.ok(text.length > 1.05 * 2 ** 20);
  const source: FileSource = { kind: 'path', path: at('new.csv') };
  for (const name of NAMES) {
    const model = await fitted(name);
    const { input, ...alone } = await whole(model, source);
    const [plain, kept] = [alone, { ...alone, input }].map((all) => [...predictedCsv(all)].join(''));
    assert.equal(plain.split('\r\n').length, ROWS + 2, name);
    const predict = ['predict', modelPath(name)];
    assert.equal((await run(...predict, at('new.csv'))).out, plain, name);
    if (!OTHER_WAYS.includes(name)) continue;
    assert.equal((await run(...predict, at('new.csv'), '--keep')).out, kept, `${name} --keep`);
    assert.equal((await runIn(folder, [...predict, '-'], piping(text))).out, plain, `${name} from a pipe`);
  }
});

test('the same rows with other line ends, zipped, or in another encoding are predicted alike', async () => {
  const predict = ['predict', modelPath('krr two targets')];
  const { out: plain } = await run(...predict, at('new.csv'));
  const { out: kept } = await run(...predict, at('new.csv'), '--keep');
  const crlf = text.replaceAll('\n', '\r\n');
  for (const content of [crlf, gzipSync(text), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
    await writeFile(at('other.csv'), content);
    assert.equal((await run(...predict, at('other.csv'))).out, plain);
    assert.equal((await run(...predict, at('other.csv'), '--keep', '--out', at('kept.csv'))).out, '');
    assert.equal(await readFile(at('kept.csv'), 'utf8'), kept);
    assert.equal((await runIn(folder, [...predict, '-'], piping(content))).out, plain);
    assert.equal((await runIn(folder, [...predict, '-', '--keep'], piping(content))).out, kept);
  }
});

const numbersOf = (line: string) => line.split(',').map((cell) => (cell === '' ? null : Number(cell)));

test('JSON has the numbers of the CSV, a row on a line, for each kind of prediction', async () => {
  const json = async (name: string) => {
    const { out, err, code } = await run('predict', modelPath(name), at('new.csv'), '--json');
    assert.equal(code, 0, err);
    assert.equal(out.split('\n').filter((line) => line.startsWith('  {"row":')).length, ROWS, name);
    const { out: csv } = await run('predict', modelPath(name), at('new.csv'));
    return { said: JSON.parse(out) as PredictionsJson, lines: csv.trimEnd().split('\r\n').slice(1) };
  };
  const several = await json('krr two targets');
  assert.deepEqual(several.said.targets, ['y', 'z']);
  assert.deepEqual([several.said.method, several.said.file], ['krr', 'new.csv']);
  for (const [i, row] of several.said.rows.entries()) {
    assert.ok('lower' in row && row.lower && row.upper && row.observed);
    const each = row.predicted.flatMap((predicted, t) => [
      predicted,
      row.lower?.[t],
      row.upper?.[t],
      row.observed?.[t],
    ]);
    assert.deepEqual([row.row, ...each], numbersOf(several.lines[i]));
  }
  const gaps = await json('krr without gaps');
  assert.ok(gaps.said.rows.some((row) => 'predicted' in row && row.predicted[0] === null));
  const quantiles = await json('quantile of two targets');
  assert.deepEqual(quantiles.said.taus, [0.1, 0.5, 0.9]);
  for (const [i, row] of quantiles.said.rows.entries()) {
    assert.ok('quantiles' in row && row.quantiles && !('lower' in row));
    const [y, z] = row.quantiles;
    const cells = [row.predicted[0], ...y, row.observed?.[0], row.predicted[1], ...z, row.observed?.[1]];
    assert.deepEqual([row.row, ...cells], numbersOf(quantiles.lines[i]));
  }
  const { said: classes } = await json('krr classes');
  assert.deepEqual(classes.levels, ['dark', 'light', 'odd, "really"\\']);
  for (const row of classes.rows) {
    assert.ok('class' in row && row.class !== null && row.probabilities && row.set && row.observed);
    const best = row.scores.indexOf(Math.max(...row.scores.map(Number)));
    assert.equal(row.class, classes.levels?.[best]);
    assert.ok(row.set.length > 0 && row.probabilities.length === 3);
  }
  const scores = await json('ny-kpca');
  assert.deepEqual([scores.said.components, scores.said.targets], [3, []]);
  for (const [i, row] of scores.said.rows.entries()) {
    assert.ok('error' in row);
    assert.deepEqual([row.row, ...row.scores, row.error], numbersOf(scores.lines[i]));
  }
});

test('CSV and JSON are written from one reading; --keep is for CSV', async () => {
  const predict = ['predict', modelPath('krr'), at('new.csv')];
  const { out: csv } = await run(...predict);
  const { out: json } = await run(...predict, '--json');
  assert.equal((await run(...predict, '--json', at('p.json'))).out, '');
  assert.equal(await readFile(at('p.json'), 'utf8'), json);
  assert.equal((await run(...predict, '--out', at('p.csv'), '--json')).out, json);
  assert.equal(await readFile(at('p.csv'), 'utf8'), csv);
  const both = await run(...predict, '--out', '-', '--json', '-');
  assert.match(both.err, /would overwrite the other output on standard output/);
  const { code, err } = await run(...predict, '--json', '--keep');
  assert.deepEqual([code, err], [2, 'kernelscope: --keep is for CSV: add --out, or leave it out.\n']);
});

test('from a pipe the first predictions come out while rows are still to come', async () => {
  const { out: plain } = await run('predict', modelPath('krr'), at('new.csv'));
  let begun = () => {};
  const first = new Promise<void>((done) => {
    begun = done;
  });
  const half = Buffer.byteLength(text.slice(0, 1.03 * 2 ** 20));
  async function* open() {
    yield Buffer.from(text).subarray(0, half);
    // A command that waits for the end waits for ever.
    await first;
    yield Buffer.from(text).subarray(half);
  }
  let out = '';
  const terminal = {
    input: { chunks: open, live: false },
    out: (said: string) => {
      out += said;
      begun();
    },
  };
  const { code } = await runIn(folder, ['predict', modelPath('krr'), '-'], terminal);
  assert.deepEqual([code, out], [0, plain]);
});

/** Numbers in `a` at first; the words come behind the first megabyte. */
const late = () => {
  const [head, ...lines] = text.replaceAll('"never\nseen"', 'never').trimEnd().split('\n');
  return `${[head, ...lines, ...lines.map((line) => line.replace(/^[^,]*,/, 'oops,'))].join('\n')}\n`;
};

test('what a pipe turns out to hold ends the command in a sentence; a file is not begun', async () => {
  const predict = ['predict', modelPath('krr'), '-'];
  const refused =
    /^kernelscope: The column "a" of standard input was read as (text|category), but the model was fitted with number/;
  const streamed = await runIn(folder, predict, piping(late()));
  assert.equal(streamed.code, 1);
  assert.match(streamed.err, refused);
  assert.match(streamed.out, /^row,predicted/);
  const there = await readdir(folder);
  const aside = await runIn(folder, [...predict, '--out', at('late.csv')], piping(late()));
  assert.deepEqual([aside.code, aside.out], [1, '']);
  assert.match(aside.err, refused);
  assert.deepEqual(await readdir(folder), there);
  // With the kind that was meant such cells are gaps.
  const set = await runIn(folder, [...predict, '--kind', 'a=number'], piping(late()));
  assert.equal(set.code, 0, set.err);
  assert.equal(set.out.split('\r\n').length, 2 * ROWS + 2);
});

test('what is set aside lies in the folder for temporary files, for its owner alone, and is gone afterwards', async () => {
  const aside = at('aside');
  await mkdir(aside);
  const before = process.env.TMPDIR;
  const seen: string[] = [];
  async function* watched() {
    yield Buffer.from(text);
    for (const name of await readdir(aside)) seen.push(`${(await stat(join(aside, name))).mode & 0o777}`);
  }
  try {
    process.env.TMPDIR = aside;
    const keep = ['predict', modelPath('krr'), '-', '--keep'];
    assert.equal((await runIn(folder, keep, { input: { chunks: watched, live: false } })).code, 0);
    assert.deepEqual(seen, process.platform === 'win32' ? seen : [String(0o600)]);
    assert.deepEqual(await readdir(aside), []);
    process.env.TMPDIR = at('nowhere');
    const { code, err } = await runIn(folder, keep, piping(text));
    assert.equal(code, 1);
    assert.match(err, /was not kept in .*nowhere: its folder does not exist\. Let TMPDIR name a folder with room\.\n$/);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
});

test('predictions of private rows are private', { skip: process.platform === 'win32' }, async () => {
  await writeFile(at('private.csv'), text);
  await chmod(at('private.csv'), 0o600);
  assert.equal((await run('predict', modelPath('krr'), at('private.csv'), '--out', at('own.csv'))).code, 0);
  assert.equal((await stat(at('own.csv'))).mode & 0o777, 0o600);
});

test('of a logarithm every door has the numbers of the file too', async () => {
  const path = join(folder, 'grown.csv');
  const lines = Array.from(
    { length: 60 },
    (_, i) => `${i % 7},${i % 11},${(5 * Math.exp((i % 7) / 2 - (i % 11) / 5)).toFixed(4)}`,
  );
  await writeFile(path, ['a,b,price', ...lines].join('\n'));
  const model = join(folder, 'grown.ksmodel');
  const fit = typed`fit ${path} --target ln(price) --set kernel=gaussian --set lengthScale=2 --save ${model}
      --quiet`;
  assert.equal((await runIn(folder, fit)).code, 0);
  const json = JSON.parse((await runIn(folder, ['predict', model, path, '--json', '-'])).out);
  assert.deepEqual(json.targets, ['ln(price)', 'price']);
  const csv = (await runIn(folder, ['predict', model, path])).out.split(/\r?\n/).map((line) => line.split(','));
  const kept = (await runIn(folder, ['predict', model, path, '--keep'])).out
    .split(/\r?\n/)
    .map((line) => line.split(','));
  assert.deepEqual(kept[0].slice(0, 3), ['a', 'b', 'price']);
  const at = (name: string) => csv[0].indexOf(name);
  for (const [i, row] of json.rows.entries()) {
    const [logarithm, number] = row.predicted;
    assert.ok(Math.abs(Math.exp(logarithm) - number) < 1e-12 * number);
    assert.deepEqual(
      [csv[i + 1][at('predicted_ln(price)')], csv[i + 1][at('predicted_price')]].map(Number),
      row.predicted,
    );
    assert.equal(row.observed[1], Number(lines[i].split(',')[2]));
    assert.equal(kept[i + 1].slice(0, 3).join(), lines[i]);
  }
});
