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
