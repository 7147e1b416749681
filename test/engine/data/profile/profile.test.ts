import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../../src/engine/contract/context';
import type { Relation } from '../../../../src/engine/contract/profile';
import { barsOf } from '../../../../src/engine/data/profile/bars';
import { columnDetail } from '../../../../src/engine/data/profile/columnDetail';
import { gapGroups, groupsOf } from '../../../../src/engine/data/profile/groups';
import { relationOf } from '../../../../src/engine/data/profile/relation';
import type { Column } from '../../../../src/engine/data/table';
import { DESIGN, profiled } from '../designed';
import { failure, readText } from '../reading';

const rows = (n: number) => Uint32Array.from({ length: n }, (_, i) => i);
const close = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-12, `${a} and ${b}`);

/** The fraction explained as it is defined: each row by the mean of the other rows of its group, or of all others. */
function explainedByDefinition(groups: readonly number[], y: readonly (readonly number[])[]): number {
  const all = groups.map((_, i) => i).filter((i) => groups[i] >= 0);
  const miss = (i: number, from: readonly number[]) => {
    const others = from.filter((j) => j !== i);
    return y[i].reduce((sum, v, k) => sum + (v - others.reduce((s, j) => s + y[j][k], 0) / others.length) ** 2, 0);
  };
  const [missed, whole] = [0, 1].map((which) =>
    all.reduce((sum, i) => {
      const own = all.filter((j) => groups[j] === groups[i]);
      return sum + miss(i, which === 0 && own.length > 1 ? own : all);
    }, 0),
  );
  return 1 - missed / whole;
}

const named = { named: () => ({}), ordered: true };
const made = (n: number, of: (i: number) => number) => Int32Array.from({ length: n }, (_, i) => of(i));

test('a relation is what its definition says, of numbers and of classes, with gaps and lone rows', () => {
  const groups = made(40, (i) => (i === 39 ? 3 : i % 7 === 0 ? -1 : i % 3));
  const values = Float64Array.from({ length: 40 }, (_, i) => Math.sin(i) + (i % 3));
  const found = relationOf({ of: groups, count: 4, ...named }, { values, classes: 0, shown: [] }, quietContext);
  close(
    found?.explained ?? 0,
    explainedByDefinition(
      [...groups],
      Array.from(values, (v) => [v]),
    ),
  );
  assert.equal(found?.n, groups.filter((g) => g >= 0).length);
  const codes = Float64Array.from({ length: 40 }, (_, i) => (i % 5 === 0 ? 2 : i % 3 === 0 ? 1 : 0));
  const classes = relationOf(
    { of: groups, count: 4, ...named },
    { values: codes, classes: 3, shown: [1] },
    quietContext,
  );
  const oneHot = Array.from(codes, (code) => [0, 1, 2].map((k) => Number(k === code)));
  close(classes?.explained ?? 0, explainedByDefinition([...groups], oneHot));
});

test('closed forms: a column that is the target explains all of it, one of noise nothing, and two groups as an analysis of variance does', () => {
  const n = 1000;
  const response = (f: (i: number) => number) => ({
    values: Float64Array.from({ length: n }, (_, i) => f(i)),
    classes: 0,
    shown: [],
  });
  const half = { of: made(n, (i) => i % 2), count: 2, ...named };
  close(
    relationOf(
      half,
      response((i) => i % 2),
      quietContext,
    )?.explained ?? 0,
    1,
  );
  // y = g + e with e = ±1 balanced in both groups: between 1/4, within 1; without the row itself both grow.
  const found = relationOf(
    half,
    response((i) => (i % 2) + (i % 4 < 2 ? 1 : -1)),
    quietContext,
  );
  const m = n / 2;
  close(found?.explained ?? 0, 1 - (m / (m - 1)) ** 2 / (1.25 * (n / (n - 1)) ** 2));
  const unlike = relationOf(
    half,
    response((i) => (i % 4 < 2 ? 1 : -1)),
    quietContext,
  );
  close(unlike?.explained ?? 0, 1 - (m / (m - 1)) ** 2 / (n / (n - 1)) ** 2);
  assert.ok((unlike?.explained ?? 1) < 0, 'never above what was measured');
  assert.equal(
    relationOf(
      half,
      response(() => 3),
      quietContext,
    ),
    undefined,
  );
  const few = { of: made(9, (i) => i % 2), count: 2, ...named };
  assert.equal(
    relationOf(few, { values: Float64Array.from({ length: 9 }, (_, i) => i), classes: 0, shown: [] }, quietContext),
    undefined,
  );
});

