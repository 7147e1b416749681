import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { unpackModel } from '../../src/engine/model/save';
import { csvRows, csvText } from '../engine/partRows';
import { runIn, typed } from './commandLines';

const folder = mkdtempSync(join(tmpdir(), 'kernelscope-steps-'));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const cluster = (...words: string[]) => runIn(folder, ['cluster', ...words]);
const FEATURES = ['--target', 'y', '--features', 'a,b,colour,sure'];

before(() => {
  for (const i of [0, 1, 2]) writeFileSync(at(`p${i}.csv`), csvText(csvRows(100, 100 * i)));
});

test('as many landmarks as suit a small file are no more than its training rows', async () => {
  const [head, ...lines] = readFileSync('samples/fan-noise.csv', 'utf8').split('\n');
  // A rule by a fraction of the rows would say 120.
  writeFileSync(at('few.csv'), [head, ...lines.slice(0, 150), ''].join('\n'));
  const asked = [at('few.csv'), '--target', 'sound_level_db', '--set=kernel=gaussian'];
  assert.deepEqual(await cluster('plan', ...asked, '--out', at('small')), {
    code: 0,
    err: '',
    out: `${at('small')}: 1 part, about 119 training rows; settled on 150 rows that were read.\n`,
  });
  const { code, err } = await runIn(folder, ['fit', ...asked, '--method', 'nystrom-ridge', '--streamed']);
  assert.deepEqual([code, err], [0, '']);
});

test('a fit in steps from the command line, with files between them', async () => {
  const done = { code: 0, err: '' };
  const { out, ...planned } = await cluster(
    ...typed`plan ${at('p*.csv')} ${FEATURES} --set=kernel=gaussian --set=landmarks=20 --out ${at('plan')}`,
  );
  assert.deepEqual(planned, done);
  assert.match(out, /plan: 3 parts, about 2\d\d training rows; settled on 300 rows that were read\.\n$/);
  for (const part of [3, 1, 2])
    assert.deepEqual(await cluster('map', at('plan'), `${part}`, '--out', at(`s${part}`)), { ...done, out: '' });
  const merged = await cluster('merge', at('plan'), at('s3'), at('s1'), '--out', at('s13'));
  assert.match(merged.out, /s13: 2 of 3 parts\.\n$/);
  assert.equal((await cluster('solve', at('plan'), at('s2'), at('s13'), '--out', at('solution'))).code, 0);
  for (const part of [1, 2, 3])
    await cluster('map', at('plan'), `${part}`, '--solution', at('solution'), '--out', at(`e${part}`));
  const errors = [1, 2, 3].map((part) => at(`e${part}`));
  const finished = await cluster(
    'finish',
    at('plan'),
    at('solution'),
    ...errors,
    '--save',
    at('model'),
    '--json',
    at('json'),
    '--importance',
  );
  assert.deepEqual([finished.code, finished.err], [0, '']);
  assert.match(finished.out, /Which columns matter\?/);
  assert.match(finished.out, /3 parts: y from 4 columns/);
  assert.equal(unpackModel(readFileSync(at('model'))).method, 'nystrom-ridge');
  const predicted = await runIn(folder, ['predict', at('model'), at('p0.csv')]);
  assert.equal(predicted.out.trim().split('\n').length, 101);
});

test('components in steps have the model and the scores of a fit that holds no rows', async () => {
  const asked = ['--method', 'ny-kpca', '--target', 'kind', '--set', 'landmarks=20', '--set', 'components=3'];
  await cluster('plan', at('p*.csv'), ...asked, '--out', at('kpca'));
  for (const part of ['1', '2', '3']) await cluster('map', at('kpca'), part, '--out', at(`k${part}`));
  await cluster('solve', at('kpca'), at('k2'), at('k3'), at('k1'), '--out', at('components'));
  const errors = ['1', '2', '3'].map((part) => at(`c${part}`));
  for (const [i, out] of errors.entries())
    await cluster('map', at('kpca'), `${i + 1}`, '--solution', at('components'), '--out', out);
  const finished = await cluster('finish', at('kpca'), at('components'), ...errors, '--save', at('kpca.model'));
  assert.deepEqual([finished.code, finished.err], [0, '']);
  assert.match(finished.out, /3 parts: Nyström kernel principal components of 8 columns/);
  const json = await cluster('finish', at('kpca'), at('components'), ...errors, '--json', '-');
  const { components } = JSON.parse(json.out);
  assert.deepEqual(
    components.eigenvalues.length + components.train.rows.length + components.holdout.rows.length,
    3 + 300,
  );
  const predicted = await runIn(folder, ['predict', at('kpca.model'), at('p1.csv')]);
  assert.match(predicted.out, /^row,score1,score2,score3,error\r\n1,/);
});

test('a part comes from standard input as from its file', async () => {
  await cluster('plan', at('p0.csv'), ...FEATURES, '--set=kernel=gaussian', '--set=landmarks=9', '--out', at('one'));
  await cluster('map', at('one'), '1', '--out', at('from-file'));
  async function* chunks() {
    yield readFileSync(at('p0.csv'));
  }
  const input = { chunks, live: false };
  const { code } = await runIn(folder, ['cluster', 'map', at('one'), '1', '-', '--out', at('from-input')], { input });
  assert.equal(code, 0);
  assert.deepEqual(readFileSync(at('from-input')), readFileSync(at('from-file')));
});

