import { inBlocks, type RunContext } from '../contract/context';
import type { Dialect } from '../contract/data';

export type NumberFormat = Pick<Dialect, 'decimal' | 'thousands'>;

/** Those powers of ten that a double holds exactly. */
export const POWERS = Float64Array.from({ length: 23 }, (_, i) => 10 ** i);
const EXACT = 2 ** 53;

/**
 * The number that `text` spells in plain form (sign, digits, `point`, digits), correctly rounded, infinite where it has more digits than
 * a number can have; NaN for anything else, also for blanks, exponents and codes such as 00123. A mantissa below 2^53 and a power of ten up to 22 are both exact,
 * so one division rounds once (Clinger 1990, "How to read floating point numbers accurately"); longer ones go to Number.
 */
export function parsePlain(text: string, point = 46): number {
  const end = text.length;
  let i = 0;
  let c = text.charCodeAt(0);
  const negative = c === 45;
  if (negative || c === 43) c = text.charCodeAt(++i);
  const start = i;
  let mantissa = 0;
  while (c >= 48 && c <= 57) {
    mantissa = mantissa * 10 + (c - 48);
    c = text.charCodeAt(++i);
  }
  let digits = i - start;
  if (digits > 1 && text.charCodeAt(start) === 48) return Number.NaN;
  let scale = 0;
  if (c === point) {
    const first = ++i;
    c = text.charCodeAt(i);
    while (c >= 48 && c <= 57) {
      mantissa = mantissa * 10 + (c - 48);
      c = text.charCodeAt(++i);
    }
    scale = i - first;
    digits += scale;
  }
  if (i !== end || digits === 0) return Number.NaN;
  if (mantissa >= EXACT || scale > 22) return Number(point === 46 ? text : text.replace(',', '.'));
  const value = scale === 0 ? mantissa : mantissa / POWERS[scale];
  return negative ? -value : value;
}

const EXPONENT = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)[eE][+-]?\d+$/;
const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A trimmed cell as a plain decimal with a point, keeping its digits; undefined when it is not a number. */
export function plainNumber(cell: string, { decimal, thousands }: NumberFormat, codes = false): string | undefined {
  let text = cell;
  const first = text.charCodeAt(0);
  if (first === 0x2212 || first === 0x2013) text = `-${text.slice(1)}`;
  if (thousands !== '' && grouped(thousands, decimal).test(text)) text = text.replace(separators(thousands), '');
  if (decimal === ',') {
    if (text.includes('.')) return undefined;
    text = text.replace(',', '.');
  }
  if (!Number.isNaN(parsePlain(text)) || EXPONENT.test(text)) return text;
  return codes && PLAIN.test(text) ? text : undefined;
}

const GROUPED = new Map<string, RegExp>();

/** Digits in threes: 1,234,567.8 */
function grouped(thousands: string, decimal: string): RegExp {
  const key = thousands + decimal;
  const known = GROUPED.get(key);
  if (known) return known;
  const made = new RegExp(`^[+-]?[1-9]\\d{0,2}(?:${separators(thousands).source}\\d{3})+(?:[${decimal}]\\d*)?$`);
  GROUPED.set(key, made);
  return made;
}

function separators(thousands: string): RegExp {
  return thousands === ' '
    ? /[ \u00a0\u2009\u202f]/g
    : thousands === "'"
      ? /['\u2019]/g
      : thousands === '.'
        ? /\./g
        : /,/g;
}

const COMMA = /^[+-]?(\d*),(\d*)(?:[eE][+-]?\d+)?$/;
const POINT = /^[+-]?(\d*)\.(\d*)(?:[eE][+-]?\d+)?$/;

/**
 * Which sign parts the decimals and which the thousands, from all cells of a sample. A single group of three, 1,234,
 * could be either; the other cells decide. `undecided`: no cell has a comma or a point; then a point parts decimals.
 */
export function detectNumberFormat(
  records: readonly (readonly string[])[],
  set: { readonly decimal?: NumberFormat['decimal']; readonly thousands?: NumberFormat['thousands'] },
  context: RunContext,
): NumberFormat & { readonly undecided: boolean } {
  const votes = { comma: 0, point: 0, commaGroups: 0, pointGroups: 0, blankGroups: 0, tickGroups: 0 };
  const unsure = { comma: 0, point: 0 };
  const vote = (record: readonly string[]) => {
    for (const cell of record) {
      if (cell.length < 2 || cell.length > 40 || !/[.,' \u00a0\u2009\u202f\u2019]/.test(cell)) continue;
      const text = cell.trim();
      const comma = COMMA.exec(text);
      const point = comma ? null : POINT.exec(text);
      if (comma) threeDigits(comma) ? unsure.comma++ : votes.comma++;
      else if (point) threeDigits(point) ? unsure.point++ : votes.point++;
      else if (grouped(',', '.').test(text)) votes.commaGroups++;
      else if (grouped('.', ',').test(text)) votes.pointGroups++;
      else if (grouped(' ', '.,').test(text)) votes.blankGroups++;
      else if (grouped("'", '.,').test(text)) votes.tickGroups++;
    }
  };
  const voteAll = (from: number, to: number) => {
    for (let i = from; i < to; i++) vote(records[i]);
  };
  // A cell is looked at by some expressions.
  inBlocks(records.length, context, voteAll, 64 * (records[0]?.length ?? 1));
  const forComma = votes.comma + votes.pointGroups;
  const forPoint = votes.point + votes.commaGroups;
  const decimal = set.decimal ?? (forComma > forPoint ? ',' : '.');
  const undecided = set.decimal === undefined && forComma + forPoint + unsure.comma + unsure.point === 0;
  return { decimal, thousands: set.thousands ?? thousandsOf(), undecided };

  function thousandsOf(): NumberFormat['thousands'] {
    if (decimal === '.' && votes.commaGroups + unsure.comma > 0) return ',';
    if (decimal === ',' && votes.pointGroups + unsure.point > 0) return '.';
    if (votes.blankGroups > 0) return ' ';
    return votes.tickGroups > 0 ? "'" : '';
  }
}

/** 12,5: a number, had the decimals been known to follow a comma. */
export function hasDecimalComma(text: string): boolean {
  return COMMA.test(text) && text.length > 1;
}

/** 1,234 may be a group of thousands; 0,123 and 1234,567 may not. */
function threeDigits([, whole, rest]: RegExpExecArray): boolean {
  return rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
}
