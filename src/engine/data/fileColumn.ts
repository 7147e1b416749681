import type { Transform } from '../contract/data';
import { encodedWidth } from './encodeRows';

/**
 * Which column of the file each encoded column comes from, length d: a position in `transform.inputs`, whose `column` is the
 * name. All that one column of the file became (levels, parts of a date, a sign of gaps) stands side by side and shares a
 * position, so that these are non-decreasing and go from 0 to inputs − 1 without a gap.
 */
export function fileColumn({ inputs }: Pick<Transform, 'inputs'>): Int32Array {
  return Int32Array.from(inputs.flatMap((input, position) => new Array<number>(encodedWidth(input)).fill(position)));
}
