/** Words in rows and columns, ready to show. */
export interface TableSpec {
  readonly id: string;
  readonly title: string;
  /** Headings; empty strings for tables of names and values. Numeric columns stand right. */
  readonly columns: readonly { readonly title: string; readonly numeric: boolean }[];
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly cells: readonly string[];
  /** File line that the row's first cell opens. */
  readonly line?: number;
  /** The row of the file, counted from 1, where rows can be chosen. */
  readonly row?: number;
}
