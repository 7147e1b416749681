import { inBlocks, type RunContext } from '../contract/context';
import type { DatePart, Matrix, TransformInput } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { DATE_PARTS, encodePart } from './dateParts';
import { columnsAbsent } from './oddNames';
import type { Column, RowsTable } from './table';
import { levelOfWord } from './truthWords';

/** The cost of encoding a date, in simple steps. */
const DATE = 64;

const TREND: readonly DatePart[] = ['trend'];

/** The name of the level for all others. */
export const OTHER_LEVEL = '(other)';

/** The parts of a date that have columns, in their order. */
export const datePartsOf = ({ parts = TREND }: TransformInput & { kind: 'date' }): readonly DatePart[] => parts;

/** How many columns of X an input becomes. */
export function encodedWidth(input: TransformInput): number {
  const missing = input.missingLevel ? 1 : 0;
  if (input.kind === 'category') return input.levels.length + (input.otherLevel ? 1 : 0) + missing;
  if (input.kind === 'date') return datePartsOf(input).reduce((sum, part) => sum + DATE_PARTS[part].width, missing);
  return 1 + missing;
}

export interface EncodedRows {
  /** n×d, column-major. */
  readonly x: Matrix;
  /** 1 for rows in which every input has a value. */
  readonly complete: Uint8Array;
}

/** The inputs, found in the table by name and encoded for these rows (0-based), neither centred nor scaled. */
export function encodeRows(
  table: RowsTable,
  inputs: readonly TransformInput[],
  rows: Uint32Array,
  context: RunContext,
): EncodedRows {
  const sources = findInputs(table.inspection, inputs).map((j) => table.columns[j]);
  const n = rows.length;
  const columns = inputs.reduce((sum, input) => sum + encodedWidth(input), 0);
  const values = new Float64Array(n * columns);
  const complete = new Uint8Array(n).fill(1);
  let at = 0;
  inputs.forEach((input, j) => {
    context.check();
    const width = encodedWidth(input);
    const block = values.subarray(at * n, (at + width) * n);
    if (input.kind === 'category') inBlocks(n, context, 4, categoryEncoder(input, sources[j], rows, block, complete));
    else if (input.kind === 'date') inBlocks(n, context, DATE, dateEncoder(input, sources[j], rows, block, complete));
    else inBlocks(n, context, 4, numberEncoder(input, sources[j], rows, block, complete));
    at += width;
  });
  return { x: { rows: n, columns, values }, complete };
}

/** Encodes the rows from one position to another. */
type Encoder = (from: number, to: number) => void;

function numberEncoder(
  { impute, missingLevel }: TransformInput & { kind: 'number' | 'boolean' },
  column: Column,
  rows: Uint32Array,
  into: Float64Array,
  complete: Uint8Array,
): Encoder {
  return (from, to) => {
    for (let i = from; i < to; i++) {
      const value = 'values' in column ? column.values[rows[i]] : Number.NaN;
      const missing = Number.isNaN(value);
      into[i] = missing ? impute : value;
      if (!missing) continue;
      complete[i] = 0;
      if (missingLevel) into[rows.length + i] = 1;
    }
  };
}

/**
 * Encodes a gap as the mean date, and in cycles as the middle of the circle, which is no nearer to one time than to
 * another.
 */
function dateEncoder(
  input: TransformInput & { kind: 'date' },
  column: Column,
  rows: Uint32Array,
  into: Float64Array,
  complete: Uint8Array,
): Encoder {
  const n = rows.length;
  const parts = datePartsOf(input);
  return (from, to) => {
    for (let i = from; i < to; i++) {
      const days = 'values' in column ? column.values[rows[i]] : Number.NaN;
      const missing = Number.isNaN(days);
      if (missing) complete[i] = 0;
      let at = i;
      for (const part of parts) {
        for (const cell of encodePart(part, missing ? input.impute : days)) {
          into[at] = missing && part !== 'trend' ? 0 : cell;
          at += n;
        }
      }
      if (missing && input.missingLevel) into[at] = 1;
    }
  };
}

/**
 * One 0/1 column per level; a level without one counts as that of all others, or, if there is none, is zero in all of
 * them.
 */
function categoryEncoder(
  { levels, otherLevel, missingLevel }: TransformInput & { kind: 'category' },
  column: Column,
  rows: Uint32Array,
  into: Float64Array,
  complete: Uint8Array,
): Encoder {
  const n = rows.length;
  const place = new Map(levels.map((level, k) => [level, k]));
  const other = otherLevel ? levels.length : -1;
  const gap = levels.length + (otherLevel ? 1 : 0);
  const orOther = (k: number) => (k < 0 ? other : k);
  const places = 'levels' in column ? column.levels.map((level) => place.get(level) ?? other) : [];
  const truth = column.kind === 'boolean' ? column.words.map((word) => orOther(levelOfWord(levels, word))) : [];
  return (from, to) => {
    for (let i = from; i < to; i++) {
      const row = rows[i];
      let k = -1;
      let missing = true;
      if ('codes' in column) {
        missing = column.codes[row] < 0;
        if (!missing) k = places[column.codes[row]] ?? other;
      } else if ('values' in column) {
        const value = column.values[row];
        missing = Number.isNaN(value);
        if (!missing) k = column.kind === 'boolean' ? truth[value] : (place.get(String(value)) ?? other);
      }
      if (missing) {
        complete[i] = 0;
        if (missingLevel) into[gap * n + i] = 1;
      } else if (k >= 0) into[k * n + i] = 1;
    }
  };
}

/**
 * The position of each input among a file's columns. Throws `model/columns` naming those that are missing or of another
 * kind.
 */
export function findInputs(
  { file, columns }: Pick<RowsTable['inspection'], 'file' | 'columns'>,
  inputs: readonly TransformInput[],
): number[] {
  const at = new Map(columns.map((column, j) => [column.name, j]));
  const wanted = inputs.map(({ column }) => column);
  const absent = wanted.filter((name) => !at.has(name));
  if (absent.length > 0) throw columnsAbsent(file.name, [...at.keys()], absent, wanted);
  return inputs.map((input) => {
    const j = at.get(input.column) as number;
    const { kind, reason: said } = columns[j];
    if (fits(input.kind, kind)) return j;
    const reason = /^(?:mostly|looks like) numbers|^\d/.test(said) ? ` (${said})` : '';
    const message = `The column "${input.column}" of ${file.name} was read as ${kind}, but the model was fitted with ${input.kind}${reason}. Correct it; with its kind set to ${input.kind}, such cells count as missing.`;
    throw new KernelscopeError('model/columns', message, { columns: [input.column] });
  });
}

/** True when a model's input of one kind accepts a column of another. */
export function fits(wanted: TransformInput['kind'], kind: Column['kind']): boolean {
  if (kind === 'empty' || wanted === kind) return true;
  if (wanted === 'category') return kind !== 'date';
  return wanted === 'boolean' && kind === 'number';
}
