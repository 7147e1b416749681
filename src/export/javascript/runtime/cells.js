// How the values of a row become the columns of the model's matrix, as Kernelscope reads cells.

const MISSING = new Set([
  '',
  'na',
  'n/a',
  'nan',
  '-nan',
  '+nan',
  'null',
  '?',
  '-',
  '--',
  '#n/a',
  '<na>',
  '#na',
  'nil',
  '\\n',
]);
for (const token of ['1.#qnan', '1.#snan', '1.#ind', '1.#nan']) MISSING.add(token).add(`-${token}`);
const INFINITE = /^[+-]?(?:inf|infinity|∞|1\.#inf)$/i;
const NUMBER = /^[+-]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const CODES = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const TRUTH = [
  ['false', 'true'],
  ['no', 'yes'],
  ['f', 't'],
  ['n', 'y'],
  ['off', 'on'],
];
const LARGEST = 1e150;
/** As many cells of another kind, and half of a column, contradict what the training rows had. */
const CONTRADICTING = 10;

/** The matrix's rows, and which have a value in every column. Throws a RangeError with a sentence for what no model takes. */
export function encoded(model, objects) {
  const missing = model.read.missing?.map((token) => token.trim());
  const isGap = (text) => (missing ? text === '' || missing.includes(text) : MISSING.has(text.toLowerCase()));
  const x = objects.map(() => []);
  const complete = objects.map(() => true);
  for (const input of model.inputs) {
    const texts = objects.map((object) => textOf(Object.hasOwn(object, input.column) ? object[input.column] : null));
    const reading = readingOf(model.read, input.column);
    const words = reading.kind === 'category' || reading.kind === 'text' ? (reading.words ?? []) : [];
    const gapOf = (text) => isGap(text) && !(text !== '' && words.includes(text.toLowerCase()));
    ENCODERS[input.kind](input, texts, gapOf, reading).forEach(({ cells, gap }, i) => {
      x[i].push(...cells);
      if (gap) complete[i] = false;
    });
  }
  const { centre, scale, names } = model.encoded;
  const rows = x.map((row, i) =>
    Float64Array.from(row, (value, j) => {
      const standardised = (value - centre[j]) / scale[j];
      if (!(Math.abs(standardised) <= LARGEST))
        throw failure(`Row ${i + 1} of "${names[j]}" is too far from the training rows to compute with.`);
      return standardised;
    }),
  );
  return { x: rows, complete: model.missing === 'drop' ? complete : objects.map(() => true) };
}

/** How a column of the training rows was read; nothing of it where the model does not say or a person did. */
function readingOf({ kinds = [], frozen }, column) {
  if (kinds.some((kind) => kind.column === column)) return {};
  return frozen?.columns.find(({ name }) => name === column)?.reading ?? {};
}

/** A cell that is of another kind than the training rows' is a gap; where half of a column is, it is another one. */
function contradicts(unread, texts, isGap) {
  return unread >= CONTRADICTING && 2 * unread >= texts.filter((text) => !isGap(text) && text !== 'None').length;
}

function textOf(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  return String(value).trim();
}

function numberOf(text, form = NUMBER) {
  const plain = text.replace(/^[\u2212\u2013]/, '-');
  return form.test(plain) ? Number(plain) : undefined;
}

function wrong(column, row, text, what) {
  return failure(`Row ${row + 1} of "${column}" is "${text.slice(0, 40)}", which is no ${what}.`);
}

/** Nothing of a cell or a name is obeyed by a terminal. */
function failure(sentence) {
  const escaped = (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`;
  return new RangeError(sentence.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, escaped));
}

function encodeNumber({ column, kind, impute, words, missingLevel }, texts, isGap, reading) {
  let unread = 0;
  return texts.map((text, i) => {
    let value;
    if (!isGap(text) && text !== 'None' && !INFINITE.test(text)) {
      if (reading.kind === 'boolean') value = truthOf(text, words);
      else {
        value = numberOf(text, reading.kind === 'number' ? CODES : NUMBER);
        value ??= kind === 'boolean' ? truthOf(text, words) : undefined;
      }
      const known = reading.kind === 'number' || reading.kind === 'boolean';
      if (value === undefined && (!known || contradicts(++unread, texts, isGap)))
        throw wrong(column, i, text, kind === 'number' ? 'number' : 'yes or no');
      if (!Number.isFinite(value) || value === reading.standIn) value = undefined;
    }
    const gap = value === undefined;
    return { cells: [gap ? impute : value, ...(missingLevel ? [Number(gap)] : [])], gap };
  });
}

function truthOf(text, words) {
  const number = numberOf(text, CODES);
  if (number === 0 || number === 1) return number;
  const word = text.toLowerCase();
  for (const pair of words ? [words, ...TRUTH] : TRUTH) {
    const at = pair.findIndex((spelling) => spelling.toLowerCase() === word);
    if (at >= 0) return at;
  }
  return undefined;
}

/** The level that a text is, undefined for a gap: by its letters where numbers do not count by their value. */
function labelOf(text, { kind, byValue, standIn, words }) {
  if (kind === 'boolean') return words[truthOf(text)];
  if ((kind === 'category' || kind === 'text') && !byValue) return text;
  const number = numberOf(text, kind === 'number' ? CODES : NUMBER);
  if (number !== undefined && Number.isFinite(number)) return number === standIn ? undefined : String(number);
  return kind === 'number' ? undefined : text;
}

function encodeCategory({ levels, otherLevel, missingLevel }, texts, isGap, reading) {
  const place = new Map(levels.map((level, k) => [level, k]));
  const exact = reading.kind === 'category' || reading.kind === 'text';
  if (!exact && TRUTH.some((pair) => levels.every((level) => pair.includes(level.toLowerCase()))))
    levels.forEach((level, k) => {
      if (!place.has(level.toLowerCase())) place.set(level.toLowerCase(), k);
    });
  const gapAt = levels.length + (otherLevel ? 1 : 0);
  return texts.map((text) => {
    const cells = new Array(gapAt + (missingLevel ? 1 : 0)).fill(0);
    const label = isGap(text) ? undefined : labelOf(text, reading);
    const gap = label === undefined;
    const at = gap ? gapAt : (place.get(label) ?? (otherLevel ? levels.length : -1));
    if (at >= 0 && at < cells.length) cells[at] = 1;
    return { cells, gap };
  });
}

function encodeDate({ column, impute, parts = ['trend'], missingLevel }, texts, isGap, reading) {
  let unread = 0;
  const both = texts.map((text, i) => {
    if (isGap(text) || text === 'None') return undefined;
    const found = dateOf(text);
    if (!found && (reading.kind !== 'date' || contradicts(++unread, texts, isGap)))
      throw wrong(column, i, text, 'date');
    return found;
  });
  const days = oneReading(both, reading.monthFirst);
  return days.map((day) => {
    const gap = day === undefined;
    const cells = parts.flatMap((part) => {
      if (part === 'trend') return [gap ? impute : day];
      return gap ? [0, 0] : onCircle(PHASES[part](day));
    });
    return { cells: missingLevel ? [...cells, Number(gap)] : cells, gap };
  });
}

const ENCODERS = { number: encodeNumber, boolean: encodeNumber, category: encodeCategory, date: encodeDate };

const onCircle = (turns) => [Math.cos(2 * Math.PI * turns), Math.sin(2 * Math.PI * turns)];

const PHASES = {
  season: (days) => {
    const year = new Date(days * 86_400_000).getUTCFullYear();
    const start = dayNumber(year, 1, 1);
    return (days - start) / (dayNumber(year + 1, 1, 1) - start);
  },
  weekday: (days) => ((((Math.floor(days) + 3) % 7) + 7) % 7) / 7,
  hour: (days) => days - Math.floor(days),
};

/**
 * Whether 3/4/2024 is in March or in April all rows of a call decide, as a column of a file does, and where they leave it open the order
 * of the training rows, if it is known.
 */
function oneReading(both, frozen) {
  const known = both.filter((pair) => pair !== undefined);
  if (frozen !== undefined) {
    const certain = known.find((pair) => pair.includes(undefined));
    const first = certain ? certain[0] === undefined : frozen;
    return both.map((pair) => pair?.[first ? 1 : 0]);
  }
  const steps = (at) => known.reduce((sum, pair, i) => (i === 0 ? 0 : sum + Math.abs(pair[at] - known[i - 1][at])), 0);
  const mustBeMonth = known.some(([day]) => day === undefined);
  const open = !mustBeMonth && known.every(([, month]) => month !== undefined);
  const monthFirst = mustBeMonth || (open && steps(1) < steps(0));
  return both.map(
    (pair) => pair && ((monthFirst && pair[1] !== undefined) || pair[0] === undefined ? pair[1] : pair[0]),
  );
}

const TIME = String.raw`(\d{1,2}):(\d{2})(?::(\d{2}(?:[.,]\d{1,9})?))?\s*([ap]m)?`;
const ZONE = String.raw`\s*(Z|[+-]\d{2}:?\d{2})?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]+${TIME}${ZONE})?$`, 'i');
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?:[T ,]+${TIME})?$`, 'i');
const NAMED = new RegExp(String.raw`^(\d{1,2})[ -]([a-z]{3})[a-z]*\.?[ ,-]+(\d{4})(?:[ ,]+${TIME})?$`, 'i');
const NAMED_FIRST = new RegExp(String.raw`^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})(?:[ ,]+${TIME})?$`, 'i');
const TIME_ONLY = new RegExp(`^${TIME}$`, 'i');
const DOTTED_TIME = /^(\d{1,2})\.(\d{2})\.(00)$/;
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** Days since 1970-01-01 with the day first and with the month first, undefined where that is no date. */
function dateOf(text) {
  if (text.length < 4 || text.length > 40) return undefined;
  let m = NAMED_FIRST.exec(text);
  if (m) return fixed(dayNumber(+m[3], monthOf(m[1]), +m[2]), timeOf(m, 4));
  m = YEAR_FIRST.exec(text);
  if (m) return fixed(dayNumber(+m[1], +m[3], +m[4]), timeOf(m, 5) - zoneOf(m[9]));
  m = TIME_ONLY.exec(text) ?? DOTTED_TIME.exec(text);
  if (m) return fixed(0, timeOf(m, 1));
  m = YEAR_LAST.exec(text);
  if (m) return yearLast(+m[1], +m[3], m[4], timeOf(m, 5));
  m = NAMED.exec(text);
  return m ? fixed(dayNumber(+m[3], monthOf(m[2]), +m[1]), timeOf(m, 4)) : undefined;
}

