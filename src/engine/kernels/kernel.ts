import type { LeafKernel, LeafShape } from '../contract/kernel';
import type { KernelForm } from '../linalg/kernelForm';

/** A kernel of one formula: every leaf but the features of a fit, which are a kernel by what was drawn. */
export type FormulaShape = Exclude<LeafShape, { readonly kind: 'features' }>;

/** The same with its length scale. */
export type FormulaLeaf = Exclude<LeafKernel, { readonly kind: 'features' }>;

export type ShapeOf<K extends LeafShape['kind']> = LeafShape & { readonly kind: K };

type NumberOf<S> = S extends unknown ? Exclude<keyof S, 'kind'> & string : never;

/** All that is known of one kind of kernel. What a kernel says for all leaves alike, random features included, is its traits. */
export interface Kernel<K extends FormulaShape['kind'] = FormulaShape['kind']> extends KernelTraits<K> {
  /** One for each name in an expression; most kinds have one. */
  readonly names: readonly KernelNaming<K>[];
  /** When to use it: a sentence for a person. */
  readonly summary: string;
  /** For docs/methods.md; r = ‖x − z‖ of rows divided by the length scale. */
  readonly formula: string;
  readonly parameters: readonly KernelParameter<K>[];
  /** What the core computes, on rows divided by the length scale, or with a common scale in it (`scaleInForm`). */
  form(shape: ShapeOf<K>, lengthScale: number): KernelForm;
  /** A common length scale goes into the form: rows divided by a very small one could not be squared. */
  readonly scaleInForm?: true;
  /** Of `difference`: its period in rows that are divided by `lengthScale/period`, so that the length scale is the period. */
  readonly period?: number;
  /** Functions of r that have it: how length scales for each column are found by derivatives. */
  slope?(shape: ShapeOf<K>): KernelSlope;
  /** Functions of r with a spectral density to draw from: what random Fourier features are made of. */
  readonly spectral?: SpectralDensity<K>;
}

export interface KernelTraits<K extends LeafShape['kind'] = LeafShape['kind']> {
  /** What it is a function of: r, x·z and the norms, or x − z column by column. */
  readonly argument: 'distance' | 'innerProduct' | 'difference';
  /** The length scale only multiplies it, or adds an unpenalised polynomial. */
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
  /** As a heading says it, before "kernel". */
  readonly title: string;
  /** What the name says of the shape, where a kind has several names. */
  readonly fixed?: Partial<ShapeOf<K>>;
}

/** A number that a kernel's name takes in brackets. */
export interface KernelParameter<K extends LeafShape['kind'] = LeafShape['kind']> {
  readonly name: NumberOf<ShapeOf<K>>;
  /** Its value when it is left out. */
  readonly default: number;
  /** Whether it makes a kernel; asked of finite numbers. */
  holds(value: number): boolean;
  /** The same in words, after "needs": "a whole degree of 1 or more". */
  readonly need: string;
}

/** −k'(r)/r = from(κ(r/stretch)), κ the kernel of `shape`; from is the identity where it is left out. */
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
