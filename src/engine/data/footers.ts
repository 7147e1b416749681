import type { Records } from './besideRows';

/**
 * Matches a line below the rows: a rule, a number of rows, brackets around words, a star in front, words before a
 * colon, or four words.
 */
export const FOOTER =
  /^(?:[-+|=_*]{4,}$|\(?\d+ (?:rows?|records?|zeilen?|datens|lignes?|filas?|registros?|righe|linhas?|строк|行)|\[[^\d\]]+\]$|[*†]+ |[A-Za-zÀ-ÿ][^:,;\d]{0,30}:(?: |$)|[^ ]+(?: +[^ ]+){3})/i;

/**
 * True when a line may be a remark below a table of this many columns: it is of another width, or only its first cell
 * is filled.
 */
export const isFooter = (record: readonly string[], width: number): boolean =>
  width > 1 &&
  (record.length !== width || record.every((cell, j) => j === 0 || cell.trim() === '')) &&
  FOOTER.test(record[0].trim());

/**
 * The width of a table as `footed`, and its rows without the remarks below them; 0 when the first cells of rows look
 * like such remarks.
 */
export function withoutFooters(rows: Records, width: number): { readonly footed: number; readonly body: Records } {
  if (rows.some((row) => FOOTER.test(row[0].trim()) && !isFooter(row, width))) return { footed: 0, body: rows };
  return { footed: width, body: rows.slice(0, rows.findLastIndex((row) => !isFooter(row, width)) + 1) };
}
