import { BLANK, CORE, PREFIX, SIGN, UNIT } from './amountForms';

/**
 * Rare ways to write a number, as regular expressions without anchors, for this program and for the ones that it
 * exports, like those of dates: a power of ten (1.2×10^3, 1.2·10³) and a limit (<0.5).
 */
export const POWER = String.raw`(?:([-+\u2212\u2013]?[\d.,'\u2019 \u00a0\u2009\u202f]*\d)[ \u00a0\u2009\u202f]?[xX×·⋅∙*][ \u00a0\u2009\u202f]?)?10(?:(?:\^|\*\*)\(?([-+\u2212\u2013]?\d{1,3})\)?|([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))`;
/** The raised digits of exponents, from 0 on. */
export const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Matches the sign before a number of which only a limit is known. */
export const LIMIT = String.raw`(?:[<>]=?|=[<>]|[≤≥⩽⩾])[ \u00a0\u2009\u202f]?(?=[\d.,(+\p{Sc}-])`;

/** Matches cells that are guarded from being run or changed by a spreadsheet: '=a, '-low, '01067, ="01067". */
export const GUARDED = String.raw`'(?=[=+@-]|\d[\d.,:/-]*$)(.*)|="([^"]*)"`;

/** Letters that stand for a side of a book, S and H, or a quantity: 3 M is months as well as minutes. */
export const CAPITAL = String.raw`[-+\u2212]?[\d.,]+ ?[A-Z]`;

const AMOUNT = String.raw`\d+(?:[.,]\d+)?`;
const part = (group: string, units: string) =>
  String.raw`(?:(?<${group}>${AMOUNT}) ?(?:${units})\.?(?:,? ?(?:and |und |et )?))?`;
const NEGATIVE = String.raw`(?<n>[-+\u2212])?`;
/**
 * Durations, without regard to case: 27:15:03, 1 day 02:03:04, 3h 05m, 3h05, PT1H30M. Their groups are weeks, days,
 * hours, minutes and seconds; the two parts of 12:30 and 12:30.5 are a and b. No month or year has a fixed length.
 */
export const DURATIONS: readonly string[] = [
  String.raw`${NEGATIVE}(?:(?<d>\d+) ?(?:days?|d),? ?\+?)?(?<h>\d+):(?<m>[0-5]\d):(?<s>[0-5]\d(?:[.,]\d{1,9})?)`,
  String.raw`${NEGATIVE}(?<a>\d+):(?<b>[0-5]\d(?:[.,]\d{1,9})?)`,
  String.raw`${NEGATIVE}(?=\d)${part('d', 'days?|d|tage?|jours?|j')}${part('h', 'hours?|hrs?|h|std|stunden?|heures?')}${part('m', 'minutes?|mins?|min|m|minuten')}${part('s', 'seconds?|secs?|s|sek|sekunden?|secondes?')}`,
  String.raw`${NEGATIVE}(?<h>\d+) ?h ?(?<m>[0-5]\d)`,
  String.raw`${NEGATIVE}P(?=.*\d)(?:(?<w>${AMOUNT})W)?(?:(?<d>${AMOUNT})D)?(?:T(?:(?<h>${AMOUNT})H)?(?:(?<m>${AMOUNT})M)?(?:(?<s>${AMOUNT})S)?)?`,
];

/** As footnotes have them. Letters that are units of their own, (g) and (m), are none. */
const NOTE = '[abcefinpruxz]';
const WORD = String.raw`(?!\p{Lu}\p{L})[\p{L}%★⭐][\p{L}\d%°²³/.^·★⭐\ufe0f]{0,15}`;

/** ($ 5) as $ (5) and (5) €. */
export const BRACKETED = String.raw`(${PREFIX})?${BLANK}?\((${CORE})\)${BLANK}?(${UNIT})?`;
/** An amount of nothing as spreadsheets write it: $ - and - €. */
export const NOTHING = String.raw`(?:(${PREFIX})${BLANK}?[-\u2013\u2014]{1,2}|[-\u2013\u2014]{1,2}${BLANK}?(\p{Sc}|\p{Lu}{3}))`;
/** The mark of a footnote behind a number, or of a rough one in front: 12.3*, 12.3 (p), 12.3 [1]; ~12, ca. 1850. */
export const MARKED = String.raw`(?:(?:[~≈∼]|(?:ca?|approx)\.|(?:circa|approx|about)(?= ))${BLANK}?(.*\d.*)|(.*\d.*?)${BLANK}?(?:\*{1,3}|[†‡§]|\(${NOTE}\)|\[(?:\d{1,2}|${NOTE})\]))`;
/** A unit of several words, of something for each of something, or a fraction of a whole: sq ft, $5/night, 4 out of 5 stars, 4/5. */
export const WORDED = String.raw`((?:${SIGN})?${BLANK}?(?:${PREFIX})?${BLANK}?(?:${SIGN})?${CORE})${BLANK}?((?:\/${BLANK}?\d{1,4}|(?:\/${BLANK}?)?${WORD}(?:${BLANK}(?:${WORD}|\/|\d{1,3})){0,4}))`;
/** Feet and inches: 5'11", 5 ft 11 in. */
export const FEET = String.raw`(\d{1,2}) ?(?:['’′]|ft\.?) ?(\d|1[01])(\.\d{1,3})? ?(?:["”″]|''|in\.?)?`;
const SIXTIETH = String.raw`([0-5]?\d(?:[.,]\d+)?)`;
/** A place in degrees, minutes and seconds, or in degrees with the side of the globe: 48°30'N, 11°34'12.5"E, 7.5° W. */
export const DEGREES = String.raw`(?=.*['’′NSEW])([-+\u2212])?(\d{1,3}(?:[.,]\d+)?) ?[°º] ?(?:${SIXTIETH} ?['’′] ?(?:${SIXTIETH} ?(?:["”″]|''|’’|′′) ?)?)?([NSEW])?`;
/** The unit of a credit or a debit, without regard to case: CR, ₹Dr. */
export const BOOKED = String.raw`([^\p{L}]*|\p{Lu}{3}|Rs\.?)(?:c|(d))(r\.?)`;
