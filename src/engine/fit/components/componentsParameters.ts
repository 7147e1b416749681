import type { ParameterSchema } from '../../contract/method';
import { KERNEL, LENGTH_SCALE, SEED } from '../../parameters/common';
import type { ComponentsForm } from './form';

export const DEFAULT_COMPONENTS = 10;
/** Landmarks and features when nothing is said. */
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

const TRADE_OFF: ParameterSchema = {
  name: 'tradeOff',
  title: 'Compare approximations',
  description:
    'Also measure reconstruction error, time and memory of the exact components, and of fewer and more landmarks and features, if that takes only a few seconds.',
  type: 'boolean',
  default: true,
};

/** Every parameter of a form, in the order in which it is asked for. */
export function componentsParameters({ parameters }: Pick<ComponentsForm, 'parameters'>): ParameterSchema[] {
  return [KERNEL, LENGTH_SCALE_BY_DISTANCE, COMPONENTS, ...parameters, TRADE_OFF, SEED];
}
