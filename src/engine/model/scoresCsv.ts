import { csvCell } from '../contract/csvCell';
import type { Predictions, RebuiltColumn } from '../contract/rpc';
import { date } from '../words/numbers';
import { type CsvBlock, csvParts, levelCell } from './predictionsCsv';

/**
 * One line per row of the file, RFC 4180: row, the score of each component (score1, score2, …), and what the components leave of the
 * row (error); rebuilt rows in place of their scores. Empty where a row could not be projected. In parts, to be written one after another.
 */
export function scoresCsv(
  { rows, components }: Pick<Predictions, 'rows'> & Required<Pick<Predictions, 'components'>>,
  { further }: CsvBlock = {},
): Iterable<string> {
  const { count, scores, error, rebuilt } = components;
  if (rebuilt) {
    const names = ['row', ...rebuilt.map(({ column }) => column), 'error'].map(csvCell);
    return csvParts(further ? undefined : names.join(','), rows.length, (i) =>
      [rows[i], ...rebuilt.map((column) => rebuiltCell(column, i)), error[i]].map(csvCell).join(','),
    );
  }
  const head = ['row', ...Array.from({ length: count }, (_, c) => `score${c + 1}`), 'error'];
  return csvParts(further ? undefined : head.join(','), rows.length, (i) => {
    const cells = [rows[i], ...scores.subarray(i * count, (i + 1) * count), error[i]];
    return cells.map(csvCell).join(',');
  });
}

function rebuiltCell(column: RebuiltColumn, i: number): string | number {
  if ('codes' in column) return levelCell(column.levels[column.codes[i]] ?? '');
  return column.days === undefined || Number.isNaN(column.values[i])
    ? column.values[i]
    : date(column.values[i], column.days);
}
