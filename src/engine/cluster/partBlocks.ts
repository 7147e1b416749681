import { type RunContext, silently } from '../contract/context';
import type { ColumnReading, Dialect, ReadOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { ByteSource } from '../data/byteSource';

import { type BlockSize, understoodBlocks, type WantedColumns } from '../data/rowBlocks';
import type { RowsTable } from '../data/table';
import type { PartsVisit } from '../parts/findShares';
import { SAMPLE_BLOCK, type Understood } from '../parts/sampleTable';
import { type PlanPart, sourceOfPart } from './planPart';

/** The way the rows of all parts are read. */
export interface PartsReading {
  /** Options of reading, with the dialect of the first part if it is text. */
  readonly read: ReadOptions;
  /** True if parts are text, with or without a header. */
  readonly text: boolean;
  readonly columns: readonly Understood[];
  /** Lists of column names for parts without a header, in the order of their cells; that of the first file comes first. */
  readonly names: readonly (readonly string[])[];
}

/** The options that a part is read with. */
export function readOfPart(
  { read, text, names }: Omit<PartsReading, 'columns'>,
  { header, names: list = 0 }: Pick<PlanPart, 'header' | 'names'>,
): ReadOptions {
  if (!text) return read;
  return { ...read, header, ...(!header && { names: names[list] }) };
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
    yield* understoodBlocks(
      source,
      { read: readOfPart(reading, part), known, groups: part.groups },
      size,
      wanted,
      context,
    );
  } catch (error) {
    if (!hasNoRows(error)) throw error;
  }
}

const NO_ROWS: ReadonlySet<string> = new Set(['file/empty', 'data/header-only']);

/** True if a file failed because it is empty or only a header; a part may be so. */
export const hasNoRows = (error: unknown): boolean =>
  error instanceof KernelscopeError && NO_ROWS.has(error.failure.code);

/** Runs `work` on part `number`; its failures name the part. */
export async function namingPart<T>(number: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw naming(number, error);
  }
}

function naming(number: number, error: unknown): unknown {
  if (!(error instanceof KernelscopeError) || error.failure.data?.part !== undefined) return error;
  const { code, message, data } = error.failure;
  if (code === 'run/cancelled') return error;
  const cure = code === 'data/unknown-column' ? ' Add the column to it, or make the plan without this part.' : '';
  return new KernelscopeError(code, `Part ${number}: ${message}${cure}`, { ...data, part: number });
}

/** Visits to some of the parts, one after the other; failures name the part. */
export function visitTo(
  parts: readonly PlanPart[],
  some: readonly PlanPart[],
  reading: PartsReading & { readonly dialect: Dialect },
): PartsVisit {
  return async function* visit(wanted, context, only) {
    for (const [k, part] of some.entries()) {
      const i = parts.indexOf(part);
      if (only !== undefined && i !== only) continue;
      context.progress(k / some.length, 'reading the parts');
      const source = sourceOfPart(part, i + 1, { quote: reading.dialect.quote });
      try {
        for await (const table of partBlocks(source, part, reading, { size: SAMPLE_BLOCK, wanted }, silently(context)))
          yield { part: i, table };
      } catch (error) {
        throw naming(i + 1, error);
      }
    }
  };
}
