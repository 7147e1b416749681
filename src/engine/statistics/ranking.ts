import type { Estimated } from '../contract/classes';
import { LEAST_SIDE, mostCommon, shareInterval } from './classes';
import { NORMAL_95, normalLimit } from './student';

/** A curve through every threshold that parts the rows, from the highest score down: counts of rows taken, true and false. */
export interface RankedRows {
  /** Scores at and above which rows are taken, descending: one for each distinct score. */
  readonly scores: Float64Array;
  readonly truePositives: Float64Array;
  readonly falsePositives: Float64Array;
  readonly positives: number;
  readonly negatives: number;
}

/** Rows by descending score, equal ones together; those whose score is NaN are skipped. */
export function rankRows(scores: ArrayLike<number>, positive: (i: number) => boolean): RankedRows {
  const order = Array.from({ length: scores.length }, (_, i) => i)
    .filter((i) => !Number.isNaN(scores[i]))
    .sort((a, b) => scores[b] - scores[a]);
  const [at, yes, no]: number[][] = [[], [], []];
  let [right, wrong] = [0, 0];
  order.forEach((i, place) => {
    if (positive(i)) right++;
    else wrong++;
    if (place + 1 < order.length && scores[order[place + 1]] === scores[i]) return;
    at.push(scores[i]);
    yes.push(right);
    no.push(wrong);
  });
  return {
    scores: Float64Array.from(at),
    truePositives: Float64Array.from(yes),
    falsePositives: Float64Array.from(no),
    positives: right,
    negatives: wrong,
  };
}

/**
 * Area under the ROC curve: the fraction of pairs, one row of the class and one of the rest, in which the first has the
 * higher score, ties counting half. Its variance by placements (DeLong et al. 1988), with one more row on each side as far
 * from the mean as a row can be on average, since a handful of rows may lie closer together than others; the interval of
 * `z` standard errors on the logit scale; if all pairs are ordered alike, the Wilson interval of as many pairs as the
 * smaller side has rows. Both sides have rows, of which `designEffect` say as much as one.
 */
export function rocArea(ranked: RankedRows, z = NORMAL_95, designEffect = 1): Estimated {
  const { positives, negatives } = ranked;
  // Over rows of the class, the fraction of the rest that they outrank, and the other way round: sums, and sums of
  // squares.
  let [sum, squaresOver, squaresUnder] = [0, 0, 0];
  for (const { own, rest, over, under } of placements(ranked)) {
    sum += own * over;
    squaresOver += own * over * over;
    squaresUnder += rest * under * under;
  }
  const value = sum / positives;
  const most = value * (1 - value);
  const spread = (squares: number, count: number) => Math.max(0, squares - count * value * value + most) / count ** 2;
  const deviation = Math.sqrt(designEffect * (spread(squaresOver, positives) + spread(squaresUnder, negatives)));
  const fewer = Math.min(positives, negatives) / designEffect;
  if (most === 0) return { value, interval: shareInterval(value, fewer, z) };
  const logit = Math.log(value / (1 - value));
  const half = (z * deviation) / most;
  const back = (v: number) => 1 / (1 + Math.exp(-v));
  return { value, interval: [back(logit - half), back(logit + half)] };
}

/** A class that its score distinguishes from the rest, by the area under its ROC curve. */
export interface ToldClass {
  readonly level: number;
  /** The area with an interval of 95 % over all classes that were examined. */
  readonly area: Estimated;
}

/**
 * A class that its scores clearly distinguish from the rest: the area under its ROC curve is above a half at a level of
 * 95 % over all `count` classes. The most common one if it is distinguished, since its pairs include the evidence of
 * all others, otherwise the one whose interval lies highest; with two classes the second. `scores` are those of each
 * output, `observed` the positions of the rows' classes; `designEffect` rows say as much as one.
 */
