/** What means "no value", compared after trimming and without regard to case. Infinities are added for numbers only. */
const TOKENS = ['', 'na', 'n/a', 'nan', '-nan', '+nan', 'null', '?', '-', '--', '#n/a', '<na>', '#na', 'nil', '\\n'];

/** What runtimes of Windows write for no number, with digits cut off or not. */
const WINDOWS_NAN = ['1.#qnan', '1.#snan', '1.#ind', '1.#nan'].flatMap((token) => [token, `-${token}`]);

/** Python's None; "none" in other spellings is a word that categories use. */
const EXACT_TOKENS = ['None'];

const INFINITE = /^[+-]?(?:inf|infinity|∞|1\.#inf)$/i;

export class MissingTokens {
  private readonly words: ReadonlySet<string>;
  private readonly exact: ReadonlySet<string>;
  /** Tokens that are numbers themselves, such as -999: cells must be compared before they are read as numbers. */
  readonly numeric: boolean;
  readonly custom: boolean;
  /** No token is longer than this, in characters or bytes. */
  readonly longest: number;

  /** `tokens` replaces the list; an empty cell is missing in any case. */
  constructor(tokens?: readonly string[]) {
    this.custom = tokens !== undefined;
    this.words = new Set(tokens ? [] : [...TOKENS, ...WINDOWS_NAN]);
    this.exact = new Set(tokens ? ['', ...tokens.map((t) => t.trim())] : EXACT_TOKENS);
    this.longest = Math.max(12, ...(tokens ?? []).map((token) => 3 * token.length));
    this.numeric = tokens?.some((t) => t.trim() !== '' && Number.isFinite(Number(t))) ?? false;
  }

  has(trimmed: string): boolean {
    if (trimmed.length > this.longest) return false;
    return this.exact.has(trimmed) || this.words.has(trimmed.toLowerCase());
  }
}

export function isInfinite(trimmed: string): boolean {
  return trimmed.length <= 9 && INFINITE.test(trimmed);
}
