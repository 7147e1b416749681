import type { Block } from '../linalg';

/**
 * What a native function may be handed. It trusts its lengths, and one entry too many is a write into foreign memory; so
 * every operand is held against its array before each call. A `RangeError` here is a defect of the caller.
 */
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

  /** The block from its first entry on, after checking that rows×columns of it lie inside its array. Without entries it may be anywhere. */
  block({ values, offset, lead }: Block, rows: number, columns: number): Float64Array {
    this.lengths(rows, columns, lead);
    if (lead < rows) throw new RangeError(`columns of ${rows} entries cannot lie ${lead} apart`);
    const empty = rows === 0 || columns === 0;
    const end = empty ? 0 : offset + (columns - 1) * lead + rows;
    if (!Number.isSafeInteger(offset) || offset < 0 || end > values.length)
      throw new RangeError(`${rows}×${columns} from ${offset} on is beyond an array of ${values.length}`);
    return offset === 0 ? values : values.subarray(offset);
  }

  /** A matrix or vector that begins its array. */
  whole(values: Float64Array, rows: number, columns = 1): Float64Array {
    return this.block({ values, offset: 0, lead: rows }, rows, columns);
  }
}

/** LAPACK wants a distance of at least 1 also between columns without entries. */
export const leadOf = ({ lead }: Block): number => Math.max(1, lead);
