import type { Axis } from '../contract/filter';
import type { MethodSpec } from '../contract/method';
import { count, NARROW } from './numbers';

/** The common property of the methods of a family, in the order of menus and lists. */
export const METHOD_FAMILIES: Readonly<Record<MethodSpec['family'], string>> = {
  spectral: 'squared error',
  robust: 'robust, sparse and quantiles',
  features: 'large files',
  components: 'no target',
};

/** An expected error against the lowest one, as the end of a sentence: "1.4 % above the lowest". */
export function lossWords(loss: number): string {
  return loss < 0.001 ? `within 0.1${NARROW}% of the lowest` : `${lossText(loss)} above the lowest`;
}

/** Two digits: "0.4 %", "12 %"; a dash if it was not measured. */
export function lossText(loss: number): string {
  if (Number.isNaN(loss)) return '–';
  const value = 100 * loss;
  return `${value >= 10 ? Math.round(value) : value.toFixed(1)}${NARROW}%`;
}

/** The words for who or what chose a value, after `RunParameter.rule`: "set by you", "lowest leave-one-out error". */
export const ruleText = (rule: string): string => (rule === 'set' ? 'set by you' : rule);

/** The same for a value with its sign, as a remark: "λ set by you", "λ by lowest leave-one-out error". */
export const chosenBy = (sign: string, rule: string): string =>
  rule === 'set' ? `${sign} ${ruleText(rule)}` : `${sign} by ${rule}`;

/** The remedy for a fit with nearly as many degrees of freedom as rows. */
const LESS_FREEDOM: Readonly<Record<Axis, string>> = {
  lambda: 'a larger lambda',
  k: 'a smaller k',
  r: 'a smaller r',
  t: 'a smaller t',
  steps: 'fewer steps',
};

/** A sentence on a fit of `n` training rows that interpolates, along the method's first axis. */
export function interpolates(axis: Axis, degreesOfFreedom: number, n: number): string {
  return `With ${count(degreesOfFreedom)} of ${count(n)} degrees of freedom the fit passes close to every training row, noise included. If errors on other rows are high, set ${LESS_FREEDOM[axis]}.`;
}
