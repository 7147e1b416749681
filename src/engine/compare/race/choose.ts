import type { LaneId, Race } from '../../contract/race';
import { type FoldedRows, foldMean, rowStandardError } from '../../statistics/foldStatistics';
import { withMore } from '../../words/raceWords';
import { CANDIDATES, LANE_IDS, simplicityOf } from './candidates';
import type { RowLoss, RowLosses } from './judgedRows';

/** A candidate that has been judged on the first `judged` folds. */
export interface Judged {
  readonly id: LaneId;
  readonly judged: number;
  readonly losses: RowLosses;
}

export interface RaceChoice {
  readonly lowest: LaneId;
  readonly chosen: LaneId;
}

/**
 * A difference of this fraction of a mean loss matters to nobody, however certain it is: iterations that converge to
 * the same point end at slightly different numbers.
 */
const NOTHING = 1e-4;

/**
 * The simplest of the candidates whose error is within one standard error over the folds of the lowest, or only
 * negligibly above it, by paired differences on the same rows; of equally simple ones that of the lowest error.
 * Fractions of rows, and squared errors that a few rows decide, hardly tell candidates apart: those so close are
 * compared in the same way by a `finer` loss. `folds`: the number that the remaining candidates were judged on; with a
 * single fold the lowest error alone decides, as its variation is unknown.
 */
export function choose(
  judged: readonly Judged[],
  rows: FoldedRows,
  finer: RowLoss | undefined,
  folds = rows.count,
): RaceChoice | undefined {
  const whole = judged.filter((entry) => entry.judged === folds);
  if (whole.length === 0 || folds === 0) return undefined;
  const lowest = lowestOf(whole, rows, 'main');
  if (folds < 2) return { lowest: lowest.id, chosen: lowest.id };
  const close = within(whole, lowest, rows, 'main');
  const closer = finer ? within(close, lowestOf(close, rows, finer), rows, finer) : close;
  const simplest = Math.min(...closer.map(({ id }) => simplicityOf(id)));
  const chosen = lowestOf(
    closer.filter(({ id }) => simplicityOf(id) === simplest),
    rows,
    finer ?? 'main',
  );
  return { lowest: lowest.id, chosen: chosen.id };
}

/**
 * The number of standard errors behind the leader at which a candidate is stopped, by folds judged: fewer folds must
 * show more.
 */
const FAR: readonly (readonly [folds: number, errors: number])[] = [
  [3, 3],
  [5, 2],
];
export const STOPPING_FOLDS = FAR.map(([folds]) => folds);

/**
 * The candidates, judged on the same folds, that cannot win any more. They are too many standard errors (`FAR`) behind
 * the leader, by the standard error of the paired difference, the larger of that over folds and that over rows, and by
 * more than a negligible amount. The first `kept` of those that may gain from many rows stay, and so does the straight
 * line, which takes next to no time: every answer says how far it is from one.
 */
export function hopeless(judged: readonly Judged[], rows: FoldedRows, kept = 0): LaneId[] {
  if (judged.length < 2) return [];
  const leader = lowestOf(judged, rows, 'main');
  const stay = mayGain(judged, rows).slice(0, kept);
  const least = foldMean(leader.losses.main, rows, leader.judged).mean;
  const far = FAR.findLast(([folds]) => leader.judged >= folds)?.[1] ?? Number.POSITIVE_INFINITY;
  return judged.flatMap((entry) => {
    if (entry === leader || CANDIDATES[entry.id].kernel === 'linear' || stay.includes(entry)) return [];
    const differences = differenceOf(entry, leader, 'main');
    const { mean, standardError } = foldMean(differences, rows, entry.judged);
    const scatter = Math.max(standardError, rowStandardError(differences, rows, entry.judged));
    return mean > Math.max(far * scatter, 2 * NOTHING * least) ? [entry.id] : [];
  });
}

/**
 * Kernels, judged on the same folds, by their likely gain from many rows: those with scales for the columns first, then
 * by the lowest error.
 */
export function mayGain(judged: readonly Judged[], rows: FoldedRows): Judged[] {
  const kernels = judged.filter(({ id }) => CANDIDATES[id].kernel !== 'linear');
  return byMean(kernels, rows, 'main').toSorted((a, b) => simplicityOf(b.id) - simplicityOf(a.id));
}

/** The candidate of the lowest mean; of exact ties, the first in the order of candidates. */
export const lowestOf = (judged: readonly Judged[], rows: FoldedRows, loss: RowLoss): Judged =>
  byMean(judged, rows, loss)[0];

function byMean(judged: readonly Judged[], rows: FoldedRows, loss: RowLoss): Judged[] {
  const mean = new Map(judged.map(({ id, losses, judged: folds }) => [id, foldMean(losses[loss], rows, folds).mean]));
  const meanOf = ({ id }: Judged) => mean.get(id) as number;
  return judged
    .toSorted((a, b) => LANE_IDS.indexOf(a.id) - LANE_IDS.indexOf(b.id))
    .toSorted((a, b) => meanOf(a) - meanOf(b));
}

function within(judged: readonly Judged[], lowest: Judged, rows: FoldedRows, loss: RowLoss): readonly Judged[] {
  const least = foldMean(lowest.losses[loss], rows, lowest.judged).mean;
  return judged.filter((entry) => {
    const { mean, foldError } = foldMean(differenceOf(entry, lowest, loss), rows, lowest.judged);
    return mean <= Math.max(foldError, NOTHING * least);
  });
}

export function differenceOf(a: Judged, b: Judged, loss: RowLoss): Float64Array {
  return a.losses[loss].map((v, i) => v - b.losses[loss][i]);
}

/**
 * The rule that chose the winner, to follow a colon. `again`: the candidates that were compared again on more rows;
 * `endedAfter`: the number of folds judged when the person ended the race.
 */
export function ruleOf(
  choice: RaceChoice | undefined,
  folds: number,
  byShare: boolean,
  { again, endedAfter }: Pick<Race, 'again' | 'endedAfter'> = {},
): string {
  if (endedAfter !== undefined) {
    if (choice === undefined) return 'that of the first figures; you stopped the comparison before a fold was judged';
    return `${ruleOf(choice, endedAfter, byShare)}, where you stopped it (${folds} were planned)`;
  }
  if (choice === undefined) return `lowest error over ${folds} folds, or the simplest within one standard error of it`;
  const { lowest } = again ?? choice;
  const rule =
    choice.chosen === lowest
      ? `lowest error of the race over ${folds} folds`
      : byShare
        ? `simplest by squared error of those that classify as well as the best within one standard error, over ${folds} folds`
        : `simplest within one standard error of the lowest error of the race, over ${folds} folds`;
  return again ? `${rule}, of ${again.lanes.length} compared again with ${withMore(again)}` : rule;
}
