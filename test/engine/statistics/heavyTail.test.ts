import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { heavyTail, scaledErrors, suspectsAmong } from '../../../src/engine/statistics/suspects';
import { normals } from '../madeRows';

const errors = (n: number, far: readonly number[]) => {
  const next = normals(n);
  return Float64Array.from({ length: n }, (_, i) => far[i] ?? next());
};
const same = (many: number, size: number) => new Array<number>(many).fill(size);
const found = (values: Float64Array) => heavyTail(values, values);

test('a tail is heavy where more than one error in fifty, and three at least, are far out', () => {
  assert.deepEqual(found(errors(400, [])), []);
  assert.deepEqual(found(errors(400, same(7, 6))), []);
  assert.equal(found(errors(400, same(12, 20))).length, 12);
  assert.deepEqual(found(errors(60, same(2, 5))), []);
  assert.equal(found(errors(60, same(3, 20))).length, 3);
  assert.deepEqual(found(new Float64Array(50)), []);
});

test('one error that is most of all squared errors is a heavy tail, whatever its size', () => {
  for (const size of [1e2, -1e5, 1e8, 1e15]) assert.deepEqual(found(errors(400, [0, size])), [1]);
});

test('outliers of all sizes are found side by side, the furthest first', () => {
  for (const sizes of [
    [1e8, 5e5, -4e5, 3e5, 2e5, -1e5],
    [1e8, -1e6, 1e4, 1e2, -10],
    [-1e15, 50, 8],
  ]) {
    const values = errors(200, sizes);
    const order = sizes.map((_, i) => i).sort((a, b) => Math.abs(sizes[b]) - Math.abs(sizes[a]) || a - b);
    assert.deepEqual(found(values), order);
    const rows = Uint32Array.from(values, (_, i) => i + 1);
    const { suspects } = suspectsAmong({ rows, lines: rows, observed: values }, values, scaledErrors(values, values));
    assert.deepEqual(
      suspects.map(({ at }) => at),
      order,
    );
  }
});

test('a fifth or three tenths of the rows beyond a gap are suspect, those of a heavy tail not', () => {
  const random = new Random(5);
  const far = () => (random.uniform() < 0.5 ? -1 : 1) * (20 + 10 * random.uniform());
  const suspectsIn = (of: () => number) => {
    const values = Float64Array.from({ length: 150 }, of);
    const rows = Uint32Array.from(values, (_, i) => i + 1);
    return suspectsAmong({ rows, lines: rows, observed: values }, values, scaledErrors(values, values));
  };
  let listed = 0;
  for (let draw = 0; draw < 40; draw++) {
    for (const share of [0.2, 0.3]) {
      const { beyond, suspects } = suspectsIn(() => random.normal() + (random.uniform() < share ? far() : 0));
      assert.ok(beyond > 15 && suspects.length === beyond, `${share}: ${suspects.length} of ${beyond}`);
    }
    const cauchy = suspectsIn(() => random.normal() / random.normal());
    listed += Number(cauchy.beyond > 15 && cauchy.suspectCount > 0);
  }
  assert.ok(listed <= 2, `${listed}`);
});

test('the other values of a target that is mostly one value are not suspect for that', () => {
  const random = new Random(6);
  for (const share of [0.15, 0.25, 0.4, 0.49])
    for (let draw = 0; draw < 20; draw++) {
      const observed = Float64Array.from({ length: 200 }, (_, i) =>
        i < share * 200 ? Math.exp(5 + 0.5 * random.normal()) : 0,
      );
      const errors = observed.map((value) => value + 1e-7 * random.normal());
      const rows = Uint32Array.from(errors, (_, i) => i + 1);
      const { suspectCount } = suspectsAmong({ rows, lines: rows, observed }, errors, scaledErrors(errors, observed));
      assert.equal(suspectCount, 0, `${share}`);
    }
});
