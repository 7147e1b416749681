import type { ChartDataset } from 'chart.js';
import type { FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import { withAlpha } from '../../engine/figures/colour';
import { FAINT_OPACITY, pointStyle, STYLES } from '../../engine/figures/style';
import type { Theme } from '../theme';
import { roleColour } from './colours';
import { type Point, toAxis } from './coordinates';
import { thinLine } from './thinning';

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
  return series.kind === 'line' ? thinLine(points, Math.max(100, width)) : points;
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
  if (series.kind === 'points') return { ...common, ...dots(series, theme, colour), showLine: false };
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

function dots(series: SeriesSpec, theme: Theme, colour: string) {
  const { radius, opacity, hollow } = pointStyle(series);
  const fill = hollow ? 'transparent' : withAlpha(colour, theme.highContrast ? Math.max(0.6, opacity) : opacity);
  return {
    pointRadius: radius,
    pointHoverRadius: Math.max(4, radius + 1),
    pointBorderWidth: hollow ? 1.5 : 0,
    pointHoverBorderWidth: hollow ? 1.5 : 0,
    pointBorderColor: colour,
    pointHoverBorderColor: colour,
    pointBackgroundColor: fill,
    pointHoverBackgroundColor: hollow ? 'transparent' : colour,
  };
}
