export interface CellFormat {
  /** One character; a blank stands for runs of blanks and tabs. */
  readonly delimiter: string;
  /** '' when nothing is quoted. */
  readonly quote: '"' | "'" | '';
  /** Blanks between a delimiter and a cell do not belong to the cell, so that a quote behind them opens it. */
  readonly initialBlanks?: boolean;
  /** A backslash in front of a quote makes it part of the cell. */
  readonly backslashQuotes?: boolean;
  /** Every line is quoted as one cell, which contains its cells. */
  readonly wrapped?: boolean;
}

export interface Tokens {
  readonly records: string[][];
  /** The text of the last record when it may go on in the next block. */
  readonly rest: string;
  /** Positions in `records` of those whose quotes do not pair up; they were read as well as possible. */
  readonly malformed: readonly number[];
}
