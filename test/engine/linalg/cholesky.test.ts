import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { Random } from '../../../src/engine/data/random';
import { coresUnderTest } from './cores';
import { symmetric, uniforms } from './matrices';
import { forRandomCases } from './seeds';

const SIZES = [1, 2, 3, 7, 31, 32, 33, 63, 64, 65, 97, 130, 257];
const cores = coresUnderTest();
after(() => {
  for (const core of cores) core.dispose();
});

/** Well-conditioned: the diagonal outweighs its row. */
function definite(n: number, random: Random): Float64Array {
  return symmetric(n, (i, j) => (i === j ? n + 1 : 2 * random.uniform() - 1));
}

/** A lower triangular factor with NaN above: no one may read there. */
function factorOf(n: number, random: Random): Float64Array {
  const l = new Float64Array(n * n).fill(Number.NaN);
  for (let j = 0; j < n; j++)
    for (let i = j; i < n; i++) l[i + j * n] = i === j ? 1 + random.uniform() : (2 * random.uniform() - 1) / n;
  return l;
}

for (const { name, linalg } of cores) {
  test(`${name}: Cholesky rebuilds its matrix, and neither reads nor writes above the diagonal`, () => {
    for (const n of SIZES) {
      const a = definite(n, new Random(n));
      const l = a.slice();
      for (let j = 0; j < n; j++) for (let i = 0; i < j; i++) l[i + j * n] = Number.NaN;
      assert.equal(linalg.cholesky(l, n, quietContext), undefined);
      let worst = 0;
      for (let j = 0; j < n; j++) {
        for (let i = 0; i < j; i++) assert.ok(Number.isNaN(l[i + j * n]), `above the diagonal, n = ${n}`);
        for (let i = j; i < n; i++) {
          let sum = 0;
          for (let p = 0; p <= j; p++) sum += l[i + p * n] * l[j + p * n];
          worst = Math.max(worst, Math.abs(sum - a[i + j * n]));
        }
      }
      // Higham, Accuracy and Stability, theorem 10.3: (n + 1)·eps·|L|·|L'|, whose entries are at most the diagonal's n + 1.
      assert.ok(worst <= (n + 2) * (n + 1) * Number.EPSILON, `n = ${n}: ${worst}`);
    }
    assert.equal(linalg.cholesky(new Float64Array(0), 0, quietContext), undefined);
  });

  test(`${name}: Cholesky names the pivot that fails, wherever it is`, () => {
    for (const n of [1, 2, 33, 64, 100, 131]) {
      const random = new Random(n);
      const bads = [-1, 0, Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let at = 0; at < n; at += n > 40 ? 3 : 1) {
        const bad = bads[(at / (n > 40 ? 3 : 1)) % bads.length];
        const a = symmetric(n, (i, j) => (i === j ? 2 : Math.abs(i - j) === 1 ? 0.5 : (0.1 * random.uniform()) / n));
        a[at + at * n] = bad;
        assert.deepEqual(
          linalg.cholesky(a, n, quietContext),
          { pivot: at + 1 },
          `n = ${n}, pivot ${bad} in row ${at + 1}`,
        );
      }
    }
  });

  test(`${name}: a NaN below the diagonal fails at the pivot of its row`, () => {
    const n = 90;
    for (const [i, j] of [
      [1, 0],
      [n - 1, 0],
      [n - 1, n - 2],
      [50, 20],
      [70, 69],
    ]) {
      const a = definite(n, new Random(1));
      a[i + j * n] = Number.NaN;
      assert.deepEqual(linalg.cholesky(a, n, quietContext), { pivot: i + 1 }, `NaN at ${i}, ${j}`);
    }
  });

  test(`${name}: an indefinite matrix with a positive diagonal fails where its leading block turns indefinite`, () => {
    for (const [n, at] of [
      [2, 1],
      [40, 13],
      [80, 64],
      [120, 119],
    ]) {
      const a = symmetric(n, (i, j) => (i === j ? 1 : i === at && j === at - 1 ? 2 : 0));
      assert.deepEqual(linalg.cholesky(a, n, quietContext), { pivot: at + 1 });
    }
  });

  test(`${name}: triangular solves from both sides, random shapes`, () => {
    forRandomCases(150, (random, describe) => {
      const n = random.below(random.below(4) === 0 ? 200 : 20);
      const others = random.below(random.below(4) === 0 ? 90 : 12);
      const [right, transposed] = [random.below(2) === 1, random.below(2) === 1];
      describe(right ? 'solveLowerRight' : 'solveLower', { n, others, transposed });
      const l = factorOf(n, random);
      const x = uniforms(n * others, random);
      const b = product(l, n, transposed, right, x, others);
      if (right) linalg.solveLowerRight(l, n, transposed, b, others, quietContext);
      else linalg.solveLower(l, n, transposed, b, others, quietContext);
      for (const [i, v] of b.entries())
        assert.ok(Math.abs(v - x[i]) <= 20 * (n + 5) * Number.EPSILON, `entry ${i}: ${v} for ${x[i]}`);
    });
  });

  test(`${name}: factor and solve a symmetric system`, () => {
    for (const n of SIZES) {
      const random = new Random(n);
      const a = definite(n, random);
      const x = uniforms(3 * n, random);
      const b = new Float64Array(3 * n);
      for (let c = 0; c < 3; c++)
        for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) b[i + c * n] += a[i + j * n] * x[j + c * n];
      assert.equal(linalg.cholesky(a, n, quietContext), undefined);
      linalg.solveLower(a, n, false, b, 3, quietContext);
      linalg.solveLower(a, n, true, b, 3, quietContext);
      const worst = b.reduce((m, v, i) => Math.max(m, Math.abs(v - x[i])), 0);
      assert.ok(worst <= 10 * (n + 5) * Number.EPSILON, `n = ${n}: ${worst}`);
    }
  });
}

/** op(L)·X with X n×others, or X·op(L) with X others×n; op transposes when asked. */
function product(l: Float64Array, n: number, transposed: boolean, right: boolean, x: Float64Array, others: number) {
  const entry = (i: number, j: number) => {
    const [row, column] = transposed ? [j, i] : [i, j];
    return row < column ? 0 : l[row + column * n];
  };
  const b = new Float64Array(n * others);
  for (let o = 0; o < others; o++)
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        if (right) b[o + j * others] += x[o + i * others] * entry(i, j);
        else b[i + o * n] += entry(i, j) * x[j + o * n];
      }
  return b;
}
