import { inBlocks, type RunContext } from '../contract/context';
import type { Dialect, FrozenReading } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Note } from '../contract/note';
import { MONTH_BEHIND_POINT } from './dateNames';
import { isCurrency, undecorated } from './decoration';
import { doubtBelow } from './doubts';
import { otherDecimalNote, withExponent, withoutLimit, withPlainDigits } from './rareNumbers';

export type NumberFormat = Pick<Dialect, 'decimal' | 'thousands'>;

/** The powers of ten that a double holds exactly. */
export const POWERS = Float64Array.from({ length: 23 }, (_, i) => 10 ** i);
const EXACT = 2 ** 53;

/**
 * The number that `text` spells in plain form (sign, digits, `point`, digits), correctly rounded, infinite when it has
 * more digits than a number can have; NaN for anything else, also for blanks, exponents and codes such as 00123. A
 * mantissa below 2^53 and a power of ten up to 22 are both exact, so one division rounds once (Clinger 1990, "How to
 * read floating point numbers accurately"); longer texts are left to Number.
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

/** Numbers with an exponent, which Fortran writes with a D in double precision. */
export const EXPONENT = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)[eEdD][+-]?\d+$/;
/** Numbers with or without an exponent, and codes such as 00123. */
export const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Matches a cell that may state a limit. */
export const LIMITED = /^[<>=≤≥⩽⩾]|\+$/;

/** A last digit that is Arabic, Devanagari, of full width or of another script. */
const OTHER_DIGIT = /[\u0660-\uffff]$/;
const DIGIT = /\p{Nd}$/u;

/** A trimmed cell as a plain decimal with a point, keeping its digits; undefined when it is not a number. */
export function plainNumber(cell: string, { decimal, thousands }: NumberFormat, codes = false): string | undefined {
  let text = OTHER_DIGIT.test(cell) && DIGIT.test(cell) ? withPlainDigits(cell, decimal) : powered(cell);
  const first = text.charCodeAt(0);
  if (first === 0x2212 || first === 0x2013) text = `-${text.slice(1)}`;
  if (thousands !== '' && grouped(thousands, decimal).test(text)) text = text.replace(separators(thousands), '');
  if (decimal === ',') {
    if (text.includes('.')) return undefined;
    text = text.replace(',', '.');
  }
  if (!Number.isNaN(parsePlain(text))) return text;
  if (EXPONENT.test(text)) return text.replace(/d/i, 'e');
  // +0012.5 is no code.
  return (codes || /^[+-]0\d*\.\d/.test(text)) && PLAIN.test(text) ? text : undefined;
}

/** True for 12e3, which is a code or a part of a hash where words stand beside it; programs write numbers as 1.2e+04. */
export const mayBeCode = (text: string): boolean => /^\d+[ed]\d+$/i.test(text);

/** A power of ten rewritten as an exponent; any other text as it is. */
const powered = (text: string): string =>
  text.includes('10') && /10(?:[\^⁺⁻⁰¹²³⁴-⁹]|\*\*)/.test(text) ? (withExponent(text) ?? text) : text;

/** True when this plain text spells an integer with more digits than its value keeps. */
export function isLong(text: string, value: number): boolean {
  if (value < EXACT && value > -EXACT) return false;
  return /^[+-]?\d+$/.test(text) && Number.isFinite(value);
}

const GROUPED = new Map<string, RegExp>();

