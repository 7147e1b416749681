import type { ColumnKind, Dialect } from './data';

/** Where a column stands in a file, and which of its cells have no value. */
export interface ReadColumn {
  readonly name: string;
  /** 0-based. */
  readonly index: number;
  readonly kind: ColumnKind;
  /** Of booleans: no and yes, in small letters. */
  readonly words?: readonly [string, string];
  /** What stood in cells without a value, trimmed. */
  readonly gaps: readonly string[];
}

/** How a file was read, as far as it takes to read the same rows again elsewhere. */
export interface FileReading {
  /** Without its folder. */
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
  readonly dialect: Dialect;
  /** 1-based line where the first row begins. */
  readonly firstLine: number;
  /** Features, targets and weights. */
  readonly columns: readonly ReadColumn[];
  /** What a plain reader of delimited text reads in another way: "quotes that do not pair up". */
  readonly oddity?: string;
}

/** The files of a design, and the column of its weights. */
export interface DesignSource {
  readonly file: FileReading;
  /** The second file, where one is held out. */
  readonly heldOut?: FileReading;
  readonly weights?: string;
}
