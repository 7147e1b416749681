import { cut, NAME_LENGTH } from '../contract/cut';
import type { ColumnKind, ColumnSummary } from '../contract/data';
import { CELLS_OF } from '../words/dataWords';
import { count as numeral } from '../words/numbers';
import { counted, listed, plural } from '../words/sentence';
import type { ColumnBuilder } from './columnBuilder';
import { parseDate } from './dates';
import { DATES, ELSEWHERE, PAIRS, undecorated } from './decoration';
import type { LevelCount } from './labels';
import { looksNumeric } from './numbers';
import type { OddCell } from './oddCells';
import { isCredit } from './rareDecoration';

/** Words are numbers but for a few from this share on. */
const MOSTLY = 0.8;

/** Said of words that are numbers with something at them that is not read: several units, "<". */
export function decoratedWords(levels: readonly LevelCount[], kind: 'category' | 'text'): string | undefined {
  const apart = unreadDates(levels) ?? (kind === 'text' || levels.length >= MANY_PAIRS ? severalIn(levels) : undefined);
  if (apart) return apart;
  const signs = new Map<string, number>();
  let [present, numbers] = [0, 0];
  let word: string | undefined;
  for (const { level, count } of levels) {
    present += count;
    const sign = signOf(level, kind);
    if (sign === undefined) word ??= level;
    else {
      signs.set(sign, (signs.get(sign) ?? 0) + count);
      numbers++;
    }
  }
  const inFrames = () => (kind === 'text' ? framedNumbers(levels) : undefined);
  const all = [...signs].sort((a, b) => b[1] - a[1]);
  // Codes with their labels, "1 male" and "2 female", have one number for each label.
  if (kind === 'category' && signs.size > 1 && signs.size === numbers) return undefined;
  if (
    signs.size - (signs.has('') ? 1 : 0) > MOST_SIGNS ||
    all.reduce((sum, [, times]) => sum + times, 0) < MOSTLY * present
  )
    return inFrames();
  const named = all.filter(([sign]) => sign !== '').map(([sign]) => `“${sign}”`);
  const read = all.length === 1 && /^[\p{L}\p{Sc}%°]/u.test(all[0][0]);
  if (read && word !== undefined)
    return `${ELSEWHERE} ${named[0]}, and has other cells such as "${word}"; set its kind to number to count these as missing`;
  return named.length === 0
    ? inFrames()
    : `${ELSEWHERE} ${listed(named)}, which are not read${all.length > 1 ? ' together' : ''}`;
}

/** More signs and words than this around numbers are words of their own. */
const MOST_FRAMES = 12;
/** Longer cells are sentences. */
const LONGEST_FRAMED = 48;

const FRAMED = /(?<![\p{L}\d_])(?:0[xX][\da-fA-F]+|[-+\u2212]?\d+(?:[.,]\d+)*)/gu;

/**
 * Said of texts most of which are one number, or degrees, with the same few signs and words around it: tensor(1.5),
 * Guide Price £9,950, 48°30'N, 12.3 p beside four other flags. Whole numbers behind words are more often names: S-12.
 */
function framedNumbers(levels: readonly LevelCount[]): string | undefined {
  const frames = new Map<string, number>();
  let [present, framed, decimals] = [0, 0, 0];
  for (const { level, count } of levels) {
    present += count;
    const numbers = level.length > LONGEST_FRAMED ? [] : (level.match(FRAMED) ?? []);
    if (numbers.length !== 1 && !(numbers.length > 1 && level.includes('°'))) continue;
    const hexadecimal = /^0x/i.test(numbers[0]);
    const frame = numbers.reduce((text, number) => text.replace(number, hexadecimal ? '0x…' : '…'), level);
    framed += count;
    if (hexadecimal || numbers.length > 1 || /^[-+\u2212]?\d+[.,]\d+$/.test(numbers[0])) decimals += count;
    frames.set(frame, (frames.get(frame) ?? 0) + count);
  }
  const named = [...frames].filter(([frame]) => frame !== '…').sort((a, b) => b[1] - a[1]);
  if (named.length === 0 || named.length > MOST_FRAMES || framed < MOSTLY * present || 2 * decimals < framed)
    return undefined;
  const shown = named.slice(0, MOST_SIGNS).map(([frame]) => `“${frame}”`);
  const more = named.length > shown.length ? [...shown, `${named.length - shown.length} more`] : shown;
  return `${ELSEWHERE} ${listed(more)}, which are not read`;
}

/** The numbers of a date, the year first or last, and of a time behind it, in words of any language. */
const YEAR = String.raw`(?:(?:19|20)\d\d|\d{2,3}(?=[年/]))`;
const PART = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const APART = '[^\\dA-Za-z]{1,12}';
const DATED = new RegExp(
  String.raw`^[^\dA-Za-z]{0,12}(?:${YEAR}${APART}${PART}|${PART}${APART}${PART}${APART}${YEAR})(?:${APART}\d{1,2}){1,4}(?:[.,]\d+)?\D{0,12}$|^\D{0,3}(?:${PART}\W{1,3}\p{L}{3,}\W{1,3}${YEAR}|${YEAR}\W{1,3}\p{L}{3,}\W{1,3}${PART})\D{0,12}$`,
  'u',
);

/**
 * Said of words most of which have the year, month and day of dates in a form that is none of those that are read, or
 * half of which are dates.
 */
