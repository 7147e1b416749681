// The only file that knows the CSV library. It splits text in which cells are quoted; everything before (bytes, line
// ends) and after (widths, types, missing cells) is ours.
import { Parser } from 'papaparse';
import type { CellFormat, Tokens } from './tokens';

/** A record with unpaired quotes may go on over this many lines before its quotes are taken literally. */
const REPAIR_LINES = 20;

/** `text` must have LF line ends, "" in place of \", and no insignificant blanks beside delimiters. */
export function quotedTokens(text: string, format: CellFormat, last: boolean, preview?: number): Tokens {
  const { data, errors, meta } = parse(text, format, !last, preview);
  if (errors.length === 0) return { records: data, rest: text.slice(last ? text.length : meta.cursor), malformed: [] };
  return repair(text, format, last, preview);
}

function parse(text: string, { delimiter, quote }: CellFormat, partial: boolean, preview?: number) {
  const config = { delimiter, newline: '\n', quoteChar: quote, ...(preview && { preview }) } as const;
  return new Parser(config).parse(text, 0, partial);
}

/**
 * A quote that closes in mid-cell makes the library run on to the next well-placed quote, lines further down. So a
 * block with such a quote is read line by line: lines are joined while their quotes are open, and when they do not pair
 * up within a few lines, the first line's quotes are taken as ordinary characters.
 */
export function repair(text: string, format: CellFormat, last: boolean, preview = Number.POSITIVE_INFINITY): Tokens {
  const lines = text.split('\n');
  const whole = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const records: string[][] = [];
  const malformed: number[] = [];
  for (let i = 0; i < whole && records.length < preview; ) {
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
      records.push(withStrayQuotes(lines[i++], format));
    }
  }
  return { records, rest: '', malformed };
}

/**
 * The cells of a line whose quotes do not pair up. A quote closes only before a delimiter or the line end; any other is
 * text. So is a quote that opens a cell when nothing closes it before the next cell opens, or before the line ends:
 * "2,x,"y, z" is three cells.
 */
function withStrayQuotes(line: string, { delimiter, quote }: CellFormat): string[] {
  const cells: string[] = [];
  let open: string[] = [];
  for (const piece of line.split(delimiter)) {
    const opens = piece.startsWith(quote);
    if (opens) {
      for (const cell of unclosed(open, delimiter, quote)) cells.push(cell);
      open = [];
    } else if (open.length === 0) {
      cells.push(unquoted(piece, quote));
      continue;
    }
    open.push(piece);
    if (trailing(piece, quote, opens ? 1 : 0) % 2 === 0) continue;
    cells.push(closed(open.join(delimiter), quote));
    open = [];
  }
  for (const cell of unclosed(open, delimiter, quote)) cells.push(cell);
  return cells;
}

/**
 * The cells of pieces behind a quote that nothing closes: one cell up to two quotes, the second of which closes it
 * after all, as in "48"",y.
 */
function unclosed(pieces: readonly string[], delimiter: string, quote: string): string[] {
  const last = pieces.findIndex((piece, i) => trailing(piece, quote, i === 0 ? 1 : 0) > 1);
  if (last < 0) return [...pieces];
  return [closed(pieces.slice(0, last + 1).join(delimiter), quote), ...pieces.slice(last + 1)];
}

/**
 * The number of quotes at the end of a piece, without blanks behind them, and without those among its first `from`
 * characters.
 */
function trailing(piece: string, quote: string, from: number): number {
  const end = piece.trimEnd();
  let count = 0;
  while (count < end.length - from && end[end.length - 1 - count] === quote) count++;
  return count;
}

/** A cell without the quotes around it. */
function closed(cell: string, quote: string): string {
  return cell
    .trimEnd()
    .slice(1, -1)
    .replaceAll(quote + quote, quote);
}

/** Strips quotes that enclose the entire cell; others stay. */
function unquoted(cell: string, quote: string): string {
  const text = cell.trim();
  const inside = text.length > 1 && text.startsWith(quote) && text.endsWith(quote);
  return inside ? text.slice(1, -1).replaceAll(quote + quote, quote) : cell;
}
