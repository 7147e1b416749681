import type { Approximation } from '../../contract/approximation';
import type { RunContext } from '../../contract/context';
import type { Design, Matrix } from '../../contract/data';
import type { FeatureMap, KernelSpec } from '../../contract/kernel';
import type { ParameterSchema, Parameters } from '../../contract/method';
import type { Note } from '../../contract/note';
import type { ChosenParameter } from '../../contract/run';
import type { LinearAlgebra } from '../../linalg/linalg';
import type { MethodFilter, MethodWords } from '../method';
import type { Drawn } from './recommend';

/** What a method is asked for its features with. */
export interface MapInput {
  readonly design: Design;
  readonly x: Matrix;
  readonly kernel: KernelSpec;
  readonly parameters: Parameters;
  readonly seed: number;
  readonly linalg: LinearAlgebra;
}

/** Features drawn, and what a person should know of them. */
export interface DrawnMap {
  readonly map: FeatureMap;
  /** "Fourier features", "uniform landmarks". */
  readonly title: string;
  readonly drawn: Drawn;
  /** Alike for maps of which one begins with the other's features, on the same rows with the same kernel. */
  readonly key: string;
  /** All landmarks m×d, also where the map stops at fewer, in the order of their features. */
  readonly points?: Matrix;
  readonly sampling?: Approximation['sampling'];
  readonly chosen: readonly ChosenParameter[];
  readonly notes: readonly Note[];
}

/** Of every method on features: lambda is searched, k and r mean none and all where they are left out. */
export const FEATURE_FILTER: MethodFilter = { kind: 'zones', axes: ['lambda', 'k', 'r'] };

/** Ridge regression on random features or landmarks: what one has and the other has not. */
export interface FeatureFamily extends MethodWords {
  readonly kind: Approximation['kind'];
  readonly parameters: readonly ParameterSchema[];
  /** M for n training rows. */
  count(parameters: Parameters, n: number): number;
  /** Whether the kernel's length scale is of use to the features that are asked for. */
  usesKernel(parameters: Parameters): boolean;
  /** Whether there are such features of the kernel. */
  takes(parameters: Parameters, kernel: KernelSpec): boolean;
  /** M features, of which the map has the first `mapped`. */
  draw(input: MapInput, count: number, mapped: number, context: RunContext): DrawnMap;
  /** Features of the kind that is asked for, drawn quickly, to compare length scales by. */
  trial(input: MapInput, count: number, context: RunContext): FeatureMap;
  /** Features of the other kind with the same kernel; undefined where there are none. */
  peer(input: MapInput, count: number, context: RunContext): DrawnMap | undefined;
  /** Solves at one lambda without the M×M problem, where that is asked for or cheaper (nystrom-ridge alone). */
  iterates?(parameters: Parameters, n: number): boolean;
}
