import { type DateCell, type DayOrder, dayNumber, dayShare } from './calendar';
import { DIGITS_FIRST, LETTERS_FIRST } from './dateForms';
import { isWeekday, monthOf, ZONES } from './dateNames';

type Groups = Readonly<Record<string, string | undefined>>;

const compiled = (forms: readonly string[]) => forms.map((form) => new RegExp(`^(?:${form})$`, 'i'));
const FORMS = { digits: compiled(DIGITS_FIRST), letters: compiled(LETTERS_FIRST) };

/** Reads a text whose first word, if any, may stand in a date, by the first form that gives one. */
export function dateOfForms(text: string, digit: boolean): DateCell | undefined {
  for (const form of digit ? FORMS.digits : FORMS.letters) {
    const groups = form.exec(text)?.groups;
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
  if (e !== undefined && f !== undefined) return eitherOrder(dayNumber(year, +f, +e), dayNumber(year, +e, +f), shift);
  const month = n === undefined ? +(groups.m ?? 1) : monthOf(n);
  if (groups.d !== undefined) return fixed(dayNumber(year, month, +groups.d) + shift);
  return year < FIRST_YEAR || year > LAST_YEAR ? undefined : fixed(periodStart(year, month, groups));
}

/** The range of years for months, quarters and weeks: other numbers before a dash or a slash are seldom years. */
const FIRST_YEAR = 1800;
const LAST_YEAR = 2199;

function periodStart(year: number, month: number, { q, w, k }: Groups): number {
  if (q !== undefined) return dayNumber(year, 3 * +q - 2, 1);
  return w === undefined ? dayNumber(year, month, 1) : weekDay(year, +w, +(k ?? 1));
}

/** The number of a day in an ISO week: the first week of a year has 4 January in it. */
function weekDay(year: number, week: number, day: number): number {
  const monday = (y: number) => {
    const fourth = dayNumber(y, 1, 4);
    return fourth - ((((fourth + 3) % 7) + 7) % 7);
  };
  const start = monday(year) + 7 * (week - 1);
  return week < 1 || start >= monday(year + 1) ? Number.NaN : start + day - 1;
}

const fixed = (days: number): DateCell | undefined => (Number.isNaN(days) ? undefined : { days });

function eitherOrder(dayFirst: number, monthFirst: number, shift: number): DateCell | undefined {
  if (Number.isNaN(dayFirst + shift)) {
    const days = monthFirst + shift;
    return Number.isNaN(days) ? undefined : { days, order: 'month-first' };
  }
  const zoneDays = Math.floor(shift);
  return {
    days: dayFirst + shift,
    ...(Number.isNaN(monthFirst) ? { order: 'day-first' } : { order: 'open', zoneDays }),
  };
}

/** Fraction of a day; 0 without a time, NaN for an impossible one. */
function timeOf({ h, i, s, p }: Groups): number {
  if (h === undefined) return 0;
  const hour = +h;
  if (p !== undefined && (hour < 1 || hour > 12)) return Number.NaN;
  const ofDay = p === undefined ? hour : (hour % 12) + (p.toLowerCase() === 'p' ? 12 : 0);
  return dayShare(ofDay, +(i ?? 0), +(s ?? '0').replace(/[,:]/, '.'));
}

/**
 * A zone as a fraction of a day east of Greenwich, NaN for none. Hours alone must follow seconds: 10:00-12 is a range.
 */
function zoneOf({ z, s }: Groups): number {
  if (z === undefined) return 0;
  const name = z.toLowerCase();
  if (Object.hasOwn(ZONES, name)) return ZONES[name] / 1440;
  const m = /^(utc|gmt)?([+-])(\d{1,2}):?(\d{2})?$/.exec(name);
  if (!m || +m[3] > 23 || +(m[4] ?? 0) > 59) return Number.NaN;
  if (m[1] === undefined && (m[3].length < 2 || (m[4] === undefined && s === undefined))) return Number.NaN;
  return ((m[2] === '-' ? -1 : 1) * (+m[3] * 60 + +(m[4] ?? 0))) / 1440;
}

/** True for 2009/10, 2010/11, …: each is a year and the next one, and no month. */
export function areSeasons(texts: readonly string[]): boolean {
  const years = (text: string) => /^\d\d(\d\d)[-/](\d\d)$/.exec(text);
  return (
    texts.length > 1 &&
    texts.every((text) => {
      const m = years(text);
      return m !== null && (+m[1] + 1) % 100 === +m[2];
    })
  );
}

/** The order of day and month that the name of a column states, as in Date (MM/DD/YYYY) and Datum [TT.MM.JJJJ]; open for others. */
export function orderIn(name: string): DayOrder {
  if (/(?<!\p{L})mm?[-/.]dd?(?!\p{L})/iu.test(name)) return 'month-first';
  return /(?<!\p{L})(?:dd?|tt|jj)[-/.]mm?(?!\p{L})/iu.test(name) ? 'day-first' : 'open';
}
