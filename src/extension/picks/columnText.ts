import type { ColumnSummary } from '../../engine/contract/data';
import { columnRange } from '../../engine/figures/columnRange';
import { count, plural, short } from '../numbers';

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
  if (numeric.min !== numeric.max) {
    return kind === 'date' ? columnRange(column) : `${short(numeric.min)} to ${short(numeric.max)}`;
  }
  return `always ${kind === 'date' ? columnRange(column).split(' to ')[0] : short(numeric.min)}`;
}

/** Kinds that can stand in y as they are. */
const isNumeric = ({ kind }: ColumnSummary): boolean => kind === 'number' || kind === 'boolean' || kind === 'date';

/** Why a column cannot be a target; undefined when it can. */
export function targetProblem(column: ColumnSummary): string | undefined {
  if (column.kind === 'empty' || column.count === 0) return 'has no values';
  if (!isNumeric(column)) return column.kind === 'text' ? 'is text' : 'holds categories';
  return column.constant ? 'has one value only' : undefined;
}
