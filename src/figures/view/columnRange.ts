import { cut } from '../../engine/contract/cut';
import type { ColumnSummary } from '../../engine/contract/data';
import { areYears, count, date, range, year } from '../../engine/words/numbers';

/** Levels named before the rest is only counted. */
const NAMED = 3;
/** Characters of each. */
const LEVEL = 24;

/**
 * The contents of a column, in a few words: "0.05 to 0.3", "2023-01-04 to 2024-11-30", "18:00 to 23:00", "5 levels:
 * hill, west, …".
 */
export function columnRange({ kind, numeric, levels, distinct, distinctCapped }: ColumnSummary): string {
  if (numeric !== undefined) {
    const { min, max, sum } = numeric;
    if (kind === 'boolean') return '';
    // The sum is an integer where all of them are.
    if (kind === 'number' && areYears([min, max]) && Number.isInteger(sum)) return `${year(min)} to ${year(max)}`;
    if (kind !== 'date') return range(min, max);
    // Times without a day are fractions of day 0.
    if (min >= 0 && max < 1) return `${date(min, 0).slice(-5)} to ${date(max, 0).slice(-5)}`;
    return `${date(min, 1)} to ${date(max, 1)}`;
  }
  if (levels === undefined) return '';
  const named = levels.slice(0, NAMED).map(({ label }) => cut(label, LEVEL));
  const rest = distinct > named.length ? ', …' : '';
  return `${count(distinct)}${distinctCapped ? ' or more' : ''} ${distinct === 1 ? 'level' : 'levels'}: ${named.join(', ')}${rest}`;
}
