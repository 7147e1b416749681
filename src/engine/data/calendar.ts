/** Whether 3/4/2024 is the third of April or the fourth of March. 'open': both are possible so far. */
export type DayOrder = 'day-first' | 'month-first' | 'open';

export interface DateCell {
  /**
   * Days since 1970-01-01 UTC, read with the day first while the order is open. For a time of day alone: the fraction
   * of a day.
   */
  readonly days: number;
  /** undefined for forms that do not depend on the order. */
  readonly order?: DayOrder;
  /** For an open date with a zone: whole days from the written day to the day in UTC. */
  readonly zoneDays?: number;
  /** A time of day without a date. A column holds either these or dates, never both. */
  readonly clock?: true;
  /** The year has two digits and is taken to be in the second half of this century. */
  readonly late?: true;
}

/** Days since 1970-01-01; NaN for a day that does not exist. */
export function dayNumber(year: number, month: number, day: number): number {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.getTime() / 86_400_000 : Number.NaN;
}

/** Fraction of a day, NaN for an impossible time. */
export function dayShare(hour: number, minute: number, second: number): number {
  return hour > 24 || minute > 59 || second >= 61 ? Number.NaN : (hour * 3600 + minute * 60 + second) / 86_400;
}
