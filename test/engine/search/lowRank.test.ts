import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partialCholesky } from '../../../src/engine/kernels/partialCholesky';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { criterionPath } from '../../../src/engine/search/criterion';
import { decomposeAt, type SearchProblem, weightedGramAt } from '../../../src/engine/search/searchProblem';
import { lowRankResidual } from '../../../src/engine/spectrum/decomposeKernel';
import { residualKernel } from '../../../src/engine/spectrum/residualKernel';
import type { ResidualKernel } from '../../../src/engine/spectrum/spectrum';
import { core } from '../testCore';
import { decades, madeProblem, weightedProblem } from './madeProblem';

const EPS = Number.EPSILON;

function bothWays(
  problem: SearchProblem,
  lengthScale: number,
  tolerance = 0,
): { low: ResidualKernel; full: ResidualKernel } {
  const n = problem.x.rows;
  return core.scope(() => {
    const gram = weightedGramAt(problem, [lengthScale], quietWith(core));
    const features = [problem.features?.values, problem.features?.columns ?? 0] as const;
    const low = lowRankResidual(gram, n, ...features, quietWith(core), tolerance);
    const full = residualKernel(gram, n, ...features, quietWith(core));
    assert.ok(low, 'of low rank');
    return { low, full };
  });
}

const cases: readonly (readonly [string, SearchProblem])[] = [
  ['without features', madeProblem(240, 2, { intercept: false })],
  ['with an intercept', madeProblem(240, 2)],
  ['with weights', weightedProblem(madeProblem(240, 2))],
  ['with an intercept and a linear term', withLinear(madeProblem(240, 2))],
];

function withLinear(problem: SearchProblem): SearchProblem {
  const n = problem.x.rows;
  const values = new Float64Array(2 * n).fill(1);
  values.set(problem.x.values.subarray(0, n), n);
  return { ...problem, features: { values, columns: 2 } };
}

for (const [name, problem] of cases) {
  test(`a low-rank decomposition ${name} equals the full one to rounding`, () => {
    const n = problem.x.rows;
    const { low, full } = bothWays(problem, 1.5);
    const q = low.basis.mu.length;
    assert.ok(q < 0.55 * n, `rank ${q}`);
    // Eigenvalues above the numerical rank, and the numerical rank itself up to eigenvalues at its floor.
    const floor = n * EPS * full.basis.mu[0];
    for (let i = 0; i < full.basis.mu.length; i++)
      assert.ok(Math.abs((low.basis.mu[i] ?? 0) - full.basis.mu[i]) <= floor, `mu_${i + 1}`);
    assert.ok(Math.abs(low.basis.rank - full.basis.rank) <= 3, `${low.basis.rank} and ${full.basis.rank}`);
    // [Q U] is orthonormal.
    const { free, vectors, unpenalised } = low.basis;
    const columns = [...split(free, n), ...split(vectors, n)];
    assert.equal(columns.length, q + unpenalised);
    let worst = 0;
    columns.forEach((a, i) => {
      for (let j = 0; j <= i; j++) worst = Math.max(worst, Math.abs(dot(a, columns[j]) - (i === j ? 1 : 0)));
    });
    assert.ok(worst < 1e-13, `orthonormal to ${worst}`);
    // The parts that new rows need.
    assert.deepEqual(low.kept, full.kept);
    near(low.r, full.r, 1e-12);
    near(low.image, full.image, 1e-11);
    near(low.inner, full.inner, 1e-10);
    near(low.coupling.slice(0, 5), full.coupling.slice(0, 5), 1e-10);
  });

  test(`leave-one-out errors from a low-rank decomposition ${name} differ by rounding over lambda`, () => {
    const { low, full } = bothWays(problem, 1.5);
    const lambdas = decades(-10, 0, 2);
    const a = criterionPath(low, problem, 'loo', lambdas, quietWith(core));
    const b = criterionPath(full, problem, 'loo', lambdas, quietWith(core));
    lambdas.forEach((lambda, l) => {
      // The part that both leave out, a few roundings of the trace, is this much of the ridge.
      const bound = Math.max(1e-12, (200 * EPS) / lambda);
      assert.ok(Math.abs(a[l] / b[l] - 1) < bound, `lambda ${lambda}: ${Math.abs(a[l] / b[l] - 1)} of ${bound}`);
    });
  });
}

test('what a tolerance leaves out of the kernel matrix is bounded by it', () => {
  const problem = madeProblem(200, 2, { intercept: false });
  const n = 200;
  core.scope(() => {
    const gram = weightedGramAt(problem, [1], quietWith(core));
    const found = partialCholesky(gram, n, n, 1e-6, quietWith(core));
    assert.ok(found);
    assert.ok(found.residual <= 1e-6 && found.residual > 0, `${found.residual}`);
    let trace = 0;
    let least = 0;
    for (let i = 0; i < n; i++) {
      let left = gram[i * (n + 1)];
      for (let j = 0; j < found.rank; j++) left -= found.l[i + j * n] ** 2;
      trace += left;
      least = Math.min(least, left);
    }
    assert.ok(Math.abs(trace - found.residual) < 1e-12);
    assert.ok(least > -1e-14);
    const { low, full } = bothWays(problem, 1, 1e-6);
    assert.ok(low.basis.mu.length < found.rank + 1);
    full.basis.mu.forEach((mu, i) => {
      assert.ok(mu - (low.basis.mu[i] ?? 0) <= 1e-6 / n + 1e-15 && mu - (low.basis.mu[i] ?? 0) > -1e-14);
    });
  });
});

test('a kernel matrix of full rank, and one that is not positive semidefinite, are left to the full decomposition', () => {
  const rough = madeProblem(150, 3);
  core.scope(() => {
    const gram = weightedGramAt(rough, [0.1], quietWith(core));
    assert.equal(lowRankResidual(gram, 150, undefined, 0, quietWith(core)), undefined);
    const thin = weightedGramAt({ ...rough, template: { kind: 'negativeDistance' } }, [1], quietWith(core));
    assert.equal(lowRankResidual(thin, 150, undefined, 0, quietWith(core)), undefined);
  });
});

test('duplicated rows lower the rank and change nothing else', () => {
  const n = 120;
  const one = madeProblem(n / 2, 2);
  const twice = (values: Float64Array, columns: number) => {
    const out = new Float64Array(n * columns);
    for (let c = 0; c < columns; c++) for (let i = 0; i < n; i++) out[c * n + i] = values[c * (n / 2) + (i % (n / 2))];
    return out;
  };
  const problem: SearchProblem = {
    ...one,
    x: { rows: n, columns: 2, values: twice(one.x.values, 2) },
    y: [twice(one.y[0], 1)],
    features: { values: new Float64Array(n).fill(1), columns: 1 },
  };
  const { basis } = decomposeAt(problem, [3], 0, quietWith(core));
  const single = decomposeAt(one, [3], 0, quietWith(core)).basis;
  assert.ok(basis.mu.length <= n / 2);
  for (let i = 0; i < 10; i++) assert.ok(Math.abs(basis.mu[i] - single.mu[i]) < 1e-14);
});

function split(values: Float64Array, n: number): Float64Array[] {
  return Array.from({ length: values.length / n }, (_, j) => values.subarray(j * n, (j + 1) * n));
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function near(actual: Float64Array, expected: Float64Array, bound: number): void {
  assert.equal(actual.length, expected.length);
  const size = expected.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  actual.forEach((v, i) => {
    assert.ok(Math.abs(v - expected[i]) <= bound * size, `entry ${i}: ${v} and ${expected[i]}`);
  });
}
