import { normals } from './madeRows';

/** The i-th day of 2019, "2019-01-01" being that of 0. */
export const dayOf = (i: number): string => new Date(Date.UTC(2019, 0, 1 + i)).toISOString().slice(0, 10);

/**
 * Lines of a daily series with a trend, a season, a measurement x and weather that holds on from day to day, which tells random days of their
 * neighbours and nothing of days to come: Date,x,y.
 */
export function dailySeries(n: number, seed = 3): string[] {
  const noise = normals(seed);
  let weather = 0;
  return Array.from({ length: n }, (_, i) => {
    weather = 0.95 * weather + noise();
    const x = noise();
    const y = 0.01 * i + 4 * Math.sin((2 * Math.PI * i) / 365) + weather + 0.5 * x;
    return [dayOf(i), x.toFixed(3), y.toFixed(3)].join(',');
  });
}
