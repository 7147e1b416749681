import { gauss, generator, rawRow, signal } from './exampleData';

export interface RobustRowOptions {
  readonly features: 1 | 3;
  /** Training rows, and held-out ones after them. */
  readonly n: number;
  readonly holdout: number;
  readonly noise: number;
  readonly scale: number;
  readonly offset: number;
  /** Training rows that are shifted far up: the 6th, the 15th, the 24th, … */
  readonly outliers: number;
}

export type Kernel = (a: readonly number[], b: readonly number[]) => number;

export interface RobustRows {
  readonly raw: readonly (readonly number[])[];
  /** Training and held-out targets. */
  readonly y: Float64Array;
  readonly observed: Float64Array;
  /** Means and standard deviations of the encoded training columns. */
  readonly centre: readonly number[];
  readonly spread: readonly number[];
  /** A raw row, encoded and standardised. */
  readonly place: (raw: readonly number[]) => number[];
  readonly xs: readonly (readonly number[])[];
  readonly kernel: Kernel;
}

export function robustRows({ features, n, holdout, noise, scale, offset, outliers }: RobustRowOptions): RobustRows {
  const next = generator(11);
  const raw = Array.from({ length: n + holdout }, () => rawRow(features, next));
  const all = Float64Array.from(raw, (r) => offset + scale * (signal(r) + noise * gauss(next)));
  for (let o = 0; o < outliers; o++) all[5 + 9 * o] += 6 * scale;
  const encode = (r: readonly number[]) =>
    features === 1 ? [r[0]] : [r[0], Math.log(r[1]), r[2] === 1 ? 1 : 0, r[2] === 2 ? 1 : 0];
  const train = raw.slice(0, n).map(encode);
  const centre = train[0].map((_, d) => train.reduce((s, r) => s + r[d], 0) / n);
  const spread = train[0].map((_, d) => Math.sqrt(train.reduce((s, r) => s + (r[d] - centre[d]) ** 2, 0) / n) || 1);
  const place = (r: readonly number[]) => encode(r).map((v, d) => (v - centre[d]) / spread[d]);
  const kernel: Kernel = (a, b) => Math.exp(-a.reduce((s, v, d) => s + (v - b[d]) ** 2, 0) / (2 * 0.8 * 0.8));
  return {
    raw,
    y: all.slice(0, n),
    observed: all.slice(n),
    centre,
    spread,
    place,
    xs: raw.slice(0, n).map(place),
    kernel,
  };
}
