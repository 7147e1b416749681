import type { RunContext } from '../contract/context';
import type { Matrix } from '../contract/data';
import type { FeatureMap, KernelSpec } from '../contract/kernel';
import type { Fields } from '../contract/shape';
import type { Random } from '../data/random';
import type { FormulaLeaf, FormulaShape } from '../kernels/kernel';
import type { KernelName } from '../kernels/table';
import type { LinearAlgebra } from '../linalg/linalg';

/** A kernel between two rows of d columns. */
export type RowKernel = (x: Float64Array, z: Float64Array) => number;

/** Whether a value read from a file is a kernel of this many columns. */
export type IsKernel = (kernel: unknown, columns: number) => boolean;

/** All that is known of one kind of features φ once they are drawn. Their number is `featureCount`. */
export interface MapKind<M extends FeatureMap = FeatureMap> {
  /** Writes φ of the rows of x (n×d) into `into` (n×M). */
  evaluate(map: M, x: Matrix, linalg: LinearAlgebra, context: RunContext, into: Float64Array): void;
  /** The first `count` features: the same as drawing that many with the same seed. */
  first(map: M, count: number): M;
  /** The kernel that scale²·φ(x)·φ(z) tends to, as an expression's where it is one. Undefined for features that were drawn for none. */
  recovers(map: M): KernelSpec | RowKernel | undefined;
  /** Whether the members of a map read from a file are of the kinds and lengths that belong together, numbers finite, indices within bounds. */
  isWhole(members: Fields, inputs: number, isKernel: IsKernel): boolean;
}

/** What a draw is told: M features of a kernel that the map takes. */
export interface Draw<K extends FormulaShape['kind'] = FormulaShape['kind']> {
  readonly kernel: FormulaLeaf & { readonly kind: K };
  /** Its length scales, one for each encoded column. */
  readonly scales: readonly number[];
  /** Features M. */
  readonly count: number;
  /** Encoded columns d. */
  readonly inputs: number;
  readonly seed: number;
  /** Of that seed; nothing has been drawn from it. */
  readonly random: Random;
}

/** A way to draw features, by the name that a person asks for. Formulas: docs/features.md. */
export interface DrawnMap<K extends FormulaShape['kind'] = FormulaShape['kind']> {
  /** As a heading says it: "Orthogonal Fourier features". */
  readonly title: string;
  /** When to use it, or what it is: a sentence for a person. */
  readonly description: string;
  /** Kernels by their names in an expression. Empty: the map has a kernel of its own, and only the length scale of the given one counts. */
  readonly kernels: readonly KernelName[];
  /** Also sums of these, some of the features for each term. */
  readonly sums?: true;
  /** Rows must not have negative values: histograms. */
  readonly nonNegative?: true;
  /** Fewer features are the first ones of more. Throws `parameter/invalid` for numbers that it cannot draw for. */
  draw(draw: Draw<K>, context: RunContext): FeatureMap;
}

/** One length scale for each of d columns. */
export function eachColumn(lengthScale: readonly number[], d: number): readonly number[] {
  return lengthScale.length === d ? lengthScale : new Array<number>(d).fill(lengthScale[0]);
}
