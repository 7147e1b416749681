import type { Calibration } from '../contract/classes';

/** The number of rows left out from which steps say more than the two numbers of a curve. */
export const ISOTONIC_ROWS = 1000;

/** Probabilities by output: of the second of two classes from their one score, otherwise of every class, which sum to 1. NaN for NaN. */
export function probabilitiesOf(calibration: Calibration, scores: readonly ArrayLike<number>[]): Float64Array[] {
  const rows = scores[0].length;
  if (calibration.kind !== 'temperature')
    return [Float64Array.from({ length: rows }, (_, i) => probabilityAt(calibration, scores[0][i]))];
  const all = scores.map(() => new Float64Array(rows));
  for (let i = 0; i < rows; i++)
    softmax(scores, i, 1 / calibration.temperature, calibration.offsets).forEach((p, k) => {
      all[k][i] = p;
    });
  return all;
}

/** One list for each level, from those by output: with two classes there is only that of the second. */
export function byLevel(probabilities: readonly Float64Array[]): readonly Float64Array[] {
  return probabilities.length > 1 ? probabilities : [probabilities[0].map((p) => 1 - p), probabilities[0]];
}

function probabilityAt(calibration: Exclude<Calibration, { kind: 'temperature' }>, score: number): number {
  if (Number.isNaN(score)) return Number.NaN;
  if (calibration.kind === 'platt') return sigmoid(calibration.slope * score + calibration.intercept);
  const { scores, probabilities } = calibration;
  let [low, high] = [0, scores.length - 1];
  if (score <= scores[low]) return probabilities[low];
  if (score >= scores[high]) return probabilities[high];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (scores[middle] <= score) low = middle;
    else high = middle;
  }
  const share = (score - scores[low]) / (scores[high] - scores[low]);
  return probabilities[low] + share * (probabilities[high] - probabilities[low]);
}

function softmax(
  scores: readonly ArrayLike<number>[],
  i: number,
  inverse: number,
  offsets: readonly number[] | undefined,
): Float64Array {
  const powers = Float64Array.from(scores, (of, k) => of[i] * inverse + (offsets?.[k] ?? 0));
  const largest = powers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const shares = powers.map((v) => Math.exp(v - largest));
  const sum = shares.reduce((a, b) => a + b, 0);
  return shares.map((v) => v / sum);
}

export const sigmoid = (v: number) => (v >= 0 ? 1 / (1 + Math.exp(-v)) : Math.exp(v) / (1 + Math.exp(v)));
