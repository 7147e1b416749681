import type { LambdaPath, RunResult, SpectrumData } from '../../../src/engine/contract/run';
import { riskAt } from '../../../src/engine/spectrum/risk';
import { solve } from './gaussianElimination';

/**
 * The whole path of a small ridge regression, each estimate by its definition. `vectors` (n×n by rows) are the eigenvectors,
 * `y` the centred target; noise from the residuals at the least leave-one-out error.
 */
export function examplePath(
  spectrum: SpectrumData,
  vectors: readonly Float64Array[],
  y: readonly number[],
  folds: number,
): { readonly path: LambdaPath; readonly sigma2: number } {
  const { n, mu, rank, coordinates } = spectrum;
  const lambda = Float64Array.from({ length: 61 }, (_, j) => 10 ** (-8 + (8 * j) / 60));
  const errors = Array.from(lambda, (l) => {
    const g = mu.map((v, i) => (i < rank ? v / (v + l) : 0));
    const h = (a: number, b: number) => vectors[a].reduce((s, u, i) => s + u * vectors[b][i] * g[i], 0);
    const fitted = (j: number) => vectors[j].reduce((s, u, i) => s + u * g[i] * coordinates[i], 0) * Math.sqrt(n);
    const residual = y.map((v, j) => v - fitted(j));
    const loo = residual.reduce((s, e, j) => s + (e / (1 - h(j, j))) ** 2, 0) / n;
    // (I − H_BB)^-1 of the block's residuals (docs/methods.md).
    const byFold = Array.from({ length: folds }, (_, f) => {
      const block = y.map((_, j) => j).filter((j) => j % folds === f);
      const system = block.map((a) => block.map((b) => (a === b ? 1 : 0) - h(a, b)));
      const left = solve(
        system,
        block.map((a) => residual[a]),
      );
      return left.reduce((s, e) => s + e * e, 0) / block.length;
    });
    const cv = byFold.reduce((s, v) => s + v, 0) / Math.max(1, folds);
    const se = Math.sqrt(byFold.reduce((s, v) => s + (v - cv) ** 2, 0) / Math.max(1, folds * (folds - 1)));
    return { loo, cv, se };
  });
  const loo = Float64Array.from(errors, (e) => e.loo);
  const cv = folds > 0 ? Float64Array.from(errors, (e) => e.cv) : new Float64Array();
  const cvStandardError = folds > 0 ? Float64Array.from(errors, (e) => e.se) : new Float64Array();
  const best = indexOfLeast(loo);
  const fitted = riskAt(spectrum, 0, lambda[best]);
  const sigma2 = fitted.rss / (n - fitted.degreesOfFreedom);
  const risks = Array.from(lambda, (l) => riskAt(spectrum, sigma2, l));
  const column = (pick: (r: (typeof risks)[number]) => number) => Float64Array.from(risks, pick);
  const leastCv = folds > 0 ? indexOfLeast(cv) : best;
  let oneStandardError = leastCv;
  for (let j = leastCv; j < cv.length; j++) if (cv[j] <= cv[leastCv] + cvStandardError[leastCv]) oneStandardError = j;
  const gcv = column((r) => r.gcv);
  const total = column((r) => r.total);
  const path: LambdaPath = {
    lambda,
    degreesOfFreedom: column((r) => r.degreesOfFreedom),
    loo,
    gcv,
    cv,
    cvStandardError,
    bias: column((r) => r.bias),
    variance: column((r) => r.variance),
    total,
    least: { loo: best, gcv: indexOfLeast(gcv), cv: leastCv, total: indexOfLeast(total), oneStandardError },
  };
  return { path, sigma2 };
}

/** A plausible search profile: not refitted, only shaped like one, with a coarse pass on fewer rows. */
export function searchProfile(lengthScale: number, loo: number, lambda: number, n: number): RunResult['search'] {
  const coarse = Array.from({ length: 7 }, (_, j) => lengthScale * 2 ** (j - 3));
  const fine = [0.7, 0.85, 1, 1.18, 1.4].map((f) => lengthScale * f);
  const cost = (s: number) => loo * (1 + 0.35 * Math.log(s / lengthScale) ** 2);
  const tried = [...coarse.map((s) => ({ s, rows: Math.round(n / 2) })), ...fine.map((s) => ({ s, rows: n }))].sort(
    (a, b) => a.s - b.s,
  );
  return {
    rule: 'least leave-one-out error',
    lengthScale: Float64Array.from(tried, (t) => t.s),
    loo: Float64Array.from(tried, (t) => cost(t.s) * (t.rows === n ? 1 : 1.3)),
    lambda: new Float64Array(tried.length).fill(lambda),
    rows: Uint32Array.from(tried, (t) => t.rows),
  };
}

function indexOfLeast(values: Float64Array): number {
  return values.reduce((best, v, j) => (v < values[best] ? j : best), 0);
}
