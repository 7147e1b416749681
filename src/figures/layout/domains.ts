import type { MarkSpec } from '../../engine/contract/figure';

/** Whole powers of ten around positive values, for log axes that must not move. */
export function decadesAround(low: number, high: number): [number, number] {
  const from = Math.floor(Math.log10(low) + 1e-9);
  const to = Math.ceil(Math.log10(high) - 1e-9);
  return [Number(`1e${from}`), Number(`1e${Math.max(to, from + 1)}`)];
}

/** A stretch padded by a share of itself on both sides; a single point gets room around it. */
export function padded(low: number, high: number, share = 0.05): [number, number] {
  if (!(high > low)) {
    const room = Math.abs(low) > 0 ? Math.abs(low) * 0.5 : 1;
    return [low - room, low + room];
  }
  const room = (high - low) * share;
  return [low - room, high + room];
}

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
