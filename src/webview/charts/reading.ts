import type { AxisSpec, SurfaceSpec } from '../../engine/contract/figure';
import type { Layout } from '../../figures/layout/figure';
import { type Pixel, TEXT_HEIGHT } from '../../figures/layout/shapes';
import { formatValue, surfaceText } from '../../figures/words/formatValue';
import type { Theme } from '../theme';
import { fontOf } from './paint';

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
