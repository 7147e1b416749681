/** Whether 3/4/2024 is the third of April or the fourth of March. 'open': both are possible so far. */
export type DayOrder = 'day-first' | 'month-first' | 'open';

export interface DateCell {
  /** Days since 1970-01-01 UTC, the day taken first where the order is open. Time of day alone: the fraction of a day. */
  readonly days: number;
  /** undefined for forms that do not depend on the order. */
  readonly order?: DayOrder;
  /** A time of day without a date. A column holds either these or dates, never both. */
  readonly clock?: true;
}

const TIME = String.raw`(\d{1,2}):(\d{2})(?::(\d{2}(?:[.,]\d{1,9})?))?\s*([ap]m)?`;
const ZONE = String.raw`\s*(Z|[+-]\d{2}:?\d{2})?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]+${TIME}${ZONE})?$`, 'i');
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?:[T ,]+${TIME})?$`, 'i');
const NAMED = new RegExp(String.raw`^(\d{1,2})[ -]([a-z]{3})[a-z]*\.?[ ,-]+(\d{4})(?:[ ,]+${TIME})?$`, 'i');
const NAMED_FIRST = new RegExp(String.raw`^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})(?:[ ,]+${TIME})?$`, 'i');
const TIME_ONLY = new RegExp(`^${TIME}$`, 'i');
/** 18.00.00, only on the full minute: 24.12.23 is a date. */
const DOTTED_TIME = /^(\d{1,2})\.(\d{2})\.(00)$/;
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** Reads a trimmed cell as date, date and time, or time of day. */
export function parseDate(text: string): DateCell | undefined {
  const c = text.charCodeAt(0);
  if (text.length < 4 || text.length > 40) return undefined;
  if (c < 48 || c > 57) {
    const m = NAMED_FIRST.exec(text);
    return m ? fixed(dayNumber(+m[3], monthOf(m[1]), +m[2]), timeOf(m, 4)) : undefined;
  }
  let m = YEAR_FIRST.exec(text);
  if (m) return fixed(dayNumber(+m[1], +m[3], +m[4]), timeOf(m, 5), zoneOf(m[9]));
  m = TIME_ONLY.exec(text) ?? DOTTED_TIME.exec(text);
  if (m) return clock(timeOf(m, 1));
  m = YEAR_LAST.exec(text);
  if (m) return yearLast(+m[1], +m[3], m[4], timeOf(m, 5));
  m = NAMED.exec(text);
  return m ? fixed(dayNumber(+m[3], monthOf(m[2]), +m[1]), timeOf(m, 4)) : undefined;
}

/** The same instant with day and month exchanged: from one reading of 3/4/2024 to the other. */
export function exchangeDayAndMonth(days: number): number {
  const whole = Math.floor(days);
  const date = new Date(whole * 86_400_000);
  return dayNumber(date.getUTCFullYear(), date.getUTCDate(), date.getUTCMonth() + 1) + (days - whole);
}

function fixed(day: number, time: number, zone = 0): DateCell | undefined {
  const days = day + time - zone;
  return Number.isNaN(days) ? undefined : { days };
}

function clock(time: number): DateCell | undefined {
  return Number.isNaN(time) ? undefined : { days: time, clock: true };
}

function yearLast(a: number, b: number, year: string, time: number): DateCell | undefined {
  // Two-digit years as POSIX reads them: 69–99 are 1969–1999.
  const y = year.length === 4 ? +year : +year + (+year < 69 ? 2000 : 1900);
  const dayFirst = dayNumber(y, b, a) + time;
  const monthFirst = dayNumber(y, a, b) + time;
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

function monthOf(name: string): number {
  const at = MONTHS.indexOf(name.toLowerCase());
  return at % 3 === 0 ? at / 3 + 1 : Number.NaN;
}

/** Fraction of a day from the groups hour, minute, second, am/pm at `from`; 0 without a time, NaN for an impossible one. */
function timeOf(m: RegExpExecArray, from: number): number {
  if (m[from] === undefined) return 0;
  let hour = +m[from];
  const minute = +m[from + 1];
  const second = m[from + 2] === undefined ? 0 : +m[from + 2].replace(',', '.');
  const half = m[from + 3]?.toLowerCase();
  if (half === 'am' || half === 'pm') {
    if (hour < 1 || hour > 12) return Number.NaN;
    hour = (hour % 12) + (half === 'pm' ? 12 : 0);
  }
  if (hour > 24 || minute > 59 || second >= 61) return Number.NaN;
  return (hour * 3600 + minute * 60 + second) / 86_400;
}

function zoneOf(zone: string | undefined): number {
  if (zone === undefined || /^z$/i.test(zone)) return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  return (sign * (+zone.slice(1, 3) * 60 + +zone.slice(-2))) / 1440;
}
