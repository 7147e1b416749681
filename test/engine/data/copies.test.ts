import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calloutText } from '../../../src/engine/contract/callout';
import { quietContext } from '../../../src/engine/contract/context';
import { copiedRows } from '../../../src/engine/data/copies';
import { Random } from '../../../src/engine/data/random';
import { readTable } from '../../../src/engine/data/readTable';
import type { Column } from '../../../src/engine/data/table';
import { normals } from '../madeRows';
import { designed } from './designed';

const rowsOf = (n: number) => Uint32Array.from({ length: n }, (_, i) => i);
const numbers = (n: number, at: (i: number) => number): Column => ({
  kind: 'number',
  values: Float64Array.from({ length: n }, (_, i) => at(i)),
});
const categories = (n: number, count: number, at: (i: number) => number): Column => ({
  kind: 'category',
  codes: Int32Array.from({ length: n }, (_, i) => at(i)),
  levels: Array.from({ length: count }, (_, l) => `l${l}`),
});

/** The fraction of rows that stay together with another. */
function shareOf(features: readonly Column[], targets: readonly Float64Array[], classes = false): number {
  const n = targets[0].length;
  const copies = copiedRows(features, { values: targets, classes }, rowsOf(n), quietContext);
  if (copies === undefined) return 0;
  const sizes = new Map<number, number>();
  for (const first of copies) sizes.set(first, (sizes.get(first) ?? 0) + 1);
  for (const [first, size] of sizes) {
    assert.equal(copies[first], first);
    assert.ok(size <= n / 10, `${size} of ${n}`);
  }
  return copies.filter((first) => sizes.get(first) !== 1).length / n;
}

test('rows of a factorial table are replicates, whatever their target is rounded to', () => {
  for (const [a, b, replicates] of [
    [2, 2, 150],
    [3, 3, 60],
    [3, 4, 15],
  ])
    for (const step of [1e-9, 0.001, 0.01, 0.1, 1, 5])
      for (const apart of [0, 1, 30]) {
        const next = normals(a * b + apart);
        const n = a * b * replicates;
        const [u, v] = [(i: number) => i % a, (i: number) => Math.floor(i / a) % b];
        const cell = Array.from({ length: a * b }, () => apart * next());
        const y = Float64Array.from(
          { length: n },
          (_, i) => step * Math.round((cell[u(i) * b + v(i)] + next()) / step),
        );
        assert.equal(shareOf([categories(n, a, u), categories(n, b, v)], [y]), 0, `${a}×${b}, ${step}, ${apart}`);
        assert.equal(shareOf([numbers(n, u), numbers(n, v)], [y]), 0, `${a}×${b} doses, ${step}, ${apart}`);
      }
});

test('rows of tables of categories and classes are replicates, however sure the class', () => {
  for (const sure of [0.5, 0.8, 0.97, 1])
    for (const levels of [1, 2, 6, 30]) {
      const random = new Random(levels);
      const n = 600;
      const u = Float64Array.from({ length: n }, () => random.below(levels));
      const y = u.map((l) => Number(random.uniform() < (l % 2 === 0 ? sure : 1 - sure)));
      assert.equal(shareOf([categories(n, levels, (i) => u[i])], [y], true), 0, `${levels} levels, ${sure}`);
    }
});

test('amounts that are 0 for most rows of every category are replicates', () => {
  const random = new Random(1);
  const y = Float64Array.from({ length: 800 }, () => (random.uniform() < 0.6 ? 0 : random.uniform()));
  assert.equal(shareOf([categories(800, 12, (i) => i % 12)], [y]), 0);
  assert.equal(shareOf([numbers(800, (i) => i % 40)], [y]), 0);
});

test('files whose rows stand there several times are copies, whatever the target', () => {
  for (const times of [2, 3, 10]) {
    const [half, random] = [normals(times), new Random(2)];
    const m = 90;
    const n = m * times;
    const x = Array.from({ length: m }, () => [half(), half()]);
    const features = [0, 1].map((c) => numbers(n, (i) => x[i % m][c]));
    const copied = (values: readonly number[]) => Float64Array.from({ length: n }, (_, i) => values[i % m]);
    const drawn = (draw: () => number) => copied(Array.from({ length: m }, draw));
    assert.equal(shareOf(features, [drawn(half)]), 1);
    assert.equal(shareOf(features, [drawn(() => random.below(6))]), 1, 'marks');
    assert.equal(shareOf(features, [drawn(() => random.below(2))], true), 1, 'classes');
    assert.equal(shareOf(features, [drawn(half), drawn(half)]), 1, 'several targets');
    // Six doses, and 45 doses measured twice: each row with its own target.
    for (const doses of [6, 45]) {
      assert.equal(shareOf([numbers(n, (i) => (i % m) % doses)], [drawn(half)]), 1, `${doses} doses`);
      assert.equal(shareOf([categories(n, doses, (i) => (i % m) % doses)], [drawn(half)]), 1, `${doses} levels`);
    }
  }
});

