import type { Dialect } from '../contract/data';
import type { Note } from '../contract/note';
import { GUARDED, LIMIT, POWER, RAISED } from './rareForms';

const TIMES_POWER = new RegExp(`^${POWER}$`);

/** Writes 1.2×10^3, 1.2 x 10³ and 10^3 with an exponent, as 1.2e3 and 1e3; undefined for anything else. */
export function withExponent(text: string): string | undefined {
  const found = TIMES_POWER.exec(text);
  if (!found) return undefined;
  const [, mantissa = '1', power = '', raised = ''] = found;
  const digits = Array.from(raised, (sign) => (sign === '⁻' ? '-' : sign === '⁺' ? '' : RAISED.indexOf(sign))).join('');
  return `${mantissa}e${power.replace(/[\u2212\u2013]/, '-')}${digits}`;
}

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCharCode(code));

/** The digits of a script follow each other from 0 on, at a multiple of 16 or 6 behind one. */
function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  return String((code % 16) - (isDigit(code - (code % 16)) ? 0 : 6));
}

/**
 * A text that ends with a digit of another script, rewritten in the digits, signs and separators of ASCII,
 * with this decimal sign.
 */
export function withPlainDigits(text: string, decimal: string): string {
  const thousands = decimal === ',' ? '\u066c' : '\u066c\uff0c';
  return text
    .replace(/(?![0-9])[\0-\uffff](?<=\p{Nd})/gu, asciiDigit)
    .replace(new RegExp(`[${thousands}](?=\\d{3}(?!\\d))|[\u061c\u200e\u200f]`, 'g'), '')
    .replace('\u066b', decimal)
    .replace(/[\uff0b-\uff0e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
}

const LIMITED = new RegExp(`^${LIMIT}`, 'u');

/** The number of a limit, <0.5 or 5+, without its sign; undefined for anything else. */
export function withoutLimit(text: string): string | undefined {
  const found = LIMITED.exec(text);
  if (found) return text.slice(found[0].length);
  return text.endsWith('+') ? text.slice(0, -1).trimEnd() : undefined;
}

const GUARD = new RegExp(`^(?:${GUARDED})$`);

/**
 * A trimmed cell without the signs that keep a spreadsheet from running or changing it, which our CSV also has before
 * levels like =a.
 */
export function unguarded(text: string): string {
  const found = GUARD.exec(text);
  return found ? (found[1] ?? found[2]).trim() : text;
}

/** The note on a file whose decimal sign is not that of the training file. */
export function otherDecimalNote(here: Dialect['decimal']): Note {
  const [ours, theirs] = here === ',' ? ['commas', 'points'] : ['points', 'commas'];
  const text = `This file's numbers are read with decimal ${ours}; the training file has decimal ${theirs}. If that is wrong, set the decimal sign.`;
  return { severity: 'warning', code: 'data/other-decimal', text };
}

/** Matches what offices and laboratories write in place of a number that is not given: *, c, NS, [low], (D), <LOD. */
const MARK = /^(?:\p{L}{1,2}|(?!\p{L}+$)[^\p{L}\p{N}]{0,2}\p{L}{0,3}[^\p{L}\p{N}]{0,2})$/u;

/** True if these different texts are one mark, or marks with signs. */
export const areMarks = (texts: readonly string[]): boolean =>
  texts.every((text) => MARK.test(text) && (texts.length === 1 || !/^\p{L}+$/u.test(text)));
