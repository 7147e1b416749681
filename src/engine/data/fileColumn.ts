import type { Transform } from '../contract/data';
import { encodedWidth } from './encodeRows';

/**
 * Which column of the file each encoded column comes from, length d: a position in `transform.inputs`, whose `column`
 * is the name. The encoded columns of one column of the file (levels, parts of a date, a sign of gaps) are adjacent and
 * share a position, so that positions are non-decreasing and go from 0 to inputs − 1 without a gap.
 */
export function fileColumn({ inputs }: Pick<Transform, 'inputs'>): Int32Array {
  return Int32Array.from(inputs.flatMap((input, position) => new Array<number>(encodedWidth(input)).fill(position)));
}
