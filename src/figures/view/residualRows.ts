import type { HoldoutPredictions } from '../../engine/contract/run';

/** Held-out rows with their residuals, and those of them that are drawn and named. */
export interface ResidualRows {
  /** observed − predicted, one for each held-out row, in units of y. */
  readonly residual: Float64Array;
  /** Positions of the largest misses, largest first: all beyond three RMSE, and a handful whatever their size. */
  readonly worst: readonly number[];
  /** The number of rows at the front of `worst` that miss by more than three RMSE. */
  readonly outliers: number;
  /** Fraction of rows that miss by no more than the RMSE. */
  readonly within: number;
  /** The rows that are drawn: all of them, or evenly fewer. */
  readonly drawn: DrawnRows;
  /** The outliers that are drawn, largest misses first. */
  readonly drawnOutliers: readonly number[];
}

export interface DrawnRows {
  /** One row in this many is drawn; 1 means all. */
  readonly every: number;
  readonly observed: Float64Array;
  readonly predicted: Float64Array;
  readonly residual: Float64Array;
  readonly rows: Uint32Array;
  readonly lines: Uint32Array;
}

/** More dots than this are only ink, and take longer to draw than a glance. */
const MOST_DRAWN = 5000;
const MOST_OUTLIERS = 1000;
/** The most rows that a table of the largest residuals may ask for. */
const HANDFUL = 50;

/** Takes time n, without a sort of all rows: at 200,000 of them the sort alone would be noticed. */
export function residualRows(holdout: HoldoutPredictions, predicted: Float64Array, rmse: number): ResidualRows {
  const { observed, rows, lines } = holdout;
  const m = observed.length;
  const residual = new Float64Array(m);
  let inside = 0;
  for (let j = 0; j < m; j++) {
    residual[j] = observed[j] - predicted[j];
    if (Math.abs(residual[j]) <= rmse) inside++;
  }
  const beyond = (bound: number) => {
    const places: number[] = [];
    for (let j = 0; j < m; j++) if (Math.abs(residual[j]) > bound) places.push(j);
    return places;
  };
  let worst = beyond(3 * rmse);
  const outliers = worst.length;
  for (const factor of [2, 1, 0, -1]) if (worst.length < Math.min(HANDFUL, m)) worst = beyond(factor * rmse);
  worst.sort((a, b) => Math.abs(residual[b]) - Math.abs(residual[a]));
  const every = Math.max(1, Math.ceil(m / MOST_DRAWN));
  const thin = <T extends Float64Array | Uint32Array>(values: T): T =>
    every === 1 ? values : (values.filter((_, j) => j % every === 0) as T);
  return {
    residual,
    worst,
    outliers,
    within: inside / m,
    drawn: {
      every,
      observed: thin(observed),
      predicted: thin(predicted),
      residual: thin(residual),
      rows: thin(rows),
      lines: thin(lines),
    },
    drawnOutliers: worst.slice(0, Math.min(outliers, MOST_OUTLIERS)),
  };
}
