import type { FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import { placeOn } from '../view/axisPlace';
import type { Plot } from './plot';
import { shareOnScale } from './sequential';
import { crisp, type DotsShape, type Pixel, type Shape, type Stroke } from './shapes';
import { bandOpacity, FAINT_OPACITY, pointStyle, STYLES } from './style';
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

/** Points of a line from left to right, or those of a cloud that the plot shows; more than it can tell apart are thinned. */
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
function drawable(y: number): number {
  return Number.isFinite(y) ? Math.max(-1e4, Math.min(1e4, y)) : Number.NaN;
}

/** The line through the points, or the dots at them. */
export function layPoints(plot: Plot, { series, points }: PlacedSeries): void {
  if (series.kind === 'points') plot.add(dots(plot, series, points));
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

/** Points of a series in its style. */
export function dots(
  { spec, sheet }: Pick<Plot, 'spec' | 'sheet'>,
  series: SeriesSpec,
  at: readonly PlacedPoint[],
): DotsShape {
  const { radius, opacity, hollow } = pointStyle(series);
  const { colour } = STYLES[series.role];
  const { colours } = spec;
  const { values } = series;
  return {
    kind: 'dots',
    shape: series.shape ?? 'disc',
    radius,
    at,
    ...(hollow
      ? { stroke: { colour, width: 1.5 } }
      : { fill: { colour, opacity: sheet.highContrast ? Math.max(0.6, opacity) : opacity } }),
    ...(colours && values && { shares: at.map(({ index }) => shareOnScale(colours, values[index] ?? Number.NaN)) }),
  };
}

/** What lies under the lines: hatched zones, bands, and the rug on the floor. */
export function layGround(plot: Plot): void {
  for (const zone of plot.spec.zones ?? []) {
    const left = Math.max(plot.area.left, plot.x(zone.from));
    const right = Math.min(plot.area.right, plot.x(zone.to));
    if (right - left >= 1) plot.add(...hatch(plot, left, right));
  }
  for (const series of plot.spec.series) {
    if (series.kind === 'band') plot.add(band(plot, series));
    if (series.kind === 'rug') plot.add(rug(plot, series));
  }
}

/** Lines at 45°, 7 px apart, over a faint wash: "not used". */
function hatch({ area: { top, bottom }, sheet }: Plot, left: number, right: number): Shape[] {
  const runs: number[][] = [];
  const height = bottom - top;
  // Anchored to multiples of 7, so that the pattern stands still while an edge moves.
  for (let x = Math.floor((left - height) / 7) * 7; x < right; x += 7) {
    const from = Math.max(x, left);
    const to = Math.min(x + height, right);
    if (to > from) runs.push([from, bottom - (from - x), to, bottom - (to - x)]);
  }
  const wash = { colour: 'text', opacity: sheet.highContrast ? 0.1 : 0.045 } as const;
  return [
    { kind: 'path', runs: [[left, top, right, top, right, bottom, left, bottom]], closed: true, fill: wash },
    { kind: 'path', runs, stroke: { colour: 'text', width: 1, opacity: sheet.highContrast ? 0.45 : 0.1 } },
  ];
}

/** Filled between y and upper; a stretch where either is a gap is left out. */
function band(plot: Plot, { role, x, y, upper = [] }: SeriesSpec): Shape {
  const runs: number[][] = [];
  let above: number[] = [];
  let below: number[] = [];
  const close = () => {
    if (above.length > 2) runs.push([...above, ...below]);
    above = [];
    below = [];
  };
  for (let i = 0; i < x.length; i++) {
    const at = plot.x(x[i]);
    const high = drawable(plot.y(upper[i] ?? Number.NaN));
    if (!Number.isFinite(at) || Number.isNaN(high)) {
      close();
      continue;
    }
    // A lower edge that a log axis cannot show lies below the floor.
    const low = drawable(plot.y(y[i]));
    above.push(at, high);
    below.unshift(at, Number.isNaN(low) ? plot.area.bottom + 1 : low);
  }
  close();
  const fill = { colour: STYLES[role].colour, opacity: bandOpacity(role, plot.sheet.highContrast) };
  return { kind: 'path', runs, closed: true, fill, clip: plot.clip };
}

/** Short ticks on the floor of the plot, one for each value of x. */
function rug(plot: Plot, { role, x }: SeriesSpec): Shape {
  const { left, right, bottom } = plot.area;
  const places = Array.from(x, (value) => crisp(plot.x(value))).filter((at) => at >= left && at <= right + 1);
  const stroke = { colour: STYLES[role].colour, width: 1, opacity: plot.sheet.highContrast ? 1 : 0.6 };
  return { kind: 'path', runs: places.map((at) => [at, bottom, at, bottom - 5]), stroke };
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
