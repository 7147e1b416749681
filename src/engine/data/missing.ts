/** The tokens for "no value", compared trimmed and without regard to case. Infinities are added for numbers only. */
const TOKENS = [
  '',
  'na',
  'n/a',
  'nan',
  '-nan',
  '+nan',
  'null',
  '?',
  '-',
  '--',
  '#n/a',
  '<na>',
  '#na',
  'nil',
  '\\n',
  '#value!',
  '#div/0!',
  '#ref!',
  '#num!',
  '#name?',
  '#null!',
  '#error!',
  '#spill!',
  '#calc!',
  // The same as spreadsheets write them in other languages.
  '#nv',
  '#n/d',
  '#wert!',
  '#bezug!',
  '#zahl!',
  '#valeur!',
  '#nom?',
  '#nombre!',
  '#¡num!',
  '#¡ref!',
  '#¡div/0!',
  '#¿nombre?',
  '#¡valor!',
  '\u2212',
  '\u2013',
  '\u2014',
  '---',
  '.',
  '..',
  '...',
  '…',
  // Eurostat's.
  ':',
  'k.a.',
  'k. a.',
  'n.a.',
  'n. a.',
  // In place of a value in the output of databases, MATLAB and R.
  '(null)',
  '[null]',
  '<null>',
  '<undefined>',
  '<missing>',
];

/** The gap among dates in Python and MATLAB, in these capitals alone: Nat is a name. */
export const NO_TIME = 'NaT';

/** In front of the texts that a person names: these then replace the list. */
const ALONE = '=';

/** The forms in which runtimes of Windows write no number, with digits cut off or not. */
const WINDOWS_NAN = ['1.#qnan', '1.#snan', '1.#ind', '1.#nan', 'nan(ind)', 'nan(snan)'].flatMap((token) => [
  token,
  `-${token}`,
]);

/** All of these tokens, in small letters. */
export const USUAL: readonly string[] = [...TOKENS, ...WINDOWS_NAN];

/** Beyond this fraction of a column, gaps are an input to the fit, and are reported. */
export const MANY_GAPS = 0.2;

/** Python's None, a gap among numbers, dates, and yes and no. Among words it is one of them: no pool, no veneer. */
const NONE = 'None';

const INFINITE = /^[+-]?(?:inf|infinity|∞|1\.#inf)$/i;

export class MissingTokens {
  private readonly words: Set<string>;
  private readonly exact: ReadonlySet<string>;
  /** True when some tokens are numbers, such as -999: cells must be compared before they are read as numbers. */
  readonly numeric: boolean;
  private readonly values: ReadonlySet<number>;
  /** True when a person named tokens. */
  readonly custom: boolean;
  /** True when those are all that mean missing. */
  readonly alone: boolean;
  /** Tokens of the list that mean no gap here. */
  kept: readonly string[] | undefined;
  /** No token is longer than this, in characters or bytes. */
  readonly longest: number;

  /** `tokens` are added to the list, or replace it if the first is an equals sign; an empty cell is always missing. */
  constructor(private readonly tokens?: readonly string[]) {
    const named = tokens?.map((token) => token.trim()).filter((token) => token !== '') ?? [];
    this.custom = tokens !== undefined;
    this.alone = named[0] === ALONE;
    if (this.alone) named.shift();
    this.words = new Set(this.alone ? [] : USUAL);
    this.exact = new Set(['', ...(this.alone ? [] : [NO_TIME]), ...named]);
    this.values = new Set(named.map(numberOf).filter(Number.isFinite));
    this.numeric = this.values.size > 0;
    // A number has spellings of any length.
    this.longest = this.numeric ? Number.POSITIVE_INFINITY : Math.max(12, ...named.map((t) => 3 * t.length));
  }

  /** True when a person has said that this token means missing, or which tokens alone do. */
  settles(token: string): boolean {
    return this.alone || this.exact.has(token);
  }

  /** The same tokens without these, in small letters, except those that a person named. */
  without(words: readonly string[]): MissingTokens {
    if (this.alone) return this;
    const fewer = new MissingTokens(this.tokens);
    for (const word of words) fewer.words.delete(word);
    fewer.kept = words;
    return fewer;
  }

  /** True for the number that a token spells: -200, −200 and -200,0 are one. */
  hasNumber(value: number): boolean {
    return this.numeric && this.values.has(value);
  }

  /** True for one of the tokens, or for the number that one of them spells. */
  means(token: string): boolean {
    return token !== '' && (this.has(token) || this.hasNumber(numberOf(token)));
  }

  /** True for None, which is missing in a column of numbers, dates or truth values, and a word elsewhere. */
  isNone(trimmed: string): boolean {
    return !this.alone && trimmed === NONE;
  }

  has(trimmed: string): boolean {
    if (trimmed.length > this.longest) return false;
    return this.exact.has(trimmed) || this.words.has(trimmed.toLowerCase());
  }
}

function numberOf(token: string): number {
  const text = token
    .trim()
    .replace(/^[\u2212\u2013]/, '-')
    .replace(',', '.');
  return text === '' ? Number.NaN : Number(text);
}

export function isInfinite(trimmed: string): boolean {
  return trimmed.length <= 9 && INFINITE.test(trimmed);
}
