import { listed } from './sentence';

/** Endings of files that hold a table; a person can name more (`SETTING.moreEndings`). */
const JSON_LINES = ['jsonl', 'ndjson'];
const TABLES = ['csv', 'tsv', 'tab', 'psv', 'data', 'dat', ...JSON_LINES, 'parquet'];
/** Most of these files hold no table: they have the menu, and no button over their editor. */
const TEXTS = ['txt'];

/** Any of these may be compressed, and have a second ending. */
const COMPRESSED = ['gz', 'zst'];

const pattern = (endings: readonly string[]) =>
  new RegExp(`\\.(${endings.join('|')})(\\.(${COMPRESSED.join('|')}))?$`, 'i');

export const JSON_LINES_FILES = pattern(JSON_LINES);
/** The same patterns are in the `when` clauses of package.json. */
export const TABLE_FILES = pattern(TABLES);
export const DATA_FILES = pattern([...TABLES, ...TEXTS]);

/** Without their dots, as a dialog that opens files takes them. */
export const DIALOG_ENDINGS: readonly string[] = [...TABLES, ...TEXTS, ...COMPRESSED];

/** The endings as a person reads them: `.csv`, `.tsv` and `.txt`. */
export const ENDINGS_TEXT = listed([...TABLES, ...TEXTS].map((ending) => `\`.${ending}\``));

/** `more` are endings with their dots: ".asc". */
export const dataGlob = (more: readonly string[]): string => {
  const plain = [...TABLES, ...TEXTS].flatMap((ending) =>
    ['', ...COMPRESSED.map((second) => `.${second}`)].map((second) => ending + second),
  );
  // Braces and commas would have a meaning in the glob.
  const others = more.map((ending) => ending.slice(1)).filter((ending) => /^[\w.-]+$/.test(ending));
  return `**/*.{${[...plain, ...others].join(',')}}`;
};

export const isDataFile = (path: string, more: readonly string[] = []): boolean =>
  DATA_FILES.test(path) || more.some((ending) => path.toLowerCase().endsWith(ending.toLowerCase()));

/** The tables among the names of a folder, by their endings; texts, which may be notes, only if there are no tables. */
export function tablesAmong(names: readonly string[]): readonly string[] {
  const tables = names.filter((name) => TABLE_FILES.test(name));
  return tables.length > 0 ? tables : names.filter((name) => DATA_FILES.test(name));
}

/** Last part of a path with either slash; of several files in braces the first with the number of the others. */
export function baseName(path: string): string {
  const [, several] = /\{([^{}]*,[^{}]*)\}$/.exec(path) ?? [];
  if (several === undefined) return path.replace(/[\\/]+$/, '').replace(/^.*[\\/]/, '');
  const [first, ...others] = several.split(',');
  return `${baseName(first)} and ${others.length} more`;
}

/** "airfoil.csv.gz" → "airfoil", ".csv" → "" */
export const withoutEnding = (name: string): string => baseName(name).replace(/\.[^.]+(\.(gz|zst))?$/i, '');

/** The same, but a name that is nothing but an ending stays. */
export const stem = (name: string): string => withoutEnding(name) || baseName(name);
