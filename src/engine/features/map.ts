import type { RunContext } from '../contract/context';
import type { Matrix } from '../contract/data';
import type { FeatureMap, KernelSpec } from '../contract/kernel';
import { type Fields, isCount, isListOf, isNumbers, isPositive } from '../contract/shape';
import type { Random } from '../data/random';
import type { FormulaLeaf, FormulaShape } from '../kernels/kernel';
import type { KernelName } from '../kernels/table';
import type { Computing } from '../linalg/linalg';

// Checks of the members of a map that was read from a file, shared by several kinds of maps.

/** A kernel between two rows of d columns. */
export type RowKernel = (x: Float64Array, z: Float64Array) => number;

/** True if a value read from a file is a kernel of this many columns. */
export type IsKernel = (kernel: unknown, columns: number) => boolean;

/** All facts about one kind of features φ once they are drawn. Their number is `featureCount`. */
export interface MapKind<M extends FeatureMap = FeatureMap> {
  /** Writes φ of the rows of x (n×d) into `into` (n×M). */
  evaluate(map: M, x: Matrix, context: Computing, into: Float64Array): void;
  /** The first `count` features: the same as drawing that many with the same seed. */
  first(map: M, count: number): M;
  /**
   * The kernel that scale²·φ(x)·φ(z) tends to, in the form of an expression if it has one. Undefined for features that
   * were not drawn for a kernel.
   */
  recovers(map: M): KernelSpec | RowKernel | undefined;
  /**
   * True if the members of a map read from a file have the kinds and lengths that belong together, all numbers finite
   * and all indices within bounds.
   */
  isWhole(members: Fields, inputs: number, isKernel: IsKernel): boolean;
}

/** The request for a draw: M features of a kernel that the map takes. */
export interface Draw<K extends FormulaShape['kind'] = FormulaShape['kind']> {
  readonly kernel: FormulaLeaf & { readonly kind: K };
  /** Its length scales, one for each encoded column. */
  readonly scales: readonly number[];
  /** The number of features M. */
  readonly count: number;
  /** The number of encoded columns d. */
  readonly inputs: number;
  readonly seed: number;
  /** The generator of that seed; nothing has been drawn from it yet. */
  readonly random: Random;
}

/** A way to draw features, by the name that a person asks for. Formulas: docs/features.md. */
export interface DrawnMap<K extends FormulaShape['kind'] = FormulaShape['kind']> {
  /** The title, as a heading says it: "Orthogonal Fourier features". */
  readonly title: string;
  /** A sentence for a person: when to use it, or what it is. */
  readonly description: string;
  /**
   * The kernels that it takes, by their names in an expression. If empty, the map has its own kernel, and only the
   * length scale of the given one counts.
   */
  readonly kernels: readonly KernelName[];
  /** True if it also takes sums of these, with some of the features for each term. */
  readonly sums?: true;
  /** True if rows must not have negative values: histograms. */
  readonly nonNegative?: true;
  /**
   * Draws the features; fewer features are the first ones of more. Throws `parameter/invalid` for numbers that it
   * cannot draw for.
   */
  draw(draw: Draw<K>, context: RunContext): FeatureMap;
}

/** One length scale for each of d columns. */
export function eachColumn(lengthScale: readonly number[], d: number): readonly number[] {
  return lengthScale.length === d ? lengthScale : new Array<number>(d).fill(lengthScale[0]);
}

export function isSome(values: unknown): values is Float64Array {
  return isNumbers(values) && values.length > 0;
}

export function allBelow(indices: unknown, bound: number): indices is Uint16Array {
  return indices instanceof Uint16Array && indices.every((index) => index < bound);
}

/** True for an integer from 1. */
export function isWhole(value: unknown): value is number {
  return isCount(value) && value >= 1;
}

export function isScale(lengthScale: unknown, d: number): boolean {
  return isListOf(lengthScale, isPositive) && (lengthScale.length === 1 || lengthScale.length === d);
}

/** The parameters of (scale·x·z + offset)^degree, or of its exponential. */
export function isDotProduct({ lengthScale, scale, offset }: Fields, d: number): boolean {
  return isScale(lengthScale, d) && isPositive(scale) && (offset === 0 || isPositive(offset));
}