/** Matches digits in threes, 1,234,567.8, and with commas also as India writes them, 12,34,567.8. */
export function grouped(thousands: string, decimal: string): RegExp {
  const key = thousands + decimal;
  const known = GROUPED.get(key);
  if (known) return known;
  const parting = separators(thousands).source;
  const indian = thousands === ',' ? '|[1-9]\\d?(?:,\\d{2})+,\\d{3}' : '';
  const made = new RegExp(`^[+-]?(?:[1-9]\\d{0,2}(?:${parting}\\d{3})+${indian})(?:[${decimal}]\\d*)?$`);
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

const FORMATS: readonly NumberFormat[] = [
  { decimal: '.', thousands: ',' },
  { decimal: ',', thousands: '.' },
  { decimal: '.', thousands: ' ' },
  { decimal: ',', thousands: ' ' },
  { decimal: '.', thousands: "'" },
];

/**
 * True when a trimmed cell is a number in some way of writing, alone, with a sign of currency or percent, or with any
 * unit.
 */
export function looksNumeric(cell: string, anyUnit = false): boolean {
  const inSome = (text: string) => FORMATS.some((format) => plainNumber(text, format, true) !== undefined);
  if (cell.length > 40) return false;
  if (inSome(cell)) return true;
  const bare = /\d/.test(cell) ? undecorated(cell) : undefined;
  return (
    bare !== undefined && (anyUnit || /^\P{L}*$|\p{Sc}/u.test(bare.unit) || isCurrency(bare.unit)) && inSome(bare.text)
  );
}

/** The decimal sign that each thousands separator leaves. */
const BESIDE: Readonly<Record<string, NumberFormat['decimal'] | undefined>> = { ',': '.', '.': ',' };

/** True when a trimmed cell is no number here, but is one in a file with other signs in its numbers. */
export const isNumberElsewhere = (cell: string, here: NumberFormat): boolean =>
  cell.length <= 40 &&
  /[.,'\u2019\s]/.test(cell) &&
  plainNumber(cell, here) === undefined &&
  FORMATS.some((format) => plainNumber(cell, format) !== undefined);

const COMMA = /^[+-]?(\d*),(\d*)(?:[eEdD][+-]?\d+)?$/;
const POINT = /^[+-]?(\d*)\.(\d*)(?:[eEdD][+-]?\d+)?$/;

/** The signs in a sample's numbers, and notes on those that are a guess. */
export interface DetectedNumbers extends NumberFormat {
  readonly undecided: boolean;
  readonly doubts: readonly Note[];
}

/**
 * A file is not written like another when more than this many of its numbers have the other decimal sign, for each that
 * has that file's.
 */
const MOST = 9;

/**
 * Finds the decimal sign and the thousands separator from all cells of a sample. A single group of three, 1,234, could
 * be either; the other cells decide. `undecided`: no cell has a comma or a point; then the decimal sign is a point.
 * When the file is to be like another and its columns have these `names`, only the columns that are numbers there
 * count: the looks of words say nothing.
 */
export function detectNumberFormat(
  records: readonly (readonly string[])[],
  set: Partial<NumberFormat> & { readonly frozen?: Pick<FrozenReading, 'columns' | 'numbers'> },
  delimiter: string,
  context: RunContext,
  names?: readonly string[],
): DetectedNumbers {
  const telling = new Map(names && set.frozen?.columns.map(({ name, reading }) => [name, reading.kind === 'number']));
  const tells = (j: number) => telling.size === 0 || telling.get((names as readonly string[])[j]) === true;
  const { votes, unsure } = signsIn(records, tells, context);
  const forComma = votes.comma + votes.pointGroups;
  const forPoint = votes.point + votes.commaGroups;
  const like = set.frozen?.numbers;
  if (set.decimal !== undefined && set.decimal === set.thousands)
    throw new KernelscopeError(
      'parameter/invalid',
      `The decimal sign and the thousands separator cannot both be “${set.decimal}”. Set one of them to another sign.`,
      { name: 'thousands' },
    );
  const decimal = set.decimal ?? BESIDE[set.thousands ?? ''] ?? (like ? contradicted(like) : likelier());
  const undecided = !like && set.decimal === undefined && forComma + forPoint + unsure.comma + unsure.point === 0;
  const thousands = set.thousands ?? thousandsOf();
  return { decimal, thousands, undecided, doubts: doubts() };

  /** Between semicolons a comma is the decimal sign, unless something says otherwise: it is the reason for them. */
  function likelier(): NumberFormat['decimal'] {
    if (forComma !== forPoint) return forComma > forPoint ? ',' : '.';
    return delimiter === ';' && unsure.comma > 0 && unsure.point === 0 ? ',' : '.';
  }

  /**
   * The note when every comma, or point with semicolons, could separate thousands as well as decimals; a single one
   * that could not settles it.
   */
  function doubts(): readonly Note[] {
    if (set.decimal !== undefined || set.thousands !== undefined) return [];
    if (like) return decimal === like.decimal ? [] : [otherDecimalNote(decimal)];
    const sign = unsure.comma > 0 ? ',' : delimiter === ';' && unsure.point > 0 ? '.' : undefined;
    if (sign === undefined) return [];
    const [example, other] = decimal === sign ? ['1.234', '1234'] : ['1234', '1.234'];
    const cell = `1${sign}234`;
    const margin = Math.min(1, forComma + forPoint);
    return doubtBelow('thousands', margin, `Numbers like ${cell} are read as ${example} here, and could be ${other}`);
  }

  /**
   * The decimal sign of the other file, unless hardly a number has it among those that can be read in only one way.
   * When there are none of these, and that file has no thousands separator, the delimiter decides: semicolons are there
   * because of decimal commas.
   */
  function contradicted({ decimal: sign, thousands: apart }: NumberFormat): NumberFormat['decimal'] {
    const comma = sign === '.';
    const of = (commas: boolean) => (commas ? [forComma, unsure.comma] : [forPoint, unsure.point]);
    const [[ours, like], [theirs, unlike]] = [of(!comma), of(comma)];
    const told = apart === '' && like === 0 && unlike > 0 && comma === (delimiter === ';');
    return (ours + theirs > 0 ? theirs > MOST * ours : told) === comma ? ',' : '.';
  }

  /** The thousands separator of another file, unless numbers here have a different one and none has that one. */
  function thousandsOf(): NumberFormat['thousands'] {
    const seen: readonly (readonly [NumberFormat['thousands'], number])[] = [
      decimal === '.' ? [',', votes.commaGroups + unsure.comma] : ['.', votes.pointGroups + unsure.point],
      [' ', votes.blankGroups],
      ["'", votes.tickGroups],
    ];
    const here = seen.filter(([, times]) => times > 0).map(([sign]) => sign);
    const known = like?.decimal === decimal && like.thousands;
    return known && (!here[0] || here.includes(known)) ? known : (here[0] ?? '');
  }
}

/**
 * Counts the cells that show a decimal sign or groups of digits, and those whose sign could be either, in the columns
 * that tell.
 */
function signsIn(records: readonly (readonly string[])[], tells: (column: number) => boolean, context: RunContext) {
  const votes = { comma: 0, point: 0, commaGroups: 0, pointGroups: 0, blankGroups: 0, tickGroups: 0 };
  const unsure = { comma: 0, point: 0 };
  const vote = (record: readonly string[]) =>
    record.forEach((cell, j) => {
      if (!tells(j) || cell.length < 2 || cell.length > 40 || !/[.,' \u00a0\u2009\u202f\u2019]/.test(cell)) return;
      const text = powered(cell.trim());
      voteOn((LIMITED.test(text) && withoutLimit(text)) || text);
    });
  const voteOn = (text: string, bare = false) => {
    if (MONTH_BEHIND_POINT.test(text)) return;
    const comma = COMMA.exec(text);
    const point = comma ? null : POINT.exec(text);
    if (comma) threeDigits(comma) ? unsure.comma++ : votes.comma++;
    else if (point) threeDigits(point) ? unsure.point++ : votes.point++;
    else if (grouped(',', '.').test(text)) votes.commaGroups++;
    else if (grouped('.', ',').test(text)) votes.pointGroups++;
    else if (grouped(' ', '.,').test(text)) voteGroups('blankGroups', text);
    else if (grouped("'", '.,').test(text)) voteGroups('tickGroups', text);
    else if (!bare) {
      const decorated = undecorated(text);
      if (decorated) voteOn(decorated.text, true);
    }
  };
  const voteGroups = (of: 'blankGroups' | 'tickGroups', text: string) => {
    votes[of]++;
    if (text.includes(',')) votes.comma++;
    else if (text.includes('.')) votes.point++;
  };
  const voteAll = (from: number, to: number) => {
    for (let i = from; i < to; i++) vote(records[i]);
  };
  // Several expressions are tried on a cell.
  inBlocks(records.length, context, 64 * (records[0]?.length ?? 1), voteAll);
  return { votes, unsure };
}

/** True for 12,5: a number, if a comma had been known to be the decimal sign. */
export function hasDecimalComma(text: string): boolean {
  return COMMA.test(text) && text.length > 1;
}

/** True for 1,234, which may be a group of thousands; not for 0,123 and 1234,567. */
function threeDigits([, whole, rest]: RegExpExecArray): boolean {
  return rest.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
}
