import type { DurationParts } from '../contract/data';
import { SECONDS } from './amountForms';
import type { Growing } from './growing';
import { tooOdd } from './oddCells';
import { CAPITAL, DURATIONS } from './rareForms';

/** The counts so far of the words of a column that may be durations. */
export interface DurationTally {
  fitting: number;
  /** Cells that are no durations. */
  odd: number;
  /** Durations that no time of day can be. */
  beyond: number;
  /** Durations of two parts, 12:30: how many, how many with a fraction of seconds, and the greatest first part. */
  two: number;
  fractions: number;
  first: number;
  /** Numbers that may be the seconds of less than a minute. */
  seconds: number;
}

const NO_DURATION = new RegExp(`^${CAPITAL}$`);
const FORMS = DURATIONS.map((form) => new RegExp(`^(?:${form})$`, 'i'));
/** The hours of a day. */
const DAY = 24;
const HOUR = 60;
const NAMED_HOURS = /hours?|stunden|heures|horas|\bh\b|arbeitszeit|\[h\]|h:?mm/i;
const NAMED_MINUTES = /min|\bmm?:?ss\b|lap|pace|split/i;

function groupsOf(text: string): Readonly<Record<string, string | undefined>> | undefined {
  const plain = text.replace(/[\u00a0\u2009\u202f]/g, ' ');
  for (const form of NO_DURATION.test(text) ? [] : FORMS) {
    const groups = form.exec(plain)?.groups;
    if (groups) return groups;
  }
  return undefined;
}

/** The seconds of a trimmed cell, NaN when it is no duration; `parts`: the units beside the colon in 12:30. */
export function durationOf(text: string, parts: DurationParts): number {
  const groups = groupsOf(text);
  if (!groups) return parts === 'm:s' && SECONDS.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  const of = (group: string) => Number((groups[group] ?? '0').replace(',', '.'));
  const negative = groups.n !== undefined && groups.n !== '+';
  const { a, b = '' } = groups;
  if (a !== undefined) {
    const short = parts === 'm:s' || /[.,]/.test(b);
    if (!short && parts !== 'h:m') return Number.NaN;
    const seconds = short ? of('a') * 60 + of('b') : (of('a') * 60 + of('b')) * 60;
    return negative ? -seconds : seconds;
  }
  const days = of('w') * 7 + of('d');
  const clock = (of('h') * 60 + of('m')) * 60 + of('s');
  // Python and pandas write minus a quarter of an hour as -1 day, 23:45:00.
  if (negative && groups.d !== undefined && text.includes(':')) return clock - days * 86_400;
  const seconds = days * 86_400 + clock;
  return negative ? -seconds : seconds;
}

export function countDuration(tally: DurationTally, text: string): void {
  const groups = groupsOf(text);
  if (!groups) {
    tally.odd++;
    return;
  }
  tally.fitting++;
  const { a, b = '', n, d, h, s } = groups;
  if (a !== undefined) {
    tally.two++;
    if (/[.,]/.test(b)) tally.fractions++;
    tally.first = Math.max(tally.first, Number(a));
  }
  const clock = a !== undefined ? !/[.,]/.test(b) : text.includes(':') && d === undefined && s !== undefined;
  if (!clock || n !== undefined || Number(a ?? h) > DAY) tally.beyond++;
}

const MINUTE = 60;

/**
 * How durations of a column of words or numbers are read, undefined where it holds none: cells of numbers are seconds alone beside minutes with parts of
 * a second. `plain` of the cells are `numbers`; `dates`: the words may be times of day; `set`: a person says that all are numbers.
 */
export function foundParts(
  spans: DurationTally,
  name: string,
  column: {
    readonly numbers: Pick<Growing<Float64Array>, 'each'> | undefined;
    readonly plain: number | undefined;
    readonly dates: { readonly clock: boolean | undefined } | undefined;
    readonly set: boolean;
  },
): DurationParts | undefined {
  const { numbers, plain = 0, dates, set } = column;
  const ofDay = dates !== undefined && !(dates.clock && spans.beyond > 0);
  let short = spans.fractions > 0;
  numbers?.each((value) => {
    if (value >= MINUTE) short = false;
  });
  const alone = spans.seconds + plain;
  const fitting = spans.fitting + (short ? alone : 0);
  const open = set || (numbers ? short : !ofDay);
  return open && !tooOdd(spans.odd + (short ? 0 : alone), fitting) ? durationParts(spans, name) : undefined;
}

/**
 * The units on either side of the colon in cells of two parts: minutes and seconds when other cells of the column have
 * hours too, or a fraction of seconds, or when the first parts go beyond a day and not beyond an hour, unless the name
 * of the column says otherwise.
 */
function durationParts({ two, fractions, first, fitting }: DurationTally, name: string): DurationParts {
  if (two === 0) return 'whole';
  if (NAMED_HOURS.test(name)) return 'h:m';
  const minutes = fractions > 0 || two < fitting || (first > DAY && first < HOUR) || NAMED_MINUTES.test(name);
  return minutes ? 'm:s' : 'h:m';
}
