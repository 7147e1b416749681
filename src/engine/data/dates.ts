import { type DateCell, dayNumber, dayShare } from './calendar';
import { dateOfForms } from './dateCells';
import { beginsMonth, folded, isWeekday, LONGEST_DATE, MONTH_BEHIND_POINT, ZONES } from './dateNames';

/** Matches the first word of a cell; the set has those that dates have there besides months, weekdays and zones. */
const WORD = /[^\s\d.,:;/()'’+[\]-]+/;
const SHORT_WORDS = new Set(
  't m q w a p am pm at à um kl klo г _ de del d er st nd rd th º 年 년 uhr h kw cw wk week quartal'.split(' '),
);
const PLAIN = /^\d+[.,]?\d*$/;
const BLANKS = /[\u00a0\u2007\u2009\u202f]/g;
/** The most frequent forms: an impossible day in them is no date, and only other texts are left to the other forms. */
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/**
 * Reads a trimmed cell as date, date and time, time of day, month, quarter or week; the last three by the first day.
 */
export function parseDate(text: string): DateCell | undefined {
  if (text.length < 4 || text.length > LONGEST_DATE) return undefined;
  const c = text.charCodeAt(0);
  const digit = c >= 48 && c <= 57;
  if (digit) {
    const iso = ISO.exec(text);
    if (iso) {
      const days = dayNumber(+iso[1], +iso[2], +iso[3]) + dayShare(+(iso[4] ?? 0), +(iso[5] ?? 0), +(iso[6] ?? 0));
      return Number.isNaN(days) ? undefined : { days };
    }
  } else if (!/\d/.test(text)) return undefined;
  const word = WORD.exec(text)?.[0];
  // A text without a word must begin with a digit and be no plain number.
  const number = PLAIN.test(text) && text.length !== 8 && !MONTH_BEHIND_POINT.test(text);
  const none = word === undefined ? !digit || number : !isOfDates(word);
  if (none) return undefined;
  return dateOfForms(text.replace(BLANKS, ' '), digit);
}

/**
 * An instant with its day and month exchanged, so that 3/4/2024 is read the other way. `zoneDays`: as in `DateCell`.
 */
export function exchangeDayAndMonth(days: number, zoneDays = 0): number {
  const whole = Math.floor(days) - zoneDays;
  const date = new Date(whole * 86_400_000);
  return dayNumber(date.getUTCFullYear(), date.getUTCDate(), date.getUTCMonth() + 1) + (days - whole);
}

/** The row and `zoneDays` (−1, 0 or 1) of an open date, as one number. */
export const OPEN_STEP = 4;
export const openPlace = (row: number, zoneDays = 0): number => OPEN_STEP * row + 1 + zoneDays;
export const rowOfOpen = (place: number): number => Math.floor(place / OPEN_STEP);
export const zoneDaysOfOpen = (place: number): number => (place % OPEN_STEP) - 1;

const wordsSeen = new Map<string, boolean>();
const MOST_SEEN = 4096;

/** Most cells that are no dates have a word that no date has, and looking for it is cheaper than trying all forms. */
function isOfDates(word: string): boolean {
  const known = wordsSeen.get(word);
  if (known !== undefined) return known;
  const made =
    SHORT_WORDS.has(word.toLowerCase()) ||
    Object.hasOwn(ZONES, folded(word)) ||
    beginsMonth(word) ||
    (word.length > 1 && isWeekday(word));
  if (wordsSeen.size >= MOST_SEEN) wordsSeen.clear();
  // A slice of a block would keep the whole of it.
  wordsSeen.set(JSON.parse(JSON.stringify(word)), made);
  return made;
}
