import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { DesignOptions } from '../../../src/engine/contract/data';
import { buildDesign } from '../../../src/engine/data/design';
import { divide } from '../../../src/engine/data/folds';
import { Random } from '../../../src/engine/data/random';
import { buildRows } from '../../../src/engine/data/rowsDesign';
import { countRows, parseRows, rangesOf, rowsText, rowsWords } from '../../../src/engine/words/rowRanges';
import { DESIGN, designed } from './designed';
import { failure, readText } from './reading';

/** 60 rows; the class c has rows 1 to 4, two in three of the others are a. */
const TABLE = (() => {
  const random = new Random(2);
  const lines = Array.from({ length: 60 }, (_, i) =>
    [i < 4 ? 'c' : 'aab'[i % 3], `s${i % 12}`, random.uniform().toFixed(3), random.uniform().toFixed(3)].join(','),
  );
  return readText(`kind,batch,x,y\n${lines.join('\n')}\n`);
})();
const design = async (options: Partial<DesignOptions>) => designed(await TABLE, options);

test('rows are named by numbers and ranges, in any order, and kept as they are least', () => {
  assert.equal(rowsText(parseRows('52, 40 - 51 12,12;3\n4')), '3-4,12,40-52');
  assert.equal(rowsText(parseRows('40–52')), '40-52');
  assert.equal(rowsText(rangesOf([9, 3, 4, 5, 11])), '3-5,9,11');
  assert.equal(countRows(parseRows('1,10-12')), 4);
  assert.equal(rowsWords(parseRows('1,3,5,7,9,11,13-15')), '1, 3, 5, 7, 9 and 4 more');
  assert.equal(rowsWords(parseRows('1,10-12')), '1 and 10–12');
  for (const [text, why] of [
    ['', /it is empty/],
    ['3,x', /"x" is no row/],
    ['0', /the first row is 1/],
    ['9-3', /9-3 ends before it begins/],
    ['-3', /"-3" is no row/],
    ['1.5', /"1.5" is no row/],
    ['12345678901234567890', /is no row/],
  ] as const)
    assert.throws(() => parseRows(text), failure('parameter/invalid', why), text);
});

test('rows are left out of both parts, and all others stay on their side', async () => {
  const whole = await design({});
  const held = whole.holdout?.rows[0] ?? 0;
  const named = [whole.train.rows[2], whole.train.rows[3], held];
  const made = await design({ without: rowsText(rangesOf(named)) });
  const rest = (rows: ArrayLike<number> = []) => Array.from(rows).filter((row) => !named.includes(row));
  assert.deepEqual([...made.train.rows], rest(whole.train.rows));
  assert.deepEqual([...(made.holdout?.rows ?? [])], rest(whole.holdout?.rows));
  assert.deepEqual(
    made.report.dropped.filter(({ what }) => what === 'rows').map(({ count }) => count),
    [3],
  );
  assert.match(made.report.dropped[0].why, /^they were named to be left out, \d/);
  assert.equal(made.report.used, 57);
});

test('what rows are standardised by is learnt without those left out', async () => {
  const table = await readText(
    `x,y\n${Array.from({ length: 20 }, (_, i) => `${i === 7 ? 1e6 : i},${i * i}`).join('\n')}\n`,
  );
  const options = { ...DESIGN, holdout: { kind: 'fraction', fraction: 0 } } as const;
  const { transform } = buildDesign(table, { ...options, without: '8' }, quietContext);
  assert.ok(transform.scale[0] < 10);
});

test('groups and blocks are divided without the rows left out', async () => {
  const grouped = await design({ splitBy: { kind: 'group', column: 'batch' }, without: '1-12' });
  const units = grouped.division?.kind === 'together' ? grouped.division.unit : new Int32Array();
  assert.equal(units.length, grouped.train.rows.length);
  const blocks = await design({ holdout: { kind: 'last', fraction: 0.25 }, without: '10,20' });
  assert.equal(blocks.train.rows.length, 43);
  assert.equal(divide(43, 5, 0, { division: blocks.division }).of.length, 43);
});

test('components leave rows out too', async () => {
  const made = buildRows(await TABLE, { ...DESIGN, target: '', without: '1-10' }, quietContext);
  assert.equal(made.train.rows.length + (made.holdout?.rows.length ?? 0), 50);
});

test('rows that cannot be left out are said in a sentence', async () => {
  const rejects = (options: Partial<DesignOptions>, code: Parameters<typeof failure>[0], why: RegExp) =>
    assert.rejects(design(options), failure(code, why));
  await rejects({ without: '61' }, 'parameter/invalid', /Row 61 cannot be left out: test.csv has 60 rows/);
  await rejects({ without: '1-999999999' }, 'parameter/invalid', /Row 999,999,999 cannot be left out/);
  await rejects({ without: '5-60' }, 'data/too-few-rows', /Without the 56 rows named, \d of 45 training rows are left/);
  await rejects({ target: 'kind', without: '1-4' }, 'data/too-few-rows', /No training row of the class "c" of "kind"/);
  await rejects({ where: 'x >= 0', without: 5 as never }, 'parameter/invalid', /given as a text/);
  await rejects(
    { where: "kind != 'c'", without: '1-4' },
    'parameter/invalid',
    /4 rows to leave out \(1–4\) take no part/,
  );
});
