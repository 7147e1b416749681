import type { NumberForm } from './amountForms';
import { BOOKED, BRACKETED, DEGREES, FEET, MARKED, NOTHING, WORDED } from './rareForms';

const [bracketed, nothing, marked, worded, feet, degrees] = [BRACKETED, NOTHING, MARKED, WORDED, FEET, DEGREES].map(
  (form) => new RegExp(`^${form}$`, 'u'),
);

/** A number that is rarely written so, as it is usually written, with what stands behind that, and in which form it was. */
export interface Rewritten {
  readonly cell: string;
  readonly unit: string;
  readonly form?: NumberForm;
}

/** A trimmed cell that is no number with a simple unit, rewritten; undefined where it is of none of the forms. */
export function rewritten(cell: string): Rewritten | undefined {
  const amount = bracketed.exec(cell);
  if (amount && (amount[1] ?? amount[3]))
    return { cell: `(${amount[1] ?? ''}${amount[2]}${amount[3] ?? ''})`, unit: '' };
  const none = nothing.exec(cell);
  if (none) return { cell: `${none[1] ?? none[2]}0`, unit: '' };
  const note = marked.exec(cell);
  if (note) return { cell: note[1] ?? note[2], unit: '', form: 'marks' };
  const [, number, words] = worded.exec(cell) ?? [];
  // 12/7 is no number of sevenths that a person has reached.
  const whole = Number(/^\/[^\d]?(\d+)$/.exec(words ?? '')?.[1] ?? Number.POSITIVE_INFINITY);
  return number !== undefined && !(Number.parseFloat(number) > whole) ? { cell: number, unit: words } : undefined;
}

/** Feet and inches in inches, undefined for anything else. */
export function inInches(cell: string): string | undefined {
  const [, whole, rest, parts = ''] = feet.exec(cell) ?? [];
  return whole === undefined ? undefined : `${12 * Number(whole) + Number(rest)}${parts}`;
}

/** A place in degrees as digits and an exponent, which have no decimal sign, south and west below zero; undefined for anything else. */
export function inDegrees(cell: string): string | undefined {
  const [, sign = '', whole, minutes = '0', seconds = '0', side = ''] = degrees.exec(cell) ?? [];
  if (whole === undefined) return undefined;
  const [d, m, s] = [whole, minutes, seconds].map((part) => Number(part.replace(',', '.')));
  const [digits, power = '0'] = String((d * 3600 + m * 60 + s) / 3600).split('e');
  const [before, behind = ''] = digits.split('.');
  const below = (sign !== '' && sign !== '+') !== (side === 'S' || side === 'W');
  return `${below ? '-' : ''}${`${before}${behind}`.replace(/^0+(?=\d)/, '')}e${Number(power) - behind.length}`;
}

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
