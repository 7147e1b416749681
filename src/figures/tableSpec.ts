/** Words in rows and columns, ready to show. */
export interface TableSpec {
  readonly id: string;
  readonly title: string;
  /** Headings; empty strings for tables of names and values. Numeric columns stand right. */
  readonly columns: readonly { readonly title: string; readonly numeric: boolean }[];
  readonly rows: readonly TableRow[];
}

/** Where a row stands in the file. */
interface RowPlace {
  /** File line that the row's first cell opens. */
  readonly line?: number;
  /** The row of the file, counted from 1, where rows can be chosen. */
  readonly row?: number;
}

export interface TableRow extends RowPlace {
  readonly cells: readonly string[];
}

/** A column of a table whose rows tell of things of type `T`: its heading, and its cell in each row. */
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
