import type { Point } from './coordinates';

/**
 * A line with at most about four points in each of `buckets` equal stretches of x: the first, the least, the greatest and
 * the last, so that it looks the same at that many pixels. Points come in axis coordinates with x ascending (so a log axis
 * is thinned in log space); gaps (y = NaN) are kept, one for each run of them.
 */
export function thinLine<P extends Point>(points: P[], buckets: number): P[] {
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

function keepExtremes<P extends Point>(points: readonly P[], start: number, end: number, kept: P[]): void {
  let from = start;
  while (from < end) {
    if (Number.isNaN(points[from].y)) {
      const last = kept.at(-1);
      if (!last || !Number.isNaN(last.y)) kept.push(points[from]);
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
    for (const index of chosen) kept.push(points[index]);
    from = to;
  }
}
