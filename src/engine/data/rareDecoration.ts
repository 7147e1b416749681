import { BLANK, CORE, PREFIX, SIGN, UNIT } from './amountForms';

/** As footnotes have them. Letters that are units of their own, (g) and (m), are none. */
const NOTE = '[abcefinpruxz]';
const WORD = String.raw`(?!\p{Lu}\p{L})[\p{L}%★⭐][\p{L}\d%°²³/.^·★⭐\ufe0f]{0,15}`;

/** ($ 5) as $ (5) and (5) €. */
export const BRACKETED = String.raw`(${PREFIX})?${BLANK}?\((${CORE})\)${BLANK}?(${UNIT})?`;
/** What spreadsheets write for an amount of nothing: $ - and - €. */
export const NOTHING = String.raw`(?:(${PREFIX})${BLANK}?[-\u2013\u2014]{1,2}|[-\u2013\u2014]{1,2}${BLANK}?(\p{Sc}|\p{Lu}{3}))`;
/** The mark of a footnote behind a number: 12.3*, 12.3 (p), 12.3 [1]. */
export const MARKED = String.raw`(.*\d.*?)${BLANK}?(?:\*{1,3}|[†‡§]|\(${NOTE}\)|\[(?:\d{1,2}|${NOTE})\])`;
/** A unit of several words, of something for each of something, or a fraction of a whole: sq ft, $5/night, 4 out of 5 stars, 4/5. */
export const WORDED = String.raw`((?:${SIGN})?${BLANK}?(?:${PREFIX})?${BLANK}?(?:${SIGN})?${CORE})${BLANK}?((?:\/${BLANK}?\d{1,4}|(?:\/${BLANK}?)?${WORD}(?:${BLANK}(?:${WORD}|\/|\d{1,3})){0,4}))`;

const [bracketed, nothing, marked, worded] = [BRACKETED, NOTHING, MARKED, WORDED].map(
  (form) => new RegExp(`^${form}$`, 'u'),
);

/** A number that is rarely written so, as it is usually written, with what stands behind that; `marked`: whether a mark is left out. */
export interface Rewritten {
  readonly cell: string;
  readonly unit: string;
  readonly marked?: boolean;
}

/** A trimmed cell that is no number with a simple unit, rewritten; undefined where it is of none of the forms. */
export function rewritten(cell: string): Rewritten | undefined {
  const amount = bracketed.exec(cell);
  if (amount && (amount[1] ?? amount[3]))
    return { cell: `(${amount[1] ?? ''}${amount[2]}${amount[3] ?? ''})`, unit: '' };
  const none = nothing.exec(cell);
  if (none) return { cell: `${none[1] ?? none[2]}0`, unit: '' };
  const note = marked.exec(cell);
  if (note) return { cell: note[1], unit: '', marked: true };
  const [, number, words] = worded.exec(cell) ?? [];
  // 12/7 is no number of sevenths that a person has reached.
  const whole = Number(/^\/[^\d]?(\d+)$/.exec(words ?? '')?.[1] ?? Number.POSITIVE_INFINITY);
  return number !== undefined && !(Number.parseFloat(number) > whole) ? { cell: number, unit: words } : undefined;
}

/** Without regard to case. */
export const BOOKED = String.raw`([^\p{L}]*|\p{Lu}{3}|Rs\.?)(?:c|(d))(r\.?)`;
const bookedUnit = new RegExp(`^${BOOKED}$`, 'iu');

/** Whether amounts with it are on one side of a book, CR, and so have a sign. */
export const isCredit = (unit: string): boolean => bookedUnit.test(unit);

/** An amount that is a debit, 5 DR, as one below zero of the unit of credits. */
export function booked(text: string, unit: string): { readonly text: string; readonly unit: string } {
  const [, before, debit, after] = bookedUnit.exec(unit) ?? [];
  if (debit === undefined) return { text, unit };
  const amount = text.startsWith('-') ? text.slice(1) : `-${text}`;
  return { text: amount, unit: `${before}${debit === 'D' ? 'C' : 'c'}${after}` };
}
