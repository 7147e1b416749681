import {
  type Chart,
  type ChartEvent,
  Interaction,
  type InteractionItem,
  type InteractionModeFunction,
  Tooltip,
  type TooltipPositionerFunction,
} from 'chart.js';
import type { AxisSpec, FigureSpec, SeriesSpec, SurfaceSpec } from '../../engine/contract/figure';
import { count } from '../../engine/words/numbers';
import type { Layout } from '../../figures/layout/figure';
import { type Pixel, TEXT_HEIGHT, TEXT_SIZE } from '../../figures/layout/shapes';
import { colourAxis, formatValue, surfaceText } from '../../figures/words/formatValue';
import type { Theme } from '../theme';
import { fontOf } from './paint';

declare module 'chart.js' {
  interface InteractionModeMap {
    column: InteractionModeFunction;
  }
  interface TooltipPositionerMap {
    plotTop: TooltipPositionerFunction<'line'>;
  }
}

/** The greatest distance from the pointer at which a point is named, in pixels. */
const REACH = 24;

/**
 * For every line, the point nearest to the pointer on x; for scattered points, only the single nearest one, if it is
 * near. chart.js's own modes take one least distance over all series, which drops lines that were thinned differently.
 */
function columnMode(chart: Chart, event: ChartEvent): InteractionItem[] {
  const items: InteractionItem[] = [];
  let scattered: { item: InteractionItem; distance: number } | undefined;
  if (event.x === null || event.y === null) return items;
  for (const meta of chart.getSortedVisibleDatasetMetas()) {
    const isLine = (chart.data.datasets[meta.index] as { showLine?: boolean }).showLine !== false;
    let nearest = -1;
    let least = REACH;
    for (let index = 0; index < meta.data.length; index++) {
      const { x, y } = meta.data[index];
      if (Number.isNaN(y)) continue;
      const distance = isLine ? Math.abs(x - event.x) : Math.hypot(x - event.x, y - event.y);
      if (distance >= least) continue;
      nearest = index;
      least = distance;
    }
    if (nearest < 0) continue;
    const item = { element: meta.data[nearest], datasetIndex: meta.index, index: nearest } as InteractionItem;
    if (isLine) items.push(item);
    else if (!scattered || least < scattered.distance) scattered = { item, distance: least };
  }
  if (scattered) items.push(scattered.item);
  return items;
}

export function registerTooltip(): void {
  Interaction.modes.column = columnMode as InteractionModeFunction;
  Tooltip.positioners.plotTop = function (items, pointer) {
    if (items.length === 0) return false;
    const { left, right, top } = this.chart.chartArea;
    const x = pointer.x ?? left;
    const leftHalf = x < (left + right) / 2;
    return { x: x + (leftHalf ? 12 : -12), y: top + 2, xAlign: leftHalf ? 'left' : 'right', yAlign: 'top' };
  };
}

export function tooltipStyle(theme: Theme) {
  return {
    position: 'plotTop' as const,
    backgroundColor: theme.tooltip.background,
    borderColor: theme.tooltip.border,
    borderWidth: 1,
    titleColor: theme.tooltip.text,
    bodyColor: theme.tooltip.text,
    titleFont: { size: TEXT_SIZE, family: theme.font, weight: 600 as const },
    bodyFont: { size: TEXT_SIZE, family: theme.font },
    padding: 8,
    cornerRadius: 3,
    caretSize: 0,
    boxWidth: 10,
    boxHeight: 2,
    multiKeyBackground: 'transparent',
  };
}

/** The row of a point, or the place on x. */
export function tooltipTitle({ x }: FigureSpec, series: SeriesSpec, index: number): string {
  if (series.rows) return `row ${count(series.rows[index])}`;
  return `${x.gutter ?? x.title} ${formatValue(x, series.x[index])}`.trim();
}

/** The values of a line or of a row's point there: on both axes and on the colour scale. */
export function tooltipLines(spec: FigureSpec, series: SeriesSpec, index: number): string | string[] {
  const { colours, legend, x, y } = spec;
  const value = formatValue(y, series.y[index]);
  if (!series.rows) return `${series.name} ${value}${series.unit ? ` ${series.unit}` : ''}`;
  return [
    ...(legend ? [series.name] : []),
    `${y.title} ${value}`,
    `${x.title} ${formatValue(x, series.x[index])}`,
    ...(colours && series.values ? [`${colours.name} ${formatValue(colourAxis(colours), series.values[index])}`] : []),
  ];
}

/** The value of a map at the grid place nearest to the pointer, in a box at the top of the plot. */
export function paintReading(
  context: CanvasRenderingContext2D,
  { spec, area, scales, sheet }: Layout,
  surface: SurfaceSpec,
  theme: Theme,
  at: Pixel,
): void {
  const i = nearest(surface.x, (v) => Math.abs(scales.x.pixel(v) - at.x));
  const j = nearest(surface.y, (v) => Math.abs(scales.y.pixel(v) - at.y));
  const index = j * surface.x.length + i;
  const value = surface.values[index];
  const name = (axis: AxisSpec, v: number) => `${axis.gutter ?? axis.title.split(',')[0]} ${formatValue(axis, v)}`;
  const lines = [
    `${name(spec.x, surface.x[i])}, ${name(spec.y, surface.y[j])}`,
    Number.isFinite(value) ? `${surface.name} ${surfaceText(surface, value)}` : 'no value here',
    ...(surface.cells ? [`count ${surface.cells[index]}`] : []),
  ];
  context.save();
  context.font = fontOf(theme);
  const width = Math.max(...lines.map((line) => context.measureText(line).width)) + 16;
  const height = lines.length * TEXT_HEIGHT + 12;
  const free = at.x < (area.left + area.right) / 2 ? at.x + 12 : at.x - 12 - width;
  const left = Math.min(sheet.width - width - 1, Math.max(1, free));
  context.fillStyle = theme.tooltip.background;
  context.strokeStyle = theme.tooltip.border;
  context.lineWidth = 1;
  context.setLineDash([]);
  context.fillRect(left, area.top + 2, width, height);
  context.strokeRect(left + 0.5, area.top + 2.5, width - 1, height - 1);
  context.fillStyle = theme.tooltip.text;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  lines.forEach((line, k) => {
    context.fillText(line, left + 8, area.top + 8 + (k + 0.5) * TEXT_HEIGHT);
  });
  context.restore();
}

function nearest(places: ArrayLike<number>, distance: (value: number) => number): number {
  let best = 0;
  for (let i = 1; i < places.length; i++) if (distance(places[i]) < distance(places[best])) best = i;
  return best;
}
