import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KernelSpec } from '../../../src/engine/contract/kernel';
import { kernelCross, kernelGram } from '../../../src/engine/kernels/kernelMatrix';
import { pickRows } from '../../../src/engine/kernels/rows';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { computeHuberOnFolds } from '../../../src/engine/search/huberTrial';
import type { SearchProblem } from '../../../src/engine/search/searchProblem';
import { mEstimatorPath } from '../../../src/engine/solvers/mEstimator';
import { normals } from '../madeRows';
import { core } from '../testCore';
import { madeProblem } from './madeProblem';

const N = 90;
const folds = Uint16Array.from({ length: N }, (_, i) => (7 * i) % 5);

/** One row in nine lies far out. */
function contaminated(seed: number, weighted: boolean, intercept = true): SearchProblem {
  const { y, ...rest } = madeProblem(N, 2, { seed, intercept, targets: 2 });
  const next = normals(seed);
  const rootWeights = weighted ? Float64Array.from({ length: N }, (_, i) => Math.sqrt(i % 4)) : undefined;
  const far = y.map((values) => values.map((v, i) => (v + (i % 9 === 2 ? 5 * next() : 0)) * (rootWeights?.[i] ?? 1)));
  return { ...rest, y: far, ...(rootWeights && { rootWeights }) };
}

/** The same by a fit on the rows outside the fold alone, to its end. */
function alone(problem: SearchProblem, kernel: KernelSpec, ridge: number, fold: number): Float64Array[] {
  const roots = problem.rootWeights ?? new Float64Array(N).fill(1);
  const rows = Uint32Array.from(folds.keys());
  const fitted = rows.filter((row) => folds[row] !== fold && roots[row] > 0);
  const x = pickRows(problem.x, fitted);
  const k = kernelGram(kernel, x, quietWith(core));
  const others = pickRows(
    problem.x,
    rows.filter((row) => folds[row] === fold),
  );
  const cross = kernelCross(kernel, x, others, quietWith(core));
  const rowWeights = Float64Array.from(fitted, (row) => roots[row] ** 2);
  const solve = mEstimatorPath({ loss: 'huber', intercept: problem.features !== undefined, rowWeights });
  const total = rowWeights.reduce((sum, v) => sum + v, 0);
  return problem.y.map((values) => {
    const y = Float64Array.from(fitted, (row) => values[row] / roots[row]);
    const result = new Float64Array(others.rows);
    const task = {
      gram: { kind: 'dense', n: fitted.length, k },
      y,
      strengths: Float64Array.of(ridge / total),
    } as const;
    const visit = ({ alpha, intercept }: { readonly alpha: Float64Array; readonly intercept: number }) => {
      for (let j = 0; j < result.length; j++)
        result[j] = alpha.reduce((sum, a, i) => sum + a * cross[i + j * fitted.length], intercept);
      return false;
    };
    solve(task, visit, quietWith(core));
    return result;
  });
}

test("folds of a block by what their systems have in common are those of Huber's fit outside each", () => {
  const kernel: KernelSpec = { kind: 'laplace', lengthScale: [1.5] };
  for (const [seed, ridge, weighted, intercept] of [
    [1, 0.5, false, true],
    [2, 0.02, true, true],
    [3, 2e-3, false, false],
    [4, 20, true, false],
  ] as const) {
    const problem = contaminated(seed, weighted, intercept);
    const found = computeHuberOnFolds(problem, { kind: 'huber', kernel, ridge, folds, block: [1, 4] }, quietWith(core));
    assert.ok(!('failed' in found), `${seed} ${JSON.stringify(found)}`);
    for (const [f, predicted] of found.predicted.entries()) {
      const expected = alone(problem, kernel, ridge, 1 + f);
      for (const [t, values] of predicted.entries())
        for (const [i, v] of values.entries())
          assert.ok(Math.abs(v - expected[t][i]) < 2e-3, `${seed}, fold ${1 + f}: ${v} ${expected[t][i]}`);
    }
  }
});
