import type { Approximation } from '../../contract/approximation';
import type { Design, Matrix } from '../../contract/data';
import type { FeatureMap, KernelSpec } from '../../contract/kernel';
import type { ParameterSchema, Parameters } from '../../contract/method';
import type { Note } from '../../contract/note';
import type { ChosenParameter } from '../../contract/run';
import type { Computing } from '../../linalg/linalg';
import type { MethodFilter, MethodWords } from '../method';
import type { Drawn } from './recommend';

/** The input from which a method draws its features. */
export interface MapInput {
  readonly design: Design;
  readonly x: Matrix;
  readonly kernel: KernelSpec;
  readonly parameters: Parameters;
  readonly seed: number;
}

/** Drawn features, and what a person should know about them. */
export interface TitledFeatures {
  readonly map: FeatureMap;
  /** The name of the features, for example "Fourier features" or "uniform landmarks". */
  readonly title: string;
  readonly drawn: Drawn;
  /** A key that is equal for maps on the same rows and kernel if one begins with the other's features. */
  readonly key: string;
  /** All landmarks m×d, even if the map stops at fewer, in the order of their features. */
  readonly points?: Matrix;
  readonly sampling?: Approximation['sampling'];
  readonly chosen: readonly ChosenParameter[];
  readonly notes: readonly Note[];
}

/** The filter of every method on features: lambda is searched, and k and r default to none and all. */
export const FEATURE_FILTER: MethodFilter = { kind: 'zones', axes: ['lambda', 'k', 'r'] };

/** Ridge regression on random features or landmarks: everything in which the two differ. */
export interface FeatureFamily extends MethodWords {
  readonly kind: Approximation['kind'];
  readonly parameters: readonly ParameterSchema[];
  /** M for n training rows. */
  count(parameters: Parameters, n: number): number;
  /** True if the requested features use the kernel's length scale. */
  usesKernel(parameters: Parameters): boolean;
  /** True if the kernel has such features. */
  takes(parameters: Parameters, kernel: KernelSpec): boolean;
  /** M features, of which the map has the first `mapped`. */
  draw(input: MapInput, count: number, mapped: number, context: Computing): TitledFeatures;
  /** Features of the requested kind, drawn quickly, to compare length scales by. */
  trial(input: MapInput, count: number, context: Computing): FeatureMap;
  /** Features of the other kind with the same kernel; undefined if there are none. */
  peer(input: MapInput, count: number, context: Computing): TitledFeatures | undefined;
  /** True to solve at one lambda without the M×M problem, if that is requested or cheaper (nystrom-ridge alone). */
  iterates?(parameters: Parameters, n: number): boolean;
}
