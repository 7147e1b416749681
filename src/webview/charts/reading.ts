import type { Chart, ChartEvent } from 'chart.js';
import type { FigureSpec, SurfaceSpec } from '../../engine/contract/figure';
import { formatValue } from '../../figures/spectral/tables';
import { surfaceText } from '../../figures/words/describe';
import type { Theme } from '../theme';
import { type Point, toAxis } from './coordinates';
import { fontOf, TEXT_HEIGHT } from './pen';

/** Where in the plot a pointer is, in axis coordinates; undefined outside. */
export function pointIn(chart: Chart, { x, y }: ChartEvent): Point | undefined {
  const { left, right, top, bottom } = chart.chartArea;
  if (x === null || y === null || x < left || x > right || y < top || y > bottom) return undefined;
  return { x: chart.scales.x.getValueForPixel(x) ?? Number.NaN, y: chart.scales.y.getValueForPixel(y) ?? Number.NaN };
}

/** The value of a map at the grid place nearest to the pointer, in a box at the top of the plot. */
export function paintReading(chart: Chart, spec: FigureSpec, surface: SurfaceSpec, theme: Theme, at: Point): void {
  const i = nearest(surface.x, (v) => Math.abs(toAxis(spec.x, v) - at.x));
  const j = nearest(surface.y, (v) => Math.abs(toAxis(spec.y, v) - at.y));
  const index = j * surface.x.length + i;
  const value = surface.values[index];
  const name = (axis: FigureSpec['x'], v: number) =>
    `${axis.gutter ?? axis.title.split(',')[0]} ${formatValue(axis, v)}`;
  const lines = [
    `${name(spec.x, surface.x[i])}, ${name(spec.y, surface.y[j])}`,
    Number.isFinite(value) ? `${surface.name} ${surfaceText(surface, value)}` : 'no value here',
    ...(surface.cells ? [`count ${surface.cells[index]}`] : []),
  ];
  const { ctx: context, chartArea: area } = chart;
  context.save();
  context.font = fontOf(theme);
  const width = Math.max(...lines.map((line) => context.measureText(line).width)) + 16;
  const height = lines.length * TEXT_HEIGHT + 12;
  const pixel = chart.scales.x.getPixelForValue(at.x);
  const free = pixel < (area.left + area.right) / 2 ? pixel + 12 : pixel - 12 - width;
  const left = Math.min(chart.width - width - 1, Math.max(1, free));
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
