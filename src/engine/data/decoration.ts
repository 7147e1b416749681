/** A number as people write it: its text alone, and its unit. */
export interface Undecorated {
  /** Sign, digits and separators. */
  readonly text: string;
  /** "$", "%", "kg", "€M"; "" when there were only parentheses or a sign behind it that made the number negative. */
  readonly unit: string;
}

/** Longer cells are no numbers, whatever they hold. */
const LONGEST = 48;

const SIGN = '[-+\u2212\u2013]';
const BLANK = '[ \u00a0\u2009\u202f]';
const PREFIX = String.raw`\p{Lu}{0,3}\p{Sc}|\p{Lu}{3}|S?Fr\.|[Kk]r\.?|Rs\.?`;
const CORE = String.raw`[.,]?\d(?:[\d.,'’ \u00a0\u2009\u202f]*\d)?(?:[eEdD][-+]?\d+)?`;
/** A dash in place of cents, as in 12.- and 12,–. */
const NO_CENTS = '(?:[.,][-\u2013\u2014]{1,2}(?![-\u2013\u2014]))?';
/** A unit, which may be followed by a currency: Mio. EUR. */
const UNIT = String.raw`[\p{L}\p{Sc}%‰°′″][\p{L}\p{Sc}\d%°²³/.^·*]{0,11}(?:${BLANK}(?:\p{Sc}|\p{Lu}{3}|Euros?))?`;
export const DECORATED = new RegExp(
  `^(\\()?(${SIGN})?${BLANK}?(${PREFIX})?${BLANK}?(${SIGN})?(${CORE})${NO_CENTS}${BLANK}?(${SIGN})?(${UNIT})?(\\))?$`,
  'u',
);

/**
 * The number in a trimmed cell without its unit, which may be on either side, and with the sign that parentheses or a
 * minus behind it mean. Undefined when the cell has another form; `plainNumber` decides whether the remaining text is a
 * number.
 */
export function undecorated(cell: string): Undecorated | undefined {
  if (cell.length > LONGEST) return undefined;
  const found = DECORATED.exec(cell);
  if (!found) return undefined;
  const [, open, outer, prefix = '', inner, core, behind, suffix = '', close] = found;
  const signs = [outer, inner, behind].filter((sign) => sign !== undefined);
  if ((open === undefined) !== (close === undefined) || signs.length > (open ? 0 : 1)) return undefined;
  if (/^\p{Lu}{3}$/u.test(prefix) && !isCurrency(prefix)) return undefined;
  if (behind === '+') return undefined;
  const negative = open !== undefined || (signs.length === 1 && signs[0] !== '+');
  return { text: `${negative ? '-' : ''}${core}`, unit: prefix + suffix };
}

let currencies: ReadonlySet<string> | undefined;

/** True when these letters are the code of a currency: EUR. */
export function isCurrency(letters: string): boolean {
  currencies ??= new Set(Intl.supportedValuesOf('currency'));
  return currencies.has(letters);
}
