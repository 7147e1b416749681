import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { FreeSet } from '../../../src/engine/solvers/freeSet';
import { core } from '../testCore';
import { gaussian } from './boxCases';

/** The largest |(K_FF + shift·I)·x − b| over F, x being the set's solution. */
function defect(set: FreeSet, k: Float64Array, n: number, random: Random): number {
  const b = Float64Array.from({ length: n }, () => random.normal());
  const x = b.slice();
  set.solve(x);
  let most = 0;
  for (let p = 0; p < set.size; p++) {
    let sum = set.shift * x[p] - b[p];
    for (let q = 0; q < set.size; q++) sum += k[set.index[p] + set.index[q] * n] * x[q];
    most = Math.max(most, Math.abs(sum));
  }
  return most;
}

for (const n of [1, 5, 40, 150]) {
  test(`the factor solves for its set after any rows came and went, n = ${n}`, () => {
    const k = gaussian(n, 3, 0.5, n);
    const random = new Random(n);
    const set = new FreeSet(k, n, 1e-12, new Float64Array(n * n));
    for (let change = 0; change < 6 * n; change++) {
      const variable = random.below(n);
      if (set.position[variable] >= 0) set.remove(set.position[variable]);
      else set.add(variable);
      assert.ok(defect(set, k, n, random) <= 1e-9, `after ${change + 1} changes`);
    }
  });

  test(`following a set gives that set, by few changes or many, n = ${n}`, () => {
    const k = gaussian(n, 3, 0.5, n);
    const random = new Random(n + 1);
    const set = new FreeSet(k, n, 1e-12, new Float64Array(n * n));
    const free = new Uint8Array(n);
    for (let round = 0; round < 30; round++) {
      const changes = round % 3 === 0 ? n : 2;
      for (let c = 0; c < changes; c++) free[random.below(n)] ^= 1;
      set.follow(free, quietWith(core));
      assert.deepEqual(
        [...set.index.subarray(0, set.size)].sort((a, b) => a - b),
        [...free.keys()].filter((i) => free[i]),
      );
      for (let p = 0; p < set.size; p++) assert.equal(set.position[set.index[p]], p);
      assert.ok(defect(set, k, n, random) <= 1e-9, `round ${round + 1}`);
    }
  });
}

test('rows that come twice get pivots of about the shift, and solves stay finite', () => {
  const n = 30;
  const k = gaussian(n, 2, 1, 61, 15);
  const set = new FreeSet(k, n, 1e-13, new Float64Array(n * n));
  set.follow(new Uint8Array(n).fill(1), quietWith(core));
  const x = new Float64Array(n).fill(1);
  set.solve(x);
  assert.ok(x.every(Number.isFinite));
});
