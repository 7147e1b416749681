import { type RunContext, silently } from '../contract/context';
import type { FileSource, ReadRules } from '../contract/data';
import { COLUMN_KIND } from '../contract/data.schema';
import { KernelscopeError } from '../contract/failure';
import { bytes, list, type Of, struct, text } from '../contract/schema';
import { stampOf } from '../data/byteSource';
import { readTable } from '../data/readTable';
import type { Table } from '../data/table';
import { namesLine, sampledLines, tableOfSample } from '../parts/sampleTable';
import { memorySize } from '../words/quantities';

/** The rows of a file that all parts are tested on, as a plan holds them. */
export interface HeldOutRows extends Of<typeof HELD_OUT_ROWS> {}
export const HELD_OUT_ROWS = struct({
  name: text(),
  columns: list(struct({ name: text(), kind: COLUMN_KIND })),
  /** The rows as text (parts/sampleTable.ts). */
  text: bytes(),
});

/** The most bytes that held-out rows may take in a plan: every step reads the plan. */
const MOST = 100e6;
const ALL = { seed: 0, heldOut: 0, sampled: 1 };

/** Reads the held-out rows of a file. Throws `parameter/invalid` if they are more than a plan holds, and what reading throws. */
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
  tableOfSample(name, columns, new TextDecoder().decode(text), context);
