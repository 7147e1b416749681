/**
 * Rare ways to write a number as regular expressions without anchors, for this program and for the ones that it exports, as those of dates are: a
 * power of ten (1.2×10^3, 1.2·10³) and a limit (<0.5).
 */
export const POWER = String.raw`(?:([-+\u2212\u2013]?[\d.,'\u2019 \u00a0\u2009\u202f]*\d)[ \u00a0\u2009\u202f]?[xX×·⋅∙*][ \u00a0\u2009\u202f]?)?10(?:(?:\^|\*\*)\(?([-+\u2212\u2013]?\d{1,3})\)?|([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))`;
/** Exponents from 0 on, as they are raised. */
export const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Signs before a number of which only a limit is known. */
export const LIMIT = String.raw`(?:[<>]=?|=[<>]|[≤≥⩽⩾])[ \u00a0\u2009\u202f]?(?=[\d.,(+\p{Sc}-])`;
