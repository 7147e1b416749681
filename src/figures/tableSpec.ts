import { NARROW } from '../engine/words/numbers';
import { csvText } from './csv';

/** Words in rows and columns, ready to show. */
export interface TableSpec {
  readonly id: string;
  readonly title: string;
  /** Headings; empty strings for tables of names and values. Numeric columns stand right. */
  readonly columns: readonly { readonly title: string; readonly numeric: boolean }[];
  readonly rows: readonly TableRow[];
}

/** The place of a row in the file. */
interface RowPlace {
  /** File line that the row's first cell opens. */
  readonly line?: number;
  /** The row of the file, counted from 1, where rows can be chosen. */
  readonly row?: number;
}

export interface TableRow extends RowPlace {
  readonly cells: readonly string[];
}

/** A column of a table whose rows are about things of type `T`: its heading, and its cell in each row. */
interface Column<T> {
  readonly title: string;
  readonly numeric: boolean;
  readonly cell: (of: T) => string;
}

export const wordColumn = <T>(title: string, cell: (of: T) => string): Column<T> => ({ title, numeric: false, cell });
export const numberColumn = <T>(title: string, cell: (of: T) => string): Column<T> => ({ title, numeric: true, cell });

/** A row for each of `all`; `place` says where it stands in the file. */
export function tableOf<T>(
  head: Pick<TableSpec, 'id' | 'title'>,
  all: Iterable<T>,
  columns: readonly Column<T>[],
  place?: (of: T) => RowPlace,
): TableSpec {
  return {
    ...head,
    columns: columns.map(({ title, numeric }) => ({ title, numeric })),
    rows: Array.from(all, (of) => ({ ...place?.(of), cells: columns.map(({ cell }) => cell(of)) })),
  };
}

/** Names and values without headings. */
export const factsTable = (id: string, title: string, facts: Iterable<readonly [string, string]>): TableSpec =>
  tableOf({ id, title }, facts, [wordColumn('', ([name]) => name), numberColumn('', ([, value]) => value)]);

/** The contents of the columns of a table without headings. */
const UNHEADED = ['name', 'value', 'note'];

/** A table as CSV (RFC 4180), as it is shown; a cell of a numeric column that is a number is written as one. */
export function tableCsv({ columns, rows }: TableSpec): string {
  const headed = columns.some(({ title }) => title !== '');
  const head = columns.map(({ title }, j) => (headed ? title : (UNHEADED[j] ?? '')));
  const body = rows.map(({ cells }) => cells.map((cell, j) => (columns[j].numeric ? numberIn(cell) : cell)));
  return csvText([head, ...body]);
}

const POWER = /^(.*)×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)$/;
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** "−1,234.5" as −1234.5, "4.0 × 10⁻⁶" as 0.000004; other text as it is. */
function numberIn(text: string): string | number {
  const plain = text
    .replaceAll(NARROW, '')
    .replaceAll(',', '')
    .replace('\u2212', '-')
    .replace(POWER, (_, mantissa: string, raised: string) => `${mantissa}e${exponentOf(raised)}`);
  const number = Number(plain);
  return plain.trim() !== '' && Number.isFinite(number) ? number : text;
}

const exponentOf = (raised: string): string =>
  Array.from(raised, (sign) => (sign === '⁻' ? '-' : RAISED.indexOf(sign))).join('');
