// The only file that knows the CSV library. It splits text into records and cells; everything before (bytes, line ends)
// and after (widths, types, missing cells) is ours.
import { Parser } from 'papaparse';
import { collapseBlanks } from './blankRuns';
import { withoutInitialBlanks } from './initialBlanks';

export interface CellFormat {
  /** One character; a blank stands for runs of blanks and tabs. */
  readonly delimiter: string;
  /** '' when nothing is quoted. */
  readonly quote: '"' | "'" | '';
  /** Blanks between a delimiter and a cell do not belong to the cell, so that a quote behind them opens it. */
  readonly initialBlanks?: boolean;
}

export interface Tokens {
  readonly records: string[][];
  /** The text of the last record when it may go on in the next block. */
  readonly rest: string;
  /** Positions in `records` of those whose quotes do not pair up; they were read as well as possible. */
  readonly malformed: readonly number[];
}

/** A record with unpaired quotes may go on over this many lines before its quotes are taken literally. */
const REPAIR_LINES = 20;

/** `text` has LF line ends. With `last` the final record ends where the text ends. */
export function tokenise(text: string, format: CellFormat, last: boolean, preview?: number): Tokens {
  const input = bareText(text, format);
  const { data, errors, meta } = parse(input, format, !last, preview);
  if (errors.length === 0)
    return { records: data, rest: input.slice(last ? input.length : meta.cursor), malformed: [] };
  return repair(input, format, last);
}

function bareText(text: string, format: CellFormat): string {
  if (format.delimiter === ' ') return collapseBlanks(text, format.quote);
  return format.initialBlanks ? withoutInitialBlanks(text, format) : text;
}

function parse(text: string, { delimiter, quote }: CellFormat, partial: boolean, preview?: number) {
  const quoting = quote === '' ? { quoteChar: '"', fastMode: true } : { quoteChar: quote };
  return new Parser({ delimiter, newline: '\n', ...quoting, ...(preview && { preview }) }).parse(text, 0, partial);
}

/**
 * A quote that closes in mid-cell makes the library run on to the next well-placed quote, lines further down. So a block
 * with such a quote is read line by line: lines are joined while their quotes are open, and where they do not pair up
 * within a few lines, the first line's quotes are taken as ordinary characters.
 */
export function repair(text: string, format: CellFormat, last: boolean): Tokens {
  const lines = text.split('\n');
  const whole = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const records: string[][] = [];
  const malformed: number[] = [];
  for (let i = 0; i < whole; ) {
    if (!lines[i].includes(format.quote)) {
      records.push(lines[i++].split(format.delimiter));
      continue;
    }
    let record: string[] | undefined;
    let end = i + 1;
    for (; end <= Math.min(whole, i + REPAIR_LINES); end++) {
      // A line without a quote closes none.
      if (end > i + 1 && !lines[end - 1].includes(format.quote)) continue;
      const { data, errors } = parse(lines.slice(i, end).join('\n'), format, false);
      if (errors.length === 0 && data.length === 1) record = data[0];
      if (record || errors.some((e) => e.code === 'InvalidQuotes')) break;
    }
    if (!record && end > whole && !last && whole - i < REPAIR_LINES) {
      return { records, rest: lines.slice(i).join('\n'), malformed };
    }
    if (record) {
      records.push(record);
      i = end;
    } else {
      malformed.push(records.length);
      records.push(
        withStrayQuotes(lines[i], format) ?? lines[i].split(format.delimiter).map((c) => unquoted(c, format.quote)),
      );
      i++;
    }
  }
  return { records, rest: '', malformed };
}

/**
 * Cells of a line where a quote closes only before a delimiter or the line end, any other is text: "x
 * where that leaves a cell open, or where a quote inside could as well open a cell.
 */
function withStrayQuotes(line: string, { delimiter, quote }: CellFormat): string[] | undefined {
  const cells: string[] = [];
  let open: string[] | undefined;
  for (const piece of line.split(delimiter)) {
    const opens = piece.startsWith(quote);
    if (open && opens) return undefined;
    if (!open && !opens) {
      cells.push(unquoted(piece, quote));
      continue;
    }
    const text = opens ? piece.slice(1) : piece;
    open ??= [];
    open.push(text);
    const end = text.trimEnd();
    let trailing = 0;
    while (trailing < end.length && end[end.length - 1 - trailing] === quote) trailing++;
    if (trailing % 2 === 0) continue;
    open[open.length - 1] = end.slice(0, -1);
    cells.push(open.join(delimiter).replaceAll(quote + quote, quote));
    open = undefined;
  }
  return open ? undefined : cells;
}

/** Strips quotes that enclose the whole cell; any other stays. */
function unquoted(cell: string, quote: string): string {
  const text = cell.trim();
  const inside = text.length > 1 && text.startsWith(quote) && text.endsWith(quote);
  return inside ? text.slice(1, -1).replaceAll(quote + quote, quote) : cell;
}
