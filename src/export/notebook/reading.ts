import type { ColumnReading, Dialect, FileReading, ReadColumn, TransformInput } from '../../engine/contract/data';
import { ENCODINGS } from '../../engine/contract/encodings';
import { isLogarithm } from '../../engine/words/logarithmName';
import { lacking, type RecordedFit } from './fit';
import { pythonList, pythonNumber, pythonRows, pythonText, pythonVector } from './literals';

/** The first cell: which files, and where they are. */
export function fileCode({ record: { file, heldOut } }: RecordedFit): readonly string[] {
  const named = (variable: string, { name, bytes }: FileReading) => [
    `${variable} = ${pythonText(name)}`,
    `${sizeOf(variable)} = ${bytes}`,
  ];
  const second = heldOut?.file;
  return [
    '# The file that was fitted, and its size. If it has moved, change FILE to its path.',
    ...named('FILE', file),
    ...(second ? ['# The file of held-out rows.', ...named('TEST_FILE', second)] : []),
  ];
}

const sizeOf = (variable: string) => variable.replace('FILE', 'BYTES');

/** Finds them. */
export const locateCode = ({ record: { heldOut } }: RecordedFit): readonly string[] =>
  ['FILE', ...(heldOut?.file ? ['TEST_FILE'] : [])].map(
    (variable) => `${variable}_PATH = locate(${variable}, ${sizeOf(variable)}, "${variable}")`,
  );

/** Reads the columns that the fit used. */
export function tableCode({ record: { file, heldOut } }: RecordedFit): readonly string[] {
  const second = heldOut?.file;
  return [...tableOf('TABLE', 'FILE', file), ...(second ? tableOf('TEST_TABLE', 'TEST_FILE', second) : [])];
}

function tableOf(table: string, variable: string, file: FileReading): string[] {
  const { firstLine, rows, columns, dialect } = file;
  const places = columns.map(({ name, index }) => `${pythonText(name)}: ${index}`);
  const options = [
    `${variable}_PATH`,
    `first_line=${firstLine}`,
    `rows=${rows}`,
    `columns={${places.join(', ')}}`,
    ...dialectOptions(dialect),
  ];
  return [`${table} = Table(${options.join(', ')})`];
}

/** The options that differ from the defaults of the class Table. */
function dialectOptions({ encoding, delimiter, quote, decimal, thousands }: Dialect): string[] {
  const options: readonly [string, string, string][] = [
    ['encoding', ENCODINGS[encoding].python, ENCODINGS['utf-8'].python],
    ['delimiter', delimiter, ','],
    ['quote', quote, '"'],
    ['decimal', decimal, '.'],
    ['thousands', thousands, ''],
  ];
  return options.filter(([, value, usual]) => value !== usual).map(([name, value]) => `${name}=${pythonText(value)}`);
}

/** 0-based rows for training and held out. */
export function splitCode({ record: { training, heldOut } }: RecordedFit): readonly string[] {
  return [
    '# Rows as they are counted in the file, from 1, without its header.',
    `TRAIN = ${pythonRows(training)} - 1`,
    ...(heldOut ? [`HELD_OUT = ${pythonRows(heldOut.rows)} - 1`] : []),
  ];
}

/** The encoded columns of every row, with their centring and scaling. */
export function encodingCode(fit: RecordedFit): readonly string[] {
  const { inputs, encoded, read } = fit.model;
  const asWords = new Set((read.kinds ?? []).map(({ column }) => column));
  const columns = inputs.map((input) => `        ${inputCode(input, fit, asWords)},`);
  const standardised = encoded.centre.some((v) => v !== 0) || encoded.scale.some((v) => v !== 1);
  return [
    'def encode(table):',
    '    """Columns as numbers, n x d."""',
    '    return np.column_stack([',
    ...columns,
    '    ])',
    '',
    '',
    ...(standardised
      ? [
          `CENTRE = ${pythonVector(encoded.centre)}`,
          `SCALE = ${pythonVector(encoded.scale)}`,
          'X = (encode(TABLE)[TRAIN] - CENTRE) / SCALE',
        ]
      : ['X = encode(TABLE)[TRAIN]']),
    ...newRowsCode(fit, standardised),
  ];
}

/** The most training rows that stand in where nothing is held out. */
const MOST_STAND_INS = 1000;

function newRowsCode({ record: { heldOut } }: RecordedFit, standardised: boolean): string[] {
  if (!heldOut) return [`NEW = X[:${MOST_STAND_INS}]  # nothing was held out`];
  const rows = `encode(${heldOut.file ? 'TEST_TABLE' : 'TABLE'})[HELD_OUT]`;
  return [standardised ? `NEW = (${rows} - CENTRE) / SCALE` : `NEW = ${rows}`];
}

