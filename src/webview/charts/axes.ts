import type { Chart, ChartOptions, Scale, Tick } from 'chart.js';
import type { AxisSpec, FigureSpec } from '../../engine/contract/figure';
import { axisTicks, formatTick } from '../../figures/layout/ticks';
import type { Theme } from '../theme';
import { fromAxis, toAxis } from './coordinates';
import { fontOf, TEXT_SIZE } from './pen';

/** So wide is every y axis, so that the plots of a column stand below each other. */
export const GUTTER = 40;
/** Height of one row of ticks below the plot. */
export const TICK_ROW = 22;

/** Pixels for each name on a y axis of names: leaving one out leaves its row without. */
const NAME_GAP = 16;
/** Pixels for each tick of a y axis, the least for each of an x axis, and between two labels of an x axis. */
const ROW_GAP = 28;
const LABEL_ROOM = 44;
const LABEL_GAP = 12;
const MOST_TICKS = 10;

type LinearOptions = NonNullable<ChartOptions<'line'>['scales']>[string];

/** What stands around the plot beside the axes, in pixels. */
export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function xScale(current: () => FigureSpec, theme: Theme, margins: (chart: Chart) => Margins): LinearOptions {
  const { x } = current();
  return {
    ...limits(x),
    position: 'bottom',
    border: { display: true, color: theme.axis },
    grid: { display: current().surface === undefined, color: theme.grid, drawTicks: false, lineWidth: 1 },
    ticks: { ...tickStyle(theme), padding: 5, callback: labels(() => current().x) },
    afterBuildTicks: (scale: Scale) => {
      const axis = current().x;
      // Not the chart's own area: while a chart is resized that is still the old one.
      const width = scale.chart.width - (scale.chart.scales.y?.width || GUTTER) - margins(scale.chart).right;
      let ticks = fittingTicks(axis, width, widthIn(scale.chart.ctx, theme));
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

export function yScale(current: () => FigureSpec, theme: Theme, margins: (chart: Chart) => Margins): LinearOptions {
  const { y } = current();
  return {
    ...limits(y),
    position: 'left',
    border: { display: false },
    grid: { display: current().surface === undefined, color: theme.grid, drawTicks: false, lineWidth: 1 },
    ticks: { ...tickStyle(theme), padding: 6, callback: labels(() => current().y) },
    afterBuildTicks: (scale: Scale) => {
      const axis = current().y;
      const { top, bottom } = margins(scale.chart);
      const height = scale.chart.height - top - bottom - TICK_ROW;
      const gap = axis.format === 'level' ? NAME_GAP : ROW_GAP;
      const values = axisTicks(axis, Math.max(2, Math.floor(height / gap))).map((value) => toAxis(axis, value));
      // A label on the floor would touch the gutter's name below it.
      const floor = current().x.gutter === undefined ? scale.min : scale.min + (8 / height) * (scale.max - scale.min);
      scale.ticks = values.filter((value) => value >= floor).map((value) => ({ value }));
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

export function widthIn(context: CanvasRenderingContext2D, theme: Theme): (text: string) => number {
  context.font = fontOf(theme);
  return (text) => context.measureText(text).width;
}

/** Ticks of a level axis in axis coordinates: as many as have room for their labels side by side on `room` pixels, not above `most`. */
export function fittingTicks(
  axis: AxisSpec,
  room: number,
  widthOf: (text: string) => number,
  most = MOST_TICKS,
): number[] {
  const low = toAxis(axis, axis.domain[0]);
  const scale = room / (toAxis(axis, axis.domain[1]) - low);
  for (let count = Math.max(2, Math.min(most, Math.floor(room / LABEL_ROOM))); ; count--) {
    const values = axisTicks(axis, count);
    const boxes = values.map((value) => ({
      middle: (toAxis(axis, value) - low) * scale,
      half: widthOf(formatTick(axis, value, values)) / 2,
    }));
    const crowded = boxes.some(
      (b, i) => i > 0 && b.middle - b.half < boxes[i - 1].middle + boxes[i - 1].half + LABEL_GAP,
    );
    if (!crowded || count <= 2) return values.map((value) => toAxis(axis, value));
  }
}