test('parts of a plan are told as JSON, one of which is empty but for its header', async () => {
  writeFileSync(at('header.csv'), csvText([]));
  const files = [at('p0.csv'), at('header.csv'), at('p1.csv')];
  const planned = await cluster('plan', ...files, ...FEATURES, '--set=landmarks=9', '--out', at('three'));
  assert.deepEqual([planned.code, planned.err], [0, '']);
  const { out } = await cluster('parts', at('three'), '--out', '-');
  const told = files.map((path, i) => ({ part: i + 1, path, from: 0, to: readFileSync(path).length }));
  assert.deepEqual(JSON.parse(out), told);
  assert.equal((await cluster('map', at('three'), '2', '--out', at('nothing'))).code, 0);
});

test('a part that fails is left out where it is asked for, and by hand where it is missing', async () => {
  writeFileSync(at('bad.csv'), 'other,columns,here\n1,2,3\n');
  const files = [at('p0.csv'), at('bad.csv'), at('p1.csv')];
  const plan = (...more: string[]) =>
    cluster('plan', ...files, ...FEATURES, '--set=kernel=gaussian', '--set=landmarks=9', '--out', at('some'), ...more);
  assert.equal((await plan()).code, 1);
  const planned = await plan('--skip-failed-parts');
  assert.match(
    planned.out,
    /\nPart 2, bad\.csv, is left out: bad\.csv has 3 columns and none of those of the first file/,
  );
  const told = JSON.parse((await cluster('parts', at('some'), '--out', '-')).out);
  assert.match(told[1].leftOut, /^bad\.csv has 3 columns/);
  const mapped = await cluster('map', at('some'), '2', '--out', at('t2'));
  assert.match(mapped.out, /t2: part 2 is left out: bad\.csv/);
  for (const part of ['1', '3']) await cluster('map', at('some'), part, '--out', at(`t${part}`));
  const missing = await cluster('solve', at('some'), at('t1'), at('t3'), '--out', at('solved'));
  assert.deepEqual([missing.code, missing.err.includes('1 of 3 parts is missing: 2')], [2, true]);
  for (const [sums, words] of [
    [['t1', 't2', 't3'], []],
    [['t3', 't1'], ['--skip-failed-parts']],
  ])
    assert.equal((await cluster('solve', at('some'), ...sums.map(at), ...words, '--out', at('solved'))).code, 0);
  for (const part of ['1', '3'])
    await cluster('map', at('some'), part, '--solution', at('solved'), '--out', at(`f${part}`));
  const { code, out } = await cluster('finish', at('some'), at('solved'), at('f1'), at('f3'));
  assert.equal(code, 0);
  assert.match(out.replaceAll(/\s+/g, ' '), /Part 2, bad\.csv, is left out: bad\.csv has 3 columns/);
});

const wrong: readonly (readonly [words: readonly string[], code: number, sentence: RegExp])[] = [
  [['pln', 'x'], 2, /cluster takes a step: plan, parts, map, merge, solve, finish, not 'pln'\. Did you mean plan\?/],
  [['plan', 'p0.csv', ...FEATURES], 2, /cluster plan needs --out/],
  [['plan', 'p0.csv', '--out', 'x'], 2, /--target COL is missing/],
  [['plan', 'p0.csv', '--method', 'ny-kpca', '--weights', 'w', '--out', 'x'], 2, /components have no row weights/],
  [
    ['plan', 'p0.csv', '--method', 'rf-kpca', '--set', 'features=5', '--set', 'components=6', '--out', 'x'],
    2,
    /components must be at most the number of features, 5; it is 6/,
  ],
  [['plan', '-', ...FEATURES, '--out', 'x'], 2, /standard input is none/],
  [
    ['plan', 'p0.csv', ...FEATURES, '--method', 'krr', '--out', 'x'],
    2,
    /can be fitted by rf-ridge, nystrom-ridge, rf-kpca and ny-kpca, not by krr/,
  ],
  [['plan', 'none.csv', ...FEATURES, '--out', 'x'], 1, /none\.csv does not exist/],
  [
    ['map', 'plan', '1', '--skip-failed-parts', '--out', 'x'],
    2,
    /map does not take --skip-failed-parts, cluster plan and solve does/,
  ],
  [['plan', 'p0.csv', ...FEATURES, '--part-size', '3', '--out', 'x'], 2, /--part-size is at least 64kB/],
  [['map', 'p0.csv', 'one', '--out', 'x'], 2, /takes the number of a part, from 1, not 'one'/],
  [['map', 'p0.csv', '1', '--out', 'x'], 1, /p0\.csv cannot be used/],
  [['map', 'p0.csv', '1', '--target', 'y', '--out', 'x'], 2, /cluster map does not take --target, cluster plan does/],
  [['finish', 'p0.csv', 'p1.csv'], 2, /cluster finish PLAN SOLUTION ERRORS…: something is missing/],
];
for (const [words, code, sentence] of wrong)
  test(`cluster ${words.join(' ')} ends in a sentence`, async () => {
    const inFolder = words.map((word) => (/^\w+\.csv$/.test(word) || word === 'x' ? at(word) : word));
    const said = await cluster(...inFolder);
    assert.match(said.err, sentence);
    assert.equal(said.code, code);
  });
