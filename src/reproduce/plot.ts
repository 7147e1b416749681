import type { AxisSpec, FigureSpec, Role, Sentence, SeriesSpec, SurfaceSpec } from '../engine/contract/figure';
import { type Estimate, INTERVAL_95 } from './statistics';

/** Roles of curves that differ in a parameter, in their order. */
export const ROLES: readonly Role[] = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** A figure without the parts that reproductions rarely have. */
export function plot(
  parts: Pick<FigureSpec, 'id' | 'title' | 'sentence' | 'x' | 'y' | 'series'> & Partial<FigureSpec>,
): FigureSpec {
  return parts;
}

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
  y: readonly Estimate[],
): readonly SeriesSpec[] {
  const edge = (side: number) => Float64Array.from(y, ({ mean, error }) => mean + side * INTERVAL_95 * error);
  return [
    { kind: 'band', role, name: `${name}, 95\u202f%`, x, y: edge(-1), upper: edge(1) },
    line(
      role,
      name,
      x,
      y.map(({ mean }) => mean),
    ),
  ];
}

/** A linear axis over the values, with a little room above and below. */
export function linearAxis(title: string, ...values: readonly ArrayLike<number>[]): AxisSpec {
  const [low, high] = range(values, () => true);
  const room = high > low ? 0.04 * (high - low) : Math.abs(low) * 0.5 || 1;
  return { title, scale: 'linear', domain: [low - room, high + room], format: 'plain' };
}

/** A linear axis that ends exactly where the values do. */
export function exactAxis(title: string, from: number, to: number, format: AxisSpec['format'] = 'plain'): AxisSpec {
  return { title, scale: 'linear', domain: [from, to], format };
}

export function logAxis(title: string, format: AxisSpec['format'], ...values: readonly ArrayLike<number>[]): AxisSpec {
  const [low, high] = range(values, (v) => v > 0);
  return { title, scale: 'log', domain: [low / 1.15, high * 1.15], format };
}

/** A map with `steps` steps of colour between its least and its largest value. */
export function surfaceOf(
  name: string,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  values: ArrayLike<number>,
  steps = 12,
): SurfaceSpec {
  const [low, high] = range([values], () => true);
  const levels = Array.from({ length: steps - 1 }, (_, i) => low + ((high - low) * (i + 1)) / steps);
  return { name, x, y, values, levels, format: 'plain' };
}

/** "Before STRONG after". */
export function finding(before: string, strong: string, after = ''): Sentence {
  return [{ text: before }, { text: strong, strong: true }, { text: after }].filter(({ text }) => text !== '');
}

/** Every `step`-th value and the last: curves computed finer than a screen shows. */
export function thinned(values: Float64Array, step: number): Float64Array {
  return values.filter((_, i) => i % step === 0 || i === values.length - 1);
}

function range(values: readonly ArrayLike<number>[], counts: (v: number) => boolean): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const part of values)
    for (let i = 0; i < part.length; i++) {
      const v = part[i];
      if (!Number.isFinite(v) || !counts(v)) continue;
      low = Math.min(low, v);
      high = Math.max(high, v);
    }
  return Number.isFinite(low) ? [low, high] : [0.1, 1];
}
