import type { Axis, FilterSpec } from '../contract/filter';

/** A number that no slider moves: its row in the table of parameters. */
export interface HeldNumber {
  readonly title: string;
  readonly format: 'amount' | 'plain';
  /** The value at which the number is not listed. */
  readonly idle?: number;
}

/** The momentum, from 0 to below 1. */
export const MOMENTUM_NUMBER: HeldNumber = { title: 'momentum', format: 'plain', idle: 0 };

export type FilterKind = FilterSpec['kind'];
/** The filter of one kind with its numbers. */
export type SpecOf<K extends FilterKind> = Extract<FilterSpec, { readonly kind: K }>;
/** The names of a filter's numbers; those of all filters if none is named. */
export type NumberName<S extends FilterSpec = FilterSpec> = S extends FilterSpec ? Exclude<keyof S, 'kind'> : never;

/**
 * The spectrum that a filter acts on: the eigenvalues `mu` of K/n in descending order, of which the first `rank` stand
 * above rounding; n rows.
 */
export interface Eigenvalues {
  readonly mu: Float64Array;
  readonly rank: number;
  readonly n: number;
}

/**
 * The fractions of each direction that a filter keeps and leaves, g and 1 − g, the latter formed without a difference.
 */
export interface FilterParts {
  readonly share: Float64Array;
  readonly left: Float64Array;
}

/** Directions 0…from−1 are kept in full, from…to−1 shrunk by ridge, mu/(mu + lambda), and the rest left out. */
export interface Zones {
  readonly from: number;
  readonly to: number;
  readonly lambda: number;
}

/** The range that grids of values cover. */
export interface GridRange {
  readonly n: number;
  readonly rank: number;
  /** Trace of the residual kernel matrix over n: lambda is tried up to it, rounded up to a power of ten. */
  readonly trace: number;
}

/** Values to try along one axis of a filter. */
export interface FilterAxis<S extends FilterSpec = FilterSpec> {
  /** Ascending, about 100 of them. */
  grid(filter: S, range: GridRange): Float64Array;
  /** For a grid over this many axes together; if omitted, every second or fourth value of `grid`. */
  coarse?(range: GridRange, axes: number): Float64Array;
}

/** Why a filter cannot be used on a kernel: the number at fault, and a sentence. */
export interface FilterFault {
  readonly name: NumberName;
  readonly text: string;
}

interface FilterWords {
  /** The beginning of a sentence on what the filter keeps. */
  readonly subject: string;
  /** A sentence that compares it with ridge. */
  readonly like: string;
  /** The quantities that leave-one-out errors without refits hold fixed. */
  readonly held: string;
  /**
   * For docs/methods.md: g_i, the lambda that shrinks alike, the same filter on fewer rows, and where errors of rows
   * left out are exact.
   */
  readonly formula: string;
  readonly lambda: string;
  readonly inFold: string;
  readonly exact: string;
}

/**
 * A spectral filter: everything that distinguishes it from others. Its numbers and axes are those of its `FilterSpec`,
 * so that a forgotten one is a type error. Nothing else branches on the kind of a filter.
 */
export interface Filter<S extends FilterSpec = FilterSpec> {
  readonly held: { readonly [N in Exclude<keyof S, 'kind' | Axis>]: HeldNumber };
  readonly axes: { readonly [A in Extract<keyof S, Axis>]: FilterAxis<S> };
  readonly words: FilterWords;
  /**
   * For notebooks, a Python function that is named after the filter's kind: from mu, the rank, n and the numbers in
   * their order it computes g/mu, 0 beyond the rank. Omitted by zones, whose ends a notebook counts by the rank that it
   * finds itself.
   */
  readonly python?: string;
  /**
   * Writes g and 1 − g of the directions below the rank into `parts`, which initially has all of `share` 0 and all of
   * `left` 1.
   */
  fill(filter: S, eigenvalues: Eigenvalues, parts: FilterParts): void;
  /** The ridge (per sample) that shrinks about as much; infinite when nothing is kept. */
  equivalentLambda(filter: S, eigenvalues: Eigenvalues): number;
  /** The same penalty, time or steps on `ratio` times fewer rows, where `ratio` is n over the rows of the fold. */
  inFold(filter: S, ratio: number): S;
  /** Replaces one number, and with it those that have to follow. If omitted, none ever has to. */
  withValue?(filter: S, axis: Axis, value: number): S;
  /** The same under a slider of a method with these axes. If omitted, as `withValue`. */
  underSlider?(filter: S, axis: Axis, value: number, axes: readonly Axis[]): S;
  /** True if the axis may take the value while the other numbers stay as they are. If omitted, it always may. */
  allows?(filter: S, axis: Axis, value: number): boolean;
  /**
   * Present if the filter is ridge between two ends, for which leave-one-out errors and risks over both ends follow
   * from running sums (spectrum/looZones.ts, spectrum/zoneSums.ts).
   */
  zones?(filter: S, rank: number): Zones;
  /**
   * True if leave-one-out and fold errors without refits equal those of refits, at all values of these axes. If
   * omitted, never.
   */
  exact?(filter: S, rank: number, axes: readonly Axis[]): boolean;
  fault?(filter: S, eigenvalues: Eigenvalues): FilterFault | undefined;
}
