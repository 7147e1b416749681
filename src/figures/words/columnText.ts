import type { ColumnSummary } from '../../engine/contract/data';
import { count, short } from '../../engine/words/numbers';
import { counted } from '../../engine/words/sentence';
import { columnRange } from '../view/columnRange';

/** What a column holds: "number · 103.4 to 141 · 3 missing". */
export function describeColumn(column: ColumnSummary): string {
  const parts: string[] = [column.kind, range(column)];
  if (column.missing > 0) parts.push(`${count(column.missing)} missing`);
  return parts.filter((part) => part !== '').join(' · ');
}

function range(column: ColumnSummary): string {
  const { kind, numeric } = column;
  if (kind === 'category' || kind === 'text') {
    return `${column.distinctCapped ? 'over ' : ''}${counted(column.distinct, 'value')}`;
  }
  if (!numeric || (kind === 'boolean' && !column.constant)) return '';
  if (numeric.min !== numeric.max) {
    return kind === 'date' ? columnRange(column) : `${short(numeric.min)} to ${short(numeric.max)}`;
  }
  return `always ${kind === 'date' ? columnRange(column).split(' to ')[0] : short(numeric.min)}`;
}
