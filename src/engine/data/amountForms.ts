// The parts of amounts and quantities, as regular expressions without anchors, for this program and for those that it exports.

/** Parentheses that make a number negative, the mark of a footnote behind it, feet and inches, or degrees of a place. */
export type NumberForm = 'parentheses' | 'marks' | 'feet' | 'degrees';

/** Matches seconds of less than a minute: 58.41 beside 1:02.35. */
export const SECONDS = /^[0-5]?\d(?:[.,]\d{1,3})?$/;
export const SIGN = '[-+\u2212\u2013]';
export const BLANK = '[ \u00a0\u2009\u202f]';
export const PREFIX = String.raw`\p{Lu}{0,3}\p{Sc}|\p{Lu}{3}|S?Fr\.|[Kk]r\.?|Rs\.?`;
export const CORE = String.raw`[.,]?\d(?:[\d.,'’ \u00a0\u2009\u202f]*\d)?(?:[eEdD][-+]?\d+)?`;
/** In place of cents, as in 12.- and 12,–. */
export const NO_CENTS = '(?:[.,][-\u2013\u2014]{1,2}(?![-\u2013\u2014]))?';
/** Behind it a currency may stand: Mio. EUR. */
export const UNIT = String.raw`[\p{L}\p{Sc}%‰°′″℃℉㎀-㏟][\p{L}\p{Sc}\d%°²³/.^·*㎀-㏟]{0,11}(?:${BLANK}(?:\p{Sc}|\p{Lu}{3}|Euros?))?`;
