import type { RunContext } from '../engine/contract/context';
import { KernelscopeError } from '../engine/contract/failure';
import { readTable } from '../engine/data/readTable';
import type { Column, Table } from '../engine/data/table';
import type { LabelledImages } from './recipe';

const SIDE = 28;
/** Border pixels left out on every side: 24×24 remain (CKRR section 6). */
const BORDER = 2;

/**
 * Sevens and nines from a table of 28×28 pixels in 0 … 255 with the digit in the first column: cropped to 24×24, divided by
 * 255, 7 as +1 and 9 as −1; rows of other digits are left out. Throws `data/…` when the file is not such a table.
 */
export async function readImages(path: string, context: RunContext): Promise<LabelledImages> {
  return imagesOf(await readTable({ kind: 'path', path }, {}, context));
}

export function imagesOf(table: Table): LabelledImages {
  const { columns, inspection } = table;
  const name = inspection.file.name;
  if (columns.length !== SIDE * SIDE + 1) {
    throw new KernelscopeError(
      'data/one-column',
      `${name} has ${columns.length} columns. Choose a file with the digit in the first column and 784 pixels, row by row, behind it.`,
      { columns: columns.length },
    );
  }
  const digits = numbersOf(columns[0], inspection.columns[0].name, name);
  const rows: number[] = [];
  for (let i = 0; i < digits.length; i++) if (digits[i] === 7 || digits[i] === 9) rows.push(i);
  const n = rows.length;
  const side = SIDE - 2 * BORDER;
  const pixels = new Float64Array(n * side * side);
  const labels = Float64Array.from(rows, (i) => (digits[i] === 7 ? 1 : -1));
  if (!(labels.includes(1) && labels.includes(-1))) {
    throw new KernelscopeError(
      'data/target-constant',
      `The first column of ${name} does not hold both digits 7 and 9. Choose a file that does.`,
      { column: inspection.columns[0].name },
    );
  }
  for (let down = 0; down < side; down++)
    for (let across = 0; across < side; across++) {
      const from = 1 + (down + BORDER) * SIDE + across + BORDER;
      const column = numbersOf(columns[from], inspection.columns[from].name, name);
      const to = (down * side + across) * n;
      for (let i = 0; i < n; i++) pixels[to + i] = column[rows[i]] / 255;
    }
  return { n, d: side * side, pixels, labels };
}

/** A boolean column is one of pixels that are nowhere but 0 and 1. */
function numbersOf(column: Column, name: string, file: string): Float64Array {
  if ((column.kind === 'number' || column.kind === 'boolean') && column.values.every(Number.isFinite))
    return column.values;
  throw new KernelscopeError(
    'data/not-finite',
    `Column ${name} of ${file} does not hold a number in every row. Choose a file with the digit and 784 pixels in each row.`,
    { column: name },
  );
}
