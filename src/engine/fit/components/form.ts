import type { Components } from '../../contract/components';
import type { RunContext } from '../../contract/context';
import type { Design } from '../../contract/data';
import type { KernelSpec } from '../../contract/kernel';
import type { ParameterSchema, Parameters } from '../../contract/method';
import type { Note } from '../../contract/note';
import type { ChosenParameter } from '../../contract/run';
import { KERNEL, LENGTH_SCALE, SEED } from '../../parameters/common';
import type { MethodWords } from '../method';
import type { DrawnFeatures } from './featureComponents';

export interface DrawInput {
  readonly design: Pick<Design, 'train' | 'holdout' | 'report' | 'transform'>;
  readonly kernel: KernelSpec;
  readonly parameters: Parameters;
  readonly count: number;
  readonly seed: number;
}

export interface DrawnForm extends DrawnFeatures {
  /** The parameters that the form itself chose, with their rules. */
  readonly chosen: readonly Omit<ChosenParameter, 'title'>[];
  readonly notes: readonly Note[];
  /** True if the features have a kernel of their own: they approximate no other, and no other way approximates theirs. */
  readonly ownKernel?: boolean;
}

/** A way to principal components: everything in which one differs from another. */
export interface ComponentsForm extends MethodWords {
  readonly kind: Components['kind'];
  /** Parameters in addition to those that all forms share. */
  readonly parameters: readonly ParameterSchema[];
  /** Number of landmarks or features for n training rows; n if there are none. */
  count(parameters: Parameters, n: number): number;
  /** True if the length scale defaults to 1 instead of the median distance, as for features that take none from a kernel. */
  unscaled?(parameters: Parameters): boolean;
  /** Draws the features; omitted for the empirical form, which needs none. */
  draw?(input: DrawInput, context: RunContext): DrawnForm;
}

export const DEFAULT_COMPONENTS = 10;
/** Default number of landmarks or features. */
export const DEFAULT_COUNT = 1000;

const LENGTH_SCALE_BY_DISTANCE: ParameterSchema = {
  ...LENGTH_SCALE,
  description:
    'Distance over which rows are similar, in units of the (standardised) features: one number above 0, or one for each encoded column.',
  rule: 'median distance between rows',
};

const COMPONENTS: ParameterSchema = {
  name: 'components',
  title: 'Components l',
  description:
    'Number of principal components: from 1 to the number of landmarks or features, and below the number of training rows.',
  type: 'integer',
  minimum: 1,
  rule: `${DEFAULT_COMPONENTS}, or as many as possible`,
};

const CENTRE: ParameterSchema = {
  name: 'centre',
  title: 'Centre',
  description:
    'Components of the covariance, of rows less their mean in the kernel’s space. If off, of the second moment: eigenpairs of K/n, in which the first component is near the mean.',
  type: 'boolean',
  default: true,
};

const TRADE_OFF: ParameterSchema = {
  name: 'tradeOff',
  title: 'Compare approximations',
  description:
    'Also measure reconstruction error, time and memory of the exact components, and of fewer and more landmarks and features, if that takes only a few seconds.',
  type: 'boolean',
  default: true,
};

/** Every parameter of a form, in the order in which a person is asked for it. */
export function componentsParameters({ parameters }: Pick<ComponentsForm, 'parameters'>): ParameterSchema[] {
  return [KERNEL, LENGTH_SCALE_BY_DISTANCE, COMPONENTS, ...parameters, CENTRE, TRADE_OFF, SEED];
}
