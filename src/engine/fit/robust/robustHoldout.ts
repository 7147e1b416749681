import type { Sample } from '../../contract/data';
import type { ModelOutput } from '../../contract/model';
import type { RobustFit } from '../../contract/robust';
import { rowBlock } from '../../kernels/rows';
import { expandedHalfWidths } from '../../model/halfWidths';
import { scoreHoldout } from '../../spectrum/livePrediction';
import { wilson } from '../../statistics/classes';
import { rightAlike } from '../../statistics/designEffect';
import { type HoldoutResult, intervalEnds, scoredHoldout } from '../holdout';
import type { FitSession } from '../session';
import type { PathPredictor } from './predictor';

/** Rows predicted at once. */
const ROWS = 512;

export interface RobustHoldout extends Omit<HoldoutResult, 'live'> {
  /** Predictions of the held-out rows, by level. */
  readonly fitted: readonly Float64Array[];
  /** Predictions along the path by level, rows × L. */
  readonly along: readonly Float32Array[];
  readonly squared: NonNullable<RobustFit['squared']['holdout']>;
  readonly calibration?: RobustFit['calibration'];
  readonly crossed: number;
}

interface LevelIntervals {
  /** Levels of a quantile fit, ascending. */
  readonly taus?: readonly number[];
  /** The level that predicts. */
  readonly middle: number;
  /** The intervals around the prediction; with several quantiles, those between the outermost levels. */
  readonly intervals: Pick<ModelOutput, 'intervalWidth' | 'spread'>;
}

/** Predicts and scores the held-out rows. */
export function predictRobustHoldout(
  predictor: PathPredictor,
  sample: Sample,
  observed: Float64Array,
  { taus, middle, intervals }: LevelIntervals,
  session: FitSession,
): RobustHoldout {
  const m = observed.length;
  const levels = taus?.length ?? 1;
  const fitted = Array.from({ length: levels }, () => new Float64Array(m));
  const squared = new Float64Array(m);
  const half = new Float64Array(m);
  let along: Float32Array[] = [];
  let crossed = 0;
  for (let j = 0; j < m; j += ROWS) {
    const count = Math.min(ROWS, m - j);
    const cross = predictor.cross(rowBlock(sample.x, j, count), session);
    const block = predictor.values(cross, session);
    const features = new Float64Array(count).fill(1);
    half.set(expandedHalfWidths({ rows: count, cross: cross.fit, features }, intervals), j);
    const points = block.along[0].length / count;
    if (j === 0) along = Array.from({ length: levels }, () => new Float32Array(m * points));
    for (let level = 0; level < levels; level++) {
      fitted[level].set(block.fitted[level], j);
      along[level].set(block.along[level], j * points);
    }
    squared.set(block.squared, j);
    crossed += block.crossed;
    session.progress((j + count) / m, 'predicting the held-out rows');
  }
  const predicted = fitted[middle];
  const ends = levels > 1 ? ([fitted[0], fitted[levels - 1]] as const) : intervalEnds(predicted, half);
  return {
    ...scoredHoldout(sample, observed, predicted, ends, session),
    fitted,
    along,
    squared: { predicted: squared, ...scoreHoldout(observed, squared) },
    ...(taus && { calibration: taus.map((tau, level) => calibrated(tau, observed, fitted[level], session)) }),
    crossed: crossed / m,
  };
}

function calibrated(tau: number, observed: Float64Array, level: Float64Array, { problem }: FitSession) {
  const n = observed.length;
  const are = observed.map((v, j) => Number(v <= level[j]));
  const below = are.reduce((sum, one) => sum + one, 0);
  const designEffect = problem.division ? rightAlike(problem.division, are) : 1;
  const interval = wilson(below, n, designEffect);
  return { tau, below: below / n, interval, n, ...(designEffect > 1 && { designEffect }) };
}
