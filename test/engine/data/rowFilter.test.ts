import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { buildDesign } from '../../../src/engine/data/design';
import { buildRows } from '../../../src/engine/data/rowsDesign';
import { parseFilter } from '../../../src/engine/data/where/parse';
import { filteredRows } from '../../../src/engine/data/where/rowFilter';
import { DESIGN, designed } from './designed';
import { failure, readText } from './reading';

/** Rows: 1 complete, 2 without an age, 3 with a comma in its town, 4 with a quote, 5 without a town, 6 complete. */
const TABLE = readText(
  [
    'age,sex,member,joined,town of birth,in,code',
    '31,female,yes,2020-01-05,Ulm,1,7',
    ',female,no,2020-02-05,Ulm,2,7',
    '25,male,yes,2021-01-05,"Bonn, Rh",3,a',
    "40,male,no,2022-03-01,L'Aquila,4,b",
    '28,female,yes,2022-03-02,,5,b',
    '52,male,no,2023-12-31,Ulm,6,a',
  ].join('\n'),
  { kinds: { 'town of birth': 'category', code: 'category' } },
);
const rows = async (where: string, other = false) =>
  Array.from(filteredRows(await TABLE, where, quietContext, other), (row) => row + 1);

test('a filter keeps the rows for which it holds', async () => {
  const cases: readonly (readonly [string, readonly number[]])[] = [
    ['age > 30', [1, 4, 6]],
    ['age>=31 and age<=40', [1, 4]],
    ['age = 31', [1]],
    ['age != 31', [3, 4, 5, 6]],
    ['age <> 31', [3, 4, 5, 6]],
    ['not age = 31', [3, 4, 5, 6]],
    ['age is missing', [2]],
    ['age is not missing', [1, 3, 4, 5, 6]],
    ['not (age is missing)', [1, 3, 4, 5, 6]],
    ["sex = 'female'", [1, 2, 5]],
    ['sex = "female"', [1, 2, 5]],
    ['sex = female', [1, 2, 5]],
    ["age > 30 or sex = 'female'", [1, 2, 4, 5, 6]],
    ["not (age > 30 or sex = 'female')", [3]],
    ["age < 30 or age > 50 and sex = 'male'", [3, 5, 6]],
    ["(age < 30 or age > 50) and sex = 'male'", [3, 6]],
    ['member = yes', [1, 3, 5]],
    ['member = true', [1, 3, 5]],
    ['member != 1', [2, 4, 6]],
    ["joined >= '2022-03-01'", [4, 5, 6]],
    ["joined = '5 Jan 2021'", [3]],
    ['"town of birth" = \'Bonn, Rh\'', [3]],
    ["`town of birth` = 'L''Aquila'", [4]],
    ["'town of birth' is missing".replaceAll("'", '"'), [5]],
    ['"town of birth" in (\'Ulm\', "Bonn, Rh")', [1, 2, 3, 6]],
    ['"town of birth" not in (\'Ulm\')', [3, 4]],
    ['age in (25, 28.0, -1)', [3, 5]],
    ['"in" >= 5', [5, 6]],
    ['code = 7', [1, 2]],
    ['code in (a, 7.0)', [1, 2, 3, 6]],
    ['1 > 30 AND NOT 3 = yes', [4, 6]],
    ['age > −1 and age ≤ 31', [1, 3, 5]],
  ];
  for (const [where, wanted] of cases) assert.deepEqual(await rows(where), wanted, where);
});

