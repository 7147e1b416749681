import { inBlocks, type RunContext } from '../contract/context';
import type { DatePart } from '../contract/data';

interface Part {
  /** The number of encoded columns. */
  readonly width: 1 | 2;
  /** The ends of their names, behind the name of the date's column. */
  readonly names: readonly string[];
  /** The name that people use for it. */
  readonly title: string;
}

/** Cycles are a cosine and a sine, so that their end lies beside their beginning. */
export const DATE_PARTS: Readonly<Record<DatePart, Part>> = {
  trend: { width: 1, names: [''], title: 'days since 1970-01-01' },
  season: { width: 2, names: [' season cos', ' season sin'], title: 'season' },
  weekday: { width: 2, names: [' weekday cos', ' weekday sin'], title: 'weekday' },
  hour: { width: 2, names: [' hour cos', ' hour sin'], title: 'hour' },
};

export const MONDAY_FIRST = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The days that dates must span at least for each cycle to be distinguished from the trend. */
const SEASON_SPAN = 365;
const WEEKDAY_SPAN = 14;
const HOUR_SPAN = 2;

const MS = 86_400_000;

/** The phase of a time in its cycle, from 0 to below 1: of the calendar year, the week from Monday by days, the day. */
const PHASES: Readonly<Record<Exclude<DatePart, 'trend'>, (days: number) => number>> = {
  season: (days) => {
    const year = new Date(days * MS).getUTCFullYear();
    const start = yearStart(year);
    return (days - start) / (yearStart(year + 1) - start);
  },
  weekday: (days) => ((((Math.floor(days) + 3) % 7) + 7) % 7) / 7,
  hour: (days) => days - Math.floor(days),
};

const yearStart = (year: number): number => {
  const date = new Date(0);
  date.setUTCFullYear(year, 0, 1);
  return date.getTime() / MS;
};

/**
 * The parts in which these dates (NaN where there is none, at least two different) differ, and that can be
 * distinguished from the trend: the season when they span a year and lie in several months; the weekday when they span
 * two weeks and are not all first or all last days of months; the hour when they span two days. Times of day without a
 * date have only their hour.
 */
export function partsOf(dates: Float64Array, context: RunContext): DatePart[] {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  const months = new Set<number>();
  const weekdays = new Set<number>();
  const hours = new Set<number>();
  let firsts = true;
  let lasts = true;
  const look = (days: number) => {
    min = Math.min(min, days);
    max = Math.max(max, days);
    const at = new Date(days * MS);
    months.add(at.getUTCMonth());
    weekdays.add(at.getUTCDay());
    hours.add(at.getUTCHours());
    firsts &&= at.getUTCDate() === 1;
    lasts &&= new Date((days + 1) * MS).getUTCDate() === 1;
  };
  inBlocks(dates.length, context, 64, (from, to) => {
    for (let i = from; i < to; i++) if (!Number.isNaN(dates[i])) look(dates[i]);
  });
  const clock = min >= 0 && max <= 1;
  if (clock) return hours.size > 1 ? ['hour'] : ['trend'];
  const span = max - min;
  const parts: DatePart[] = ['trend'];
  if (span >= SEASON_SPAN && months.size > 1) parts.push('season');
  if (span >= WEEKDAY_SPAN && weekdays.size > 1 && !firsts && !lasts) parts.push('weekday');
  if (span >= HOUR_SPAN && hours.size > 1) parts.push('hour');
  return parts;
}

/** The cells of a part for one time; those of a cycle lie on the unit circle. */
export function encodePart(part: DatePart, days: number): readonly number[] {
  return part === 'trend' ? [days] : onCircle(PHASES[part](days));
}

/** Cosine and sine of an angle in full turns. */
export const onCircle = (turns: number): readonly [number, number] => [
  Math.cos(2 * Math.PI * turns),
  Math.sin(2 * Math.PI * turns),
];
