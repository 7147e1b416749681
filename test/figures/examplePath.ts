import type { Axis, FilterSpec } from '../../src/engine/contract/filter';
import type { LooSurface, RidgeScaleSearch, RiskPath, SpectrumData } from '../../src/engine/contract/run';
import { filterAt, filterShares } from '../../src/engine/filters/anyFilter';
import { riskPath } from '../../src/engine/spectrum/risk';
import type { ExampleBasis } from './exampleBasis';
import type { ExampleSetting } from './exampleMethods';
import { solve } from './gaussianElimination';

interface Errors {
  readonly loo: number;
  readonly cv: number;
  readonly se: number;
}

/** Leave-one-out and K-fold errors of one filter, each by its definition: H = 11'/n + U·diag(g)·U'. */
export function exampleErrors(
  basis: ExampleBasis,
  spectrum: SpectrumData,
  y: readonly number[],
  folds: number,
  filter: FilterSpec,
): Errors {
  const { n, vectors } = basis;
  const g = filterShares(filter, spectrum.mu, spectrum.rank, n);
  // Beyond the last direction with a share above 0 nothing adds up.
  const kept = g.findLastIndex((share) => share !== 0) + 1;
  const h = (a: number, b: number) => {
    const [u, v] = [vectors[a], vectors[b]];
    let sum = 1 / n;
    for (let i = 0; i < kept; i++) sum += u[i] * v[i] * g[i];
    return sum;
  };
  const mean = y.reduce((s, v) => s + v, 0) / n;
  const scaled = g.map((share, i) => share * spectrum.coordinates[i] * Math.sqrt(n));
  const residual = y.map((v, j) => {
    const u = vectors[j];
    let fitted = mean;
    for (let i = 0; i < kept; i++) fitted += u[i] * scaled[i];
    return v - fitted;
  });
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
}

/** One axis after another, each at its least leave-one-out error, until none moves. */
export function exampleFilter(
  basis: ExampleBasis,
  spectrum: SpectrumData,
  y: readonly number[],
  { start, axes }: ExampleSetting,
): FilterSpec {
  let filter = start;
  for (let round = 0; round < 3; round++) {
    const before = filter;
    for (const { axis, values } of axes) {
      const tried = Array.from(values, (value) => moved(filter, axis, value, axes.length));
      const errors = tried.map((f) => exampleErrors(basis, spectrum, y, 0, f).loo);
      filter = tried[indexOfLeast(Float64Array.from(errors))];
    }
    if (JSON.stringify(before) === JSON.stringify(filter)) break;
  }
  return filter;
}

/** k stays below r where both are there, so that one does not take the other along. */
function moved(filter: FilterSpec, axis: Axis, value: number, axes: number): FilterSpec {
  if (axes > 1 && filter.kind === 'zones' && axis === 'k') return filterAt(filter, axis, Math.min(value, filter.r - 1));
  if (axes > 1 && filter.kind === 'zones' && axis === 'r') return filterAt(filter, axis, Math.max(value, filter.k + 1));
  return filterAt(filter, axis, value);
}

/** The full path of one axis about a filter. */
export function examplePath(
  basis: ExampleBasis,
  spectrum: SpectrumData,
  y: readonly number[],
  folds: number,
  sigma2: number,
  filter: FilterSpec,
  { axis, values }: { readonly axis: Axis; readonly values: Float64Array },
): RiskPath {
  const errors = Array.from(values, (value) => exampleErrors(basis, spectrum, y, folds, filterAt(filter, axis, value)));
  const loo = Float64Array.from(errors, (e) => e.loo);
  const cv = folds > 0 ? Float64Array.from(errors, (e) => e.cv) : new Float64Array();
  const cvStandardError = folds > 0 ? Float64Array.from(errors, (e) => e.se) : new Float64Array();
  const { cp: _, ...risk } = riskPath(spectrum, sigma2, filter, axis, values);
  const best = indexOfLeast(loo);
  const leastCv = folds > 0 ? indexOfLeast(cv) : best;
  const step = axis === 'lambda' ? 1 : -1;
  let oneStandardError = leastCv;
  for (let j = leastCv; j >= 0 && j < cv.length; j += step)
    if (cv[j] <= cv[leastCv] + cvStandardError[leastCv]) oneStandardError = j;
  return {
    axis,
    values,
    loo,
    cv,
    cvStandardError,
    ...risk,
    least: {
      loo: best,
      gcv: indexOfLeast(risk.gcv),
      cv: leastCv,
      total: indexOfLeast(risk.total),
      oneStandardError,
    },
  };
}

/** Leave-one-out errors over all axes, thinned; NaN where k is above r. */
export function exampleSurface(
  basis: ExampleBasis,
  spectrum: SpectrumData,
  y: readonly number[],
  { start, axes }: ExampleSetting,
): LooSurface | undefined {
  if (axes.length < 2) return undefined;
  const step = axes.length === 2 ? 2 : 4;
  const grids = axes.map(({ axis, values }) => ({
    axis,
    values: values.filter((_, i) => i % (axis === 'lambda' ? step : 1) === 0 || i === values.length - 1),
  }));
  let filters: FilterSpec[] = [start];
  for (const { axis, values } of grids)
    filters = filters.flatMap((filter) => Array.from(values, (value) => ({ ...filter, [axis]: value }) as FilterSpec));
  const loo = Float64Array.from(filters, (filter) =>
    filter.kind === 'zones' && filter.k > filter.r ? Number.NaN : exampleErrors(basis, spectrum, y, 0, filter).loo,
  );
  return { axes: grids, loo };
}

/** A plausible search profile: not refitted, only shaped like one, with a coarse pass on fewer rows. */
export function searchProfile(lengthScale: number, loo: number, lambda: number, n: number): RidgeScaleSearch {
  const coarse = Array.from({ length: 7 }, (_, j) => lengthScale * 2 ** (j - 3));
  const fine = [0.7, 0.85, 1, 1.18, 1.4].map((f) => lengthScale * f);
  const cost = (s: number) => loo * (1 + 0.35 * Math.log(s / lengthScale) ** 2);
  const tried = [...coarse.map((s) => ({ s, rows: Math.round(n / 2) })), ...fine.map((s) => ({ s, rows: n }))].sort(
    (a, b) => a.s - b.s,
  );
  return {
    rule: 'lowest leave-one-out error',
    criterion: 'loo',
    lengthScale: Float64Array.from(tried, (t) => t.s),
    score: Float64Array.from(tried, (t) => cost(t.s) * (t.rows === n ? 1 : 1.3)),
    lambda: new Float64Array(tried.length).fill(lambda),
    rows: Uint32Array.from(tried, (t) => t.rows),
  };
}

function indexOfLeast(values: Float64Array): number {
  return values.reduce((best, v, j) => (v < values[best] ? j : best), 0);
}
