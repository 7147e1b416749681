import type { Encoding } from '../engine/contract/encodings';
/** The arguments of a fit that commands take from keybindings and `executeCommand`. Columns by name, or by position from 1. */
export interface FitArguments {
  /**
   * The target column; if omitted, the column whose name says that it is the target. Only methods for principal
   * components need none.
   */
  readonly target?: string | number;
  readonly moreTargets?: readonly (string | number)[];
  /** The feature columns; if omitted, all usable columns that are neither targets nor weights. */
  readonly features?: readonly (string | number)[];
  /** A column with the weight of each row. */
  readonly weights?: string | number;
  /** auto: words, yes/no and numbers with two values are classified, other numbers are predicted. */
  readonly task?: 'auto' | 'regress' | 'classify';
  /** The id of a method in docs/methods.md: "krr", "huber", …. If omitted, kernel ridge regression, or the method of the command. */
  readonly method?: string;
  /**
   * Parameters of the method by name (docs/methods.md). Those that are omitted follow the person's own defaults, then
   * the method's rules.
   */
  readonly parameters?: Readonly<Record<string, number | boolean | string>>;
  readonly design?: DesignArguments;
  readonly read?: ReadArguments;
}

/** Which rows take part and which are held out, and how gaps are treated. */
export interface DesignArguments {
  /** The fraction of the rows held out at random, 0 to 0.9; or the last rows of the file, or by a column; or the rows of a second file. */
  readonly holdout?:
    | number
    | { readonly kind: 'fraction'; readonly fraction: number }
    | { readonly kind: 'last'; readonly fraction: number; readonly by?: string }
    | { readonly kind: 'file'; readonly source: { readonly kind: 'path'; readonly path: string } };
  readonly missing?: 'impute' | 'drop';
  readonly standardise?: boolean;
  readonly task?: 'auto' | 'regress' | 'classify';
  readonly weights?: string | number;
  readonly maxLevels?: number;
  /** The most rows to use: a seeded random sample of at most this many. */
  readonly maxRows?: number;
  /** A condition that the rows used meet: `age > 30 and sex = 'female'`. */
  readonly where?: string;
  /** Rows to leave out, "12,40-52", counted from 1. */
  readonly without?: string;
  /** A column: rows with the same value in it stay together. */
  readonly groups?: string | number;
  /** Columns, features too: rows that agree in all of them stay together. */
  readonly settings?: readonly (string | number)[];
  /** A column with the fold of every row. */
  readonly foldColumn?: string | number;
  /** A column of numbers or dates, or "rows" for file order: the last rows are held out. */
  readonly order?: string | number;
  /** Another form of one of those above. */
  readonly splitBy?:
    | { readonly kind: 'group' | 'fold'; readonly column: string }
    | { readonly kind: 'settings'; readonly columns: readonly string[] }
    | { readonly kind: 'blocks'; readonly by?: string };
  readonly seed?: number;
}

/** Options for reading the file, in place of detection. */
export interface ReadArguments {
  readonly delimiter?: string;
  readonly header?: boolean;
  /** Names of all columns of a file without a header. */
  readonly names?: readonly string[];
  readonly encoding?: Encoding;
  readonly decimal?: '.' | ',';
  readonly thousands?: '' | ',' | '.' | ' ' | "'";
  readonly quote?: '' | '"' | "'";
  /** Texts that stand for a missing cell. */
  readonly missing?: readonly string[];
  readonly kinds?: Readonly<Record<string, 'number' | 'boolean' | 'date' | 'category' | 'text'>>;
  /** True if a compressed file is to be read however large it unzips. */
  readonly acceptExpansion?: boolean;
}
