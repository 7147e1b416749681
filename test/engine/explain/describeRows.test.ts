import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { Random } from '../../../src/engine/data/random';
import { describeRows, FALSE_ALARM } from '../../../src/engine/explain/describeRows';
import { atLeast, logFactorials } from '../../../src/engine/statistics/hypergeometric';
import { failure, readText } from '../data/reading';

test('the tail of the hypergeometric distribution', () => {
  const logs = logFactorials(50);
  // The fraction of the 2,118,760 ways to draw 5 of 50 that have at least k of 5 marked ones.
  const known = [2_118_760, 897_001, 152_026, 10_126, 226, 1].map((ways) => ways / 2_118_760);
  known.forEach((p, k) => {
    assert.ok(Math.abs(atLeast(k, 5, 5, 50, logs) / p - 1) < 1e-12, `${k}`);
  });
});

/** Ten columns of all kinds: normal, long-tailed, few and many zeros, counts, words, gaps. */
function lines(random: Random, rows: number): string[][] {
  return Array.from({ length: rows }, () => [
    random.normal().toFixed(4),
    Math.exp(2 * random.normal()).toFixed(3),
    random.uniform() < 0.05 ? '1' : '0',
    random.uniform() < 0.97 ? '0' : String(random.below(30)),
    String(Math.floor(random.exponential() * 3)),
    ['red', 'green', 'blue', 'grey'][random.below(4)],
    random.uniform() < 0.5 ? 'yes' : 'no',
    random.uniform() < 0.1 ? '' : random.normal().toFixed(2),
    `level ${Math.floor(12 * random.uniform() ** 3)}`,
    String(random.below(5)),
  ]);
}
const HEAD = 'a,b,c,d,e,f,g,h,i,j';
const tableOf = (rows: readonly (readonly string[])[]) =>
  readText(`${HEAD}\n${rows.map((row) => row.join(',')).join('\n')}\n`);

test('of rows drawn at random hardly ever anything is said', async () => {
  const random = new Random(11);
  const draws = 240;
  let alarms = 0;
  for (let draw = 0; draw < draws; draw++) {
    const table = await tableOf(lines(random, 120));
    const chosen = new Set<number>();
    while (chosen.size < 3 + (draw % 4) * 8) chosen.add(1 + random.below(120));
    const found = describeRows(table, { seed: draw }, [...chosen].join(','), quietContext);
    assert.ok(found.columns >= 8);
    if (found.shared.length + found.shifted.length > 0) alarms++;
  }
  // Three standard errors above the rate that is promised.
  assert.ok(alarms / draws < FALSE_ALARM + 3 * Math.sqrt((FALSE_ALARM * (1 - FALSE_ALARM)) / draws), `${alarms}`);
});

test('what rows share is said, with how many of the others have it, and what lies elsewhere', async () => {
  const random = new Random(5);
  const rows = lines(random, 200);
  for (let i = 0; i < 19; i++) {
    rows[i][9] = '9';
    rows[i][0] = (2.5 + 0.5 * random.normal()).toFixed(3);
    if (i < 15) rows[i][7] = '';
  }
  rows[150][9] = '9';
  const found = describeRows(await tableOf(rows), { seed: 1 }, '1-19', quietContext);
  assert.equal(found.rows, 19);
  assert.equal(found.others, 181);
  assert.deepEqual(found.shared[0], { column: 'j', value: '9', count: 19, among: 1 });
  assert.deepEqual(
    found.shared.map(({ column, value }) => [column, value]),
    [
      ['j', '9'],
      ['h', undefined],
    ],
  );
  assert.deepEqual(
    found.shifted.map(({ column }) => column),
    ['a'],
  );
  assert.ok(found.shifted[0].standardised > 1.8 && found.shifted[0].mean > found.shifted[0].others);
});

test('rows are compared with those that the fit could take', async () => {
  const rows = lines(new Random(5), 100);
  rows.forEach((row, i) => {
    row[9] = i < 50 ? '0' : '1';
  });
  const table = await tableOf(rows);
  const found = describeRows(table, { seed: 1, where: 'j = 0', without: '41-50' }, '1-10', quietContext);
  assert.deepEqual([found.rows, found.others], [10, 30]);
  assert.throws(
    () => describeRows(table, { seed: 1, where: 'j = 0' }, '1-50', quietContext),
    failure('parameter/invalid', /no others to compare/),
  );
  assert.throws(
    () => describeRows(table, { seed: 1 }, '101', quietContext),
    failure('parameter/invalid', /has 100 rows/),
  );
});

test('many rows of many columns are compared by the normal distribution', async () => {
  const random = new Random(3);
  const rows = Array.from({ length: 12_000 }, (_, i) => [
    (random.normal() + (i < 6000 ? 0.2 : 0)).toFixed(3),
    ...Array.from({ length: 9 }, () => random.normal().toFixed(3)),
  ]);
  const found = describeRows(await tableOf(rows), { seed: 1 }, '1-6000', quietContext);
  assert.deepEqual(
    found.shifted.map(({ column }) => column),
    ['a'],
  );
});
