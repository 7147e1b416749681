import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { Random } from '../../../src/engine/data/random';
import { householderQr } from '../../../src/engine/linalg/householderQr';
import { type LinearAlgebra, quietWith } from '../../../src/engine/linalg/linalg';
import { pivotedQr } from '../../../src/engine/linalg/pivotedQr';
import { tallQr } from '../../../src/engine/linalg/tallQr';
import oracle from '../../oracles/linalg.json';
import { coresUnderTest } from './cores';
import { uniforms } from './matrices';
import { ORACLE_TALL } from './oracleMatrices';
import { forRandomCases } from './seeds';

const cores = coresUnderTest();
after(() => {
  for (const core of cores) core.dispose();
});

/** Largest |Q'Q − I|, and largest |Q·R − A·P| relative to the length of its column of A. */
function qrErrors(
  a: Float64Array,
  n: number,
  p: number,
  q: Float64Array,
  s: number,
  r: Float64Array,
  permutation: ArrayLike<number> = Array.from({ length: p }, (_, j) => j),
) {
  let orthogonality = 0;
  for (let j = 0; j < s; j++)
    for (let l = 0; l <= j; l++) {
      let inner = l === j ? -1 : 0;
      for (let i = 0; i < n; i++) inner += q[i + j * n] * q[i + l * n];
      orthogonality = Math.max(orthogonality, Math.abs(inner));
    }
  let residual = 0;
  for (let j = 0; j < p; j++) {
    const from = permutation[j] * n;
    const length = Math.hypot(...a.subarray(from, from + n)) || 1;
    for (let i = 0; i < n; i++) {
      let sum = -a[from + i];
      for (let l = 0; l < s; l++) sum += q[i + l * n] * r[l + j * s];
      residual = Math.max(residual, Math.abs(sum) / length);
    }
  }
  return { orthogonality, residual };
}

/** n×p uniforms whose columns shrink by `ratio` each and mix: condition about ratio^-p. */
function conditioned(n: number, p: number, ratio: number, random: Random): Float64Array {
  const a = uniforms(n * p, random);
  for (let j = 1; j < p; j++) for (let i = 0; i < n; i++) a[i + j * n] = a[i + (j - 1) * n] + ratio ** j * a[i + j * n];
  return a;
}

function pivoted(linalg: LinearAlgebra, a: Float64Array, n: number, p: number) {
  return linalg.scope(() => {
    const before = a.slice();
    const found = pivotedQr(a, n, p, quietWith(linalg));
    assert.deepEqual(a, before, 'the matrix is unchanged');
    return { ...found, q: found.q.slice() };
  });
}