/** A column in the files that have it, the fitted one first. */
export function columnsNamed({ record: { file, heldOut } }: RecordedFit, name: string): readonly ReadColumn[] {
  const found = [file, ...(heldOut?.file ? [heldOut.file] : [])].flatMap(({ columns }) =>
    columns.filter((column) => column.name === name),
  );
  if (found.length === 0) throw lacking(`column "${name}"`);
  return found;
}

type InputCode<K extends TransformInput['kind']> = (
  input: TransformInput & { readonly kind: K },
  fit: RecordedFit,
  asWords: ReadonlySet<string>,
) => string;

const marked = ({ missingLevel }: { readonly missingLevel?: boolean }) => (missingLevel ? ', marked=True' : '');

const INPUTS: { readonly [K in TransformInput['kind']]: InputCode<K> } = {
  number: (input, fit) => `filled(${numbersCode(fit, input.column)}, ${pythonNumber(input.impute)}${marked(input)})`,
  boolean: (input) => `filled(${truthCode(input.column)}, ${pythonNumber(input.impute)}${marked(input)})`,
  date: (input, fit) => {
    const days = datesCode(fit, input.column);
    const parts = pythonList((input.parts ?? ['trend']).map(pythonText));
    return `dated(${days}, ${parts}, ${pythonNumber(input.impute)}${marked(input)})`;
  },
  category: (input, fit, asWords) => {
    const { levels, otherLevel, column } = input;
    const columns = columnsNamed(fit, column);
    const name = pythonText(column);
    const numeric = !asWords.has(column) && levels.some(isNumeric);
    const cells = numeric ? `labels(table, ${name}, ${gapsCode(columns)})` : `table.columns[${name}]`;
    const shown = pythonList(levels.map((level) => levelCode(level, numeric)));
    return `category(${cells}, ${shown}, ${gapsCode(columns)}${otherLevel ? ', other=True' : ''}${marked(input)})`;
  },
};

function inputCode(input: TransformInput, fit: RecordedFit, asWords: ReadonlySet<string>): string {
  return (INPUTS[input.kind] as InputCode<TransformInput['kind']>)(input as never, fit, asWords);
}

/** Numbers that mean a gap there, as the column's cells say them. */
export function numbersCode(fit: RecordedFit, name: string, table = 'table'): string {
  const columns = columnsNamed(fit, name);
  const reading = frozenOf(fit, name);
  const unit = reading?.kind === 'number' ? `, unit=${pythonText(reading.unit ?? '')}${durationCode(reading)}` : '';
  const gaps = [...new Set(columns.flatMap((column) => column.gaps.map(gapNumber)).filter(Number.isFinite))];
  const listed = gaps.length > 0 ? `, ${pythonList(gaps.map(pythonNumber))}` : '';
  const numbers = `${table}.numbers(${pythonText(name)}${listed}${unit})`;
  return isLogarithm(reading) ? `logarithms(${numbers})` : numbers;
}

const durationCode = ({ duration }: ColumnReading & { kind: 'number' }): string =>
  duration ? `, duration=${pythonText(duration)}` : '';

const gapNumber = (token: string): number => (token === '' ? Number.NaN : Number(token.replace(',', '.')));

export const truthCode = (name: string): string => `truth(table, ${pythonText(name)})`;

export function datesCode(fit: RecordedFit, name: string): string {
  const reading = frozenOf(fit, name);
  const order = reading?.kind === 'date' ? `, month_first=${reading.monthFirst ? 'True' : 'False'}` : '';
  return `dates(table, ${pythonText(name)}, ${gapsCode(columnsNamed(fit, name))}${order})`;
}

/** How this column was read in the rows of the fit. */
export const frozenOf = ({ model }: RecordedFit, name: string): ColumnReading | undefined =>
  model.read.frozen?.columns.find((column) => column.name === name)?.reading;

/** The texts of cells without a value. */
export const gapsCode = (columns: readonly ReadColumn[]): string =>
  `{${['', ...new Set(columns.flatMap(({ gaps }) => gaps).filter((token) => token !== ''))].map(pythonText).join(', ')}}`;

/** As JavaScript writes numbers, which is how levels that are numbers are called. */
export const isNumeric = (level: string): boolean => Number.isFinite(Number(level)) && String(Number(level)) === level;

export const levelCode = (level: string, numeric: boolean): string =>
  numeric && isNumeric(level) ? pythonNumber(Number(level)) : pythonText(level);
