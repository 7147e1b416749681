import type { Encoding } from '../engine/contract/encodings';
/** What is fitted, as commands take it from keybindings and `executeCommand`. Columns by name, or by position from 1. */
export interface FitArguments {
  /** Needed by every method but principal components. */
  readonly target?: string | number;
  readonly moreTargets?: readonly (string | number)[];
  /** Left out: all usable columns that are neither targets nor weights. */
  readonly features?: readonly (string | number)[];
  /** A column with the weight of each row. */
  readonly weights?: string | number;
  /** auto: words, yes/no and numbers with two values are classified, other numbers are predicted. */
  readonly task?: 'auto' | 'regress' | 'classify';
  /** "krr", "huber", …: an id of docs/methods.md. Left out: kernel ridge regression, or the method of the command. */
  readonly method?: string;
  /** Parameters of the method by name (docs/methods.md). What is left out follows the person's own defaults, then the method's rules. */
  readonly parameters?: Readonly<Record<string, number | boolean | string>>;
  readonly design?: DesignArguments;
  readonly read?: ReadArguments;
}

/** Which rows take part and which are held out, and what becomes of gaps. */
export interface DesignArguments {
  /** Fraction of the rows held out at random, 0 to 0.9; or the last rows of the file, or by a column; or the rows of a second file. */
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
  /** A seeded random sample of at most this many rows. */
  readonly maxRows?: number;
  /** `age > 30 and sex = 'female'` */
  readonly where?: string;
  /** Rows that are left out, "12,40-52", counted from 1. */
  readonly without?: string;
  /** Rows with the same value in this column stay together. */
  readonly groups?: string | number;
  /** A column with the fold of every row. */
  readonly foldColumn?: string | number;
  /** A column of numbers or dates, or "rows" for file order: the last rows are held out. */
  readonly order?: string | number;
  /** The same as one of the three above. */
  readonly splitBy?:
    | { readonly kind: 'group' | 'fold'; readonly column: string }
    | { readonly kind: 'blocks'; readonly by?: string };
  readonly seed?: number;
}

/** How the file is read, where that is not to be detected. */
export interface ReadArguments {
  readonly delimiter?: string;
  readonly header?: boolean;
  /** Names of all columns of a file without a header. */
  readonly names?: readonly string[];
  readonly encoding?: Encoding;
  readonly decimal?: '.' | ',';
  readonly thousands?: '' | ',' | '.' | ' ' | "'";
  readonly quote?: '' | '"' | "'";
  /** Signs that stand for a missing cell. */
  readonly missing?: readonly string[];
  readonly kinds?: Readonly<Record<string, 'number' | 'boolean' | 'date' | 'category' | 'text'>>;
  /** A compressed file is read however large it unzips. */
  readonly acceptExpansion?: boolean;
}
