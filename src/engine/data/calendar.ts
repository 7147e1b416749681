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
