import type { ParameterSchema } from '../../contract/method';
import { COMMON_PARAMETERS, KERNEL_PARAMETERS } from '../../parameters/common';
import type { ComponentsForm } from './form';

export const DEFAULT_COMPONENTS = 10;
/** Landmarks and features when nothing is said. */
export const DEFAULT_COUNT = 1000;

const [KERNEL, LENGTH_SCALE] = KERNEL_PARAMETERS;
const [, , , SEED] = COMMON_PARAMETERS;

const LENGTH_SCALE_BY_DISTANCE: ParameterSchema = {
  ...LENGTH_SCALE,
  description:
    'Distance over which rows count as alike, in units of the (standardised) features: one number above 0, or one for each encoded column.',
  rule: 'median distance between rows',
};

const COMPONENTS: ParameterSchema = {
  name: 'components',
  title: 'Components l',
  description:
    'Principal components computed: from 1 to the number of landmarks or features, and to one less than the training rows.',
  type: 'integer',
  minimum: 1,
  rule: `${DEFAULT_COMPONENTS}, or as many as there are`,
};

const TRADE_OFF: ParameterSchema = {
  name: 'tradeOff',
  title: 'Compare with other ways',
  description:
    'Also measure reconstruction error, time and memory of the other ways to the components, and of fewer and more landmarks and features, where that takes a few seconds.',
  type: 'boolean',
  default: true,
};

/** Every parameter of a form, in the order in which it is asked for. */
export function componentsParameters({ parameters }: Pick<ComponentsForm, 'parameters'>): ParameterSchema[] {
  return [KERNEL, LENGTH_SCALE_BY_DISTANCE, COMPONENTS, ...parameters, TRADE_OFF, SEED];
}
