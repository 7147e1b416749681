import { csvCell } from '../contract/csvCell';
import type { Predictions } from '../contract/rpc';

/**
 * One line per row of the file, RFC 4180: row, the score of each component (score1, score2, …), and what the components leave of the
 * row (error). Empty where a row could not be projected.
 */
export function scoresCsv({
  rows,
  components,
}: Pick<Predictions, 'rows'> & Required<Pick<Predictions, 'components'>>): string {
  const { count, scores, error } = components;
  const head = ['row', ...Array.from({ length: count }, (_, c) => `score${c + 1}`), 'error'];
  const lines = [head.join(',')];
  for (let i = 0; i < rows.length; i++) {
    const cells = [rows[i], ...scores.subarray(i * count, (i + 1) * count), error[i]];
    lines.push(cells.map(csvCell).join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}
