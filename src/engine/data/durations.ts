import type { DurationParts } from '../contract/data';
import { SECONDS } from './amountForms';
import type { Growing } from './growing';
import { tooOdd, tooOddAlready } from './oddCells';
import { CAPITAL, DURATIONS } from './rareForms';

const NO_DURATION = new RegExp(`^${CAPITAL}$`);
/** Matches cells that may be durations: a number followed by a colon or a unit of time, or the form of ISO 8601. */
const MAYBE_DURATION = /^[-+\u2212]?(?:\d[\d.,]*(?::\d\d|\s?(?:[dhjms]|std|tag)[a-zé.]{0,8}(?:[ ,\d]|$))|P[\dT])/i;
const FORMS = DURATIONS.map((form) => new RegExp(`^(?:${form})$`, 'i'));
/** The hours of a day. */
const DAY = 24;
const HOUR = 60;
const NAMED_HOURS = /hours?|stunden|heures|horas|\bh\b|arbeitszeit|\[h\]|h:?mm/i;
const NAMED_MINUTES = /min|\bmm?:?ss\b|lap|pace|split/i;

type Groups = Readonly<Record<string, string | undefined>>;

function groupsOf(text: string): Groups | undefined {
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

const MINUTE = 60;

/** The cells of a column that may be durations, counted by what tells how they are to be read. */
export class DurationCells {
  private fitting = 0;
  /** Cells that are no durations. */
  private odd = 0;
  /** Durations that no time of day can be. */
  private beyond = 0;
  /** Durations of two parts, 12:30: how many, how many with a fraction of seconds, and the greatest first part. */
  private two = 0;
  private fractions = 0;
  private first = 0;
  /** Numbers that may be the seconds of less than a minute. */
  private seconds = 0;

  /** Counts one more cell; returns false once too many are no durations. */
  add(text: string): boolean {
    const groups = MAYBE_DURATION.test(text) ? groupsOf(text) : undefined;
    if (groups) this.count(groups, text.includes(':'));
    else if (SECONDS.test(text)) this.seconds++;
    else this.odd++;
    return !tooOddAlready(this.odd, this.fitting);
  }

  private count({ a, b = '', n, d, h, s }: Groups, colon: boolean): void {
    const fraction = /[.,]/.test(b);
    this.fitting++;
    if (a !== undefined) {
      this.two++;
      if (fraction) this.fractions++;
      this.first = Math.max(this.first, Number(a));
    }
    const clock = a !== undefined ? !fraction : colon && d === undefined && s !== undefined;
    if (!clock || n !== undefined || Number(a ?? h) > DAY) this.beyond++;
  }

  /**
   * How durations of a column of words or numbers are read, undefined where it holds none: cells of numbers are seconds
   * alone beside minutes with parts of a second. `plain` of the cells are `numbers`; `clock`: the words are times of
   * day, as far as none is beyond a day; `set`: a person says that all are numbers.
   */
  partsOf(
    name: string,
    column: {
      readonly numbers: Growing<Float64Array> | undefined;
      readonly plain: number | undefined;
      readonly dates: { readonly clock: boolean | undefined } | undefined;
      readonly set: boolean;
    },
  ): DurationParts | undefined {
    if (this.fitting === 0) return undefined;
    const { numbers, plain = 0, dates, set } = column;
    const ofDay = dates !== undefined && !(dates.clock && this.beyond > 0);
    let short = this.fractions > 0;
    numbers?.each((value) => {
      if (value >= MINUTE) short = false;
    });
    const alone = this.seconds + plain;
    const fitting = this.fitting + (short ? alone : 0);
    const open = set || (numbers ? short : !ofDay);
    return open && !tooOdd(this.odd + (short ? 0 : alone), fitting) ? this.besideColon(name) : undefined;
  }

  /**
   * The units on either side of the colon in cells of two parts: minutes and seconds when other cells of the column have
   * hours too, or a fraction of seconds, or when the first parts go beyond a day and not beyond an hour, unless the name
   * of the column says otherwise.
   */
  private besideColon(name: string): DurationParts {
    const { two, fractions, first, fitting } = this;
    if (two === 0) return 'whole';
    if (NAMED_HOURS.test(name)) return 'h:m';
    const minutes = fractions > 0 || two < fitting || (first > DAY && first < HOUR) || NAMED_MINUTES.test(name);
    return minutes ? 'm:s' : 'h:m';
  }
}