test('numbers are cut into tenths, equal ones together; few different ones and few rows are told apart less', () => {
  const numbers = (n: number, f: (i: number) => number): Column => ({
    kind: 'number',
    values: Float64Array.from({ length: n }, (_, i) => f(i)),
  });
  const tenths = groupsOf(
    numbers(1000, (i) => (i * 7919) % 1000),
    rows(1000),
    quietContext,
  );
  assert.equal(tenths?.count, 10);
  assert.deepEqual(tenths.named(0), { from: 0, to: 99 });
  assert.deepEqual(tenths.named(9), { from: 900, to: 999 });
  assert.equal(
    groupsOf(
      numbers(100, (i) => i),
      rows(100),
      quietContext,
    )?.count,
    5,
  );
  assert.equal(
    groupsOf(
      numbers(1000, (i) => i % 10),
      rows(1000),
      quietContext,
    )?.count,
    10,
  );
  // More than half are 0: they are one group, whatever the tenths.
  const heaped = groupsOf(
    numbers(1000, (i) => (i < 600 ? 0 : i)),
    rows(1000),
    quietContext,
  );
  assert.deepEqual(heaped?.named(0), { from: 0, to: 0 });
  assert.equal(heaped?.count, 5);
  assert.equal(
    groupsOf(
      numbers(10, () => Number.NaN),
      rows(10),
      quietContext,
    ),
    undefined,
  );
  const gaps = gapGroups(
    numbers(10, (i) => (i < 3 ? Number.NaN : 1)),
    rows(10),
    quietContext,
  );
  assert.deepEqual([...(gaps?.of ?? [])], [1, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
});

test('bars count every value once, in steps or one by one, at the ends of the range of numbers too', () => {
  const values = Float64Array.from([0, 1, 2, 2, 10, Number.NaN]);
  assert.deepEqual(barsOf(values, { distinct: 4, min: 0, max: 10 }, 5, quietContext), {
    kind: 'values',
    values: [0, 1, 2, 10],
    counts: [1, 1, 2, 1],
  });
  const many = Float64Array.from({ length: 100 }, (_, i) => i);
  assert.deepEqual(barsOf(many, { distinct: 100, min: 0, max: 99 }, 4, quietContext), {
    kind: 'steps',
    from: 0,
    to: 99,
    counts: [25, 25, 25, 25],
  });
  const wide = Float64Array.from({ length: 30 }, (_, i) => (i - 14.5) * 1.2e307);
  const bars = barsOf(wide, { distinct: 30, min: wide[0], max: wide[29] }, 3, quietContext);
  assert.deepEqual(bars?.counts, [10, 10, 10]);
});

/** y = 2 by colour red, noise, a row number, a date in order, a constant, gaps that tell of y. */
const lines = Array.from({ length: 400 }, (_, i) => {
  const red = i % 4 === 0;
  const y = (red ? 2 : 0) + ((i * 37) % 11) / 20;
  const day = new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10);
  return [
    i + 1,
    red ? 'red' : ['blue', 'green', 'grey'][i % 3],
    ((i * 7919) % 401) / 2,
    day,
    'x',
    red ? '' : (i * 31) % 97,
    y,
  ];
});
const text = (all: readonly (readonly (string | number)[])[], head: string) =>
  `${head}\n${all.map((line) => line.join(',')).join('\n')}\n`;
const made400 = readText(text(lines, 'no,colour,noise,day,same,gappy,y'));
const relation = (found: { readonly relation?: Relation }): number => found.relation?.explained ?? Number.NaN;

test('a file in profile: roles with reasons, what each column becomes, what each says of the target', async () => {
  const { columns, target, encoded, complete, refusal } = profiled(await made400);
  const [no, colour, noise, day, same, gappy, y] = columns;
  assert.equal(refusal, undefined);
  assert.deepEqual([target?.index, target?.classify, target?.rows], [6, false, 400]);
  assert.deepEqual([no.role, same.role, y.role, colour.role], ['out', 'out', 'target', 'feature']);
  assert.match(no.why, /row number/);
  assert.match(same.why, /every value is the same/);
  assert.deepEqual([colour.encoded, noise.encoded, same.encoded], [4, 1, 0]);
  assert.equal(gappy.encoded, 2, 'a quarter of it are gaps, which get an indicator column');
  assert.ok(day.ordered && !colour.ordered);
  assert.equal(encoded, colour.encoded + noise.encoded + day.encoded + gappy.encoded);
  assert.equal(complete, 300);
  assert.ok(relation(colour) > 0.95, String(relation(colour)));
  assert.ok(relation(noise) < 0.1, String(relation(noise)));
  assert.ok((gappy.gaps?.explained ?? 0) > 0.95);
  assert.equal(y.relation, undefined);
  assert.equal(colour.relation?.groups[0].n, 100);
});

test('no target is wanted, another one, one that cannot be, and a column alone', async () => {
  const table = await made400;
  const without = profiled(table, {}, true);
  assert.equal(without.target, undefined);
  assert.ok(without.columns.every((column) => column.relation === undefined));
  assert.equal(without.columns[6].role, 'feature');
  const classes = profiled(table, { target: 'colour' });
  assert.deepEqual([classes.target?.classify, classes.target?.outputs.length], [true, 4]);
  assert.ok(relation(classes.columns[6]) > 0.25);
  const refused = profiled(table, { target: 'same' });
  assert.equal(refused.refusal?.code, 'data/target-constant');
  assert.deepEqual([refused.target, refused.columns[1].role], [undefined, 'feature']);
  const one = profiled(await readText(text([[1.5], [2.5], [7]], 'a')));
  assert.equal(one.refusal?.code, 'data/one-column');
  const empty = profiled(await readText('a,b\n,\n1,\n,\n'));
  assert.deepEqual(
    empty.columns.map(({ encoded }) => encoded),
    [0, 0],
  );
});

test('what was chosen is what is shown: features, weights, groups and order', async () => {
  const table = await made400;
  const { columns } = profiled(table, {
    features: ['colour', 'noise'],
    weights: 'gappy',
    splitBy: { kind: 'blocks', by: 'day' },
  });
  assert.deepEqual(
    columns.map(({ role }) => role),
    ['out', 'feature', 'feature', 'out', 'out', 'weights', 'target'],
  );
  assert.equal(columns[3].order, true);
  assert.equal(columns[3].why, 'left out by you');
  const grouped = profiled(table, { splitBy: { kind: 'group', column: 'colour' } });
  assert.equal(grouped.columns[1].role, 'group');
});

test('a column closely: percentiles, gaps with their lines, words among numbers with theirs, what it becomes', async () => {
  const table = await made400;
  const number = columnDetail(table, 2, DESIGN, quietContext);
  const sorted = lines.map((line) => Number(line[2])).sort((a, b) => a - b);
  assert.deepEqual(number.percentiles.find(({ share }) => share === 0.5)?.value, sorted[199]);
  assert.equal(number.percentiles.at(-1)?.value, sorted[399]);
  assert.equal(
    number.bars?.counts.reduce((a, b) => a + b),
    400,
  );
  assert.deepEqual(number.encoded, ['noise']);
  const gappy = columnDetail(table, 5, DESIGN, quietContext);
  assert.deepEqual(gappy.gaps.slice(0, 3), [2, 6, 10]);
  assert.deepEqual(gappy.encoded, ['gappy', 'gappy is missing']);
  const words = columnDetail(table, 1, DESIGN, quietContext);
  assert.deepEqual(words.levels[0], { label: 'red', count: 100 });
  const same = columnDetail(table, 4, DESIGN, quietContext);
  assert.match(same.idle, /the same/);
  const odd = columnDetail(
    await readText(`a,b\n${Array.from({ length: 50 }, (_, i) => `${i % 8 === 6 ? 'n.a' : i % 9},${i}`).join('\n')}\n`),
    0,
    DESIGN,
    quietContext,
  );
  assert.deepEqual(
    odd.odd,
    [8, 16, 24, 32, 40, 48].map((line) => ({ line, text: 'n.a' })),
  );
  assert.throws(() => columnDetail(table, 99, DESIGN, quietContext), failure('data/unknown-column'));
});
