import type { Axis } from '../contract/filter';
import { count } from './numbers';

/** The way back from a fit with nearly as many degrees of freedom as rows. */
const LESS_FREEDOM: Readonly<Record<Axis, string>> = {
  lambda: 'a larger lambda',
  k: 'a smaller k',
  r: 'a smaller r',
  t: 'a smaller t',
  steps: 'fewer steps',
};

/** Of `n` training rows, along the method's first axis. */
export function interpolates(axis: Axis, degreesOfFreedom: number, n: number): string {
  return `With ${count(degreesOfFreedom)} of ${count(n)} degrees of freedom the fit passes close to every training row, noise included. If errors on other rows are high, set ${LESS_FREEDOM[axis]}.`;
}
