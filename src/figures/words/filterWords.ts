import type { Axis, FilterSpec } from '../../engine/contract/filter';
import { axisValue } from '../../engine/filters/anyFilter';
import { count, NARROW, sci } from './numbers';

/** What is kept of each axis's name on screen: its sign, its words, and what its value counts. */
export const AXIS_WORDS: Readonly<
  Record<Axis, { readonly sign: string; readonly name: string; readonly unit: string }>
> = {
  lambda: { sign: 'λ', name: 'lambda', unit: 'per sample' },
  k: { sign: 'k', name: 'unpenalised directions k', unit: 'unpenalised' },
  r: { sign: 'r', name: 'directions kept r', unit: 'kept' },
  t: { sign: 't', name: 'flow time t', unit: 'flow time' },
  steps: { sign: 'steps', name: 'descent steps', unit: 'of descent' },
};

/** lambda and t are amounts; the others are counts. */
export function isCount(axis: Axis): boolean {
  return axis === 'k' || axis === 'r' || axis === 'steps';
}

export function axisText(axis: Axis, value: number): string {
  return isCount(axis) ? count(value) : sci(value);
}

/** "λ 4.0 × 10⁻⁶", "k 40", "12 steps" */
export function settingText(axis: Axis, value: number): string {
  if (axis === 'steps') return `${count(value)}${NARROW}${Math.round(value) === 1 ? 'step' : 'steps'}`;
  return `${AXIS_WORDS[axis].sign}${NARROW}${axisText(axis, value)}`;
}

/** "λ 4.0 × 10⁻⁶ and k 40": the filter's values of these axes. */
export function filterText(filter: FilterSpec, axes: readonly Axis[]): string {
  const parts = axes.map((axis) => settingText(axis, axisValue(filter, axis)));
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}

/** Two values of an axis count as one: counts when equal, amounts within rounding. */
export function sameValue(axis: Axis, a: number, b: number): boolean {
  return isCount(axis) ? Math.round(a) === Math.round(b) : Math.abs(Math.log(a / b)) < 1e-6;
}

/** Place of a value on its slider and grid: log of amounts, log(1 + ·) of counts. */
export function coordinate(axis: Axis, value: number): number {
  return isCount(axis) ? Math.log1p(value) : Math.log(value);
}
