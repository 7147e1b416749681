import type { ChartDataset } from 'chart.js';
import type { AxisSpec, FigureSpec, PointShape, SeriesSpec } from '../../engine/contract/figure';
import { withAlpha } from '../../figures/layout/colour';
import { pointColours } from '../../figures/layout/sequential';
import { FAINT_OPACITY, pointStyle, STYLES } from '../../figures/layout/style';
import { MOST_POINTS, thinLine, thinPoints } from '../../figures/layout/thinning';
import type { Theme } from '../theme';
import { roleColour, sequentialTheme } from './colours';
import { type Point, toAxis } from './coordinates';

/** What chart.js draws of a series: lines and points. Bands and rugs are painted below them (backdrop.ts). */
export type Drawn = ChartDataset<'line', IndexedPoint[]>;

/** A point that knows its place in the series it came from. */
export interface IndexedPoint extends Point {
  readonly index: number;
}

export function isDrawn(series: SeriesSpec): boolean {
  return series.kind === 'line' || series.kind === 'points';
}

/** Points of a series in axis coordinates, x ascending as chart.js needs. Without a finite x there is no point. */
export function seriesPoints(spec: FigureSpec, series: SeriesSpec, width: number): IndexedPoint[] {
  const points: IndexedPoint[] = [];
  let ascending = true;
  for (let index = 0; index < series.x.length; index++) {
    const x = toAxis(spec.x, series.x[index]);
    const y = toAxis(spec.y, series.y[index]);
    if (!Number.isFinite(x) || (series.kind === 'points' && !Number.isFinite(y))) continue;
    if (points.length > 0 && x < points[points.length - 1].x) ascending = false;
    points.push({ x, y: Number.isFinite(y) ? y : Number.NaN, index });
  }
  if (!ascending) points.sort((a, b) => a.x - b.x || a.index - b.index);
  if (series.kind === 'line') return thinLine(points, Math.max(100, width));
  if (points.length <= MOST_POINTS) return points;
  const ends = (axis: AxisSpec) => axis.domain.map((value) => toAxis(axis, value));
  return thinPoints(points, ends(spec.x), ends(spec.y), MOST_POINTS);
}

export function datasetOf(spec: FigureSpec, series: SeriesSpec, order: number, theme: Theme, width: number): Drawn {
  const style = STYLES[series.role];
  const colour = roleColour(theme, series.role);
  const common = {
    label: series.name,
    data: seriesPoints(spec, series, width),
    parsing: false as const,
    normalized: true,
    // chart.js draws the lowest order last; here later series lie on top of earlier ones.
    order: -order,
    pointHitRadius: 8,
  };
  if (series.kind === 'points') return { ...common, ...dots(spec, series, theme, colour), showLine: false };
  return {
    ...common,
    borderColor: series.faint ? withAlpha(colour, theme.highContrast ? 0.7 : FAINT_OPACITY) : colour,
    borderWidth: series.faint ? Math.min(1.25, style.width) : style.width,
    borderDash: [...style.dash],
    borderJoinStyle: 'round',
    pointRadius: 0,
    pointHoverRadius: 0,
    spanGaps: false,
  };
}

/** chart.js's names, what its radius is multiplied by to look as large as a disc, and a turn in degrees. */
const SHAPE: Readonly<Record<PointShape, readonly ['circle' | 'triangle' | 'rect' | 'rectRot', number, number]>> = {
  disc: ['circle', 1, 0],
  triangle: ['triangle', 1.45, 0],
  square: ['rect', 1.27, 0],
  diamond: ['rectRot', 1.35, 0],
  triangleDown: ['triangle', 1.45, 180],
};

function dots(spec: FigureSpec, series: SeriesSpec, theme: Theme, colour: string) {
  const { radius, opacity, hollow } = pointStyle(series);
  const shown = theme.highContrast ? Math.max(0.6, opacity) : opacity;
  const [style, factor, turn] = SHAPE[series.shape ?? 'disc'];
  const valued =
    spec.colours && series.values && pointColours(sequentialTheme(theme), spec.colours, series, theme.muted);
  const full = valued ? ({ raw }: { raw: unknown }) => valued((raw as IndexedPoint).index) : colour;
  const pale = valued
    ? ({ raw }: { raw: unknown }) => withAlpha(valued((raw as IndexedPoint).index), shown)
    : withAlpha(colour, shown);
  return {
    pointStyle: style,
    pointRotation: turn,
    pointRadius: radius * factor,
    pointHoverRadius: Math.max(4, radius + 1) * factor,
    pointBorderWidth: hollow ? 1.5 : 0,
    pointHoverBorderWidth: hollow ? 1.5 : 0,
    pointBorderColor: full,
    pointHoverBorderColor: full,
    pointBackgroundColor: hollow ? 'transparent' : pale,
    pointHoverBackgroundColor: hollow ? 'transparent' : full,
  };
}
