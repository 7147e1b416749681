import type { Pixel } from './shapes';

/**
 * A line with at most about four points in each of `buckets` equal stretches of x: the first, the least, the greatest and
 * the last, so that it looks the same at that many pixels. Points come in axis coordinates with x ascending (so a log axis
 * is thinned in log space); gaps (y = NaN) are kept, one for each run of them.
 */
export function thinLine<P extends Pixel>(points: P[], buckets: number): P[] {
  if (points.length <= 4 * buckets) return points;
  const from = points[0].x;
  const width = (points[points.length - 1].x - from) / buckets;
  if (!(width > 0)) return points;
  const thin: P[] = [];
  let start = 0;
  while (start < points.length) {
    const bucket = Math.floor((points[start].x - from) / width);
    let end = start + 1;
    while (end < points.length && Math.floor((points[end].x - from) / width) === bucket) end++;
    keepExtremes(points, start, end, thin);
    start = end;
  }
  return thin;
}

function keepExtremes<P extends Pixel>(points: readonly P[], start: number, end: number, thin: P[]): void {
  let from = start;
  while (from < end) {
    if (Number.isNaN(points[from].y)) {
      const last = thin.at(-1);
      if (!last || !Number.isNaN(last.y)) thin.push(points[from]);
      from++;
      continue;
    }
    let to = from;
    let least = from;
    let greatest = from;
    for (; to < end && !Number.isNaN(points[to].y); to++) {
      if (points[to].y < points[least].y) least = to;
      if (points[to].y > points[greatest].y) greatest = to;
    }
    const chosen = [...new Set([from, least, greatest, to - 1])].sort((a, b) => a - b);
    for (const index of chosen) thin.push(points[index]);
    from = to;
  }
}

/** More points of one series than this are thinned: each frame draws all of them. */
export const MOST_POINTS = 5000;

/**
 * At most about `most` points, one for each cell of a grid over the plot, so that every place that holds points is still seen
 * to; points beyond the plot are kept. `x` and `y` are the ends of the axes.
 */
export function thinPoints<P extends Pixel>(
  points: readonly P[],
  x: readonly number[],
  y: readonly number[],
  most: number,
): P[] {
  let thin = points.slice();
  for (let cells = 400; thin.length > most && cells >= 50; cells = Math.round(cells / 1.3)) {
    const taken = new Set<number>();
    thin = thin.filter((point) => {
      const column = Math.floor((cells * (point.x - x[0])) / (x[1] - x[0]));
      const row = Math.floor((cells * (point.y - y[0])) / (y[1] - y[0]));
      if (column < 0 || column > cells || row < 0 || row > cells) return true;
      const cell = row * (cells + 1) + column;
      if (taken.has(cell)) return false;
      taken.add(cell);
      return true;
    });
  }
  return thin;
}
