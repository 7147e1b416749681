import { checkBlock } from '../checkBlock';
import type { Block } from '../linalg';

/** What a native function may be handed: every operand is held against its array, and its lengths against the library's integers, before each call. */
export class Operands {
  constructor(
    /** Largest length the library's integers hold. */
    private readonly maximum: number,
  ) {}

  /** Lengths that are whole, not negative, and fit. */
  lengths(...lengths: readonly number[]): void {
    for (const length of lengths) {
      if (!Number.isSafeInteger(length) || length < 0 || length > this.maximum)
        throw new RangeError(`${length} is no length of a matrix`);
    }
  }

  /** The block from its first entry on, once checked. Without entries it may be anywhere. */
  block(block: Block, rows: number, columns: number): Float64Array {
    const { values, offset, lead } = block;
    this.lengths(rows, columns, lead);
    if (lead < rows) throw new RangeError(`columns of ${rows} entries cannot lie ${lead} apart`);
    checkBlock('operand', block, rows, columns);
    return offset === 0 ? values : values.subarray(offset);
  }

  /** A matrix or vector that begins its array. */
  whole(values: Float64Array, rows: number, columns = 1): Float64Array {
    return this.block({ values, offset: 0, lead: rows }, rows, columns);
  }
}

/** LAPACK wants a distance of at least 1 also between columns without entries. */
export const leadingDimension = ({ lead }: Block): number => Math.max(1, lead);
