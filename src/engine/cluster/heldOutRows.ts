import { type RunContext, silently } from '../contract/context';
import type { FileSource, ReadRules } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { type Holds, isListOf, isMade, isText } from '../contract/shape';
import { stampOf } from '../data/byteSource';
import { readTable } from '../data/readTable';
import type { Table } from '../data/table';
import { isColumnKind } from '../model/wholeRecord';
import { type Kinded, namesLine, sampledLines, tableOf } from '../parts/sampleTable';
import { memorySize } from '../words/quantities';

/** The rows of a file that all parts are tested on, as a plan holds them. */
export interface HeldOutRows {
  readonly name: string;
  readonly columns: readonly Kinded[];
  /** As text (parts/sampleTable.ts). */
  readonly text: Uint8Array;
}

/** Bytes of them at most: every step reads the plan. */
const MOST = 100e6;
const ALL = { seed: 0, heldOut: 0, sampled: 1 };

/** Throws `parameter/invalid` where the rows are more than a plan holds, and what reading throws. */
export async function readHeldOut(source: FileSource, read: ReadRules, context: RunContext): Promise<HeldOutRows> {
  const { bytes, name } = await stampOf(source);
  checkSize(bytes, name);
  const table = await readTable(source, read, silently(context));
  const columns = table.inspection.columns.map((column) => ({ name: column.name, kind: column.kind }));
  const text = new TextEncoder().encode([namesLine(columns), ...sampledLines(table, 0, ALL)].join(''));
  checkSize(text.length, name);
  return { name, columns, text };
}

function checkSize(bytes: number, name: string): void {
  if (bytes <= MOST) return;
  throw new KernelscopeError(
    'parameter/invalid',
    `${name}, the file to test on, has ${memorySize(bytes)}, and a plan holds ${memorySize(MOST)} of it at most. Use fewer rows: some 50,000 tell the error to half a per cent.`,
    { name: 'holdout', bytes },
  );
}

export const heldOutTable = ({ name, columns, text }: HeldOutRows, context: RunContext): Promise<Table> =>
  tableOf(name, columns, new TextDecoder().decode(text), context);

export const isHeldOutRows: Holds = (value) =>
  isMade<HeldOutRows>(value, {
    name: isText,
    columns: (columns) => isListOf(columns, (column) => isMade<Kinded>(column, { name: isText, kind: isColumnKind })),
    text: (text) => text instanceof Uint8Array,
  });
