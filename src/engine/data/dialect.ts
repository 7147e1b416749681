import type { RunContext } from '../contract/context';
import type { Dialect, ReadRules } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Note } from '../contract/note';
import { delimiterName } from '../words/dataWords';
import { type AboveMeasured, aboveMeasured } from './aboveMeasured';
import { namedIn } from './aroundTable';
import { lastFilled } from './besideRows';
import { parseDate } from './dates';
import { doubtBelow } from './doubts';
import { detectInitialBlanks } from './initialBlanks';
import { MissingTokens } from './missing';
import { looksNumeric } from './numbers';
import { tokenise } from './tokenise';
import type { CellFormat } from './tokens';
import { quoteNotes, unusedDelimiter } from './unfitSettings';

/** In order of preference when two read the sample equally well. */
const DELIMITERS = [',', ';', '\t', '|', ' '] as const;
const SAMPLE_RECORDS = 200;
const SAMPLE_TEXT = 1 << 18;
/** The factor for a delimiter that the first record lacks, or has fewer times. */
const LACKING = 0.5;
const BUILT_IN = new MissingTokens();

/**
 * Finds the delimiter and quote from the first lines, unless they are given; the notes say what is a guess, and what is
 * given and does not fit.
 */
export function detectCellFormat(
  text: string,
  read: ReadRules,
  context: RunContext,
): { readonly format: CellFormat; readonly notes: readonly Note[] } {
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
  const notes = read.quote === undefined ? [] : [...quoteNotes(sample, read.quote, detectQuote(sample))];
  const given = read.delimiter === undefined ? undefined : formatOf(read.delimiter);
  if (given && recordsWithValues(firstRecords(sample, given)).some(({ length }) => length > 1))
    return { format: given, notes };
  let best: Scored = { format: { delimiter: ',', quote }, records: [], score: 0 };
  let second = best;
  // A delimiter that occurs nowhere splits nothing, and without known names a single column counts for nothing; blanks
  // stand for tabs too.
  const split = (delimiter: string) => sample.includes(delimiter) || (delimiter === ' ' && sample.includes('\t'));
  let evenTabs = false;
  for (const delimiter of read.frozen ? DELIMITERS : DELIMITERS.filter(split)) {
    context.check();
    // Blanks between two tabs or more that cut all lines alike stand within cells.
    if (delimiter === ' ' && evenTabs && !read.frozen) continue;
    const format = formatOf(delimiter);
    const all = firstRecords(sample, format);
    const records = recordsWithValues(all);
    const table = tableOf(all, read, context);
    if (delimiter === '\t') evenTabs = table.every(({ length }) => length > 2 && length === table[0].length);
    // Each name from a file that this one is like counts for more than the looks of all cells.
    const named = read.frozen ? namedIn(records, read.frozen) : 0;
    const scored = { format, records, score: scoreOf(table, delimiter) + named };
    if (scored.score > best.score + 1e-9) [best, second] = [scored, best];
    else if (scored.score > second.score) second = scored;
  }
  if (!given) return { format: best.format, notes: [...notes, ...delimiterDoubts(best, second)] };
  if (best.score > 0) notes.push(unusedDelimiter(given.delimiter, best.format.delimiter));
  return { format: given, notes };
}

/** The records with a value from the names on, or from the first row on, where lines above them are cut in other ways. */
function tableOf(all: readonly string[][], read: ReadRules, context: RunContext): readonly string[][] {
  return recordsWithValues(all.slice(aboveTable(all, read, context)?.records ?? 0));
}

/** The lines above a table of numbers or dates, if lines are of several widths. */
export function aboveTable(
  records: readonly string[][],
  { frozen }: ReadRules,
  context: RunContext,
): AboveMeasured | undefined {
  const widths = new Set(records.map(lastFilled).filter((cells) => cells > 0));
  if (widths.size < 2) return undefined;
  return aboveMeasured(records, context, frozen?.header === false ? frozen : undefined);
}

interface Scored {
  readonly format: CellFormat;
  readonly records: readonly (readonly string[])[];
  readonly score: number;
}

function delimiterDoubts(best: Scored, second: Scored): readonly Note[] {
  const [here, other] = [best, second].map(({ format }) => delimiterName(format.delimiter));
  const same = best.records.every((record, i) => record.join('\n') === second.records[i]?.join('\n'));
  const margin = second.score > 0 && !same ? 1 - second.score / best.score : 1;
  return doubtBelow('delimiter', margin, `Cells are taken to be separated by ${here} here, and could be by ${other}`);
}

/** The first records, including blank lines. */
export function firstRecords(text: string, format: CellFormat): string[][] {
  return tokenise(text, format, true, SAMPLE_RECORDS).records.slice(0, SAMPLE_RECORDS);
}

/** The records without blank lines. */
export const recordsWithValues = <Row extends readonly string[]>(records: readonly Row[]): Row[] =>
  records.filter((record) => record.some((cell) => cell.trim() !== ''));

/**
 * True when quotes pair up only if \" is taken for a quote within a cell. A backslash may well be the last character of
 * a cell.
 */
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
 * How well a delimiter reads the sample: the squared fraction of records of the usual width, times how many of their
 * cells are numbers, dates or gaps, or at least free of the other delimiters; less when the first record, which may be
 * the header, has fewer cells. 0 when it never splits a line.
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