test('copies among other rows are found, gaps and 0 and −0 agreeing', () => {
  const next = normals(7);
  const values = Float64Array.from({ length: 300 }, () => next());
  for (let i = 0; i < 40; i++) values[260 + i] = values[i];
  values[0] = values[260] = Number.NaN;
  [values[1], values[261]] = [0, -0];
  // Numbers beside which the others would be lost in a sum.
  const large = numbers(300, (i) => (i === 5 ? 1e300 : 1e18));
  const y = Float64Array.from({ length: 300 }, (_, i) => (i % 260) % 5);
  const copies = copiedRows(
    [{ kind: 'number', values }, large],
    { values: [y], classes: false },
    rowsOf(300),
    quietContext,
  );
  assert.ok(copies);
  for (let i = 0; i < 300; i++) assert.equal(copies[i], i < 260 || i === 265 ? i : i - 260, `${i}`);
});

test('copies stay on one side of a draw, in their classes too, and few different rows are noted', async () => {
  const tableOf = async (m: number, y: (i: number) => string) => {
    const next = normals(3);
    const lines = Array.from({ length: m }, (_, i) => `${next().toFixed(6)},${next().toFixed(6)},${y(i)}`);
    const text = ['a,b,y', ...lines, ...lines.toReversed()].join('\n');
    return readTable({ kind: 'bytes', name: 'made.csv', bytes: new TextEncoder().encode(text) }, {}, quietContext);
  };
  for (const y of [(i: number) => `${Math.sin(i)}`, (i: number) => (i % 3 === 0 ? 'p' : 'q')]) {
    const { train, holdout, copies, division } = designed(await tableOf(100, y));
    assert.ok(holdout && copies && division === undefined);
    const twin = (row: number) => 201 - row;
    const held = new Set(holdout.rows);
    for (const row of train.rows) assert.ok(!held.has(twin(row)));
    assert.equal(holdout.rows.length, 50);
    train.rows.forEach((row, i) => {
      assert.equal(copies[i], copies[train.rows.indexOf(twin(row))]);
    });
  }
  const said = async (m: number) =>
    (designed(await tableOf(m, (i) => `${Math.sin(i)}`)).callouts ?? []).map(calloutText).join(' ');
  assert.match(await said(16), /The 24 training rows are copies of 12: /);
  assert.match(
    await said(60),
    /^60 of 120 rows are copies of rows before them, in every column, and each counts as one more\.$/,
  );
});

test('rows that agree by chance, or in all columns but one that is not used, are not said to be copies', async () => {
  const said = async (head: string, row: (i: number, random: Random) => string, rows = 400) => {
    const random = new Random(6);
    const lines = Array.from({ length: rows }, (_, i) => row(i, random));
    const bytes = new TextEncoder().encode([head, ...lines, ''].join('\n'));
    const table = await readTable({ kind: 'bytes', name: 'made.csv', bytes }, {}, quietContext);
    return (designed(table).callouts ?? []).map(calloutText).filter((text) => /copies of rows/.test(text));
  };
  const rounded = (random: Random) => (10 * random.uniform()).toFixed(2);
  const sure = (a: string) => `${a},${Number(a) > 5 ? 'p' : 'q'}`;
  assert.deepEqual(await said('a,y', (_, random) => sure(rounded(random))), []);
  assert.deepEqual(await said('id,a,y', (i, random) => `K${i},${sure(rounded(random))}`), []);
  const again = (i: number) => `${Math.sin(i % 300).toFixed(4)},${Math.cos(7 * (i % 300)).toFixed(3)}`;
  assert.deepEqual(await said('id,a,y', (i) => `K${i},${again(i)}`), []);
  assert.match((await said('a,y', again)).join(), /^100 of 400 rows are copies/);
});