for (const { name: coreName, linalg } of cores) {
  test(`${coreName}: QR of tall matrices, by products and by reflections, any condition`, () => {
    for (const [n, p, ratio] of [
      [1, 1, 1],
      [5, 5, 1],
      [40, 3, 1],
      [64, 33, 1],
      [200, 70, 1],
      [300, 40, 0.5],
      [120, 30, 0.1],
    ])
      for (const factor of [householderQr, tallQr]) {
        const a = conditioned(n, p, ratio, new Random(n + p));
        const q = a.slice();
        const r = factor(q, n, p, quietWith(linalg));
        const { orthogonality, residual } = qrErrors(a, n, p, q, p, r);
        const bound = 20 * Math.sqrt(n * p) * Number.EPSILON;
        assert.ok(orthogonality <= bound, `${factor.name} ${n}×${p}, orthogonality ${orthogonality}`);
        assert.ok(residual <= bound, `${factor.name} ${n}×${p}, residual ${residual}`);
        for (let j = 0; j < p; j++) for (let i = j + 1; i < p; i++) assert.equal(r[i + j * p], 0);
      }
  });

  test(`${coreName}: QR of a zero matrix, of equal columns and of columns of extreme size`, () => {
    const n = 50;
    const p = 4;
    const x = uniforms(n, new Random(1));
    const kinds = {
      zero: new Float64Array(n * p),
      equal: Float64Array.from({ length: n * p }, (_, at) => x[at % n]),
      large: uniforms(n * p, new Random(2)).map((v) => v * 1e200),
      small: uniforms(n * p, new Random(3)).map((v) => v * 1e-200),
    };
    for (const [name, a] of Object.entries(kinds)) {
      const q = a.slice();
      const { orthogonality, residual } = qrErrors(a, n, p, q, p, tallQr(q, n, p, quietWith(linalg)));
      assert.ok(orthogonality <= 1e-14 && residual <= 1e-14, `${name}: ${orthogonality}, ${residual}`);
    }
  });

  for (const [name, { diagonal, permutation }] of Object.entries(oracle.pivotedQr)) {
    test(`${coreName}: pivoted QR as scipy's, ${name}`, () => {
      const { rows, columns } = oracle.singularValues[name as keyof typeof oracle.singularValues];
      const a = ORACLE_TALL[name](rows, columns);
      const found = pivoted(linalg, a, rows, columns);
      const noise = 10 * columns * Number.EPSILON * diagonal[0];
      diagonal.forEach((d, j) => {
        const own = Math.abs(found.r[j + j * columns]);
        assert.ok(Math.abs(own - d) <= noise + 1e-9 * d, `diagonal ${j}: ${own} for ${d}`);
        // Beyond rounding the order is chance; and of columns alike, which comes first.
        const twins = name === 'a column twice' && found.permutation[j] % 5 === permutation[j] % 5;
        if (d > 1e3 * noise && !twins) assert.equal(found.permutation[j], permutation[j], `pivot ${j}`);
      });
      const { orthogonality, residual } = qrErrors(a, rows, columns, found.q, columns, found.r, found.permutation);
      assert.ok(orthogonality <= 1e-14 && residual <= 1e-14, `${orthogonality}, ${residual}`);
    });
  }

  test(`${coreName}: pivoted QR of random shapes and ranks`, () => {
    forRandomCases(60, (random, describe) => {
      const [n, p] = [1 + random.below(80), 1 + random.below(25)];
      const rank = random.below(Math.min(n, p) + 1);
      describe('pivotedQr', { n, p, rank });
      const [left, right] = [uniforms(n * rank, random), uniforms(rank * p, random)];
      const a = new Float64Array(n * p);
      for (let j = 0; j < p; j++)
        for (let l = 0; l < rank; l++)
          for (let i = 0; i < n; i++) a[i + j * n] += left[i + l * n] * right[l + j * rank];
      const s = Math.min(n, p);
      const found = pivoted(linalg, a, n, p);
      assert.equal(found.rank, rank);
      assert.deepEqual(
        [...found.permutation].sort((i, j) => i - j),
        Array.from({ length: p }, (_, j) => j),
      );
      assert.deepEqual(
        found.dropped.map(({ column }) => column),
        [...found.permutation.subarray(rank)],
      );
      const { orthogonality, residual } = qrErrors(a, n, p, found.q, s, found.r, found.permutation);
      assert.ok(orthogonality <= 1e-13 && residual <= 1e-13, `${orthogonality}, ${residual}`);
      for (let j = 1; j < s; j++) {
        const [above, here] = [Math.abs(found.r[j - 1 + (j - 1) * s]), Math.abs(found.r[j + j * s])];
        assert.ok(here <= above * (1 + 1e-10) + 1e-14, `diagonal ${j}: ${here} after ${above}`);
      }
    });
  });

  test(`${coreName}: dropped columns are told in words`, () => {
    const n = 60;
    const random = new Random(9);
    const [x, z] = [uniforms(n, random), uniforms(n, random)];
    const tiny = uniforms(n, random);
    const a = new Float64Array(n * 6);
    for (let i = 0; i < n; i++) {
      a.set([1], i);
      a[i + n] = x[i];
      a[i + 2 * n] = 0;
      a[i + 3 * n] = 2 * x[i] - 3;
      a[i + 4 * n] = z[i];
      a[i + 5 * n] = 1e-20 * tiny[i];
    }
    const { rank, dropped } = pivoted(linalg, a, n, 6);
    assert.equal(rank, 3);
    const reasons = new Map(dropped.map(({ column, reason }) => [column, reason]));
    assert.equal(reasons.get(2), 'is zero in every row');
    assert.match(reasons.get(5) ?? '', /^is \d\s×\s10⁻²[⁰¹] times the longest column/);
    // One of the columns 0, 1 and 3 follows from the others; the first in length are kept.
    const combined = [0, 1, 3].filter((column) => reasons.has(column));
    assert.equal(combined.length, 1);
    assert.equal(reasons.get(combined[0]), 'is a combination of the other columns');
  });

  test(`${coreName}: pivoted QR refuses what is not finite`, () => {
    const a = uniforms(30, new Random(1));
    a[13] = Number.POSITIVE_INFINITY;
    assert.throws(
      () => pivoted(linalg, a, 10, 3),
      (error) => error instanceof KernelscopeError && error.failure.data?.row === 4 && error.failure.data.column === 2,
    );
  });
}
