import type { ColumnSummary } from '../../engine/contract/data';
import type { AxisSpec } from '../../engine/contract/figure';
import { areYears, date, inUnits, plain, year } from '../../engine/words/numbers';

/** A value of a column as a person reads it, as fine as its range asks. */
export function valueText(summary: ColumnSummary, value: number): string {
  const { kind, numeric } = summary;
  if (kind === 'boolean') return value === 1 ? 'yes' : 'no';
  const { min, max } = numeric ?? { min: value, max: value };
  if (kind === 'date') return isClock(summary) ? date(value, 0).slice(-5) : date(value, max - min < 2 ? 0 : 1);
  if (isYear(summary)) return year(value);
  // A few different integers are names as much as quantities.
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return plain(value, 7);
  return max > min ? inUnits(max - min, 3)(value) : plain(value, 4);
}

/** The axis that carries values of a column. */
export function valueFormat(summary: ColumnSummary): AxisSpec['format'] {
  if (summary.kind === 'date') return isClock(summary) ? 'plain' : 'date';
  return isYear(summary) ? 'year' : 'plain';
}

/** Times of day without a date are fractions of day 0. */
const isClock = ({ kind, numeric }: ColumnSummary): boolean =>
  kind === 'date' && numeric !== undefined && numeric.min >= 0 && numeric.max < 1;

/** The sum is whole where all of them are. */
const isYear = ({ kind, numeric }: ColumnSummary): boolean =>
  kind === 'number' && numeric !== undefined && areYears([numeric.min, numeric.max]) && Number.isInteger(numeric.sum);
