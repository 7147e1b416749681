import type { RobustCurve } from '../../src/engine/contract/robust';
import type { CurveFit, PartialDependence } from '../../src/engine/contract/run';
import type { ExampleBaseline } from './robustExampleBaseline';
import { alongPath, at, type ExampleFits, POINTS } from './robustExampleFits';
import { quantileOf } from './robustExamplePath';
import type { RobustRows } from './robustExampleRows';

/** Values by strength as one array, rows × L with the path fastest. */
export const flat = (along: readonly Float64Array[]): Float32Array =>
  Float32Array.from({ length: along[0].length * POINTS }, (_, o) => along[o % POINTS][Math.floor(o / POINTS)]);

export interface ExampleCurves {
  readonly items: readonly PartialDependence[];
  readonly partial: readonly RobustCurve[];
  readonly fit?: CurveFit;
  readonly curve?: RobustCurve;
}

/** Partial dependences of three columns, or the curve of one. */
export function exampleCurves(
  rows: RobustRows,
  { fits, at: chosen }: ExampleFits,
  baseline: ExampleBaseline,
  names: readonly string[],
): ExampleCurves {
  const { y, place, kernel } = rows;
  const raw = rows.raw.slice(0, y.length);
  const curveOf = (points: readonly (readonly number[])[], groups?: readonly (readonly number[])[]): RobustCurve => {
    const levels = alongPath(fits, points, kernel);
    const pooled = (v: Float64Array) =>
      groups ? Float64Array.from(groups, (group) => group.reduce((s, j) => s + v[j], 0) / group.length) : v;
    return {
      values: levels.map((level) => flat(level.map(pooled))),
      fitted: at(levels, chosen).map(pooled),
      squared: pooled(baseline.at(points)),
    };
  };
  const still = (base: Float64Array) => ({ rows: base.length, rank: 0, p: new Float32Array(0), base });
  const partialOf = (d: number, kind: PartialDependence['kind'], levels?: readonly string[]) => {
    const values = raw.map((r) => r[d]);
    const rug = Float64Array.from({ length: 21 }, (_, q) => quantileOf(values, q / 20));
    const grid = levels ? Float64Array.from(levels, (_, l) => l) : rug;
    const points: number[][] = [];
    const groups = Array.from(grid, (v) =>
      raw.map((r) => points.push(place(r.map((old, k) => (k === d ? v : old)))) - 1),
    );
    const curve = curveOf(points, groups);
    const predictor = still(curve.squared);
    return { item: { column: names[d], kind, grid, rug, ...(levels && { levels }), predictor }, curve };
  };
  if (names.length > 1) {
    const found = [
      partialOf(0, 'number'),
      partialOf(1, 'number'),
      partialOf(2, 'category', ['steel', 'brass', 'glass']),
    ];
    return { items: found.map(({ item }) => item), partial: found.map(({ curve }) => curve) };
  }
  const grid = Float64Array.from({ length: 61 }, (_, q) => 6 * (q / 60));
  const curve = curveOf(Array.from(grid, (v) => place([v])));
  const numbers = Uint32Array.from(y, (_, i) => i + 1);
  const fit = {
    column: names[0],
    grid,
    predictor: still(curve.squared),
    x: Float64Array.from(raw, (r) => r[0]),
    y,
    rows: numbers,
    lines: numbers.map((row) => row + 1),
  };
  return { items: [], partial: [], fit, curve };
}
