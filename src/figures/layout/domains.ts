import type { MarkSpec } from '../../engine/contract/figure';
import { counted } from '../../engine/words/sentence';
import { extent } from '../view/extent';

/** Whole powers of ten around positive values, for log axes that must not move. */
export function decadesAround(low: number, high: number): [number, number] {
  const from = Math.floor(Math.log10(low) + 1e-9);
  const to = Math.ceil(Math.log10(high) - 1e-9);
  return [Number(`1e${from}`), Number(`1e${Math.max(to, from + 1)}`)];
}

/** A stretch padded by a fraction of itself on both sides; a single point gets room around it. */
export function padded(low: number, high: number, share = 0.05): [number, number] {
  if (!(high > low)) {
    const room = Math.abs(low) > 0 ? Math.abs(low) * 0.5 : 1;
    return [low - room, low + room];
  }
  const room = (high - low) * share;
  return [low - room, high + room];
}

/** All values, or the middle ones when a few lie so far out that the rest would be squeezed flat. */
export function frameOf(values: Float64Array): [number, number] {
  return middleOf(values) ?? padded(...extent(values));
}

/** The same for rows, observed and predicted alike: those far out that are predicted so stay inside. */
export function frameAround(observed: Float64Array, predicted: Float64Array): [number, number] {
  return padded(...extent(middleOf(observed) ?? observed, predicted));
}

/**
 * The central 98 %, or of fewer than a hundred values all but one at each end, with room around them; undefined where
 * the others are near.
 */
function middleOf(values: Float64Array): [number, number] | undefined {
  const sorted = values.slice().sort();
  const last = sorted.length - 1;
  const many = last >= 99;
  const cut = many ? Math.round(0.01 * last) : 1;
  const [from, to] = [sorted[cut], sorted[last - cut]];
  const far = sorted[last] - sorted[0] > (many ? 3 : FEW_FAR) * (to - from);
  if (!far || !(many || (last >= FEWEST && to > from))) return undefined;
  // An end that is near the others is none of those far out.
  const end = (outermost: number, inner: number) => (Math.abs(outermost - inner) < to - from ? outermost : inner);
  return padded(end(sorted[0], from), end(sorted[last], to), 0.3);
}

/** With few values, one is left outside the frame if the frame would be this many times as wide with it. */
const FEW_FAR = 6;
/** One of fewer values is no exception. */
const FEWEST = 9;

/** Rows beyond the frame that are marked at its edge. */
const MARKED = 40;

/** The marks of rows beyond a frame, and the note on them. */
export function beyondFrame(...rows: Parameters<typeof marksBeyond>): { marks: MarkSpec[]; note: string } {
  const all = marksBeyond(...rows);
  const some = all.length > MARKED ? `${MARKED} of ` : '';
  const note = `Triangles: ${some}${counted(all.length, 'row')} beyond the frame.`;
  return { marks: all.slice(0, MARKED), note: all.length > 0 ? note : '' };
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
