import type { FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import type { Plot } from './plot';
import { placeOn } from './scale';
import { shareOnScale } from './sequential';
import type { DotsShape, Pixel, Stroke } from './shapes';
import { DIMMED_OPACITY, FAINT_OPACITY, pointStyle, STYLES } from './style';
import { MOST_POINTS, thinLine, thinPoints } from './thinning';

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

/** Whether two series have the same data, so that they lie at the same places. */
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

/** Whether a line ends within the last few percent of the x axis, so that its name belongs in the right margin. */
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
