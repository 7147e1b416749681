import { csvCell } from '../contract/csvCell';
import type { Predictions } from '../contract/rpc';
import { type CsvBlock, csvParts } from './predictionsCsv';

/**
 * One line per row of the file, RFC 4180: row, the score of each component (score1, score2, …), and what the components leave of the
 * row (error). Empty where a row could not be projected. In parts, to be written one after another.
 */
export function scoresCsv(
  { rows, components }: Pick<Predictions, 'rows'> & Required<Pick<Predictions, 'components'>>,
  { further }: CsvBlock = {},
): Iterable<string> {
  const { count, scores, error } = components;
  const head = ['row', ...Array.from({ length: count }, (_, c) => `score${c + 1}`), 'error'];
  return csvParts(further ? undefined : head.join(','), rows.length, (i) => {
    const cells = [rows[i], ...scores.subarray(i * count, (i + 1) * count), error[i]];
    return cells.map(csvCell).join(',');
  });
}
