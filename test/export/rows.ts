// Files to fit and to predict: numbers, words, yes and no, dates, gaps, and in the new rows what no fit has seen.

import { generator } from '../figures/exampleData';

const COLOURS = ['red', 'green', 'blue', 'say "so", then', "a'b", '\u0024{c}`d`'];
const SHADES = ['light', 'dark', 'odd, "really"\\'];

/** Rows with every kind of column; `fresh` ones have levels, gaps and spellings that the rows to fit lack. */
export function mixedRows(count: number, fresh: boolean): string {
  const next = generator(fresh ? 7 : 3);
  const lines = ['a,b,day,colour,sunny,shade,w,"y, of ""rows""",z'.replace('"y, of ""rows"""', 'y')];
  for (let i = 0; i < count; i++) {
    const [a, b] = [6 * next() - 3, 40 * next()];
    const colour = COLOURS[Math.floor(next() * COLOURS.length)];
    const day = new Date(Date.UTC(2021, 0, 1) + Math.floor(next() * 900) * 86_400_000);
    const noise = next() - 0.5;
    const y = 10 * Math.sin(a) + b / 4 + 3 * COLOURS.indexOf(colour) + noise;
    const sunny = a + noise > 0 ? 'yes' : 'no';
    const shade = SHADES[Math.min(2, Math.floor((b + 8 * next()) / 16))];
    const gap = (value: string | number, share: number) =>
      next() < share ? (next() < 0.5 ? '' : 'NA') : String(value);
    const level = fresh && next() < 0.1 ? 'never seen \u2028 before' : colour;
    const date = day.toISOString().slice(0, fresh && i % 7 === 3 ? 10 : 10);
    const cells = [
      gap(a.toFixed(3), fresh ? 0.1 : 0.02),
      gap(fresh && i % 9 === 0 ? `${b.toExponential(3)}` : b.toFixed(2), 0.05),
      gap(date, 0.05),
      gap(level, 0.05),
      sunny,
      shade,
      (0.5 + next()).toFixed(2),
      y.toFixed(3),
      (a * b + noise).toFixed(3),
    ];
    lines.push(cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','));
  }
  return `${lines.join('\n')}\n`;
}

/** Few, with hardly any noise. */
export function exactRows(count: number, fresh: boolean): string {
  const next = generator(fresh ? 13 : 9);
  const rows = Array.from({ length: Math.min(40, count) }, () => [4 * next() - 2, 4 * next() - 2, next()]);
  return ['a,b,c,y', ...rows.map(([a, b, c]) => [a, b, c, a + b * b + 0.05 * next()].join()), ''].join('\n');
}

/** Shares, some of them 0. */
export function plainRows(count: number, fresh: boolean): string {
  const next = generator(fresh ? 11 : 5);
  const lines = ['p,q,r,y'];
  for (let i = 0; i < count; i++) {
    const [p, q, r] = [next(), next() < 0.2 ? 0 : next(), next()];
    lines.push(
      [p.toFixed(4), q.toFixed(4), r.toFixed(4), (p * p + Math.sqrt(q) - r + 0.1 * next()).toFixed(4)].join(','),
    );
  }
  return `${lines.join('\n')}\n`;
}
