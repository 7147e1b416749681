/**
 * Numbers as they are shown on screen: real minus, thousands commas, narrow no-break spaces, 10ⁿ. A number that is not
 * finite is a dash.
 */

export const NARROW = '\u202f';
const MINUS = '−';
const MISSING = '–';
const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** 10⁻⁶ */
export function powerOfTen(exponent: number): string {
  const digits = String(Math.abs(exponent)).replace(/\d/g, (d) => SUPERSCRIPT[Number(d)]);
  return `10${exponent < 0 ? '⁻' : ''}${digits}`;
}

/** 1,234.50 with exactly `decimals` decimals; never "−0.00". */
export function fixed(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return MISSING;
  const digits = Math.abs(value).toFixed(Math.min(20, Math.max(0, decimals)));
  if (digits.includes('e')) return scientific(value);
  const [whole, part] = digits.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const sign = value < 0 && Number(digits) !== 0 ? MINUS : '';
  return part === undefined ? sign + grouped : `${sign}${grouped}.${part}`;
}

/** A number of at most 1, with as many more decimals as tell it from 1: 0.986, 0.9997; up to nine. */
export function belowOne(value: number, decimals: number): string {
  const left = 1 - value;
  const needed = left > 5e-10 ? 1 + Math.floor(-Math.log10(2 * left)) : 0;
  return fixed(value, Math.max(decimals, Math.min(9, needed)));
}

/** 1,202 */
export function count(value: number): string {
  return fixed(Math.round(value), 0);
}

/** 4.0 × 10⁻⁶ for any size; 0 is "0". */
export function scientific(value: number, decimals = 1): string {
  if (!Number.isFinite(value)) return MISSING;
  if (value === 0) return '0';
  const [mantissa, exponent] = value.toExponential(decimals).split('e');
  return `${mantissa.replace('-', MINUS)}${NARROW}×${NARROW}${powerOfTen(Number(exponent))}`;
}

/** A number that may lie anywhere (a lambda, a condition number): plain from 0.01 to 9,999, otherwise 4.0 × 10⁻⁶. */
export function sci(value: number, decimals = 1): string {
  const size = Math.abs(value);
  if (value === 0 || (size >= 0.01 && size < 9999.5)) return plain(value, decimals + 1);
  return scientific(value, decimals);
}

/** `digits` significant digits, without trailing zeros, plain from 0.001 to 9,999,999. */
export function plain(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return MISSING;
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size < 0.001 || size >= 1e7) return scientific(value, digits - 1);
  const rounded = Number(value.toPrecision(digits));
  // Digits before the point are never rounded away: 1,503 rows stay 1,503.
  if (size >= 10 ** digits) return count(value);
  return fixed(rounded, decimalsOf(rounded));
}

/** Like `plain` with trailing zeros: 2.70, so that a number does not change its width as it moves. */
export function steady(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return MISSING;
  return inUnits(value, digits)(value);
}

/**
 * At most `digits` significant digits in cells and labels: no commas, powers of ten as 1.5e−9 and only if they are
 * shorter to read.
 */
export function short(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return MISSING;
  if (value === 0) return '0';
  const size = Math.abs(value);
  const text =
    size >= 1e6 || size < 1e-4
      ? value.toExponential(digits - 2).replace(/\.?0*e\+?(-?)(\d+)/, (_, sign, power) => `e${sign}${power}`)
      : String(Number(value.toPrecision(digits)));
  return text.replaceAll('-', MINUS);
}

/**
 * One format for a family of numbers in the same units: the decimals that give `scale` (a typical size) its `digits`
 * significant digits, or powers of ten if the units are extreme.
 */
export function inUnits(scale: number, digits = 3): (value: number) => string {
  const size = Math.abs(scale);
  if (!(size > 0) || !Number.isFinite(size)) return (value) => plain(value, digits);
  const order = Math.floor(Math.log10(Number(size.toPrecision(digits))));
  if (order < -4 || order > 6)
    return (value) => scientific(value, Math.min(15, digits - 1 + Math.max(0, orderOf(Math.abs(value)) - order)));
  const decimals = Math.max(0, digits - 1 - order);
  return (value) => fixed(value, decimals);
}

/** Every number of one quantity in the same form: two rivals, the ends of an interval, a value and its error. */
export interface QuantityForm {
  /** An error; one below the step has two significant digits. */
  readonly miss: (value: number) => string;
  /** A value, or a difference, to the step. */
  readonly value: (value: number) => string;
}

/**
 * The form of a quantity, to be made once a fit: its step is a power of ten that leaves `digits` digits of the `chosen`
 * error, but at most one more of that of the mean `alone`: beside 1,391 the digits of 0.00020 would say nothing. Sizes
 * that are 0 or not finite are ignored.
 */
export function quantityForm(chosen: number, alone = 0, digits = 2): QuantityForm {
  const last = Math.max(lastDigit(chosen, digits), lastDigit(alone, digits + 1));
  if (!Number.isFinite(last)) return { miss: (value) => plain(value, digits), value: (value) => plain(value, digits) };
  const to = (value: number, end: number) => {
    const size = Math.abs(value);
    if (value === 0 || !Number.isFinite(value)) return fixed(value, 0);
    if (size >= 1e20) return scientific(value, digits - 1);
    const rounded = end > 0 ? Number(`${Math.round(value / 10 ** end)}e${end}`) : value;
    if (last <= 5 && end > -4 - digits) return fixed(rounded, Math.max(0, -end));
    if (size < 10 ** end / 2) return '0';
    const order = orderOf(Math.abs(rounded));
    // Beside 1.83 × 10⁻⁷ the rival's 1.49 is not written as 1.49 × 10⁰; beside 1.2 × 10⁸ a step of 10⁷ is not written
    // as 10,000,000.
    return order < -4 || order > 6 || end > 5
      ? scientific(rounded, Math.max(0, order - end))
      : plain(rounded, Math.max(digits, order - end + 1));
  };
  return {
    miss: (value) => to(value, Math.abs(value) < Number(`1e${last}`) ? lastDigit(value, digits) : last),
    value: (value) => to(value, last),
  };
}