function unreadDates(levels: readonly LevelCount[]): string | undefined {
  let [present, dated, read] = [0, 0, 0];
  let other: string | undefined;
  for (const { level, count } of levels) {
    present += count;
    if (parseDate(level)) read += count;
    else {
      other ??= level;
      if (level.length <= LONGEST_FRAMED && DATED.test(level)) dated += count;
    }
  }
  if (other === undefined) return undefined;
  if (dated > 0 && dated >= MOSTLY * present)
    return `${DATES}, of which this form is not read (${other}); write them as year-month-day`;
  return 2 * read < present
    ? undefined
    : `${DATES} but for such as “${cut(other, NAME_LENGTH)}”; write them as year-month-day, or set its kind to date to count such cells as missing`;
}

/** Fewer ranges or scores that repeat are levels. */
const MANY_PAIRS = 20;

/** Two numbers and what stands between them: 120/80, 5 ± 2, 18-24, $50k-$60k, 30 x 20 cm, "48.1, 11.5". */
const PAIR =
  /^(?!0x)[-+\u2212\p{Sc}]?\s?(\d+(?:[.,]\d+)?)[kM]?\s?([/±×x\u2013-]|\+\/?-|to|bis|[;,](?=\s))\s?[-+\u2212\p{Sc}]?\s?(\d+(?:[.,]\d+)?)(?:\s?[\p{L}%°]{1,5})?$/u;

/** Two numbers or more in brackets, (48.1,11.5), and a place as databases write it, POINT (11.5 48.1). */
const NUMBERS = String.raw`[-+\u2212]?\d+(?:\.\d+)?(?:e[-+]?\d+)?`;
const BRACKETED = new RegExp(
  String.raw`^(?:point ?)?[([]\s*${NUMBERS}(?:(\s*[,;]\s*|\s+)${NUMBERS})(.*\d)?\s*[)\]]$`,
  'i',
);
const OBJECT = /^\{\s*["'].*\}$/s;

/**
 * Said of words most of which hold several values: objects, numbers in brackets, or two numbers with the same sign
 * between; with a dash, in which codes are written too, the second is greater.
 */
function severalIn(levels: readonly LevelCount[]): string | undefined {
  const reasons = new Map<string, number>();
  let present = 0;
  for (const { level, count } of levels) {
    present += count;
    const listed = BRACKETED.exec(level);
    const several = OBJECT.test(level) ? 'objects' : listed?.[2] === undefined ? undefined : 'several numbers';
    const [, first, sign = listed?.[1].trim() || listed?.[1], second] = PAIR.exec(level) ?? [];
    const rises = sign !== undefined && /[\u2013-]/.test(sign);
    if (!several && (sign === undefined || (rises && Number.parseFloat(second) <= Number.parseFloat(first)))) continue;
    const reason = several ? `${several}${PAIRS}` : `two numbers${PAIRS}, with “${sign}” between them`;
    reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  }
  return [...reasons].find(([, times]) => times >= MOSTLY * present)?.[0];
}

/** More signs than this at numbers are words of their own. */
const MOST_SIGNS = 3;

/** Signs before a number, or behind it (*, †), and an error behind it (5.2 ± 0.1). */
const BEFORE = /^([^\p{L}\d\s]{1,3})\s?(\d[\d.,]{0,20})$/u;
const BEHIND = /^[-+\u2212]?(\d[\d.,]{0,20})\s?([^\p{L}\d\s.,]{1,4})$/u;
const ERROR = /^[-+\u2212]?(\d[\d.,]{0,20})\s?(±|\+\/?-)\s?\d[\d.,]{0,20}$/u;

/** An error in the last digits in brackets: 14.04(5). */
const LAST_DIGITS = /^[-+\u2212]?\d[\d.,]{0,20}\s?\(\d[\d.,]{0,5}\)$/;
const FRACTION = /^[-+\u2212]?(?:\d{1,9} )?\d{1,9}\s?\/\s?\d{1,9}$/;

/** The sign at a cell's number: its unit, signs that are no letters, or its error; in texts, a fraction's slash. */
function signOf(level: string, kind: 'category' | 'text'): string | undefined {
  if (LAST_DIGITS.test(level)) return '(';
  if (kind === 'text' && FRACTION.test(level)) return '/';
  const bare = undecorated(level);
  if (bare && looksNumeric(bare.text)) return isCredit(bare.unit) ? /[^\d\s]+$/.exec(level)?.[0] : bare.unit;
  const before = BEFORE.exec(level);
  const [, number = before?.[2], sign = before?.[1]] = BEHIND.exec(level) ?? ERROR.exec(level) ?? [];
  return number !== undefined && looksNumeric(number) ? sign : undefined;
}

/** The reason given for a column half or more of whose cells are not of the kind that it has in another file. */
export function contraryText(
  kind: ColumnKind,
  { count: cells, example, line }: NonNullable<ColumnSummary['unread']>,
  { valued, dates, amounts: { unit }, duration }: ColumnBuilder,
): string {
  const where = line === undefined ? '' : ` in line ${line}`;
  const dayOrder = dates?.dayOrder;
  const order = dayOrder && dayOrder !== 'open' ? ` with the ${dayOrder.replace('-', ' ')}` : '';
  const one = unit && !duration ? ` in “${unit}”` : '';
  return `${numeral(cells)} of its ${numeral(valued)} values are no ${CELLS_OF[kind]}${order}${one}, such as "${example}"${where}`;
}

/** The reason given for a column of one value whose other cells are of another kind. */
export function sameText(kind: ColumnKind, unread: number): string {
  const others = `${counted(unread, 'other cell')} ${plural(unread, 'counts', 'count')} as missing`;
  return `all ${CELLS_OF[kind]} are the same, and ${others}; set its kind to category to use what stands there`;
}

/** The reason given for words most of which are numbers, by the first that is none. */
export const mostlyText = ({ line, part, text }: OddCell): string =>
  `mostly numbers, but line ${line}${part === undefined ? '' : ` of ${part}`} holds "${text}"; set its kind to number to count such cells as missing`;
