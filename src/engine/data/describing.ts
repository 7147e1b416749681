type Records = readonly (readonly string[])[];

/** Fewer lines that begin with words may be rows: totals, or years before the first. */
const FEWEST_DESCRIBING = 3;

/** The number of lines that describe the columns, as banks and offices write them: words above first cells all of which are numbers or dates. */
export function describing(all: Records, isValue: (cell: string) => boolean, known: boolean): number {
  const isKeyed = ([cell]: readonly string[]) => isValue(cell);
  const rows = all.slice(0, all.findLastIndex(isKeyed) + 1);
  const count = rows.findIndex(isKeyed);
  const rest = rows.slice(count);
  const isLong = count >= FEWEST_DESCRIBING && rest.length >= (known ? 1 : count);
  const words = rows.slice(0, count).map(([cell]) => cell.trim());
  const areWords = !words.some((word) => /\d/.test(word)) && words.filter((word) => word !== '').length > count / 2;
  return isLong && areWords && rest.every((row) => isKeyed(row) && row.length === rows[0].length) ? count : 0;
}
