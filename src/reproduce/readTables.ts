import { join } from 'node:path';
import type { RunContext } from '../engine/contract/context';
import { partOf } from '../engine/contract/context';
import { KernelscopeError } from '../engine/contract/failure';
import { readTable } from '../engine/data/readTable';
import type { Table } from '../engine/data/table';

/** The real data of SIGN's tables, in the paper's order. */
export const REAL_DATA = ['airfoil', 'california', 'steel', 'superconductivity', 'uk_temperature'] as const;
export type RealData = (typeof REAL_DATA)[number];

/** A table of numbers: rows×columns features, column-major, and the target. */
export interface RealTable {
  readonly rows: number;
  readonly columns: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Where each lies below the folder, and its target by name; the last column where the file has no header. */
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
): Promise<ReadonlyMap<RealData, RealTable>> {
  const tables = new Map<RealData, RealTable>();
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
    tables.set(name, numbersOf(table, path, target));
  }
  return tables;
}

function numbersOf({ columns, inspection }: Table, path: string, target: string | undefined): RealTable {
  const names = inspection.columns.map((column) => column.name);
  const at = target === undefined ? names.length - 1 : names.indexOf(target);
  if (at < 0) {
    throw new KernelscopeError(
      'data/unknown-column',
      `${path} has no column ${target}, which is to be predicted. Choose the folder with the published file.`,
      { column: String(target) },
    );
  }
  const values = columns.map((column, c) => {
    const numeric = column.kind === 'number' || column.kind === 'boolean';
    if (numeric && column.values.every(Number.isFinite)) return column.values;
    throw new KernelscopeError(
      'data/not-finite',
      `Column ${names[c]} of ${path} does not hold a number in every row. Choose the folder with the published file.`,
      { column: names[c] },
    );
  });
  const { rows } = inspection;
  const x = new Float64Array(rows * (values.length - 1));
  values.toSpliced(at, 1).forEach((column, c) => {
    x.set(column, c * rows);
  });
  return { rows, columns: values.length - 1, x, y: values[at] };
}
