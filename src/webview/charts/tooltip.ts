import {
  type Chart,
  type ChartEvent,
  Interaction,
  type InteractionItem,
  type InteractionModeFunction,
  Tooltip,
  type TooltipPositionerFunction,
} from 'chart.js';
import type { FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import { count } from '../../engine/words/numbers';
import { TEXT_SIZE } from '../../figures/layout/shapes';
import { colourAxis, formatValue } from '../../figures/words/formatValue';
import type { Theme } from '../theme';

declare module 'chart.js' {
  interface InteractionModeMap {
    column: InteractionModeFunction;
  }
  interface TooltipPositionerMap {
    plotTop: TooltipPositionerFunction<'line'>;
  }
}

/** How far from the pointer a point may lie to be named, in pixels. */
const REACH = 24;

/**
 * Of every line the point nearest to the pointer on x; of scattered points only the single nearest one, when it is near.
 * chart.js's own modes take one least distance over all series, which drops lines that were thinned differently.
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

/** What a line or a row's point has there: its values on both axes and on the colours' scale. */
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
