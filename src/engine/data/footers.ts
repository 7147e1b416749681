/**
 * Matches a line below the rows: a rule, a number of rows, brackets around words, a sign in front, words before a
 * colon, or four words.
 */
export const FOOTER =
  /^(?:-{3}$|[-+|=_*]{4,}$|\S{1,3} = |\(?共?\d+ ?(?:笔|条|件)|\(?\d+ (?:rows?|records?|zeilen?|datens|lignes?|filas?|registros?|righe|linhas?|строк|行)|\[[^\d\]]+\]$|\[\d+(?: rows|$)|![a-z]\w+$|[*†]+ |[A-Za-z\u00c0-\u1fff\u2e80-\ud7a3][^:：,;\d]{0,30}(?::(?: |$)|：|(?<=[\u2e80-\ud7a3]):)|[^ ]+(?: +[^ ]+){3})/i;

/**
 * Matches the first cell of a line with the balance of an account, or of one that says where a table comes from, above
 * or below the rows.
 */
export const BALANCE =
  /^(?:(?:opening|closing|beginning|starting|ending) balance|balance (?:brought|carried)|(?:(?:alter|neuer) )?(?:konto|anfangs|end|schluss)?saldo|kontostand|solde|(?:(?:data )?sources?|(?:daten)?quellen?|(?:last )?updated?|(?:daten)?stand|notes?):?$)(?![\p{L}\d])/iu;

/** True for such a line of a table of this many columns: half of the other cells or more are empty or not there. */
export const isBalance = (record: readonly string[], width = record.length): boolean =>
  width > 2 &&
  BALANCE.test(record[0].trim()) &&
  2 * record.filter((cell, j) => j > 0 && cell.trim() !== '').length < width;

/**
 * True for a remark below a blank row of a sheet, whose lines are all as long: half of the cells or more are empty, or
 * all but words in the first.
 */
export const isRemark = (record: readonly string[], width: number): boolean => {
  const filled = record.filter((cell) => cell.trim() !== '').length;
  return width > 3 && (FOOTER.test(record[0].trim()) ? 2 * filled <= width : filled === 1 && /\S \S/.test(record[0]));
};

/**
 * True when a line may be a remark below a table of this many columns: it is of another width, or only its first cell
 * is filled; or it is a balance.
 */
export const isFooter = (record: readonly string[], width: number): boolean =>
  width > 1 &&
  (isBalance(record, width) ||
    ((record.length !== width || record.every((cell, j) => j === 0 || cell.trim() === '')) &&
      FOOTER.test(record[0].trim())));

/**
 * The width of a table as `footed`, and its rows without the remarks below them; 0 when the first cells of rows look
 * like such remarks. `measured`: the number of rows when each begins with a number or a date, and no line below them.
 */
export function withoutFooters(
  rows: readonly (readonly string[])[],
  width: number,
  measured: number,
): { readonly footed: number; readonly body: readonly (readonly string[])[] } {
  if (measured > 0) return { footed: width, body: rows.slice(0, measured) };
  const alike = ([first]: readonly string[]) => FOOTER.test(first.trim()) || BALANCE.test(first.trim());
  const isRow = (row: readonly string[]) => !isFooter(row, width) && !isRemark(row, width);
  if (rows.some((row) => alike(row) && isRow(row))) return { footed: 0, body: rows };
  return { footed: width, body: rows.slice(0, rows.findLastIndex(isRow) + 1) };
}
