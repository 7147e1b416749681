import type { RunContext } from '../contract/context';
import type { ReadOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { ByteSource } from '../data/byteSource';
import type { ColumnReading } from '../data/columnReading';
import { type BlockSize, understoodBlocks, type WantedColumns } from '../data/rowBlocks';
import type { RowsTable } from '../data/table';
import type { Understood } from '../parts/sampleTable';
import type { PlanPart } from './planPart';

/** How the rows of all parts are read. */
export interface PartsReading {
  /** With the dialect of the first part, where it is text. */
  readonly read: ReadOptions;
  /** Whether parts are text that begins with a header or not. */
  readonly text: boolean;
  readonly columns: readonly Understood[];
}

/** The options that a part is read with. */
export function readOfPart({ read, text, columns }: PartsReading, { header }: Pick<PlanPart, 'header'>): ReadOptions {
  if (!text) return read;
  return { ...read, header, ...(!header && { names: columns.map(({ name }) => name) }) };
}

/** The rows of a part, in blocks; none of a part without rows. */
export async function* partBlocks(
  source: ByteSource,
  part: PlanPart,
  reading: PartsReading,
  { size, wanted }: { readonly size: BlockSize; readonly wanted: WantedColumns },
  context: RunContext,
): AsyncGenerator<RowsTable, void, undefined> {
  const known = new Map<string, ColumnReading>(reading.columns.map(({ name, reading: r }) => [name, r]));
  try {
    yield* understoodBlocks(source, readOfPart(reading, part), known, size, wanted, context);
  } catch (error) {
    if (!hasNoRows(error)) throw error;
  }
}

const NO_ROWS: ReadonlySet<string> = new Set(['file/empty', 'data/header-only']);

/** Whether a file failed because nothing is in it, or only a header. A part may be so. */
export const hasNoRows = (error: unknown): boolean =>
  error instanceof KernelscopeError && NO_ROWS.has(error.failure.code);

/** What is done with part `number`; its failures name it. */
export async function namingPart<T>(number: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KernelscopeError) || error.failure.data?.part !== undefined) throw error;
    const { code, message, data } = error.failure;
    if (code === 'run/cancelled') throw error;
    throw new KernelscopeError(code, `Part ${number}: ${message}`, { ...data, part: number });
  }
}
