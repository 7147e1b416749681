import type { LivePredictor, PartialDependence } from '../../src/engine/contract/run';
import { type ExampleBasis, exampleBasis } from './exampleBasis';
import { generator, rawRow } from './exampleData';

type Points = readonly (readonly number[])[];
/** A predictor before its base, which depends on the target. */
export type Unbased = Omit<LivePredictor, 'base'>;

/** The part of an example run that comes from its rows, whatever its target and its method. */
export interface ExampleDesign {
  /** Training rows first, before they are encoded. */
  readonly raw: Points;
  /** Draws what follows the rows: always the same. */
  readonly next: () => number;
  /** Means and standard deviations of the encoded training rows, and these as the kernel takes them. */
  readonly mean: readonly number[];
  readonly sd: readonly number[];
  readonly xs: Points;
  readonly basis: ExampleBasis;
  readonly held?: Unbased;
  readonly partials: readonly (Omit<PartialDependence, 'column' | 'predictor'> & { readonly part: Unbased })[];
  /** Given for a single feature only. */
  readonly curve?: { readonly grid: Float64Array; readonly part: Unbased };
}

export interface ExampleSize {
  readonly features: 1 | 3;
  /** Training rows and held-out ones. */
  readonly n: number;
  readonly m: number;
  readonly lengthScale: number;
}

/**
 * The designs made so far, by their size: runs of several methods and targets share them, as their decomposition takes
 * most of their time.
 */
const made = new Map<string, Omit<ExampleDesign, 'raw' | 'next'>>();

export function exampleDesign(size: ExampleSize): ExampleDesign {
  const { features, n, m } = size;
  const next = generator(7);
  const raw = Array.from({ length: n + m }, () => rawRow(features, next));
  const key = JSON.stringify(size);
  const decomposed = made.get(key) ?? decomposedDesign(raw, size);
  made.set(key, decomposed);
  return { raw, next, ...decomposed };
}

function decomposedDesign(raw: Points, { features, n, m, lengthScale }: ExampleSize) {
  const encode = (r: readonly number[]) =>
    features === 1 ? [r[0]] : [r[0], Math.log(r[1]), r[2] === 1 ? 1 : 0, r[2] === 2 ? 1 : 0];
  const train = raw.slice(0, n).map(encode);
  const mean = train[0].map((_, d) => train.reduce((s, r) => s + r[d], 0) / n);
  const sd = train[0].map((_, d) => Math.sqrt(train.reduce((s, r) => s + (r[d] - mean[d]) ** 2, 0) / n) || 1);
  const standard = (r: readonly number[]) => r.map((v, d) => (v - mean[d]) / sd[d]);
  const xs = train.map(standard);
  const basis = exampleBasis(xs, (a, b) =>
    Math.exp(-a.reduce((s, v, d) => s + (v - b[d]) ** 2, 0) / (2 * lengthScale * lengthScale)),
  );
  const flat = (rows: readonly Float64Array[]) => Float32Array.from(rows.flatMap((row) => [...row]));
  const unbased = (points: Points): Unbased => {
    const rows = points.map((point) => basis.at(point));
    const prior = Float64Array.from(rows, (row) => row.prior);
    return { rank: basis.rank, rows: rows.length, p: flat(rows.map(({ p }) => p)), prior };
  };
  const rugOf = (d: number) => {
    const sorted = Float64Array.from(raw.slice(0, n), (r) => r[d]).sort();
    return Float64Array.from({ length: 41 }, (_, q) => sorted[Math.round((q / 40) * (sorted.length - 1))]);
  };
  const partial = (d: number, kind: PartialDependence['kind'], levels?: readonly string[]) => {
    const rug = rugOf(d);
    const grid = levels ? Float64Array.from(levels, (_, l) => l) : rug.filter((_, q) => q % 2 === 0);
    const means = Array.from(grid, (value) =>
      basis.meanOver(raw.slice(0, n).map((r) => standard(encode(r.map((v, k) => (k === d ? value : v)))))),
    );
    return {
      kind,
      grid,
      rug,
      ...(levels && { levels }),
      part: { rank: basis.rank, rows: grid.length, p: flat(means) },
    };
  };
  const rug = rugOf(0);
  const grid = Float64Array.from({ length: 101 }, (_, q) => rug[0] + ((rug[40] - rug[0]) * q) / 100);
  return {
    mean,
    sd,
    xs,
    basis,
    ...(m > 0 && { held: unbased(raw.slice(n).map((r) => standard(encode(r)))) }),
    partials:
      features === 1
        ? []
        : [partial(0, 'number'), partial(1, 'number'), partial(2, 'category', ['steel', 'brass', 'glass'])],
    ...(features === 1 && { curve: { grid, part: unbased(Array.from(grid, (v) => standard([v]))) } }),
  };
}
