import type { Calibration } from '../contract/classes';
import { ISOTONIC_ROWS, sigmoid } from './calibration';

type Weights = ArrayLike<number>;

/**
 * The calibration of scores of rows left out: one list of scores for two classes (isotonic from 1,000 rows on, Platt's
 * before), otherwise one for each. `codes` are the positions of the true levels among `count`. Rows without finite
 * scores are skipped; undefined if fewer than two levels are left.
 */
export function calibrate(
  scores: readonly ArrayLike<number>[],
  codes: ArrayLike<number>,
  count: number,
  { weights, offsets }: { readonly weights?: Weights; readonly offsets?: readonly number[] } = {},
): Calibration | undefined {
  const rows = Array.from({ length: codes.length }, (_, i) => i).filter(
    (i) => scores.every((of) => Number.isFinite(of[i])) && (weights?.[i] ?? 1) > 0,
  );
  if (new Set(rows.map((i) => codes[i])).size < 2) return undefined;
  const picked = (values: ArrayLike<number>) => Float64Array.from(rows, (i) => values[i]);
  const inside = scores.map(picked);
  const own = picked(codes);
  const counted = weights ? picked(weights) : new Float64Array(rows.length).fill(1);
  if (count > 2) return temperature(inside, own, counted, offsets);
  return rows.length < ISOTONIC_ROWS ? platt(inside[0], own, counted) : isotonic(inside[0], own, counted);
}

/**
 * Platt's sigmoid by Newton's method with halved steps (Lin, Lin and Weng 2007). Targets are slightly inside 0 and 1,
 * (n₁ + 1)/(n₁ + 2) and 1/(n₀ + 2) (Platt 1999), so that classes which scores separate without error do not make it a
 * step.
 */
function platt(scores: Float64Array, codes: Float64Array, weights: Float64Array): Calibration {
  const n = scores.length;
  const [zeros, ones] = [weightOf(codes, 0, weights), weightOf(codes, 1, weights)];
  const target = codes.map((code) => (code === 1 ? (ones + 1) / (ones + 2) : 1 / (zeros + 2)));
  const loss = (a: number, b: number) =>
    scores.reduce((sum, s, i) => sum + weights[i] * (softplus(a * s + b) - target[i] * (a * s + b)), 0);
  let [slope, intercept] = [0, Math.log((ones + 1) / (zeros + 1))];
  let here = loss(slope, intercept);
  for (let step = 0; step < 100; step++) {
    let [ga, gb, haa, hab, hbb] = [0, 0, 1e-12, 0, 1e-12];
    for (let i = 0; i < n; i++) {
      const p = sigmoid(slope * scores[i] + intercept);
      const [g, h] = [weights[i] * (p - target[i]), weights[i] * p * (1 - p)];
      ga += g * scores[i];
      gb += g;
      haa += h * scores[i] * scores[i];
      hab += h * scores[i];
      hbb += h;
    }
    const determinant = haa * hbb - hab * hab;
    if (Math.hypot(ga, gb) < 1e-12 * n || !(determinant > 0)) break;
    const [da, db] = [(hab * gb - hbb * ga) / determinant, (hab * ga - haa * gb) / determinant];
    let share = 1;
    let next = loss(slope + da, intercept + db);
    while (next > here && share > 1e-10) {
      share /= 2;
      next = loss(slope + share * da, intercept + share * db);
    }
    if (next > here) break;
    slope += share * da;
    intercept += share * db;
    here = next;
  }
  return { kind: 'platt', slope, intercept, rows: n };
}

/**
 * The ascending steps of least squares, by pooling neighbours that are out of order (Zadrozny and Elkan 2002); equal
 * scores count as one.
 */
function isotonic(scores: Float64Array, codes: Float64Array, weights: Float64Array): Calibration {
  const order = Array.from(scores.keys()).sort((a, b) => scores[a] - scores[b]);
  const pools: { from: number; to: number; weight: number; sum: number }[] = [];
  for (const i of order) {
    const [s, weight, sum] = [scores[i], weights[i], weights[i] * codes[i]];
    const last = pools.at(-1);
    if (last && last.from === last.to && last.to === s) {
      last.weight += weight;
      last.sum += sum;
    } else pools.push({ from: s, to: s, weight, sum });
  }
  const merged: typeof pools = [];
  for (const pool of pools) {
    let next = pool;
    for (let last = merged.at(-1); last && last.sum * next.weight >= next.sum * last.weight; last = merged.at(-1)) {
      merged.pop();
      next = { from: last.from, to: next.to, weight: last.weight + next.weight, sum: last.sum + next.sum };
    }
    merged.push(next);
  }
  const knots = merged.flatMap(({ from, to, weight, sum }) =>
    (from === to ? [from] : [from, to]).map((score) => [score, sum / weight] as const),
  );
  return {
    kind: 'isotonic',
    scores: Float64Array.from(knots, ([score]) => score),
    probabilities: Float64Array.from(knots, ([, p]) => p),
    rows: scores.length,
  };
}

/**
 * The temperature of the lowest log-loss (Guo et al. 2017). Targets are inside 0 and 1 as Platt's are, the rest shared
 * by the other classes. The slope of the loss over 1/temperature rises, so that halving finds where it is 0.
 */
function temperature(
  scores: readonly Float64Array[],
  codes: Float64Array,
  weights: Float64Array,
  offsets: readonly number[] | undefined,
): Calibration {
  const size = scores.length;
  const rows = codes.length;
  const counts = scores.map((_, k) => weightOf(codes, k, weights));
  let wanted = 0;
  for (let i = 0; i < rows; i++) {
    const n = counts[codes[i]];
    for (let k = 0; k < size; k++)
      wanted += weights[i] * (k === codes[i] ? (n + 1) / (n + 2) : 1 / (n + 2) / (size - 1)) * scores[k][i];
  }
  const powers = new Float64Array(size);
  const slopeAt = (inverse: number) => {
    let found = 0;
    for (let i = 0; i < rows; i++) {
      let largest = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < size; k++) {
        powers[k] = scores[k][i] * inverse + (offsets?.[k] ?? 0);
        if (powers[k] > largest) largest = powers[k];
      }
      let [sum, mean] = [0, 0];
      for (let k = 0; k < size; k++) {
        const share = Math.exp(powers[k] - largest);
        sum += share;
        mean += share * scores[k][i];
      }
      found += (weights[i] * mean) / sum;
    }
    return found - wanted;
  };
  let [low, high] = [Math.log(1e-6), Math.log(1e6)];
  for (let halving = 0; halving < 45; halving++) {
    const middle = (low + high) / 2;
    if (slopeAt(Math.exp(middle)) > 0) high = middle;
    else low = middle;
  }
  return { kind: 'temperature', temperature: Math.exp(-low), ...(offsets && { offsets }), rows };
}

function weightOf(codes: Float64Array, level: number, weights: Float64Array): number {
  return codes.reduce((sum, code, i) => sum + (code === level ? weights[i] : 0), 0);
}

/** ln(1 + exp(v)) without overflow. */
const softplus = (v: number) => Math.max(v, 0) + Math.log1p(Math.exp(-Math.abs(v)));
