/** Whether 3/4/2024 is the third of April or the fourth of March. 'open': both are possible so far. */
export type DayOrder = 'day-first' | 'month-first' | 'open';

export interface DateCell {
  /** Days since 1970-01-01 UTC, the day taken first where the order is open. Time of day alone: the fraction of a day. */
  readonly days: number;
  /** undefined for forms that do not depend on the order. */
  readonly order?: DayOrder;
  /** Of an open date with a zone: whole days from the day that is written to the day in UTC. */
  readonly zoneDays?: number;
  /** A time of day without a date. A column holds either these or dates, never both. */
  readonly clock?: true;
  /** A year of two digits that is taken for one of this century's second half. */
  readonly late?: true;
}

/** Days since 1970-01-01; NaN for a day that no calendar has. */
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
