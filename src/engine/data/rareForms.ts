/**
 * Rare ways to write a number as regular expressions without anchors, for this program and for the ones that it exports, as those of dates are: a
 * power of ten (1.2×10^3, 1.2·10³) and a limit (<0.5).
 */
export const POWER = String.raw`(?:([-+\u2212\u2013]?[\d.,'\u2019 \u00a0\u2009\u202f]*\d)[ \u00a0\u2009\u202f]?[xX×·⋅∙*][ \u00a0\u2009\u202f]?)?10(?:(?:\^|\*\*)\(?([-+\u2212\u2013]?\d{1,3})\)?|([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))`;
/** Exponents from 0 on, as they are raised. */
export const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Signs before a number of which only a limit is known. */
export const LIMIT = String.raw`(?:[<>]=?|=[<>]|[≤≥⩽⩾])[ \u00a0\u2009\u202f]?(?=[\d.,(+\p{Sc}-])`;

/** Cells that a spreadsheet is kept from running or changing: '=a, '-low, '01067, ="01067". */
export const GUARDED = String.raw`'(?=[=+@-]|\d[\d.,:/-]*$)(.*)|="([^"]*)"`;

/** Letters that stand for a side of a book, S and H, or a quantity: 3 M is months as well as minutes. */
export const CAPITAL = String.raw`[-+\u2212]?[\d.,]+ ?[A-Z]`;

const AMOUNT = String.raw`\d+(?:[.,]\d+)?`;
const part = (group: string, units: string) =>
  String.raw`(?:(?<${group}>${AMOUNT}) ?(?:${units})\.?(?:,? ?(?:and |und |et )?))?`;
const SIGN = String.raw`(?<n>[-+\u2212])?`;
/**
 * Durations, without regard to case: 27:15:03, 1 day 02:03:04, 3h 05m, 3h05, PT1H30M. Their groups are weeks, days, hours, minutes and seconds; of 12:30 and 12:30.5 the two
 * parts are a and b. No month or year has a fixed length.
 */
export const DURATIONS: readonly string[] = [
  String.raw`${SIGN}(?:(?<d>\d+) ?(?:days?|d),? ?\+?)?(?<h>\d+):(?<m>[0-5]\d):(?<s>[0-5]\d(?:[.,]\d{1,9})?)`,
  String.raw`${SIGN}(?<a>\d+):(?<b>[0-5]\d(?:[.,]\d{1,9})?)`,
  String.raw`${SIGN}(?=\d)${part('d', 'days?|d|tage?|jours?|j')}${part('h', 'hours?|hrs?|h|std|stunden?|heures?')}${part('m', 'minutes?|mins?|min|m|minuten')}${part('s', 'seconds?|secs?|s|sek|sekunden?|secondes?')}`,
  String.raw`${SIGN}(?<h>\d+) ?h ?(?<m>[0-5]\d)`,
  String.raw`${SIGN}P(?=.*\d)(?:(?<w>${AMOUNT})W)?(?:(?<d>${AMOUNT})D)?(?:T(?:(?<h>${AMOUNT})H)?(?:(?<m>${AMOUNT})M)?(?:(?<s>${AMOUNT})S)?)?`,
];
