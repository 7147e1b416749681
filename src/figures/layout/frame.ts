import type { MarkSpec } from '../../engine/contract/figure';
import { padded } from './domains';

/** All values, or their central 98 % when a few lie so far out that the rest would be squeezed flat. */
export function frameOf(values: Float64Array): [number, number] {
  const sorted = values.slice().sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  const [low, high] = [at(0), at(1)];
  const [from, to] = [at(0.01), at(0.99)];
  const crowded = sorted.length >= 100 && high - low > 3 * (to - from);
  return crowded ? padded(from, to, 0.3) : padded(low, high);
}

/** Triangles at the frame's edge for points beyond it. */
export function marksBeyond(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  lines: ArrayLike<number>,
  [low, high]: readonly [number, number],
): MarkSpec[] {
  const marks: MarkSpec[] = [];
  for (let j = 0; j < y.length; j++) {
    if (y[j] >= low && y[j] <= high) continue;
    const shape = y[j] > high ? 'triangle-up' : 'triangle-down';
    marks.push({ shape, role: 'outlier', x: x[j], y: y[j] > high ? high : low, line: lines[j] });
  }
  return marks;
}
