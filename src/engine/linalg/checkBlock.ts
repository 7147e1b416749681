import type { Block } from './linalg';

/**
 * Throws a `RangeError`, a defect of the caller, when a block (rows×columns) reaches beyond its array; one without entries may
 * lie anywhere. What computes trusts its lengths, and one entry too many is a write into foreign memory.
 */
export function checkBlock(name: string, { values, offset, lead }: Block, rows: number, columns: number): void {
  if (rows === 0 || columns === 0) return;
  const end = offset + (columns - 1) * lead + rows;
  if (!(lead >= rows && offset >= 0 && end <= values.length) || !Number.isSafeInteger(offset)) {
    throw new RangeError(`${name}: a ${rows}×${columns} block does not lie within ${values.length} numbers`);
  }
}
