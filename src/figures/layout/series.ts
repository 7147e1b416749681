import type { FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import type { Plot } from './plot';
import { placeOn } from './scale';
import { shareOnScale } from './sequential';
import type { DotsShape, Pixel, Stroke } from './shapes';
import { DIMMED_OPACITY, FAINT_OPACITY, pointStyle, STYLES } from './style';

/** A point that knows its place in the series it came from. */
export interface PlacedPoint extends Pixel {
  readonly index: number;
}

/** A series of lines or points where a pointer can find it; a line's y is NaN in its gaps. */
export interface PlacedSeries {
  readonly series: SeriesSpec;
  readonly points: readonly PlacedPoint[];
}

export function isPlaced({ kind }: SeriesSpec): boolean {
  return kind === 'line' || kind === 'points';
}

/** True when two series have the same data, so that they lie at the same places. */
export function sameData(a: SeriesSpec, b: SeriesSpec): boolean {
  return a.kind === b.kind && sameValues(a.x, b.x) && sameValues(a.y, b.y);
}

function sameValues(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}

/** Points of a line from left to right, or those of a cloud that the plot shows; too many to be told apart are thinned. */
export function placePoints(plot: Plot, series: SeriesSpec): PlacedPoint[] {
  const line = series.kind === 'line';
  const points: PlacedPoint[] = [];
  let ascending = true;
  for (let index = 0; index < series.x.length; index++) {
    const x = plot.x(series.x[index]);
    const y = plot.y(series.y[index]);
    if (line ? !Number.isFinite(x) : !plot.shows(x, y)) continue;
    if (points.length > 0 && x < points[points.length - 1].x) ascending = false;
    points.push({ x, y: line ? drawable(y) : y, index });
  }
  const { left, right, top, bottom } = plot.area;
  if (!line)
    return points.length <= MOST_POINTS ? points : thinPoints(points, [left, right], [bottom, top], MOST_POINTS);
  if (!ascending) points.sort((a, b) => a.x - b.x || a.index - b.index);
  return thinLine(points, Math.max(100, right - left));
}

/** Far outside the plot exact places do not matter, but painters stumble over huge numbers. */
export function drawable(y: number): number {
  return Number.isFinite(y) ? Math.max(-1e4, Math.min(1e4, y)) : Number.NaN;
}

/** The line through the points, or the dots at them. */
export function layPoints(plot: Plot, { series, points }: PlacedSeries): void {
  if (series.kind === 'points') plot.add(...cloud(plot, series, points));
  else
    plot.add({
      kind: 'path',
      runs: runsOf(points),
      stroke: lineStroke(series, plot.sheet.highContrast),
      clip: plot.clip,
    });
}

function runsOf(points: readonly Pixel[]): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  for (const { x, y } of points) {
    if (Number.isNaN(y)) {
      run = [];
      continue;
    }
    if (run.length === 0) runs.push(run);
    run.push(x, y);
  }
  return runs.filter(({ length }) => length > 2);
}

function lineStroke({ role, faint }: SeriesSpec, highContrast: boolean): Stroke {
  const { colour, dash, width } = STYLES[role];
  if (!faint) return { colour, dash, width };
  return { colour, dash, width: Math.min(1.25, width), opacity: highContrast ? 0.7 : FAINT_OPACITY };
}

/** Points of a series in its style; those that stand out over the others, which are dimmed. */
function cloud(plot: Plot, series: SeriesSpec, points: readonly PlacedPoint[]): DotsShape[] {
  const { lit } = series;
  if (lit === undefined) return [dots(plot, series, points)];
  const [bright, dim] = [1, 0].map((wanted) => points.filter(({ index }) => lit[index] === wanted));
  return [dimmed(dots(plot, series, dim)), dots(plot, series, bright)];
}

function dimmed({ fill, stroke, ...shape }: DotsShape): DotsShape {
  const opacity = DIMMED_OPACITY;
  return { ...shape, ...(fill && { fill: { ...fill, opacity } }), ...(stroke && { stroke: { ...stroke, opacity } }) };
}

/** Points of a series in its style. */
export function dots(
  { spec, sheet }: Pick<Plot, 'spec' | 'sheet'>,
  series: SeriesSpec,
  at: readonly PlacedPoint[],
): DotsShape {
  const { radius, opacity, hollow, rim } = pointStyle(series);
  const { colour } = STYLES[series.role];
  const { colours } = spec;
  const { values } = series;
  return {
    kind: 'dots',
    shape: series.shape ?? 'disc',
    radius,
    at,
    ...(hollow
      ? { stroke: { colour, width: rim } }
      : { fill: { colour, opacity: sheet.highContrast ? Math.max(0.6, opacity) : opacity } }),
    ...(colours && values && { shares: at.map(({ index }) => shareOnScale(colours, values[index] ?? Number.NaN)) }),
  };
}

/** True when a line ends within the last few percent of the x axis, so that its name belongs in the right margin. */
export function reachesEnd(spec: FigureSpec, series: SeriesSpec): boolean {
  const low = placeOn(spec.x, spec.x.domain[0]);
  const high = placeOn(spec.x, spec.x.domain[1]);
  const floor = placeOn(spec.y, spec.y.domain[0]);
  for (let i = series.x.length - 1; i >= 0; i--) {
    const y = placeOn(spec.y, series.y[i]);
    if (!Number.isFinite(y)) continue;
    return y >= floor && placeOn(spec.x, series.x[i]) > high - 0.03 * (high - low);
  }
  return false;
}

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
const MOST_POINTS = 5000;

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
