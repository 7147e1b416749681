import { tokenise } from './tokenise';
import type { CellFormat } from './tokens';

/**
 * Some exporters quote the last cells of a line as one: 70<tab>"1<tab>""chevrolet malibu""" . When every record of the
 * sample ends in a cell that itself splits into the same number of cells, one of them quoted, they are taken apart.
 * Returns that number, 1 when nothing is fused.
 */
export function detectFusedCells(records: readonly (readonly string[])[], format: CellFormat, header: boolean): number {
  const body = header ? records.slice(1) : records;
  if (body.length < 2 || format.quote === '') return 1;
  // An object or a list of JSON is one cell.
  if (/^\s*[[{]/.test(body[0].at(-1) ?? '')) return 1;
  const parts = splitFused(body[0].at(-1) ?? '', format).length;
  if (parts < 2) return 1;
  return body.every((record) => splitFused(record.at(-1) ?? '', format).length === parts) ? parts : 1;
}

/**
 * The text in the lines of a file of which each is quoted as one cell, as spreadsheets write a table that they were
 * given in one column; undefined for any other file.
 */
export function textInLines(records: readonly (readonly string[])[], whole: string, quote: string): string | undefined {
  if (quote === '' || !whole.trimStart().startsWith(quote)) return undefined;
  if (records.length < 2 || records.some(({ length }) => length !== 1)) return undefined;
  return records.map(([cell]) => cell).join('\n');
}

/** The cells inside a cell; the cell alone when it holds no delimiter next to a quote. */
export function splitFused(cell: string, format: CellFormat): readonly string[] {
  const { delimiter, quote, wrapped } = format;
  if (!wrapped && !cell.includes(delimiter + quote) && !cell.includes(quote + delimiter)) return [cell];
  return tokenise(cell, format, true).records[0] ?? [cell];
}