const orderOf = (size: number): number => Math.floor(Math.log10(size));

/** The power of ten of the last of `digits` significant digits; −∞ for 0 and numbers that are not finite. */
function lastDigit(value: number, digits: number): number {
  const size = Math.abs(value);
  return size > 0 && Number.isFinite(size)
    ? orderOf(Number(size.toPrecision(digits))) + 1 - digits
    : Number.NEGATIVE_INFINITY;
}

/** "86 %"; a fraction that is neither 0 nor 1 is never rounded to look so. */
export function percent(share: number): string {
  if (!Number.isFinite(share)) return MISSING;
  const whole = Math.round(100 * share);
  if (whole === 0 && share > 1e-9) return `under 1${NARROW}%`;
  if (whole === 100 && share < 1 - 1e-9) return `over 99${NARROW}%`;
  return `${count(whole)}${NARROW}%`;
}

/** Two fractions in the form of `percent`: "99.2 %" and "99.4 %" if whole percents would be the same, and tenths are not. */
export function percentsApart(one: number, other: number): readonly [string, string] {
  const whole = [percent(one), percent(other)] as const;
  const toTenth = (share: number) => `${fixed(100 * share, 1)}${NARROW}%`;
  const fine = [toTenth(one), toTenth(other)] as const;
  return whole[0] === whole[1] && fine[0] !== fine[1] && /^[−\d]/.test(whole[0]) ? fine : whole;
}

/** "96 to 98 %": one sign, except with "under" and "over"; "98.6 to 99.4 %" if whole percents would be the same. */
export function percentRange([low, high]: readonly [number, number]): string {
  const [from, to] = percentsApart(low, high);
  return from === to
    ? from
    : `${/^[−\d]/.test(from) && /^[−\d]/.test(to) ? from.replace(`${NARROW}%`, '') : from} to ${to}`;
}

/**
 * "14,999 to 500,001": integers as they are, others in `digits` digits and rounded outward, so that all values lie
 * within.
 */
export function range(min: number, max: number, digits = 4): string {
  const outward = (value: number, round: (v: number) => number) => {
    if (Number.isInteger(value) && Math.abs(value) < 1e7) return count(value);
    const nearest = Number(value.toPrecision(digits));
    if (round(1.5) > 1.5 ? nearest >= value : nearest <= value) return plain(nearest, digits);
    const step = 10 ** (orderOf(Math.abs(value)) + 1 - digits);
    return plain(Number((round(value / step) * step).toPrecision(digits)), digits);
  };
  return `${outward(min, Math.floor)} to ${outward(max, Math.ceil)}`;
}

/** From here on a ratio is written as a factor, not as percent above 1. */
export const LARGE_RATIO = 1.95;

/** An error against another: "4 % higher", "twice as high", "2.7 times as high". */
export function higher(ratio: number): string {
  return ratio < LARGE_RATIO ? `${percentAbove(ratio)} higher` : `${times(ratio)} as high`;
}

/** How far an error is from another one, as a share of that: "3 % lower". */
export const besideText = (share: number): string => `${percent(Math.abs(share))} ${share < 0 ? 'lower' : 'higher'}`;

/** An error against the lowest: "4 % above the lowest", "twice the lowest". */
export function aboveLowest(ratio: number): string {
  return ratio < LARGE_RATIO ? `${percentAbove(ratio)} above the lowest` : `${times(ratio)} the lowest`;
}

function percentAbove(ratio: number): string {
  return `${Math.max(1, Math.round((ratio - 1) * 100))}${NARROW}%`;
}

function times(ratio: number): string {
  if (!Number.isFinite(ratio)) return 'many times';
  const text = ratio < 100 ? plain(ratio, 2) : sci(ratio);
  return text === '2' ? 'twice' : `${text} times`;
}

/** The number of decimals in the shortest form of a number, at most 12. */
export function decimalsOf(value: number): number {
  const [mantissa, exponent] = Number(value.toPrecision(12)).toExponential().split('e');
  const digits = mantissa.replace('-', '').replace('.', '').length - 1;
  return Math.min(12, Math.max(0, digits - Number(exponent)));
}

/** True for integers from 1000 to 2999: years, as far as anybody can tell, which are written without commas. */
export const areYears = (values: ArrayLike<number>): boolean =>
  values.length > 0 && Array.from(values).every((v) => Number.isInteger(v) && v >= 1000 && v <= 2999);

/** 2010, or 2010.5 between two of them. */
export const year = (value: number): string => (Number.isFinite(value) ? String(Number(value.toFixed(1))) : MISSING);

/** Days since 1970-01-01 UTC as 2024, 2024-03, 2024-03-05 or 2024-03-05 14:00, as fine as `days` (a span or step) asks. */
export function date(day: number, days = 1): string {
  const at = new Date(Math.round(day * 86400) * 1000);
  if (!Number.isFinite(at.getTime())) return MISSING;
  const text = at.toISOString();
  // Years beyond 9999 and before 0 are written ±YYYYYY.
  const year = text.indexOf('-', 1);
  if (days >= 365) return text.slice(0, year);
  if (days >= 28) return text.slice(0, year + 3);
  if (days >= 1) return text.slice(0, year + 6);
  const clock = text.slice(year + 7, days > 0 && days < 1 / 1441 ? year + 15 : year + 12);
  return `${text.slice(0, year + 6)} ${clock}`;
}
