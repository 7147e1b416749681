import { didYouMean } from '../../../engine/contract/closest';
import { quietContext } from '../../../engine/contract/context';
import { cut } from '../../../engine/contract/cut';
import type { Transform, TransformInput } from '../../../engine/contract/data';
import type { Model } from '../../../engine/contract/model';
import type { Predictions } from '../../../engine/contract/rpc';
import { LARGEST_FEATURE } from '../../../engine/data/applyTransform';
import type { ColumnBuilder } from '../../../engine/data/columnBuilder';
import { columnOf, readingOf } from '../../../engine/data/columnReading';
import { ColumnSet } from '../../../engine/data/columnSet';
import { unreadOf, unusual } from '../../../engine/data/columnSummary';
import { DateVariation } from '../../../engine/data/dateVariation';
import { type EncodedRows, encodeRows, fits } from '../../../engine/data/encodeRows';
import { detectNumberFormat, type NumberFormat } from '../../../engine/data/numbers';
import { predictionNotes } from '../../../engine/model/predictionNotes';
import { PredictionTally } from '../../../engine/model/predictionTally';
import type { PortableModel } from '../../portable/portable';

type Row = Readonly<Record<string, unknown>>;
type Described = Pick<PortableModel, 'read' | 'inputs' | 'missing' | 'encoded' | 'quantiles' | 'quality'>;

/**
 * Rows as those of the model's matrix, by the code that reads the cells of files; `complete` says which of them can be
 * predicted. Throws a RangeError with a sentence for a value that no model takes; other findings go to `say`, a
 * sentence each.
 */
export function encoded(
  { read, inputs, missing, encoded: { names, centre, scale }, quantiles: taus, quality }: Described,
  rows: readonly Row[],
  say: (sentence: string) => void,
): EncodedRows {
  const asked = inputs.map(({ column }) => column);
  requireColumns(rows, asked);
  const kinds = Object.fromEntries((read.kinds ?? []).map(({ column, kind }) => [column, kind]));
  // Data read by earlier versions had no units.
  const rules = { ...read, kinds, ...(read.frozen ? {} : { undecorated: 'all' }) } as Model['read'];
  const values = inputs.map(({ column }) => rows.map((row) => (Object.hasOwn(row, column) ? row[column] : null)));
  const texts = rows.map((_, i) => values.map((of) => (typeof of[i] === 'string' ? of[i] : '')));
  // Rows have no delimiter that would reveal another decimal sign.
  const delimiter = rules.frozen?.numbers.decimal === ',' ? ';' : ',';
  const format = detectNumberFormat(texts, rules, delimiter, quietContext, asked);
  const levels = new Map(inputs.flatMap((input) => (input.kind === 'category' ? [[input.column, input.levels]] : [])));
  const set = new ColumnSet(
    'the rows',
    rules,
    { ...format, undecided: false },
    {
      column: (name) => ({ kept: levels.get(name) }),
    },
  );
  const columns = inputs.map((input, j) => {
    const builder = set.add(input.column);
    const cells = values[j].map((value) => textOf(value, format));
    cells.forEach((cell, i) => {
      builder.add(cell, i + 1);
    });
    // A number that is no text is in the unit of the model, but may be a fraction for percent.
    if (builder.amounts.unit !== '%') builder.amounts.withUnit += values[j].filter(Number.isFinite).length;
    return settled(builder, input, cells);
  });
  const table = {
    inspection: {
      file: { name: 'The table', path: '', bytes: 0, modified: 0 },
      rows: rows.length,
      columns: columns.map(({ summary }) => summary),
    },
    columns: columns.map(({ column }) => column),
    lines: Uint32Array.from(rows, (_, i) => i + 1),
  };
  const { x, complete } = encodeRows(table, inputs, Uint32Array.from(rows.keys()), quietContext);
  const transform: Transform = { inputs, missing, centre, scale, names };
  const tally = new PredictionTally({ transform, outputs: [] });
  tally.add(table, { outputs: [] } as unknown as Predictions, missing);
  for (const { text } of predictionNotes({ read: rules, transform, taus, quality }, tally, format.doubts, true, 'row'))
    say(printable(text));
  names.forEach((name, j) => {
    for (let i = 0, o = j * x.rows; i < x.rows; i++, o++) {
      x.values[o] = (x.values[o] - centre[j]) / scale[j];
      if (!(Math.abs(x.values[o]) <= LARGEST_FEATURE))
        throw failure(`Row ${i + 1} of "${name}" is too far from the training rows to compute with.`);
    }
  });
  return { x, complete: missing === 'drop' ? complete : complete.fill(1) };
}

/** Throws for what is no list of rows, and for a key that is no column: a misspelt one would pass for a gap. */
function requireColumns(rows: readonly Row[], columns: readonly string[]): void {
  const isRow = (row: unknown) => typeof row === 'object' && row !== null && !Array.isArray(row);
  if (!Array.isArray(rows) || !rows.every(isRow))
    throw failure(`predict takes a list of rows, such as predict([{ ${JSON.stringify(columns[0])}: … }]).`);
  const known = new Set(columns);
  rows.forEach((row, i) => {
    const stranger = Object.keys(row).find((key) => !known.has(key));
    if (stranger === undefined) return;
    const all = `The model's columns are ${cut(columns.join(', '), 200)}.`;
    throw failure(
      `Row ${i + 1} has "${cut(stranger, 40)}", which is no column of the model. ${didYouMean(stranger, columns, '"') ?? all}`,
    );
  });
}

/** The cell of a value that may be no text, as a file with numbers like these has it. */
function textOf(value: unknown, { decimal }: NumberFormat): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (typeof value !== 'number') return String(value);
  // Digits alone beyond 2^53 are taken for codes that a number would cut.
  const text =
    Number.isInteger(value) && !Number.isSafeInteger(value) ? `${value}e0`.replace(/(e.*)e0$/, '$1') : `${value}`;
  return text.replace('.', decimal);
}

const WHAT: Readonly<Record<TransformInput['kind'], string>> = {
  number: 'number',
  boolean: 'yes or no',
  date: 'date',
  category: 'level',
};

function settled(builder: ColumnBuilder, { column: name, kind }: TransformInput, cells: readonly string[]) {
  builder.settle();
  const taken = builder.take(cells.length);
  const reading = readingOf(builder, () => {
    const variation = new DateVariation();
    if (taken.dates) variation.add(taken.dates, taken.open);
    return variation;
  });
  if (!fits(kind, reading.kind)) {
    const example = unreadOf(kind, builder)?.example ?? cells.find((cell) => cell.trim() !== '') ?? '';
    const row = cells.findIndex((cell) => cell.trim().startsWith(example)) + 1;
    throw failure(`Row ${row} of "${name}" is "${cut(example, 40)}", which is no ${WHAT[kind]}.`);
  }
  const odd = unusual(builder, unreadOf(reading.kind, builder));
  return {
    column: columnOf(reading, taken, builder),
    summary: { name, kind: reading.kind, reason: '', reading, ...odd },
  };
}

const failure = (sentence: string) => new RangeError(printable(sentence));

/** Nothing of a cell or a name is obeyed by a terminal. */
function printable(sentence: string): string {
  return sentence.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}
