import assert from 'node:assert/strict';
import { test } from 'node:test';
import { briefContext } from '../testCore';
import { type Contamination, contaminated, explained, ROBUST_METHODS, robustFit } from './breakdownDraws';

const N = 90;
const LEAST = 0.85;

/** Kernels with the kind that they are tried on; bench/breakdown.mjs has them all, beside clean rows, with more draws. */
const TRIED: readonly (readonly [kernel: string, kind: Contamination])[] = [
  ['auto', '10 % at ±10⁸'],
  ['gaussian', 'Cauchy'],
  ['laplace', '10 % at ±10²'],
];

for (const [kernel, kind] of TRIED)
  test(`${kernel}, ${kind}: no method of the family breaks down`, () => {
    assert.ok(ROBUST_METHODS.length >= 8);
    const { design, truth } = contaminated(kind, 5, N);
    for (const method of ROBUST_METHODS) {
      const { fitted, middle } = robustFit(method, kernel, design, briefContext);
      const reached = explained(truth, fitted[middle]);
      assert.ok(reached > LEAST, `${method.id}: ${reached}`);
    }
  });

test('outliers of mixed sizes are suspects, whatever the largest is', () => {
  const { design } = contaminated('clean', 7, N);
  const sizes = [1e8, -1e5, 1e5, 1e5, -1e5, 1e5, 20, -20];
  const y = design.train.y.map((v, i) => v + (i % 12 === 5 ? (sizes[(i - 5) / 12] ?? 0) : 0));
  const planted = sizes.map((_, k) => 12 * k + 5);
  for (const method of ROBUST_METHODS.filter(({ id }) => ['ksgd', 'tukey', 'huber'].includes(id))) {
    const { suspects } = robustFit(method, 'gaussian', { ...design, train: { ...design.train, y } }, briefContext);
    const found = new Set(suspects.map(({ at }) => at));
    assert.deepEqual(
      planted.filter((i) => !found.has(i)),
      [],
      method.id,
    );
  }
});
