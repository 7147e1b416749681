import type { Design, Matrix, Sample, Transform } from '../../src/engine/contract/data';
import { Random } from '../../src/engine/data/random';

/** Seeded draws for tests: standard normal by Box and Muller. */
export function normals(seed: number): () => number {
  const random = new Random(seed);
  return () => Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
}

/** n×d rows, uniform on [−1.7, 1.7]: unit variance. */
export function madeRows(n: number, d: number, seed: number): Matrix {
  const random = new Random(seed);
  return { rows: n, columns: d, values: Float64Array.from({ length: n * d }, () => 3.4 * random.uniform() - 1.7) };
}

/** A smooth function of the first columns, of about unit variance, plus noise. */
export function madeTarget(x: Matrix, noise: number, seed: number): Float64Array {
  const next = normals(seed);
  return Float64Array.from({ length: x.rows }, (_, i) => {
    const first = x.values[i];
    const second = x.columns > 1 ? x.values[x.rows + i] : 0;
    return Math.sin(2 * first) + 0.5 * Math.cos(3 * second) + 0.3 * first * second + noise * next();
  });
}

/** The columns as they are: centre 0, scale 1. */
export function plainTransform(d: number): Transform {
  const names = Array.from({ length: d }, (_, c) => `x${c + 1}`);
  return {
    inputs: names.map((column) => ({ kind: 'number', column, impute: 0 })),
    centre: names.map(() => 0),
    scale: names.map(() => 1),
    names,
    missing: 'impute',
  };
}

export function madeSample(x: Matrix, y: Float64Array, extras: Partial<Pick<Sample, 'more' | 'weights'>> = {}): Sample {
  const rows = Uint32Array.from({ length: x.rows }, (_, i) => i + 1);
  return { x, y, more: [], rows, lines: rows.map((row) => row + 1), ...extras };
}

export function madeDesign(train: Sample, holdout?: Sample, transform = plainTransform(train.x.columns)): Design {
  const used = train.x.rows + (holdout?.x.rows ?? 0);
  return {
    target: 'y',
    moreTargets: train.more.map((_, t) => `y${t + 2}`),
    train,
    ...(holdout && { holdout }),
    transform,
    report: {
      rows: used,
      used,
      train: train.x.rows,
      holdout: holdout?.x.rows ?? 0,
      columns: transform.inputs.map((input) => input.column),
      dropped: [],
      imputed: [],
      encoded: [],
      notes: [],
    },
  };
}

/** A design of n training and m held-out rows in d columns. */
export function madeProblem(n: number, d: number, noise: number, seed: number, m = 0): Design {
  const x = madeRows(n, d, seed);
  const train = madeSample(x, madeTarget(x, noise, seed + 1));
  if (m === 0) return madeDesign(train);
  const z = madeRows(m, d, seed + 2);
  return madeDesign(train, madeSample(z, madeTarget(z, noise, seed + 3)));
}

/** A design whose target is one of so many levels, "a", "b", …: which of them follows from where a row lies in its first column. */
export function madeClasses(n: number, levels: number, seed: number, m = 0): Design {
  const next = normals(seed);
  const sampled = (count: number, from: number) => {
    const x = madeRows(count, 2, from);
    const place = x.values.slice(0, count).map((v) => (levels * (v + 1.7)) / 3.4 + 0.15 * next());
    return madeSample(
      x,
      place.map((v) => Math.min(levels - 1, Math.max(0, Math.floor(v)))),
    );
  };
  const design = madeDesign(sampled(n, seed + 1), m === 0 ? undefined : sampled(m, seed + 2));
  return { ...design, classes: Array.from({ length: levels }, (_, level) => String.fromCharCode(97 + level)) };
}

/** Rows of a sample in another order, some of them, or some of them several times. */
export function rowsOf({ x, y, more, weights, rows, lines }: Sample, order: ArrayLike<number>): Sample {
  const n = order.length;
  const values = new Float64Array(n * x.columns);
  for (let c = 0; c < x.columns; c++) for (let i = 0; i < n; i++) values[c * n + i] = x.values[c * x.rows + order[i]];
  const numbers = (from: Float64Array) => Float64Array.from(order, (i) => from[i]);
  const counts = (from: Uint32Array) => Uint32Array.from(order, (i) => from[i]);
  return {
    x: { rows: n, columns: x.columns, values },
    y: numbers(y),
    more: more.map(numbers),
    ...(weights && { weights: numbers(weights) }),
    rows: counts(rows),
    lines: counts(lines),
  };
}

/** Relative difference of two lists in the largest norm. */
export function relativeError(found: ArrayLike<number>, expected: ArrayLike<number>): number {
  let worst = 0;
  let size = 0;
  for (let i = 0; i < expected.length; i++) {
    worst = Math.max(worst, Math.abs(found[i] - expected[i]));
    size = Math.max(size, Math.abs(expected[i]));
    if (Number.isNaN(found[i])) return Number.NaN;
  }
  return found.length === expected.length ? worst / (size || 1) : Number.POSITIVE_INFINITY;
}
