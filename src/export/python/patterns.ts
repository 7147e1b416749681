import { SECONDS } from '../../engine/data/amountForms';
import { DIGITS_FIRST, LETTERS_FIRST } from '../../engine/data/dateForms';
import { LONGEST_DATE, MONTH_BEHIND_POINT, MONTHS, WEEKDAYS, ZONES } from '../../engine/data/dateNames';
import { DECORATED, isCurrency, RARE_FORM } from '../../engine/data/decoration';
import { BALANCE, FOOTER } from '../../engine/data/footers';
import { USUAL } from '../../engine/data/missing';
import { EXPONENT, grouped, PLAIN } from '../../engine/data/numbers';
import {
  BOOKED,
  BRACKETED,
  CAPITAL,
  DEGREES,
  DURATIONS,
  FEET,
  GUARDED,
  LIMIT,
  MARKED,
  NOTHING,
  POWER,
  RAISED,
  WORDED,
} from '../../engine/data/rareForms';
import { WHOLE_LABEL } from '../../engine/data/totals';
import { TRUTH } from '../../engine/data/truthWords';
import { CURRENCIES, FLAGS, LETTERS, MAGNITUDES, POWERS_OF, PREFIXED } from '../../engine/data/unitForms';
import { quantityOf } from '../../engine/data/units';
import { pythonText } from '../notebook/literals';
import type { PortableModel } from '../portable/portable';

/**
 * Replacements for classes of characters within brackets: kernelscope_numbers.py has a letter and a sign of currency
 * for all others.
 */
const CLASSES: Readonly<Record<string, string>> = {
  '\\d': '0-9',
  '\\s': String.raw`\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`,
  '\\p{Lu}': String.raw`A-Z\u00c4`,
  '\\p{L}': String.raw`A-Za-z\u00c4\u00e4`,
  '\\p{Sc}': String.raw`$\u20ac`,
};

/** A regular expression of JavaScript, without anchors, as one of Python's re with the same matches. */
function pythonPattern(source: string): string {
  let within = false;
  return source.replace(
    /\(\?<(?![=!])|\\k<(\w+)>|\\[ds]|\\p\{\w+\}|\\u[\da-f]{4}|\\.|\[|\]/g,
    (found, group: string | undefined) => {
      if (found === '[' || found === ']') within = found === '[';
      if (found === '(?<') return '(?P<';
      if (group !== undefined) return `(?P=${group})`;
      if (!Object.hasOwn(CLASSES, found)) return found;
      return within ? CLASSES[found] : `[${CLASSES[found]}]`;
    },
  );
}

const compiled = (source: string, flags = '') =>
  `re.compile(${pythonText(pythonPattern(source.replace(/^\^|\$$/g, '')))}${flags})`;
const block = (open: string, lines: readonly string[], close: string) =>
  [open, ...lines.map((line) => `    ${line},`), close].join('\n');

const dictionary = (name: string, entries: Readonly<Record<string, string | number>>) =>
  block(
    `${name} = {`,
    Object.entries(entries).map(([key, of]) => `${pythonText(key)}: ${typeof of === 'string' ? pythonText(of) : of}`),
    '}',
  );

/** The patterns and words by which kernelscope_dates.py reads dates. */
export function pythonDates(): string {
  const forms = (name: string, all: readonly string[]) =>
    block(
      `${name} = [`,
      all.map((form) => compiled(form, ', re.I')),
      ']',
    );
  return [
    forms('_DIGITS_FIRST', DIGITS_FIRST),
    forms('_LETTERS_FIRST', LETTERS_FIRST),
    block('_MONTHS = [', MONTHS.map(pythonText), ']'),
    `_WEEKDAYS = ${pythonText(WEEKDAYS)}`,
    `_ZONES = {${Object.entries(ZONES)
      .map(([name, minutes]) => `"${name}": ${minutes}`)
      .join(', ')}}`,
    `_LONGEST_DATE = ${LONGEST_DATE}`,
  ].join('\n\n');
}

const FORMATS = [',', '.', ' ', "'"].flatMap((thousands) =>
  ['.', ',', '.,'].filter((decimal) => decimal !== thousands).map((decimal) => [thousands, decimal] as const),
);

/** The currencies that stand at numbers of a model's training rows. */
export const currenciesOf = ({ read }: Pick<PortableModel, 'read'>): readonly string[] => {
  const units = read.frozen?.columns.map(({ reading }) => ('unit' in reading && reading.unit) || '') ?? [];
  return [...new Set(units.map((unit) => quantityOf(unit).of))].filter(isCurrency);
};

/**
 * The patterns by which kernelscope_numbers.py reads numbers, at which these currencies may stand: in rows to come any
 * of them may.
 */
export function pythonNumbers(currencies = Intl.supportedValuesOf('currency') as readonly string[]): string {
  return [
    `_SPELT = re.compile(${pythonText(String.raw`[+-]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)`)})`,
    `_EXPONENT = ${compiled(EXPONENT.source)}`,
    `_CODES = ${compiled(PLAIN.source)}`,
    `TOTAL = ${compiled(WHOLE_LABEL.source, ', re.I')}`,
    `BALANCE = ${compiled(BALANCE.source, ', re.I')}`,
    `FOOTER = ${compiled(FOOTER.source, ', re.I')}`,
    `_POWER = ${compiled(POWER)}`,
    `_RAISED = ${pythonText(RAISED)}`,
    `_MONTH = ${compiled(MONTH_BEHIND_POINT.source)}`,
    `_LIMIT = ${compiled(LIMIT)}`,
    `_CAPITAL = ${compiled(CAPITAL)}`,
    `_SECONDS = ${compiled(SECONDS.source)}`,
    `_GUARDED = ${compiled(GUARDED)}`,
    block(
      '_DURATIONS = [',
      DURATIONS.map((form) => compiled(form, ', re.I')),
      ']',
    ),
    `_DECORATED = ${compiled(DECORATED.source)}`,
    `_RARE = ${compiled(RARE_FORM.source)}`,
    `_BOOKED = ${compiled(BOOKED, ', re.I')}`,
    ...Object.entries({
      _BRACKETED: BRACKETED,
      _NOTHING: NOTHING,
      _MARKED: MARKED,
      _WORDED: WORDED,
      _FEET: FEET,
      _DEGREES: DEGREES,
    }).map(([name, form]) => `${name} = ${compiled(form)}`),
    block(
      '_GROUPED = {',
      FORMATS.map(
        ([thousands, decimal]) => `${pythonText(thousands + decimal)}: ${compiled(grouped(thousands, decimal).source)}`,
      ),
      '}',
    ),
    block('MISSING = {', USUAL.map(pythonText), '}'),
    block(
      'TRUTH = [',
      TRUTH.map((pair) => `(${pair.map(pythonText).join(', ')})`),
      ']',
    ),
    `_CURRENCIES = set(${pythonText(currencies.join(' '))}.split())`,
    `_FLAGS = set(${pythonText(FLAGS.join(' '))}.split())`,
    block('_PREFIXED = [', PREFIXED.map(pythonText), ']'),
    dictionary('_POWERS_OF', POWERS_OF),
    dictionary('_MAGNITUDES', MAGNITUDES),
    dictionary('_LETTERS', LETTERS),
    dictionary('_CURRENCY_SIGNS', CURRENCIES),
  ].join('\n\n');
}