function fixed(day, time) {
  return Number.isNaN(day + time) ? undefined : [day + time, day + time];
}

function yearLast(a, b, year, time) {
  const y = year.length === 4 ? +year : +year + (+year < 69 ? 2000 : 1900);
  const pair = [dayNumber(y, b, a) + time, dayNumber(y, a, b) + time].map((v) => (Number.isNaN(v) ? undefined : v));
  return pair.every((v) => v === undefined) ? undefined : pair;
}

function dayNumber(year, month, day) {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / 86_400_000 : Number.NaN;
}

function monthOf(name) {
  const at = MONTHS.indexOf(name.toLowerCase());
  return at % 3 === 0 ? at / 3 + 1 : Number.NaN;
}

function timeOf(m, from) {
  if (m[from] === undefined) return 0;
  let hour = +m[from];
  const minute = +m[from + 1];
  const second = m[from + 2] === undefined ? 0 : +m[from + 2].replace(',', '.');
  const half = m[from + 3]?.toLowerCase();
  if (half) {
    if (hour < 1 || hour > 12) return Number.NaN;
    hour = (hour % 12) + (half === 'pm' ? 12 : 0);
  }
  return hour > 24 || minute > 59 || second >= 61 ? Number.NaN : (hour * 3600 + minute * 60 + second) / 86_400;
}

function zoneOf(zone) {
  if (zone === undefined || /^z$/i.test(zone)) return 0;
  return ((zone.startsWith('-') ? -1 : 1) * (+zone.slice(1, 3) * 60 + +zone.slice(-2))) / 1440;
}
