import type { Components } from '../../contract/components';
import type { RunContext } from '../../contract/context';
import type { Design } from '../../contract/data';
import type { KernelSpec } from '../../contract/kernel';
import type { ParameterSchema, Parameters } from '../../contract/method';
import type { Note } from '../../contract/note';
import type { ChosenParameter } from '../../contract/run';
import type { LinearAlgebra } from '../../linalg/linalg';
import type { MethodWords } from '../method';
import type { DrawnFeatures } from './featureComponents';

export interface DrawInput {
  readonly design: Pick<Design, 'train' | 'holdout' | 'report' | 'transform'>;
  readonly kernel: KernelSpec;
  readonly parameters: Parameters;
  readonly count: number;
  readonly seed: number;
  readonly linalg: LinearAlgebra;
}

export interface Draw extends DrawnFeatures {
  /** What the form itself chose, with its rules. */
  readonly chosen: readonly Omit<ChosenParameter, 'title'>[];
  readonly notes: readonly Note[];
  /** The features have a kernel of their own: they approximate no other, and no other way approximates theirs. */
  readonly ownKernel?: boolean;
}

/** A way to principal components: everything in which one differs from another. */
export interface ComponentsForm extends MethodWords {
  readonly kind: Components['kind'];
  /** Beside those that all share. */
  readonly parameters: readonly ParameterSchema[];
  /** Landmarks or features for n training rows; n where there are none. */
  count(parameters: Parameters, n: number): number;
  /** Whether a length scale that was left out is 1 instead of the median distance: of features that take none from a kernel. */
  unscaled?(parameters: Parameters): boolean;
  /** Left out for the empirical form, which needs no features. */
  draw?(input: DrawInput, context: RunContext): Draw;
}
