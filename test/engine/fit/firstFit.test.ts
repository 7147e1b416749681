import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstFit } from '../../../src/engine/fit/firstFit';
import { quietWith } from '../../../src/engine/linalg/linalg';
import type { SearchProblem } from '../../../src/engine/search/searchProblem';
import { madeRows, madeTarget, normals } from '../madeRows';
import { core } from '../testCore';

const N = 160;
const x = madeRows(N, 2, 3);
const clean = madeTarget(x, 0.1, 3);
const withY = (y: Float64Array, more: Partial<SearchProblem> = {}): SearchProblem => ({
  x,
  y: [y],
  template: { kind: 'gaussian' },
  ...more,
});
const first = (problem: SearchProblem, copies?: Int32Array) =>
  firstFit(problem, { robust: true, seed: 0, ...(copies && { copies }) }, quietWith(core));

test('without a value far out there is nothing to draw in', () => {
  assert.equal(first(withY(clean)), undefined);
  assert.equal(first(withY(new Float64Array(N).fill(3))), undefined);
});

test('whatever the size of an eighth of the targets, they come within reach, and the others stay', () => {
  for (const size of [1e2, -1e5, 1e10]) {
    const y = clean.map((v, i) => (i % 8 === 2 ? v + (i % 16 === 2 ? size : -size) : v));
    const [near] = first(withY(y))?.near(withY(y), quietWith(core), 10, 2.5) ?? [];
    near.forEach((v, i) => {
      if (i % 8 === 2) assert.ok(Math.abs(v - clean[i]) < 3, `${size}, row ${i}: ${v} for ${clean[i]}`);
      else assert.equal(v, y[i]);
    });
  }
});

test('rows without weight have no say, and weights leave a drawn target where it is', () => {
  const rootWeights = Float64Array.from({ length: N }, (_, i) => [0, 1, 2][i % 3]);
  const far = clean.map((v, i) => (i % 3 === 0 ? 1e9 : i === 40 ? v + 500 : v));
  const weighted = withY(
    far.map((v, i) => v * rootWeights[i]),
    { rootWeights },
  );
  const [near] = first(weighted)?.near(weighted, quietWith(core), 10) ?? [];
  assert.equal(near[0], 0);
  assert.ok(Math.abs(near[40] / rootWeights[40] - clean[40]) < 5);
  assert.equal(near[41], clean[41] * rootWeights[41]);
});

test('a peak of a few neighbouring rows is no outlier', () => {
  const line = madeRows(100, 1, 2);
  const next = normals(2);
  const y = line.values.map((v) => Math.exp(-5 * (v / 0.17) ** 2) + 0.02 * next());
  const problem = { x: line, y: [y], template: { kind: 'gaussian' } } as const;
  const [near] = first(problem)?.near(problem, quietWith(core), 10) ?? [y];
  assert.deepEqual(near, y);
});

test('rows that repeat each other, and those that agree in the features alone, are no outliers', () => {
  const twice = { rows: 2 * N, columns: 2, values: new Float64Array(4 * N) };
  for (let c = 0; c < 2; c++) for (let i = 0; i < 2 * N; i++) twice.values[c * 2 * N + i] = x.values[c * N + (i % N)];
  const next = normals(9);
  const cells = { rows: 2 * N, columns: 2, values: twice.values.map((v) => Math.sign(v)) };
  const copied = { ...withY(Float64Array.from({ length: 2 * N }, (_, i) => clean[i % N])), x: twice };
  assert.equal(
    first(
      copied,
      Int32Array.from({ length: 2 * N }, (_, i) => i % N),
    ),
    undefined,
  );
  assert.equal(first({ ...withY(cells.values.slice(0, 2 * N).map((v) => v + 0.3 * next())), x: cells }), undefined);
});
