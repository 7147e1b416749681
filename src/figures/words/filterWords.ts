import type { Axis, FilterSpec } from '../../engine/contract/filter';
import { axisValue } from '../../engine/filters/anyFilter';
import { AXES } from '../../engine/filters/axes';
import { count, NARROW, plain, sci } from '../../engine/words/numbers';

/** lambda and t are amounts; the others are counts. */
export function isCountAxis(axis: Axis): boolean {
  return AXES[axis].integer;
}

/** "λ", "k", "steps" */
export function signOf(axis: Axis): string {
  return AXES[axis].sign;
}

export function axisText(axis: Axis, value: number): string {
  return isCountAxis(axis) ? count(value) : sci(value);
}

/** "λ 4.0 × 10⁻⁶", "k 40", "12 steps" */
export function settingText(axis: Axis, value: number): string {
  const { sign, counted } = AXES[axis];
  if (counted) return `${count(value)}${NARROW}${counted[Math.round(value) === 1 ? 0 : 1]}`;
  return `${sign}${NARROW}${axisText(axis, value)}`;
}

/** "λ 4.0 × 10⁻⁶ and k 40": the filter's values of these axes. */
export function filterText(filter: FilterSpec, axes: readonly Axis[]): string {
  const parts = axes.map((axis) => settingText(axis, axisValue(filter, axis)));
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}

/** Two values of an axis count as one: counts when equal, amounts within rounding. */
export function sameValue(axis: Axis, a: number, b: number): boolean {
  return isCountAxis(axis) ? Math.round(a) === Math.round(b) : Math.abs(Math.log(a / b)) < 1e-6;
}

/** Place of a value on its slider and grid: log of amounts, log(1 + ·) of counts. */
export function coordinate(axis: Axis, value: number): number {
  return isCountAxis(axis) ? Math.log1p(value) : Math.log(value);
}

/** Whole numbers once there are ten: 443, 9.6, 0.021. */
export function directionsText(value: number): string {
  return value >= 10 ? count(value) : plain(value, 2);
}
