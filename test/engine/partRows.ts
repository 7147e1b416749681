const HEADER = 'a,b,colour,when,sure,w,y,z,kind,empty';
export const COLOURS = ['red', 'green, or so', '"blue"', 'None'];

/** Rows of every kind of column, some with gaps, as the cells of CSV; `from` tells files apart. */
export function csvRows(count: number, from: number): string[] {
  return Array.from({ length: count }, (_, k) => {
    const i = from + k;
    const [a, b] = [Math.sin(i * 1.7), Math.cos(i * 0.9) * 3];
    const colour = i % 31 === 0 ? '' : COLOURS[i % 4];
    const when = `${1 + (i % 28)}/${1 + (i % 12)}/2021`;
    const y = Math.sin(2 * a) + 0.3 * b + (i % 4) / 5 + 0.1 * Math.sin(i * 77);
    return [
      i % 13 === 0 ? '' : a,
      b,
      `"${colour.replaceAll('"', '""')}"`,
      when,
      i % 3 === 0 ? 'yes' : 'no',
      i % 50 === 7 ? '' : 0.5 + (i % 5),
      i % 40 === 11 ? 'NA' : y,
      y * b + a,
      ['low', 'mid', 'high'][Math.min(2, Math.max(0, Math.floor(1 + y)))],
      '',
    ].join(',');
  });
}

export const csvText = (rows: readonly string[], header = HEADER): string =>
  `${[...(header === '' ? [] : [header]), ...rows].join('\n')}\n`;

export const SPLIT_HEADER = `${HEADER},time,day,who,word,fold`;
/** The same with columns that rows are divided by: time, day, who (numbers, with gaps), word (`wordOf` a row) and fold. */
export const splitRows = (
  count: number,
  wordOf = (i: number) => `w${(i * 7919) % Math.max(23, count / 3)}`,
): string[] =>
  csvRows(count, 0).map((row, i) => {
    const time = new Date(1.6e12 + ((i * 7919) % count) * 61_803).toISOString();
    const day = `2021-0${1 + (i % 7)}-1${i % 9}`;
    return [row, time, day, i % 60 === 13 ? '' : (i * 31) % 47, wordOf(i), 1 + ((i * 5) % 6)].join(',');
  });

/** The design fitted to such rows, except for the rows that are held out. */
export const MADE_DESIGN = {
  target: 'y',
  features: ['a', 'b', 'colour', 'when', 'sure'],
  missing: 'impute',
  standardise: true,
  seed: 3,
} as const;
