import { fixed, percent } from '../../engine/words/numbers';
import { axisValues, type ComponentsView, ERROR_AXIS } from './view';

/** Below this correlation, or share of variance between levels, a column does not follow a component in words. */
const FOLLOWS = { correlation: 0.3, between: 0.1 } as const;

/** How the colouring column goes with the components shown: "; width rises along component 1 (correlation 0.81)". */
export function alongPair(view: ComponentsView): string {
  const { coloured, facts, pair } = view;
  if (coloured === undefined) return '';
  const axes = pair.filter((axis) => axis !== ERROR_AXIS);
  const neither = axes.length === 1 ? `is not correlated with component ${axes[0]}` : 'is correlated with neither';
  if (coloured.kind === 'number') {
    const related = axes.map((axis) => ({ axis, r: correlation(coloured.values, axisValues(facts, axis)) }));
    const best = related.reduce((a, b) => (Math.abs(b.r) > Math.abs(a.r) ? b : a));
    if (!(Math.abs(best.r) >= FOLLOWS.correlation)) return `; ${coloured.column} ${neither}`;
    const way = best.r > 0 ? 'rises' : 'falls';
    return `; ${coloured.column} ${way} along component ${best.axis} (correlation ${fixed(best.r, 2)})`;
  }
  const { codes, levels } = coloured;
  const related = axes.map((axis) => ({ axis, part: partBetween(codes, levels.length, axisValues(facts, axis)) }));
  const best = related.reduce((a, b) => (b.part > a.part ? b : a));
  if (!(best.part >= FOLLOWS.between)) return `; ${coloured.column} ${neither}`;
  return `; the levels of ${coloured.column} explain ${percent(best.part)} of component ${best.axis}`;
}

/** Pearson's, over the places where both are finite; NaN where either does not vary. */
export function correlation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let n = 0;
  let meanA = 0;
  let meanB = 0;
  const both = (i: number) => Number.isFinite(a[i]) && Number.isFinite(b[i]);
  for (let i = 0; i < a.length; i++) {
    if (!both(i)) continue;
    n++;
    meanA += (a[i] - meanA) / n;
    meanB += (b[i] - meanB) / n;
  }
  let [aa, bb, ab] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    if (!both(i)) continue;
    aa += (a[i] - meanA) ** 2;
    bb += (b[i] - meanB) ** 2;
    ab += (a[i] - meanA) * (b[i] - meanB);
  }
  return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : Number.NaN;
}

/** Share of the variance of `values` that lies between the means of the levels (eta squared); rows without a level are left out. */
export function partBetween(codes: ArrayLike<number>, levels: number, values: ArrayLike<number>): number {
  const sums = new Float64Array(levels);
  const counts = new Float64Array(levels);
  let all = 0;
  let squares = 0;
  let n = 0;
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] < 0) continue;
    sums[codes[i]] += values[i];
    counts[codes[i]]++;
    all += values[i];
    squares += values[i] ** 2;
    n++;
  }
  const total = squares - all ** 2 / n;
  const between = sums.reduce((sum, s, c) => sum + (counts[c] > 0 ? s ** 2 / counts[c] : 0), 0) - all ** 2 / n;
  return total > 0 ? between / total : Number.NaN;
}
