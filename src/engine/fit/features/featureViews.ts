import { partOf, type RunContext } from '../../contract/context';
import type { Matrix, Transform } from '../../contract/data';
import type { CurveFit, LivePredictor, PartialDependence } from '../../contract/run';
import type { LinearAlgebra } from '../../linalg/linalg';
import type { CurveRows } from '../curveFit';
import { evenly, onlyColumn } from '../curveFit';
import { levelsOf, movedColumns, withColumn } from '../partialColumns';
import { encodeRaw, rawValues, rugOf } from '../rawColumn';
import {
  type FeatureReach,
  type FeatureValues,
  featureValues,
  meanFeatures,
  projectFeatures,
} from './featureProjection';

/** The mean prediction as one raw column moves (partialDependence.ts), from means of the features. One list for each target. */
export function featurePartials(
  reach: FeatureReach,
  x: Matrix,
  along: readonly Float64Array[],
  predict: (rows: Matrix) => Float64Array,
  transform: Transform,
  order: Uint32Array,
  linalg: LinearAlgebra,
  context: RunContext,
): PartialDependence[][] {
  const { columns, background } = movedColumns(x, transform, order, reach.spectrum.count, predict, context);
  const found: PartialDependence[][] = along.map(() => []);
  columns.forEach((moved, k) => {
    const part = partOf(context, k / columns.length, (k + 1) / columns.length);
    part.progress(0, 'partial dependence');
    const means = Array.from(moved.grid, (_, g) => {
      context.check();
      return meanFeatures(featureValues(reach, withColumn(background, moved, g), linalg, part));
    });
    const { input } = moved.column;
    projectFeatures(reach, stacked(means), along, linalg, part).forEach((predictor, t) => {
      found[t].push({
        column: input.column,
        kind: input.kind,
        grid: moved.grid,
        ...levelsOf(input),
        predictor,
        rug: rugOf(moved.raw),
      });
    });
  });
  return found;
}

/** Single rows as one matrix. */
function stacked(rows: readonly FeatureValues[]): FeatureValues {
  const m = rows.length;
  const stack = (parts: readonly Float64Array[]) => {
    const columns = parts[0]?.length ?? 0;
    const all = new Float64Array(columns * m);
    parts.forEach((part, i) => {
      for (let j = 0; j < columns; j++) all[j * m + i] = part[j];
    });
    return all;
  };
  return { rows: m, z: stack(rows.map(({ z }) => z)), free: stack(rows.map(({ free }) => free)) };
}

/** The fitted curve of each target, when the only feature is one number or date; `shown` are the training rows drawn with it (0-based). */
export function featureCurves(
  reach: FeatureReach,
  x: Matrix,
  { rows, lines }: CurveRows,
  targets: readonly { readonly y: Float64Array; readonly along: Float64Array }[],
  shown: Uint32Array,
  transform: Transform,
  linalg: LinearAlgebra,
  context: RunContext,
): CurveFit[] | undefined {
  const column = onlyColumn(transform);
  if (column === undefined) return undefined;
  const raw = rawValues(x, transform, column);
  const grid = evenly(raw);
  const values = featureValues(reach, encodeRaw(grid, transform, column), linalg, context);
  const predictors: LivePredictor[] = projectFeatures(
    reach,
    values,
    targets.map(({ along }) => along),
    linalg,
    context,
    true,
  );
  return targets.map(({ y }, t) => ({
    column: column.input.column,
    grid,
    predictor: predictors[t],
    x: Float64Array.from(shown, (i) => raw[i]),
    y: Float64Array.from(shown, (i) => y[i]),
    rows: Uint32Array.from(shown, (i) => rows[i]),
    lines: Uint32Array.from(shown, (i) => lines[i]),
  }));
}
