import { join } from 'node:path';
import { partOf, type RunContext } from '../engine/contract/context';
import { KernelscopeError } from '../engine/contract/failure';
import { readTable } from '../engine/data/readTable';
import type { Column, Table } from '../engine/data/table';

/** Rows and the values to be learnt from them. */
export interface LabelledRows {
  readonly n: number;
  readonly d: number;
  /** n×d, column-major. */
  readonly x: Float64Array;
  /** A target, or a label of +1 or −1, for each row. */
  readonly y: Float64Array;
}

const SIDE = 28;
/** Border pixels left out on every side: 24×24 remain (CKRR section 6). */
const BORDER = 2;

/**
 * Sevens and nines from a table of 28×28 pixels in 0 … 255 with the digit in the first column: cropped to 24×24, divided by
 * 255, 7 as +1 and 9 as −1; rows of other digits are left out. Throws `data/…` when the file is not such a table.
 */
export async function readImages(path: string, context: RunContext): Promise<LabelledRows> {
  const { columns, inspection } = await readTable({ kind: 'path', path }, {}, context);
  const { name } = inspection.file;
  if (columns.length !== SIDE * SIDE + 1) {
    throw new KernelscopeError(
      'data/one-column',
      `${name} has ${columns.length} columns. Choose a file with the digit in the first column and 784 pixels, row by row, behind it.`,
      { columns: columns.length },
    );
  }
  const choose = 'a file with the digit and 784 pixels in each row';
  const column = (at: number) => numbersOf(columns[at], inspection.columns[at].name, name, choose);
  const digits = column(0);
  const rows: number[] = [];
  for (let i = 0; i < digits.length; i++) if (digits[i] === 7 || digits[i] === 9) rows.push(i);
  const n = rows.length;
  const side = SIDE - 2 * BORDER;
  const x = new Float64Array(n * side * side);
  const y = Float64Array.from(rows, (i) => (digits[i] === 7 ? 1 : -1));
  if (!(y.includes(1) && y.includes(-1))) {
    throw new KernelscopeError(
      'data/target-constant',
      `The first column of ${name} does not hold both digits 7 and 9. Choose a file that does.`,
      { column: inspection.columns[0].name },
    );
  }
  for (let down = 0; down < side; down++)
    for (let across = 0; across < side; across++) {
      const from = 1 + (down + BORDER) * SIDE + across + BORDER;
      const pixels = column(from);
      const to = (down * side + across) * n;
      for (let i = 0; i < n; i++) x[to + i] = pixels[rows[i]] / 255;
    }
  return { n, d: side * side, x, y };
}

/** The real data of SIGN's tables, in the paper's order. */
export const REAL_DATA = ['airfoil', 'california', 'steel', 'superconductivity', 'uk_temperature'] as const;
export type RealData = (typeof REAL_DATA)[number];

/** The path of each below the folder, and its target by name; the last column where the file has no header. */
const FILES: Readonly<Record<RealData, { readonly path: string; readonly target?: string }>> = {
  airfoil: { path: 'airfoil/airfoil_self_noise.dat' },
  california: { path: 'california/california_sklearn_form.csv', target: 'MedHouseVal' },
  steel: { path: 'steel/steel.csv', target: 'Usage_kWh' },
  superconductivity: { path: 'superconductivity/test_set.csv', target: 'critical_temp' },
  uk_temperature: { path: 'uk_temperature/uktemp.csv', target: 'Tmean1' },
};

/**
 * Reads the named tables from `folder`. Throws `file/not-found` naming the file that is not there, `data/unknown-column` and
 * `data/not-finite` for a file that is not the one it should be, and what reading it throws.
 */
export async function readTables(
  folder: string,
  names: readonly RealData[],
  context: RunContext,
): Promise<ReadonlyMap<RealData, LabelledRows>> {
  const tables = new Map<RealData, LabelledRows>();
  for (const [i, name] of names.entries()) {
    const { path, target } = FILES[name];
    const part = partOf(context, i / names.length, (i + 1) / names.length);
    const read = target === undefined ? { header: false } : {};
    const table = await readTable({ kind: 'path', path: join(folder, path) }, read, part).catch((error: unknown) => {
      if (!(error instanceof KernelscopeError) || error.failure.code !== 'file/not-found') throw error;
      throw new KernelscopeError('file/not-found', `${folder} has no ${path}. Choose the folder that holds it.`, {
        path,
      });
    });
    tables.set(name, rowsOf(table, path, target));
  }
  return tables;
}

function rowsOf({ columns, inspection }: Table, path: string, target: string | undefined): LabelledRows {
  const names = inspection.columns.map((column) => column.name);
  const at = target === undefined ? names.length - 1 : names.indexOf(target);
  if (at < 0) {
    throw new KernelscopeError(
      'data/unknown-column',
      `${path} has no column ${target}, which is to be predicted. Choose the folder with the published file.`,
      { column: String(target) },
    );
  }
  const values = columns.map((column, c) => numbersOf(column, names[c], path, 'the folder with the published file'));
  const [n, d] = [inspection.rows, values.length - 1];
  const x = new Float64Array(n * d);
  values.toSpliced(at, 1).forEach((column, c) => {
    x.set(column, c * n);
  });
  return { n, d, x, y: values[at] };
}

/**
 * A boolean column also holds numbers, all of them 0 or 1. `choose`: the choice to advise in place of a file without
 * numbers.
 */
function numbersOf(column: Column, name: string, file: string, choose: string): Float64Array {
  if ((column.kind === 'number' || column.kind === 'boolean') && column.values.every(Number.isFinite))
    return column.values;
  throw new KernelscopeError(
    'data/not-finite',
    `Column ${name} of ${file} does not hold a number in every row. Choose ${choose}.`,
    { column: name },
  );
}
