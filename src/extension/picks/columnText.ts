import type { ColumnSummary } from '../../engine/contract/data';
import { count, plural, short } from '../numbers';

const DAY = 86_400_000;

/** What a column holds: "number · 103.4 to 141 · 3 missing". */
export function describeColumn(column: ColumnSummary): string {
  const parts: string[] = [column.kind, range(column)];
  if (column.missing > 0) parts.push(`${count(column.missing)} missing`);
  return parts.filter((part) => part !== '').join(' · ');
}

function range(column: ColumnSummary): string {
  const { kind, numeric } = column;
  if (kind === 'category' || kind === 'text') {
    return `${column.distinctCapped ? 'over ' : ''}${plural(column.distinct, 'value')}`;
  }
  if (!numeric || (kind === 'boolean' && !column.constant)) return '';
  const value =
    kind === 'date' ? (days: number) => new Date(days * DAY).toISOString().slice(0, 10) : (x: number) => short(x);
  if (numeric.min === numeric.max) return `always ${value(numeric.min)}`;
  return `${value(numeric.min)} to ${value(numeric.max)}`;
}

/** Kinds that can stand in y as they are. */
const isNumeric = ({ kind }: ColumnSummary): boolean => kind === 'number' || kind === 'boolean' || kind === 'date';

/** Why a column cannot be a target; undefined when it can. */
export function targetProblem(column: ColumnSummary): string | undefined {
  if (column.kind === 'empty' || column.count === 0) return 'has no values';
  if (!isNumeric(column)) return column.kind === 'text' ? 'is text' : 'holds categories';
  return column.constant ? 'has one value only' : undefined;
}
