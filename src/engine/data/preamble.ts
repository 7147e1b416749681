import type { RunContext } from '../contract/context';
import { detectHeader, headsMeasured } from './header';

/**
 * Lines above the header, of these first records of a file with blank ones among them: titles, remarks, blank rows.
 * The header is the first record that is as wide as the table and has more than its first cell filled. What stands above
 * it is a preamble when it is narrow, and either followed by a blank line or without anything behind its first cell; and
 * when what follows begins with names. 0 when the header, or the first row, comes first.
 */
export function preambleLines(records: readonly (readonly string[])[], width: number, context: RunContext): number {
  if (width < 2) return 0;
  const start = records.findIndex((record) => record.length >= width && filled(record) > 1);
  if (start < 1) return 0;
  const above = records.slice(0, start);
  const lastBlank = above.findLastIndex((record) => filled(record) === 0);
  const narrow = above.every((record, i) => titleOnly(record) || (i < lastBlank && record.length < width));
  if (!narrow) return 0;
  const table = records.slice(start).filter((record) => filled(record) > 0);
  // A header that leaves out the name of the row names may be a single word above two columns.
  const oneShort = lastBlank < 0 && above.some((record) => record.length === width - 1);
  if (!detectHeader(table, context).value || (oneShort && !headsMeasured(table))) return 0;
  return above.reduce((lines, record) => lines + record.join().split('\n').length, 0);
}

function filled(record: readonly string[]): number {
  return record.filter((cell) => cell.trim() !== '').length;
}

function titleOnly(record: readonly string[]): boolean {
  return record.slice(1).every((cell) => cell.trim() === '');
}
