import type { FrozenReading, Matrix, MissingPolicy, ReadOptions, TransformInput } from '../../engine/contract/data';
import type { FitQuality, Model } from '../../engine/contract/model';
import type { Formula } from '../kernels/formulas';
import type { ArrayMap } from './mapMembers';

/** Raised when what an export holds changes so that a reader of an earlier one would misread it. */
export const PORTABLE_FORMAT = 1;

/**
 * Everything that predicts, in the form in which every export says it: plain values, vectors (Float64Array) and matrices. What needs a
 * decomposition or a series is computed here, so that a reader needs arithmetic alone. docs/export.md documents every member.
 */
export interface PortableModel {
  readonly format: 'kernelscope portable model';
  readonly version: number;
  readonly kernelscope: string;
  readonly method: string;
  /** How files are read, as far as the model says so. Names of columns are values here and no keys. */
  readonly read: Omit<ReadOptions, 'kinds' | 'acceptExpansion'> & {
    readonly kinds?: readonly { readonly column: string; readonly kind: string }[];
    /** How the training rows were read; left out of models by versions before. */
    readonly frozen?: FrozenReading;
  };
  readonly inputs: readonly TransformInput[];
  readonly missing: MissingPolicy;
  readonly encoded: {
    readonly names: readonly string[];
    readonly centre: readonly number[];
    readonly scale: readonly number[];
  };
  readonly kernel: PortableKernel;
  /** Training rows or landmarks, n×d; n may be 0. */
  readonly rows: Matrix;
  readonly features: readonly PortableBlock[];
  /** Columns of the features that `beta` belongs to. */
  readonly kept: Uint32Array;
  readonly outputs: readonly PortableOutput[];
  readonly projection?: PortableProjection;
  readonly classes?: Model['classes'];
  readonly quantiles?: readonly number[];
  readonly components?: PortableComponents;
  /** What predictions are to be seen beside; left out of models by versions before. */
  readonly quality?: Pick<FitQuality, 'unreliableIntervals' | 'gaps'>;
}

export type PortableKernel =
  | { readonly kind: 'sum'; readonly terms: readonly { readonly weight: number; readonly kernel: PortableKernel }[] }
  | { readonly kind: 'product'; readonly factors: readonly PortableKernel[] }
  /** φ(x)·φ(z)/M of rows divided by the length scale. */
  | { readonly kind: 'features'; readonly lengthScale: readonly number[]; readonly map: PortableMap }
  | PortableLeaf;

/** A kernel of one formula: `function` of the squared distance, of inner products, or of columns' distances in turns. */
export interface PortableLeaf {
  readonly kind: 'leaf';
  /** One of the formulas of kernels/formulas.ts: "gaussian", "arcCosine1". */
  readonly function: string;
  readonly argument: 'distance' | 'innerProduct' | 'difference';
  /** The encoded columns that it sees, from 0; all where they are left out. */
  readonly columns?: readonly number[];
  readonly lengthScale: readonly number[];
  readonly parameters: Readonly<Record<string, number | readonly number[]>>;
  /** The formula, for exporters: no file holds it. */
  readonly of: Formula['of'];
}

export type PortableBlock =
  | { readonly kind: 'constant' }
  | {
      readonly kind: 'monomial';
      readonly powers: readonly { readonly column: number; readonly power: number }[];
    }
  | { readonly kind: 'map'; readonly map: PortableMap };

export type PortableMap =
  | ArrayMap
  /** A periodic function between rows divided by the length scale and points, d×M. */
  | {
      readonly kind: 'spline';
      readonly lengthScale: readonly number[];
      readonly points: Matrix;
      readonly kernel: PortableLeaf;
    }
  | {
      readonly kind: 'landmarks';
      readonly kernel: PortableKernel;
      readonly points: Matrix;
      /** Lower triangular. */
      readonly factor: Matrix;
    };

export interface PortableOutput {
  readonly name: string;
  readonly alpha: Float64Array;
  readonly beta: Float64Array;
  /** Left out where intervals were not asked for. */
  readonly interval?: PortableInterval;
}

/** Half the width of a 95 % interval: widening(x)·min(width·s(x), most). */
export interface PortableInterval {
  readonly width: number;
  /** Left out: infinite. */
  readonly most?: number;
  /** s(x) is 1, the deviation (at most `mostDeviation`), or exp of a sum as of predictions, kept within `range`. */
  readonly spread: 'constant' | 'deviation' | 'fitted';
  readonly alpha?: Float64Array;
  readonly beta?: Float64Array;
  readonly range?: readonly [number, number];
  readonly mostDeviation?: number;
  /** Of spectral fits: deviation² = 1 + leverage + max(0, prior − Σ weight_i·P_i²)/ridge. widening = max(1, deviation/mostDeviation). */
  readonly deviation?: { readonly weights: Float64Array; readonly ridge: number };
}

/**
 * Of m new rows with k = k(x, rows) (m×n), F the features `kept` here, and v = F·whiten: P = k·directions − v·coupling, prior = k(x, x) −
 * 2·v·(k·along)' + v·inner·v', leverage = ‖v‖².
 */
export interface PortableProjection {
  readonly kept: Uint32Array;
  /** n×r. */
  readonly directions: Matrix;
  /** p×p, p×r, n×p and p×p. */
  readonly whiten: Matrix;
  readonly coupling: Matrix;
  readonly along: Matrix;
  readonly inner: Matrix;
}

/** scores = φ·coefficients − offset; error = max(0, φ(x)·φ(x) − 2·φ·meanWeights + constant − ‖scores‖²), φ(x)·φ(x) = k(x, x) on rows. */
export interface PortableComponents {
  readonly coefficients: Matrix;
  readonly offset: Float64Array;
  readonly meanWeights: Float64Array;
  readonly constant: number;
  readonly ownScale: number;
}
