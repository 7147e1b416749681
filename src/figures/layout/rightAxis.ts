import type { AxisSpec } from '../../engine/contract/figure';
import { decimalsOf, fixed } from '../../engine/words/numbers';
import type { Measure } from './shapes';

/** The name above the right axis. */
export const RIGHT_TITLE = 'R²';
/** Pixels between the plot and a label, and behind it. */
export const RIGHT_GAP = 6;

/** R² of an error on the axis; NaN where the axis says none. */
export function r2At({ r2 }: AxisSpec, error: number): number {
  if (r2 === undefined) return Number.NaN;
  return 1 - (r2.root ? error * error : error) / r2.variance;
}

/** In as many decimals as its distance from 1 has: 0.95 of an error of 0.05. */
export function r2Text(axis: AxisSpec, error: number): string {
  const r2 = r2At(axis, error);
  return fixed(r2, Math.min(6, decimalsOf(Number((1 - r2).toPrecision(2)))));
}

/** What the labels of the right axis take beside the plot; 0 without one. */
export function rightRoom(axis: AxisSpec, ticks: readonly number[], measure: Measure): number {
  if (axis.r2 === undefined) return 0;
  const texts = [RIGHT_TITLE, ...ticks.map((tick) => r2Text(axis, tick))];
  return Math.ceil(Math.max(...texts.map((text) => measure(text, false)))) + RIGHT_GAP;
}
