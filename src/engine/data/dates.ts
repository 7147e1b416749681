import { DIGITS_FIRST, LETTERS_FIRST, LONGEST_DATE, MONTHS, WEEKDAYS, ZONES } from './dateForms';

/** Whether 3/4/2024 is the third of April or the fourth of March. 'open': both are possible so far. */
export type DayOrder = 'day-first' | 'month-first' | 'open';

export interface DateCell {
  /** Days since 1970-01-01 UTC, the day taken first where the order is open. Time of day alone: the fraction of a day. */
  readonly days: number;
  /** undefined for forms that do not depend on the order. */
  readonly order?: DayOrder;
  /** A time of day without a date. A column holds either these or dates, never both. */
  readonly clock?: true;
  /** A year of two digits that is taken for one of this century's second half. */
  readonly late?: true;
}

type Groups = Readonly<Record<string, string | undefined>>;

const compiled = (forms: readonly string[]) => forms.map((form) => new RegExp(`^(?:${form})$`, 'i'));
const FORMS = { digits: compiled(DIGITS_FIRST), letters: compiled(LETTERS_FIRST) };
/** The first word of a cell, and those that dates may have there beside months, weekdays and zones. */
const WORD = /[^\s\d.,:;/()'’+[\]-]+/;
const SHORT_WORDS = new Set('t m q w a p am pm at de del d er st nd rd th º 年 년'.split(' '));
const BLANKS = /[\u00a0\u2007\u2009\u202f]/g;
/** The most frequent forms: no month has a 32nd day, so what does not fit is left to the others. */
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** Reads a trimmed cell as date, date and time, time of day, month, quarter or week; of the last three the first day. */
export function parseDate(text: string): DateCell | undefined {
  if (text.length < 4 || text.length > LONGEST_DATE) return undefined;
  const c = text.charCodeAt(0);
  const digit = c >= 48 && c <= 57;
  if (digit) {
    const iso = ISO.exec(text);
    if (iso)
      return fixed(dayNumber(+iso[1], +iso[2], +iso[3]) + dayShare(+(iso[4] ?? 0), +(iso[5] ?? 0), +(iso[6] ?? 0)));
  } else if (!/\d/.test(text)) return undefined;
  const word = WORD.exec(text)?.[0];
  if (word !== undefined && !isOfDates(word)) return undefined;
  const plain = text.replace(BLANKS, ' ');
  for (const form of digit ? FORMS.digits : FORMS.letters) {
    const groups = form.exec(plain)?.groups;
    const date = groups && dateOf(groups);
    if (date) return groups.y?.length === 2 && date.days >= LATE ? { ...date, late: true } : date;
  }
  return undefined;
}

/** The first day of 2050. */
const LATE = 29_220;

function dateOf(groups: Groups): DateCell | undefined {
  const { y, n, o, e, f } = groups;
  const time = timeOf(groups);
  if (y === undefined) return Number.isNaN(time) ? undefined : { days: time, clock: true };
  if (o !== undefined && !isWeekday(o)) return undefined;
  // Two-digit years as POSIX reads them: 69–99 are 1969–1999.
  const year = y.length === 4 ? +y : +y + (+y < 69 ? 2000 : 1900);
  const shift = time - zoneOf(groups);
  if (e !== undefined && f !== undefined)
    return eitherOrder(dayNumber(year, +f, +e) + shift, dayNumber(year, +e, +f) + shift);
  const month = n === undefined ? +(groups.m ?? 1) : monthOf(n);
  if (groups.d !== undefined) return fixed(dayNumber(year, month, +groups.d) + shift);
  return year < FIRST_YEAR || year > LAST_YEAR ? undefined : fixed(periodStart(year, month, groups));
}

/** Of months, quarters and weeks: other numbers before a dash or a stroke are seldom years. */
const FIRST_YEAR = 1800;
const LAST_YEAR = 2199;

function periodStart(year: number, month: number, { q, w, k }: Groups): number {
  if (q !== undefined) return dayNumber(year, 3 * +q - 2, 1);
  return w === undefined ? dayNumber(year, month, 1) : weekDay(year, +w, +(k ?? 1));
}

/** A day of an ISO week: the first week of a year is that of 4 January. */
function weekDay(year: number, week: number, day: number): number {
  const monday = (y: number) => {
    const fourth = dayNumber(y, 1, 4);
    return fourth - ((((fourth + 3) % 7) + 7) % 7);
  };
  const start = monday(year) + 7 * (week - 1);
  return week < 1 || start >= monday(year + 1) ? Number.NaN : start + day - 1;
}

/** The same instant with day and month exchanged: from one reading of 3/4/2024 to the other. */
export function exchangeDayAndMonth(days: number): number {
  const whole = Math.floor(days);
  const date = new Date(whole * 86_400_000);
  return dayNumber(date.getUTCFullYear(), date.getUTCDate(), date.getUTCMonth() + 1) + (days - whole);
}

const fixed = (days: number): DateCell | undefined => (Number.isNaN(days) ? undefined : { days });

function eitherOrder(dayFirst: number, monthFirst: number): DateCell | undefined {
  if (Number.isNaN(dayFirst)) return Number.isNaN(monthFirst) ? undefined : { days: monthFirst, order: 'month-first' };
  return { days: dayFirst, order: Number.isNaN(monthFirst) ? 'day-first' : 'open' };
}

/** Days since 1970-01-01; NaN for a day that no calendar has. */
function dayNumber(year: number, month: number, day: number): number {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.getTime() / 86_400_000 : Number.NaN;
}

/** Without accents, points and capitals. */
const folded = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f.]/g, '')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/ł/g, 'l');

