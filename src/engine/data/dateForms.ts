import { POINT_MONTH } from './dateNames';

/**
 * The forms of dates as regular expressions without anchors, for this program and for the ones that it exports. Their
 * groups: y, m and d; n is the name of a month, o the name of a weekday; e and f are day and month in an order that the
 * column decides; h, i, s and p are a time and its half of the day, z is its zone; q is a quarter, w an ISO week and k
 * its day.
 */
const SECOND = String.raw`(?<s>\d{2}(?:[.,]\d{1,9}|:\d{3})?)`;
const HALF = String.raw`(?:\s*(?<p>[ap])(?:\.? ?m\.?|(?![a-z])))?`;
const TIME = String.raw`(?<h>\d{1,2}):(?<i>\d{2})(?::${SECOND})?${HALF}`;
const DATED_TIME = String.raw`(?<h>\d{1,2})(?<t>[:.h])(?<i>\d{2})(?:\k<t>${SECOND})?${HALF}`;
const OFFSET = String.raw`[+-]\d{1,2}(?::?\d{2})?`;
const ZONE = String.raw`(?:\s*(?<z>${OFFSET}|(?:UTC|GMT)${OFFSET}|[a-z]{1,4})(?: \([^()]*\)|\[[\w/]+\])?)?`;
const CLOCK = String.raw`(?:(?:T|[-_](?=\d\d[:.]\d)| *[ ,] *(?:(?:at|à|um|klo|kl\.?) )?)${DATED_TIME}(?: Uhr)?${ZONE})?`;
/** Apache and SAS write a colon before the time. */
const NAMED_CLOCK = `(?:(?:[T:]| *[ ,] *(?:at )?)${DATED_TIME}${ZONE})?`;
const NAME = String.raw`(?<n>[^\s\d.,:;/()'’+-]{3,12})\.?`;
const WEEKDAY = String.raw`(?<o>[^\s\d,]{2,14}),? +`;
const OF = `(?:de |del |d')?`;

/** KW is German. */
const WEEK = `(?:KW|CW|WK|W(?:EEK)?)[ .-]*`;

const YEAR_FIRST = String.raw`(?<y>\d{4})(?<b>[-/.])(?<m>\d{1,2})\k<b>(?<d>\d{1,2})${CLOCK}`;
const YEAR_LAST = String.raw`(?<e>\d{1,2})(?<b>[-/.])(?<f>\d{1,2})\k<b>(?<y>\d{4}|\d{2})\.?(?: ?г\.?)?${CLOCK}`;
const NAMED = String.raw`(?<d>\d{1,2})(?:er|st|nd|rd|th|º)?\.?[ /-]*${OF}${NAME}[ ,/-]*${OF}(?<y>\d{4})(?: ?г\.?| года)?${NAMED_CLOCK}`;

/** The forms that begin with a digit, the most frequent first. */
export const DIGITS_FIRST: readonly string[] = [
  YEAR_FIRST,
  `${TIME}(?: (?:Uhr|h))?`,
  // 18.00.00 is a time only on the full minute: 24.12.23 is a date.
  String.raw`(?<h>\d{1,2})\.(?<i>\d{2})\.(?<s>00)`,
  YEAR_LAST,
  NAMED,
  String.raw`(?<d>\d{1,2})(?<b>[ /-]|\. ?)${NAME}(?:\k<b>| |(?<=\.))'?(?<y>\d{2})${CLOCK}`,
  // SAS, 01MAR24 and 01MAR24:12:30:00.
  String.raw`(?<d>\d{2})(?<n>[a-z]{3})(?<y>\d{2})${NAMED_CLOCK}`,
  String.raw`(?<y>\d{4})\.?[ /-]*${NAME}(?:[ /-]*(?<d>\d{1,2})\.?${CLOCK})?`,
  String.raw`(?<y>\d{4})\. ?(?<m>\d{1,2})\. ?(?<d>\d{1,2})\.${CLOCK}`,
  String.raw`(?<d>\d{1,2})\. (?<m>\d{1,2})\. (?<y>\d{4})${CLOCK}`,
  String.raw`(?<y>\d{4})[年년] ?(?<m>\d{1,2})[月월](?: ?(?<d>\d{1,2})[日일](?: *${DATED_TIME})?)?`,
  String.raw`(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})(?:T| (?=\d\d:)|:(?=\d{4}$)|_)(?<h>\d{2}):?(?<i>\d{2})(?::?${SECOND})?${ZONE}`,
  // A number, unless its column is one of dates.
  String.raw`(?<y>(?:19|20)\d{2})(?<m>\d{2})(?<d>\d{2})`,
  String.raw`(?<y>\d{4}):(?<m>\d{2}):(?<d>\d{2}) ${TIME}${ZONE}`,
  String.raw`(?<y>\d{4})[-/](?<m>\d{2})`,
  String.raw`(?<y>\d{4})-?M(?<m>\d{1,2})`,
  String.raw`(?<m>\d{2})[-/](?<y>\d{4})`,
  // A number, unless its column is one of dates.
  POINT_MONTH,
  String.raw`(?<y>\d{4})[ :-]?Q(?<q>[1-4])`,
  String.raw`(?<q>[1-4])Q[ /'’-]?(?<y>\d{4}|\d{2})`,
  String.raw`(?<q>[1-4])\. ?Quartal[ /]?(?<y>\d{4})`,
  String.raw`(?<y>\d{4})-?W(?<w>\d{2})(?:-?(?<k>[1-7]))?`,
  String.raw`(?<y>\d{4})[ /-]*${WEEK}(?<w>\d{1,2})`,
  String.raw`(?<w>\d{1,2})\. ?KW[ /]*(?<y>\d{4})`,
];

/** The forms that begin with a letter or a bracket. */
export const LETTERS_FIRST: readonly string[] = [
  String.raw`(?:${WEEKDAY})?${NAME}[ -]+(?<d>\d{1,2})(?:st|nd|rd|th)?,?[ -]+(?<y>\d{4})${NAMED_CLOCK}`,
  String.raw`(?:${WEEKDAY})?${NAME} +(?<d>\d{1,2}) +${TIME}${ZONE} +(?<y>\d{4})`,
  ...[NAMED, YEAR_FIRST, YEAR_LAST].map((form) => WEEKDAY + form),
  String.raw`\[${NAMED}\]`,
  String.raw`${NAME}(?:[ ,-]+|/)${OF}(?<y>\d{4})`,
  String.raw`${NAME}(?:-|[ -]?['’])(?<y>\d{2})`,
  String.raw`Q ?(?<q>[1-4])[ /-]?(?<y>\d{4})`,
  String.raw`Q(?<q>[1-4])[ /'’-]{1,2}(?<y>\d{2})`,
  String.raw`${WEEK}(?<w>\d{1,2})[ ,/.-]+(?<y>\d{4})`,
  String.raw`KW ?(?<w>\d{1,2})[ /.-]+'?(?<y>\d{2})`,
];
