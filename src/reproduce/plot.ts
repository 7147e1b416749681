import type { AxisSpec, Role, SeriesSpec, SurfaceSpec } from '../engine/contract/figure';
import { padded } from '../figures/layout/domains';
import { extent } from '../figures/view/extent';
import { INTERVAL_95, type MeanEstimate } from './statistics';

/** Roles of curves that differ in a parameter, in their order. */
export const ROLES: readonly Role[] = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

export function line(
  role: Role,
  name: string,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  label: string | undefined = name,
): SeriesSpec {
  return { kind: 'line', role, name, x, y, ...(label !== '' && { label: { text: label, at: 'end' } }) };
}

export function points(role: Role, name: string, x: ArrayLike<number>, y: ArrayLike<number>): SeriesSpec {
  return { kind: 'points', role, name, x, y };
}

/** Means over repetitions as a line in a band of its 95 % intervals. */
export function curveWithBand(
  role: Role,
  name: string,
  x: ArrayLike<number>,
  y: readonly MeanEstimate[],
): readonly SeriesSpec[] {
  const edge = (side: number) => Float64Array.from(y, ({ mean, error }) => mean + side * INTERVAL_95 * error);
  return [
    { kind: 'band', role, name: `${name}, 95\u202f%`, x, y: edge(-1), upper: edge(1) },
    line(role, name, x, meansOf(y)),
  ];
}

export const meansOf = (estimates: readonly MeanEstimate[]): readonly number[] => estimates.map(({ mean }) => mean);

/** A linear axis over the values, with a little room above and below. */
export function linearAxis(title: string, ...values: readonly ArrayLike<number>[]): AxisSpec {
  return { title, scale: 'linear', domain: padded(...extent(...values), 0.04), format: 'plain' };
}

/** A linear axis that ends exactly where the values do. */
export function exactAxis(title: string, from: number, to: number, format: AxisSpec['format'] = 'plain'): AxisSpec {
  return { title, scale: 'linear', domain: [from, to], format };
}

/** A logarithmic axis over the values above 0; from 0.1 to 1 where none is. */
export function logAxis(title: string, format: AxisSpec['format'], ...values: readonly ArrayLike<number>[]): AxisSpec {
  const [low, high] = extent(...values.map((part) => Array.from(part).filter((v) => v > 0)));
  const domain: [number, number] = low <= high ? [low / 1.15, high * 1.15] : [0.1 / 1.15, 1.15];
  return { title, scale: 'log', domain, format };
}

/** A map with `steps` steps of colour between its least and its largest value. */
export function surfaceOf(
  name: string,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  values: ArrayLike<number>,
  steps = 12,
): SurfaceSpec {
  const [low, high] = extent(values);
  const levels = Array.from({ length: steps - 1 }, (_, i) => low + ((high - low) * (i + 1)) / steps);
  return { name, x, y, values, levels, format: 'plain' };
}