let months: ReadonlyMap<string, number> | undefined;

/** NaN for a word that begins no month, or two. */
function monthOf(name: string): number {
  months ??= beginnings();
  return months.get(folded(name)) ?? Number.NaN;
}

function beginnings(): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  MONTHS.forEach((names, at) => {
    for (const name of names.split(' ')) {
      for (let length = 3; length <= name.length; length++) {
        const beginning = name.slice(0, length);
        known.set(beginning, (known.get(beginning) ?? at + 1) === at + 1 ? at + 1 : Number.NaN);
      }
    }
  });
  return known;
}

const wordsSeen = new Map<string, boolean>();
const MOST_SEEN = 4096;

/** Most cells that are no dates have a word that no date has, which is cheaper to see than all forms are to try. */
function isOfDates(word: string): boolean {
  const known = wordsSeen.get(word);
  if (known !== undefined) return known;
  const plain = folded(word);
  months ??= beginnings();
  const made =
    SHORT_WORDS.has(word.toLowerCase()) ||
    Object.hasOwn(ZONES, plain) ||
    months.has(plain) ||
    (word.length > 1 && isWeekday(word));
  if (wordsSeen.size >= MOST_SEEN) wordsSeen.clear();
  // A slice of a block would keep the whole of it.
  wordsSeen.set(JSON.parse(JSON.stringify(word)), made);
  return made;
}

const isWeekday = (name: string): boolean => ` ${WEEKDAYS}`.includes(` ${folded(name)}`);

/** Fraction of a day; 0 without a time, NaN for an impossible one. */
function timeOf({ h, i, s, p }: Groups): number {
  if (h === undefined) return 0;
  const hour = +h;
  if (p !== undefined && (hour < 1 || hour > 12)) return Number.NaN;
  const ofDay = p === undefined ? hour : (hour % 12) + (p.toLowerCase() === 'p' ? 12 : 0);
  return dayShare(ofDay, +(i ?? 0), +(s ?? '0').replace(',', '.'));
}

function dayShare(hour: number, minute: number, second: number): number {
  return hour > 24 || minute > 59 || second >= 61 ? Number.NaN : (hour * 3600 + minute * 60 + second) / 86_400;
}

/** Fraction of a day east of Greenwich, NaN for what is no zone. Hours alone follow seconds: 10:00-12 is a range. */
function zoneOf({ z, s }: Groups): number {
  if (z === undefined) return 0;
  const name = z.toLowerCase();
  if (Object.hasOwn(ZONES, name)) return ZONES[name] / 1440;
  const m = /^(utc|gmt)?([+-])(\d{1,2}):?(\d{2})?$/.exec(name);
  if (!m || +m[3] > 23 || +(m[4] ?? 0) > 59) return Number.NaN;
  if (m[1] === undefined && (m[3].length < 2 || (m[4] === undefined && s === undefined))) return Number.NaN;
  return ((m[2] === '-' ? -1 : 1) * (+m[3] * 60 + +(m[4] ?? 0))) / 1440;
}
