import { solve } from '../../figures/gaussianElimination';

/** [[K + ridge·I, F], [F', 0]]·[alpha; beta] = [y; 0] by elimination: K n×n, F n×p, both column-major. */
export function saddle(
  gram: Float64Array,
  n: number,
  f: Float64Array,
  p: number,
  y: Float64Array,
  ridge: number,
): { readonly alpha: Float64Array; readonly beta: Float64Array } {
  const entry = (i: number, j: number) => {
    if (i < n && j < n) return gram[j * n + i] + (i === j ? ridge : 0);
    if (i < n) return f[(j - n) * n + i];
    return j < n ? f[(i - n) * n + j] : 0;
  };
  const system = Array.from({ length: n + p }, (_, i) => Array.from({ length: n + p }, (_, j) => entry(i, j)));
  const found = solve(system, [...y, ...new Array<number>(p).fill(0)]);
  return { alpha: Float64Array.from(found.slice(0, n)), beta: Float64Array.from(found.slice(n)) };
}
