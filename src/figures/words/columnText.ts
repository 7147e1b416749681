import type { ColumnSummary } from '../../engine/contract/data';
import { count, plain } from '../../engine/words/numbers';
import { counted } from '../../engine/words/sentence';
import { columnRange } from '../view/columnRange';

/** The contents of a column: "number · 103.4 to 141 · 3 missing". */
export function describeColumn(column: ColumnSummary): string {
  const parts: string[] = [column.kind, valuesText(column)];
  if (column.missing > 0) parts.push(`${count(column.missing)} missing`);
  return parts.filter((part) => part !== '').join(' · ');
}

function valuesText(column: ColumnSummary): string {
  const { kind, numeric } = column;
  if (kind === 'category' || kind === 'text') {
    return `${column.distinctCapped ? 'over ' : ''}${counted(column.distinct, 'value')}`;
  }
  if (!numeric || (kind === 'boolean' && !column.constant)) return '';
  if (numeric.min !== numeric.max) {
    return columnRange(column);
  }
  return `always ${kind === 'date' ? columnRange(column).split(' to ')[0] : plain(numeric.min, 4)}`;
}
