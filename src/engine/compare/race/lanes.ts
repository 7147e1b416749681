import type { Approximates, LaneId, RaceDifference, RaceLane, RaceLoss, RaceNumber } from '../../contract/race';
import type { KernelNumbers } from '../../search/columnSum';
import type { Hyperparameters } from '../../search/tune';
import {
  type FoldedRows,
  foldMean,
  sharesStandardError,
  shareWithInterval,
  withInterval,
} from '../../statistics/foldStatistics';
import { pairedVerdict } from '../../statistics/pairedVerdict';
import { CANDIDATES } from './candidates';
import { differenceOf, type Judged } from './choose';
import type { RowLoss } from './judgedRows';

/** The state of one candidate in a race. */
export interface CandidateProgress {
  readonly id: LaneId;
  readonly state: RaceLane['state'];
  readonly judged?: Judged;
  /** The numbers tuned on all rows of the race. */
  readonly tuned?: KernelNumbers;
  /** The numbers tuned on the rows outside each block of folds judged. */
  readonly tunings: readonly KernelNumbers[];
  readonly column?: string;
  /** The candidate whose kernel it has, if that is another one. */
  readonly of?: LaneId;
  readonly approximates?: Approximates;
  /** Given if it is not the candidate's own. */
  readonly title?: string;
  readonly why?: string;
  readonly seconds: number;
}

export function laneOf(
  { id, state, judged, tuned, tunings, column, of = id, title: own, approximates, why, seconds }: CandidateProgress,
  rows: FoldedRows,
  loss: RaceLoss,
  chosen: (Judged & { readonly optimism: number }) | undefined,
  expressionOf: (sum: KernelNumbers) => string,
): RaceLane {
  const { title, baseline } = CANDIDATES[id];
  const told = judged !== undefined && judged.judged > 0;
  const at = tuned ?? meanTuning(tunings);
  const { scales, ridge } = at ?? { scales: [] };
  // A stopped candidate shows only the difference: its folds may be easier or harder than the others.
  const onTheSame = chosen === undefined || judged?.judged === chosen.judged;
  const kernel = of === 'sum' && at ? expressionOf(at) : undefined;
  return {
    id,
    title: own ?? title,
    baseline,
    state,
    folds: judged?.judged ?? 0,
    ...(told &&
      onTheSame && { error: widened(laneError(judged, rows, loss), loss, id === chosen?.id ? chosen.optimism : 0) }),
    ...(told &&
      chosen && {
        difference: differenceTo(judged, chosen, rows, loss, 'main', id === chosen.id ? 0 : chosen.optimism),
      }),
    ...(kernel ? { kernel } : scales.length > 0 && { lengthScale: scales.map((v) => Number(v.toPrecision(4))) }),
    ...(ridge !== undefined && { lambda: ridge / rows.folds.length }),
    ...(column !== undefined && { column }),
    ...(approximates !== undefined && { approximates }),
    ...(why !== undefined && { why }),
    seconds,
  };
}

/** The geometric mean; undefined for sums that have other columns in each tuning. */
export function meanTuning(tunings: readonly KernelNumbers[]): Hyperparameters | undefined {
  if (tunings.length === 0 || tunings.some(({ sum }) => sum !== undefined)) return undefined;
  return {
    scales: tunings[0].scales.map((_, c) => geometricMean(tunings.map(({ scales }) => scales[c]))),
    ridge: meanRidge(tunings),
  };
}

export const meanRidge = (tunings: readonly Hyperparameters[]): number =>
  geometricMean(tunings.map(({ ridge }) => ridge));

const geometricMean = (values: readonly number[]) =>
  Math.exp(values.reduce((sum, v) => sum + Math.log(v), 0) / values.length);

/** The error in units of the target: the root of a mean square, with the roots of its interval's ends. */
export function laneError(
  { losses, judged }: Judged,
  rows: FoldedRows,
  loss: RaceLoss,
  by: RowLoss = 'main',
): RaceNumber {
  const mean = foldMean(losses[by], rows, judged);
  if (loss === 'misclassified') return shareWithInterval(mean);
  const { value, standardError, interval } = withInterval(mean);
  const [low, high] = [Math.max(0, interval[0]), interval[1]];
  if (loss !== 'squared') return { value, standardError, interval: [low, high] };
  const root = Math.sqrt(value);
  return {
    value: root,
    standardError: root > 0 ? standardError / (2 * root) : 0,
    interval: [Math.sqrt(low), Math.sqrt(high)],
  };
}

/**
 * The error with the upper end of its interval raised by the amount by which being chosen makes the mean loss too low.
 */
function widened(error: RaceNumber, loss: RaceLoss, optimism: number): RaceNumber {
  const [low, high] = error.interval;
  const end = loss === 'squared' ? Math.sqrt(high ** 2 + optimism) : high + optimism;
  return { ...error, interval: [low, loss === 'misclassified' ? Math.min(1, end) : end] };
}

/**
 * The difference on the folds that both were judged on. A difference of mean squares divided by the sum of the roots is
 * the difference of the roots. `optimism`: the amount by which the chosen one's mean loss is too low because the choice
 * was made by it, which lowers the lower end.
 */
export function differenceTo(
  lane: Judged,
  chosen: Judged,
  rows: FoldedRows,
  loss: RaceLoss,
  by: RowLoss = 'main',
  optimism = 0,
): RaceDifference {
  const folds = Math.min(lane.judged, chosen.judged);
  const differences = differenceOf(lane, chosen, by);
  const found = foldMean(differences, rows, folds);
  const least = loss === 'misclassified' ? sharesStandardError(differences, rows, folds) : 0;
  const { value, standardError, interval } = withInterval({
    ...found,
    standardError: Math.max(found.standardError, least),
  });
  const [own, others] = [lane, chosen].map(({ losses }) => foldMean(losses[by], rows, folds).mean);
  const unit = loss === 'squared' ? Math.sqrt(own) + Math.sqrt(others) || 1 : 1;
  const reference = loss === 'squared' ? Math.sqrt(others) : others;
  const half = (interval[1] - interval[0] + optimism) / 2 / unit;
  // Fractions of rows differ by 1 at most, however far Student's t reaches with two folds.
  const most = loss === 'misclassified' ? 1 : Number.POSITIVE_INFINITY;
  const ends = [Math.max(-most, (interval[0] - optimism) / unit), Math.min(most, interval[1] / unit)] as const;
  return {
    value: value / unit,
    standardError: standardError / unit,
    interval: ends,
    share: reference > 0 ? value / unit / reference : 0,
    shareHalfWidth: reference > 0 ? half / reference : 0,
    verdict: pairedVerdict(ends, reference),
  };
}
