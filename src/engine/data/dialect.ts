import type { RunContext } from '../contract/context';
import type { Dialect, ReadRules } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { parseDate } from './dates';
import { namesIn } from './header';
import { detectInitialBlanks } from './initialBlanks';
import { MissingTokens } from './missing';
import { looksNumeric } from './numbers';
import { type CellFormat, tokenise } from './tokenise';

/** In order of preference where two read the sample equally well. */
const DELIMITERS = [',', ';', '\t', '|', ' '] as const;
const SAMPLE_RECORDS = 200;
const SAMPLE_TEXT = 1 << 18;
/** What a delimiter is worth that the first record lacks, or has fewer times. */
const LACKING = 0.5;
const BUILT_IN = new MissingTokens();

/** Delimiter and quote from the first lines, unless they are given. */
export function detectCellFormat(text: string, read: ReadRules, context: RunContext): CellFormat {
  if (read.delimiter !== undefined && (read.delimiter.length !== 1 || /[\r\n"]/.test(read.delimiter))) {
    const message = `The delimiter must be one character, not ${JSON.stringify(read.delimiter)}.`;
    throw new KernelscopeError('parameter/invalid', `${message} Use a comma, semicolon, tab, | or a blank.`);
  }
  const sample =
    text.length > SAMPLE_TEXT ? text.slice(0, text.lastIndexOf('\n', SAMPLE_TEXT) + 1 || text.length) : text;
  const quote = read.quote ?? detectQuote(sample);
  const formatOf = (delimiter: string): CellFormat => {
    const marks = { delimiter, quote };
    const format = detectInitialBlanks(sample, marks) ? { ...marks, initialBlanks: true } : marks;
    return detectBackslashQuotes(sample, format) ? { ...format, backslashQuotes: true } : format;
  };
  if (read.delimiter !== undefined) return formatOf(read.delimiter);
  let best: CellFormat = { delimiter: ',', quote };
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    context.check();
    const format = formatOf(delimiter);
    const records = withValues(firstRecords(sample, format));
    // Each name of a file that this one is like says more than all looks of cells.
    const named = read.frozen ? namesIn(records[0] ?? [], read.frozen.columns) : 0;
    const score = scoreOf(records, delimiter) + named;
    if (score > bestScore + 1e-9) {
      best = format;
      bestScore = score;
    }
  }
  return best;
}

/** The first records, blank lines among them. */
export function firstRecords(text: string, format: CellFormat): string[][] {
  return tokenise(text, format, true, SAMPLE_RECORDS).records.slice(0, SAMPLE_RECORDS);
}

/** Blank lines left out. */
export const withValues = <Row extends readonly string[]>(records: readonly Row[]): Row[] =>
  records.filter((record) => record.some((cell) => cell.trim() !== ''));

/** Quotes pair up only where \" is taken for a quote within a cell. A backslash may well be the last character of a cell. */
function detectBackslashQuotes(sample: string, format: CellFormat): boolean {
  if (format.quote === '' || !sample.includes(`\\${format.quote}`)) return false;
  const pairUp = (backslashQuotes: boolean) =>
    tokenise(sample, { ...format, backslashQuotes }, true).malformed.length === 0;
  return !pairUp(false) && pairUp(true);
}

function detectQuote(sample: string): Dialect['quote'] {
  if (/(?:^|[\n,;\t| ])"/.test(sample)) return '"';
  const single = sample.match(/(?:^|[\n,;\t| ])'[^'\n]*'(?=[\n,;\t| ]|$)/g);
  return single && single.length > 2 ? "'" : '"';
}

/**
 * How well a delimiter reads the sample: the share of records of the usual width, times how many of their cells are
 * numbers, dates or gaps, or at least free of the other delimiters; less where the first record, which may be the header, has fewer cells. 0 when it never
 * splits a line.
 */
function scoreOf(records: readonly (readonly string[])[], delimiter: string): number {
  const width = usualWidth(records);
  if (width < 2) return 0;
  const names = records[0].length;
  const regular = records.filter((record) => record.length === width).length / records.length;
  let good = 0;
  let cells = 0;
  for (const record of records.slice(0, 50)) {
    for (const cell of record.slice(0, 200)) {
      cells++;
      good += cellScore(cell.trim(), delimiter);
    }
  }
  return regular * regular * (good / cells) * (names > 1 && names >= width - 1 ? 1 : LACKING);
}

function cellScore(cell: string, delimiter: string): number {
  if (looksNumeric(cell, true) || BUILT_IN.has(cell) || parseDate(cell)) return 1;
  const others = DELIMITERS.filter((d) => d !== delimiter && d !== ' ').some((d) => cell.includes(d));
  return others ? 0.1 : delimiter === ' ' ? 0.4 : 0.5;
}

/** The most frequent number of cells per record; the greater one when two are as frequent. */
export function usualWidth(records: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
  let best = 0;
  for (const [width, count] of counts) {
    const most = counts.get(best) ?? 0;
    if (count > most || (count === most && width > best)) best = width;
  }
  return best;
}
