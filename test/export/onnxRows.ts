import { cellsOf } from './compareCsv';

type Cell = number | string | null;

/** The readers of the test's columns, by name: texts for categories, days for dates, and yes and no as 1 and 0. */
const READ: Readonly<Record<string, (text: string) => Cell>> = {
  day: (text) => (text === '' || text === 'NA' ? null : Date.parse(text) / 86_400_000),
  colour: (text) => text,
  shade: (text) => text,
  sunny: (text) => Number(text === 'yes'),
};
const numberOf = (text: string): Cell => (text === '' || text === 'NA' ? null : Number(text));

/** A file's rows as a model of ONNX takes them. */
export function onnxRows(csv: string): Record<string, Cell>[] {
  const [head, ...rows] = cellsOf(csv);
  return rows.map((row) => Object.fromEntries(head.map((name, j) => [name, (READ[name] ?? numberOf)(row[j])])));
}

/** The same values for a module: numbers as single precision holds them, where that is what the model takes. */
export function moduleRows(
  rows: readonly Record<string, Cell>[],
  single: boolean,
  columns: readonly string[],
): Record<string, Cell | Date>[] {
  const value = (name: string, cell: Cell) => {
    if (typeof cell !== 'number') return cell;
    if (name === 'day') return new Date(cell * 86_400_000);
    return single ? Math.fround(cell) : cell;
  };
  return rows.map((row) => Object.fromEntries(columns.map((name) => [name, value(name, row[name])])));
}
