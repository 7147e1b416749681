/** What means "no value", compared after trimming and without regard to case. Infinities are added for numbers only. */
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
  // What spreadsheets write for these in other languages.
  '#nv',
  '#n/d',
  '#wert!',
  '#bezug!',
  '#zahl!',
  '#valeur!',
  '#nom?',
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
];

/** In front of the texts that a person names: they are all there is, in place of the list. */
const ALONE = '=';

/** What runtimes of Windows write for no number, with digits cut off or not. */
const WINDOWS_NAN = ['1.#qnan', '1.#snan', '1.#ind', '1.#nan', 'nan(ind)', 'nan(snan)'].flatMap((token) => [
  token,
  `-${token}`,
]);

/** All of them, in small letters. */
export const USUAL: readonly string[] = [...TOKENS, ...WINDOWS_NAN];

/** Gaps beyond this share of a column are told to the fit, and to the reader. */
export const MANY_GAPS = 0.2;

/** Python's None among numbers, dates, and yes and no. Among words it is one of them: no pool, no veneer. */
const NONE = 'None';

const INFINITE = /^[+-]?(?:inf|infinity|∞|1\.#inf)$/i;

export class MissingTokens {
  private readonly words: Set<string>;
  private readonly exact: ReadonlySet<string>;
  /** Tokens that are numbers themselves, such as -999: cells must be compared before they are read as numbers. */
  readonly numeric: boolean;
  private readonly values: ReadonlySet<number>;
  /** Whether a person named tokens. */
  readonly custom: boolean;
  /** Whether those are all that mean missing. */
  readonly alone: boolean;
  /** Tokens of the list that mean no gap here. */
  kept: readonly string[] | undefined;
  /** No token is longer than this, in characters or bytes. */
  readonly longest: number;

  /** `tokens` come to the list, or replace it where a sign of equality is the first of them; an empty cell is missing in any case. */
  constructor(private readonly tokens?: readonly string[]) {
    const named = tokens?.map((token) => token.trim()).filter((token) => token !== '') ?? [];
    this.custom = tokens !== undefined;
    this.alone = named[0] === ALONE;
    if (this.alone) named.shift();
    this.words = new Set(this.alone ? [] : USUAL);
    this.exact = new Set(['', ...named]);
    this.values = new Set(named.map(numberOf).filter(Number.isFinite));
    this.numeric = this.values.size > 0;
    // A number has spellings of any length.
    this.longest = this.numeric ? Number.POSITIVE_INFINITY : Math.max(12, ...named.map((t) => 3 * t.length));
  }

  /** Whether a person says that these letters mean missing, or what alone does. */
  settles(token: string): boolean {
    return this.alone || this.exact.has(token);
  }

  /** The same tokens but for these, in small letters, where nobody named them. */
  without(words: readonly string[]): MissingTokens {
    if (this.alone) return this;
    const fewer = new MissingTokens(this.tokens);
    for (const word of words) fewer.words.delete(word);
    fewer.kept = words;
    return fewer;
  }

  /** -200, −200 and -200,0 are one number. */
  hasNumber(value: number): boolean {
    return this.numeric && this.values.has(value);
  }

  /** Whether it is one of the tokens, or the number that one of them spells. */
  means(token: string): boolean {
    return token !== '' && (this.has(token) || this.hasNumber(numberOf(token)));
  }

  /** What is missing in a column of numbers, dates or truth values, and a word elsewhere. */
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
