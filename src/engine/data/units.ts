import { isCurrency } from './decoration';
import type { Growing } from './growing';
import { isCredit } from './rareDecoration';
import { CURRENCIES, LETTERS, MAGNITUDES, OFFICE_FLAGS, POWERS_OF, PREFIXED } from './unitForms';

/**
 * The quantity of a unit, and the power of ten by which the unit differs from that quantity's base unit: 3 for kB, of
 * B.
 */
export interface Quantity {
  readonly of: string;
  readonly power: number;
}

/** A unit in one spelling for all those that mean the same. */
const spelt = (unit: string): string =>
  unit
    .replace(/([a-z]{3}|\b(?:lb|kg|hr|yr))s(?![a-z])/g, '$1')
    .replace(/[ \u00a0\u2009\u202f^]|\.(?=[ \u00a0\u2009\u202f]|$)/g, '')
    .replace(/μ/g, 'µ')
    .replace(/²/g, '2')
    .replace(/³/g, '3')
    .replace(/º/g, '°')
    .replace(/L$/, 'l')
    .replace(/^(?:kg|km|cm)$/i, (letters) => letters.toLowerCase());

export function quantityOf(unit: string): Quantity {
  const plain = spelt(unit);
  if (plain === 't') return { of: 'g', power: 6 };
  const stroke = plain.indexOf('/');
  if (stroke > 0) {
    const [above, below] = [quantityOf(plain.slice(0, stroke)), quantityOf(plain.slice(stroke + 1))];
    return { of: `${above.of}/${below.of}`, power: above.power - below.power };
  }
  for (const own of PREFIXED) {
    const [prefixes, name] = own.split(' ');
    const prefix = plain.endsWith(name) ? plain.slice(0, -name.length) : '?';
    if (prefix === '') return { of: name, power: 0 };
    if (prefix.length === 1 && prefixes.includes(prefix)) return { of: name, power: POWERS_OF[prefix] };
  }
  const alone = magnitudeOf(plain);
  if (alone !== undefined) return { of: '1', power: alone };
  return moneyOf(plain) ?? manyOf(unit) ?? { of: plain, power: 0 };
}

function magnitudeOf(plain: string): number | undefined {
  const word = plain.toLowerCase();
  if (/^[kKMGT]$/.test(plain)) return POWERS_OF[plain];
  return Object.hasOwn(MAGNITUDES, word) ? MAGNITUDES[word] : undefined;
}

/** K views, million people */
function manyOf(unit: string): Quantity | undefined {
  const [, many, of] = /^([kKMB]|\p{L}{2,}\.?)[ \u00a0\u2009\u202f](.+)$/u.exec(unit) ?? [];
  const power = many === 'B' ? 9 : many && magnitudeOf(spelt(many.replace('.', '')));
  return typeof power === 'number' ? { of: spelt(of), power } : undefined;
}

/** Money: €M, Mio€, kEUR. */
function moneyOf(plain: string): Quantity | undefined {
  const codes = [plain.slice(0, 3), plain.slice(-3)].filter(isCurrency);
  for (const sign of [...Object.keys(CURRENCIES), ...codes]) {
    const rest = plain.startsWith(sign)
      ? plain.slice(sign.length)
      : plain.endsWith(sign)
        ? plain.slice(0, -sign.length)
        : '?';
    const of = Object.hasOwn(CURRENCIES, sign) ? CURRENCIES[sign] : sign;
    if (rest === '') return { of, power: 0 };
    for (const known of [MAGNITUDES, LETTERS])
      if (Object.hasOwn(known, rest.toLowerCase())) return { of, power: known[rest.toLowerCase()] };
  }
  return undefined;
}

/**
 * The power of ten that converts a number with the unit `from` to one with the unit `to`; undefined when these are of
 * different quantities.
 */
export function powerBetween(from: string, to: string): number | undefined {
  const [a, b] = [quantityOf(from), quantityOf(to)];
  if (a.of === b.of) return a.power - b.power;
  if (areFlags(from, to)) return 0;
  // Beside K and M, a B is a billion and no byte.
  if (from === 'B' && b.of === '1') return 9 - b.power;
  return to === 'B' && a.of === '1' ? a.power - 9 : undefined;
}

/** True when both are flags of statistical offices; d and s alone are more often days and seconds. */
const areFlags = (from: string, to: string): boolean =>
  OFFICE_FLAGS.includes(from) && OFFICE_FLAGS.includes(to) && to !== 'd' && to !== 's';

/** A plain number times a power of ten, correctly rounded. */
export function timesPower(plain: string, power: number): number {
  const [digits, exponent = '0'] = plain.split(/e/i);
  return Number(`${digits}e${Number(exponent) + power}`);
}

/**
 * True when a number without a unit beside those with this one is no number of this unit: 900 beside 1.2M. K may be
 * kelvin, G gauss and T tesla.
 */
const isMagnitude = (unit: string): boolean => {
  const { of, power } = quantityOf(unit);
  return power > 0 && !/^[KGT]$/.test(unit) && (of === '1' || isCurrency(of));
};

/** Numbers of which the greatest is at most as many times the least may be of one unit, though it stands at some of them alone. */
const ALIKE = 3;

/** How numbers are written of which some may have no unit. */
interface OpenNumbers {
  readonly withUnit: number;
  readonly withoutUnit: number;
  readonly scaled: boolean;
  readonly thousands: boolean;
}

/**
 * The reading of numbers of which some have one of these units and others none: multiples of 1, or words when their
 * meaning is open. `thousands`: a K stands right behind a number; `withUnit`: how many numbers have a unit; `scaled`: some
 * are multiplied by a power of ten.
 */
export function openNumbers(
  numbers: Pick<Growing<Float64Array>, 'each'>,
  units: readonly string[],
  { withUnit, withoutUnit, scaled, thousands }: OpenNumbers,
): 'magnitudes' | 'words' | undefined {
  // Several flags at most of the numbers are units or marks.
  if (units.length > 1 && units.every((unit) => areFlags(unit, units[0])))
    return withUnit > withoutUnit ? 'words' : undefined;
  if (withoutUnit === 0) return undefined;
  let [least, greatest, amounts] = [Number.POSITIVE_INFINITY, 0, 0];
  numbers.each((value) => {
    least = Math.min(least, Number.isNaN(value) ? least : Math.max(value, 0));
    greatest = Math.max(greatest, Number.isNaN(value) ? 0 : value);
    if (value !== 0 && !Number.isNaN(value)) amounts++;
  });
  if (isCredit(units[0])) return amounts > withUnit ? 'words' : undefined;
  if (thousands && greatest > ALIKE * least) return 'magnitudes';
  if (isMagnitude(units[0]) || (scaled && units.some(isMagnitude))) return 'magnitudes';
  return scaled ? 'words' : undefined;
}
