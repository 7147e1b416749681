import type { AxisSpec, ColourScale, SurfaceSpec } from '../../engine/contract/figure';
import { count, date, inUnits, NARROW, plain, sci, year } from '../../engine/words/numbers';
import { axisSpec } from '../specs';

/** A value in the words of its axis, finer than a tick: for tooltips and tables. */
export function formatValue(axis: AxisSpec, value: number): string {
  switch (axis.format) {
    case 'power':
      return sci(value);
    case 'count':
      return Number.isInteger(value) ? count(value) : plain(value, 3);
    case 'percent':
      return Number.isFinite(value) ? `${plain(100 * value, 3)}${NARROW}%` : plain(value);
    case 'date':
      return date(value);
    case 'year':
      return year(value);
    case 'level':
      return axis.labels?.[Math.round(value)] ?? plain(value);
    case 'plain':
      return axis.scale === 'log' ? plain(value, 3) : inUnits(axis.domain[1] - axis.domain[0], 4)(value);
  }
}

/** The text beside an axis: its sign, or its title. */
export function axisName(axis: AxisSpec): string {
  return axis.gutter ?? axis.title;
}

/** For writing the values that colours stand for. */
export function colourAxis({ name, domain, format }: ColourScale): AxisSpec {
  return axisSpec(name, 'linear', domain, format);
}

/** A value of a map as tooltips and tables write it. */
export function surfaceText(surface: SurfaceSpec, value: number): string {
  return formatValue(axisSpec('', 'log', [1, 10], surface.format), value);
}