export function toldClass(
  scores: readonly Float64Array[],
  observed: ArrayLike<number>,
  count: number,
  designEffect = 1,
): ToldClass | undefined {
  const levels = count === 2 ? [1] : scores.map((_, c) => c);
  const z = normalLimit(1 - 0.025 / levels.length);
  const told = levels.flatMap((level): readonly ToldClass[] => {
    const ranked = rankRows(scores[count === 2 ? 0 : level], (i) => observed[i] === level);
    if (Math.min(ranked.positives, ranked.negatives) < LEAST_SIDE) return [];
    const area = rocArea(ranked, z, designEffect);
    return area.interval[0] > 0.5 ? [{ level, area }] : [];
  });
  const common = mostCommon(observed).level;
  return (
    told.find(({ level }) => level === common) ?? told.toSorted((a, b) => b.area.interval[0] - a.area.interval[0])[0]
  );
}

/**
 * By score, from the highest down: the number of rows of the class and of the rest that have it, and the fraction of
 * the other side that each of them ranks above, or below.
 */
function placements({ truePositives, falsePositives, positives, negatives }: RankedRows) {
  return Array.from(truePositives, (taken, t) => {
    const [before, wrong] = t === 0 ? [0, 0] : [truePositives[t - 1], falsePositives[t - 1]];
    const [own, rest] = [taken - before, falsePositives[t] - wrong];
    return {
      own,
      rest,
      over: (negatives - wrong - rest / 2) / negatives,
      under: (before + own / 2) / positives,
    };
  });
}

/**
 * The part of each row in the fraction of pairs in the wrong order, 1 minus the area under the ROC curve: their mean is
 * that fraction, and the variance of their mean is DeLong's, as for a row's part in it to first order. Both sides have
 * rows.
 */
export function rankingLosses(scores: Float64Array, positive: (i: number) => boolean): Float64Array {
  const ranked = rankRows(scores, positive);
  const { positives, negatives } = ranked;
  const placed = placements(ranked);
  const area = placed.reduce((sum, { own, over }) => sum + own * over, 0) / positives;
  const placeOf = new Map(Array.from(ranked.scores, (score, t) => [score, placed[t]]));
  return scores.map((score, i) => {
    const place = placeOf.get(score);
    if (place === undefined) return Number.NaN;
    const [share, side] = positive(i) ? [place.over, positives] : [place.under, negatives];
    return 1 - area - ((share - area) * scores.length) / side;
  });
}

/** Sum over thresholds of the recall gained times the precision there; there are rows of the class. */
export function averagePrecision({ truePositives, falsePositives, positives }: RankedRows): number {
  let sum = 0;
  let taken = 0;
  for (let t = 0; t < truePositives.length; t++) {
    const right = truePositives[t];
    sum += ((right - taken) / positives) * (right / (right + falsePositives[t]));
    taken = right;
  }
  return sum;
}

/** A loss of a row if it is of a level. */
type LevelLoss = (level: number, row: number) => number;

/**
 * The variance of each row's loss if it is of each level with its probability (by level): where a class is rare, rows may
 * hold none of its large losses.
 */
export const lossVariances = (probabilities: readonly ArrayLike<number>[], loss: LevelLoss): Float64Array =>
  Float64Array.from(probabilities[0], (_, row) => {
    let [mean, squares] = [0, 0];
    probabilities.forEach((of, level) => {
      const value = loss(level, row);
      mean += of[row] * value;
      squares += of[row] * value * value;
    });
    return squares - mean * mean;
  });

/**
 * The mean of one loss per row and its 95 % interval by the normal distribution, no lower than 0; NaN rows are skipped, and
 * `designEffect` rows say as much as one. Its variance is that of the losses or, if that is larger, the mean of `variances`.
 */
export function meanLoss(
  losses: Float64Array,
  designEffect = 1,
  variances: Float64Array = new Float64Array(),
): Estimated {
  const known = losses.filter((v) => !Number.isNaN(v));
  const n = known.length;
  const value = known.reduce((sum, v) => sum + v, 0) / n;
  const spread = known.reduce((sum, v) => sum + (v - value) ** 2, 0) / Math.max(1, n - 1);
  const expected = variances.reduce((sum, v) => sum + (v > 0 ? v : 0), 0) / n;
  const half = NORMAL_95 * Math.sqrt((designEffect * Math.max(spread, expected)) / n);
  return { value, interval: [Math.max(0, value - half), value + half] };
}
