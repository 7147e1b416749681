import type { ChartOptions, Scale, Tick } from 'chart.js';
import type { AxisSpec, FigureSpec } from '../../engine/contract/figure';
import { axisTicks, formatTick } from '../../engine/figures/ticks';
import type { Theme } from '../theme';
import { fromAxis, toAxis } from './coordinates';
import { fontOf, TEXT_SIZE } from './pen';

/** So wide is every y axis, so that the plots of a column stand below each other. */
export const GUTTER = 40;
/** Height of one row of ticks below the plot. */
export const TICK_ROW = 22;

type LinearOptions = NonNullable<ChartOptions<'line'>['scales']>[string];

export function xScale(current: () => FigureSpec, theme: Theme): LinearOptions {
  const { x } = current();
  return {
    ...limits(x),
    position: 'bottom',
    border: { display: true, color: theme.axis },
    grid: { color: theme.grid, drawTicks: false, lineWidth: 1 },
    ticks: { ...tickStyle(theme), padding: 5, callback: labels(() => current().x) },
    afterBuildTicks: (scale: Scale) => {
      const axis = current().x;
      const width = scale.chart.width - GUTTER - 20;
      let ticks = spaced(axis, width, 56);
      // The gutter's name stands where the label of a tick at the left edge would.
      if (axis.gutter !== undefined) ticks = ticks.filter((t) => t > scale.min + 0.05 * (scale.max - scale.min));
      scale.ticks = ticks.map((value) => ({ value }));
    },
    // The labels at the ends may stand over the margin: the plot keeps its edges.
    afterFit: (scale: Scale) => {
      scale.paddingLeft = 0;
      scale.paddingRight = 0;
      scale.height = TICK_ROW;
    },
  };
}

export function yScale(current: () => FigureSpec, theme: Theme): LinearOptions {
  const { y } = current();
  return {
    ...limits(y),
    position: 'left',
    border: { display: false },
    grid: { color: theme.grid, drawTicks: false, lineWidth: 1 },
    ticks: { ...tickStyle(theme), padding: 6, callback: labels(() => current().y) },
    afterBuildTicks: (scale: Scale) => {
      const height = (scale.chart.chartArea?.bottom ?? scale.chart.height - 60) - (scale.chart.chartArea?.top ?? 28);
      scale.ticks = spaced(current().y, height, 30).map((value) => ({ value }));
    },
    afterFit: (scale: Scale) => {
      scale.paddingTop = 0;
      scale.paddingBottom = 0;
      const context = scale.chart.ctx;
      context.font = fontOf(theme);
      const widest = Math.max(0, ...scale.ticks.map((tick) => context.measureText(String(tick.label ?? '')).width));
      scale.width = Math.max(GUTTER, Math.ceil(widest) + 8);
    },
  };
}

/** Labels of ticks that stand in axis coordinates; all of an axis share their number of decimals. */
function labels(axis: () => AxisSpec) {
  return (value: number | string, _index: number, ticks: readonly Tick[]) => {
    const spec = axis();
    const values = ticks.map((tick) => fromAxis(spec, tick.value));
    return formatTick(spec, fromAxis(spec, Number(value)), values);
  };
}

function limits(axis: AxisSpec) {
  return {
    type: 'linear' as const,
    offset: false,
    min: toAxis(axis, axis.domain[0]),
    max: toAxis(axis, axis.domain[1]),
  };
}

function tickStyle(theme: Theme) {
  return {
    color: theme.muted,
    maxRotation: 0,
    minRotation: 0,
    autoSkip: false,
    includeBounds: false,
    font: { size: TEXT_SIZE, family: theme.font },
  };
}

/** Tick positions in axis coordinates, as many as fit in `room` pixels with `gap` for each. */
export function spaced(axis: AxisSpec, room: number, gap: number): number[] {
  return axisTicks(axis, Math.max(2, Math.floor(room / gap))).map((value) => toAxis(axis, value));
}