test('mistakes are said with their position', async () => {
  const cases: readonly (readonly [string, number, RegExp])[] = [
    ['', 1, /at its beginning: the name of a column is expected/],
    ['age', 4, /a comparison is expected after "age"/],
    ['age > ', 7, /at character 7, after age >\s?: a value is expected/],
    ['age > 3 3', 9, /"3" comes where "and" or "or" is expected/],
    ['age > 3)', 8, /this \) closes nothing/],
    ['(age > 3', 9, /a \) is missing/],
    ["sex = 'female", 7, /the ' is never closed/],
    ['age > 3 && age < 5', 9, /"&" is not understood/],
    ['age is 3', 8, /"missing" is expected/],
    ['age not 3', 9, /"in" is expected/],
    ['age in 3', 8, /a list in parentheses/],
    ['age in (3 4)', 11, /a , or \) is expected/],
    ["'age' > 3", 1, /names are quoted as "age"/],
    ['in > 3', 1, /a column called in is written "in"/],
    ["age > 'old'", 7, /the column holds numbers, but "old" is not a number/],
    ["sex = 'femal'", 7, /no row has the value "femal"; did you mean "female"/],
    ["sex > 'female'", 1, /holds words, which have no order/],
    ['member > 0', 1, /holds yes and no, which have no order/],
    ['member = perhaps', 10, /"perhaps" is neither no nor yes/],
    ['joined > 3', 10, /the column holds dates/],
    ['not '.repeat(200), 1, /more than 100 parts/],
    ['('.repeat(200), 1, /more than 100 parts/],
  ];
  for (const [where, position, why] of cases) {
    await assert.rejects(
      rows(where),
      (error: unknown) => {
        failure('parameter/invalid', why)(error);
        const { data } = (error as { failure: { data: Record<string, unknown> } }).failure;
        return position === 1 || data.position === position;
      },
      where,
    );
  }
  await assert.rejects(rows('agee > 3'), failure('data/unknown-column', /no column "agee"; did you mean "age"/));
  await assert.rejects(rows('9 > 3'), failure('data/unknown-column', /no column "9"/));
});

test('a date, a time or a name without quotes is refused with what works', async () => {
  for (const value of ['2022-03-01', '2022-03-01T10:00', '2022/3/1', '10:30'])
    await assert.rejects(rows(`joined >= ${value} and age > 3`), (error: Error) => {
      assert.match(error.message, /at character 11, after joined >= ?: /);
      const [, quoted] = /needs quotes: as a value ('[^']*')/.exec(error.message) ?? [];
      assert.equal(quoted, `'${value}'`);
      return true;
    });
  for (const value of ['2022-03-01', '1.3.2022']) assert.deepEqual(await rows(`joined >= '${value}'`), [4, 5, 6]);
  await assert.rejects(rows('town:birth = 3'), /at its beginning: "town:birth" needs quotes: .*as a name "town:birth"/);
});

test('a second file need not have the values', async () => {
  assert.deepEqual(await rows("sex in ('female', 'x')", true), [1, 2, 5]);
});

test('a long filter is read, and one beyond 10,000 characters refused', () => {
  const parts = Array.from({ length: 900 }, (_, i) => `x = ${i}`).join(' or ');
  const filter = parseFilter(parts);
  assert.equal(filter.kind === 'any' && filter.parts.length, 900);
  assert.throws(
    () => parseFilter(`${parts}${' '.repeat(10_000)}`),
    failure('parameter/invalid', /more than 10,000 characters/),
  );
});

const SERIES = readText(`x,y\n${Array.from({ length: 40 }, (_, i) => `${i},${(i * 7) % 11}`).join('\n')}\n`);

test('a fit takes only the rows for which its filter holds, of a second file too', async () => {
  const made = designed(await SERIES, { where: 'x >= 10' });
  assert.ok(made.train.rows.every((row) => row > 10));
  assert.equal(made.report.used, 30);
  assert.equal(made.report.dropped[0].why, 'the filter x >= 10 does not hold there');
  const source = { kind: 'path', path: '' } as const;
  const second = { ...DESIGN, where: 'x >= 10', holdout: { kind: 'file', source } } as const;
  const other = buildDesign(await SERIES, second, quietContext, await SERIES);
  assert.equal(other.holdout?.rows.length, 30);
  const rowsOnly = buildRows(await SERIES, { ...DESIGN, target: '', where: 'x < 10' }, quietContext);
  assert.equal(rowsOnly.report.used, 10);
});

test('a filter that leaves too few rows is named', async () => {
  const few = async (where: string) => designed(await SERIES, { where });
  await assert.rejects(few('x > 37'), failure('data/too-few-rows', /the filter x > 37 holds for 2 of 40; loosen it/));
  const none = async () => buildRows(await SERIES, { ...DESIGN, target: '', where: 'x > 50' }, quietContext);
  await assert.rejects(none(), failure('data/too-few-rows', /the filter does not hold for 40; loosen it/));
});
