import type { LeafKernel, LeafShape, OfColumns } from '../contract/kernel';
import type { KernelForm } from '../linalg/kernelForm';

/** A kernel with a formula: every leaf except the features of a fit, whose kernel depends on what was drawn. */
export type FormulaShape = Exclude<LeafShape, { readonly kind: 'features' }>;

/** The same with its length scale. */
export type FormulaLeaf = Exclude<LeafKernel, { readonly kind: 'features' }>;

export type ShapeOf<K extends LeafShape['kind']> = LeafShape & { readonly kind: K };

/** A kernel whose length scales may still be open, as a person writes it. Every KernelSpec is one. */
export type KernelTemplate =
  | LeafTemplate
  | { readonly kind: 'sum'; readonly terms: readonly { readonly weight: number; readonly kernel: KernelTemplate }[] }
  | { readonly kind: 'product'; readonly factors: readonly KernelTemplate[] };

export type LeafTemplate = LeafShape & { readonly lengthScale?: readonly number[] } & OfColumns;

type NumberOf<S> = S extends unknown ? Exclude<keyof S, 'kind'> & string : never;

/** All facts about one kind of kernel. Those that all leaves have, random features included, are its traits. */
export interface Kernel<K extends FormulaShape['kind'] = FormulaShape['kind']> extends KernelTraits<K> {
  /** Its names in an expression; most kinds have one. */
  readonly names: readonly KernelNaming<K>[];
  /** A sentence for a person: when to use it. */
  readonly summary: string;
  /** The formula for docs/methods.md; r = ‖x − z‖ of rows divided by the length scale. */
  readonly formula: string;
  readonly parameters: readonly KernelParameter<K>[];
  /**
   * The form that the core computes, on rows divided by the length scale, or with a common scale in it (`scaleInForm`).
   */
  form(shape: ShapeOf<K>, lengthScale: number): KernelForm;
  /** True if a common length scale goes into the form: rows divided by a very small one could not be squared. */
  readonly scaleInForm?: true;
  /**
   * For `difference`, the period in rows that are divided by `lengthScale/period`, so that the length scale is the
   * period.
   */
  readonly period?: number;
  /** For functions of r that have one, the slope with which length scales for each column are found by derivatives. */
  slope?(shape: ShapeOf<K>): KernelSlope;
  /** For functions of r that have one, the spectral density from which random Fourier features are drawn. */
  readonly spectral?: SpectralDensity<K>;
}

export interface KernelTraits<K extends LeafShape['kind'] = LeafShape['kind']> {
  /** The argument of the function: r, x·z and the norms, or x − z column by column. */
  readonly argument: 'distance' | 'innerProduct' | 'difference';
  /** True if the length scale only multiplies it, or adds an unpenalised polynomial. */
  readonly scaleFree: boolean;
  /**
   * The m up to which it is only conditionally positive definite: a'Ka ≥ 0 for every a orthogonal to the polynomials of degree < m. 0:
   * positive definite.
   */
  order(shape: ShapeOf<K>): number;
}

/** A name of the kernel expression. */
export interface KernelNaming<K extends LeafShape['kind'] = LeafShape['kind']> {
  readonly name: string;
  /** The title, as a heading says it before "kernel". */
  readonly title: string;
  /** The numbers of the shape that the name implies, if a kind has several names. */
  readonly fixed?: Partial<ShapeOf<K>>;
}

/** A number that a kernel's name takes in brackets. */
export interface KernelParameter<K extends LeafShape['kind'] = LeafShape['kind']> {
  readonly name: NumberOf<ShapeOf<K>>;
  /** The value if it is omitted. */
  readonly default: number;
  /** True if the value makes a kernel; called only with finite numbers. */
  holds(value: number): boolean;
  /** The same condition in words, after "needs": "a whole degree of 1 or more". */
  readonly need: string;
}

/** −k'(r)/r = from(κ(r/stretch)), where κ is the kernel of `shape`; if omitted, from is the identity. */
export interface KernelSlope {
  readonly shape: FormulaShape;
  readonly stretch: number;
  from?(value: number): number;
}

/** A kernel that is a mixture of Gaussians, E[exp(−s²r²/2)]: its frequencies are normal ones times s. */
export interface SpectralDensity<K extends FormulaShape['kind'] = FormulaShape['kind']> {
  mixture(shape: ShapeOf<K>): MixtureLaw;
  /** k at the distance r. */
  at(r: number, shape: ShapeOf<K>): number;
}

/** The law of s: 1; s² = degrees/χ²_degrees; s² = 2·g, g exponential. */
export type MixtureLaw =
  | { readonly law: 'one' }
  | { readonly law: 'inverseChiSquared'; readonly degrees: 1 | 3 | 5 }
  | { readonly law: 'exponential' };
