import type { FigureSpec } from '../../engine/contract/figure';
import { colourTicks, KEY, legendEntries, shortened } from '../../figures/layout/legend';
import { shapeCorners } from '../../figures/layout/pointShapes';
import { sequentialColour } from '../../figures/layout/sequential';
import { pointStyle } from '../../figures/layout/style';
import { roleColour, sequentialTheme } from './colours';
import { titleRow } from './frame';
import type { Plot } from './plot';

/** Names beside a narrow plot are cut to fewer letters, so that the plot keeps its room. */
const lettersBeside = (width: number): number => (width < 420 ? 12 : 18);

/** Pixels between two labels of the colour bar. */
const TICK_ROOM = 34;

/** What the key to colours and shapes needs right of the plot of a figure `width` pixels wide. */
export function keyRoom(context: CanvasRenderingContext2D, spec: FigureSpec, width: number): number {
  const names = legendEntries(spec, lettersBeside(width)).map(({ text }) => text);
  // With as many labels as there may be, so that the room does not depend on the height.
  const ticks = colourTicks(spec, 12).map(({ text }) => text);
  const widths = [...names, ...ticks].map((text) => context.measureText(text).width);
  return widths.length === 0 ? 0 : KEY.gap + KEY.swatch + KEY.text + Math.ceil(Math.max(...widths)) + 2;
}

/** Beside the plot: the marks of named points, or the colour bar with its labels; the bar's name stands above it. */
export function paintKey(plot: Plot): void {
  const { area, chart, context, spec, theme } = plot;
  const left = area.right + KEY.gap;
  const textLeft = left + KEY.swatch + KEY.text;
  legendEntries(spec, lettersBeside(chart.width)).forEach(({ text, series }, i) => {
    const y = area.top + 6 + i * KEY.row;
    if (y > area.bottom) return;
    const { hollow } = pointStyle(series);
    context.beginPath();
    const corners = shapeCorners(series.shape ?? 'disc', left + KEY.swatch / 2, y, 3.2);
    if (corners) for (const [cx, cy] of corners) context.lineTo(cx, cy);
    else context.arc(left + KEY.swatch / 2, y, 3.2, 0, 2 * Math.PI);
    context.closePath();
    context.setLineDash([]);
    context.lineWidth = 1.5;
    context.fillStyle = roleColour(theme, series.role);
    context.strokeStyle = context.fillStyle;
    if (hollow) context.stroke();
    else context.fill();
    plot.space.take(plot.textBox(text, textLeft, y));
    plot.write(text, textLeft, y, theme.foreground);
  });
  if (spec.colours) paintBar(plot, left, textLeft);
}

function paintBar(plot: Plot, left: number, textLeft: number): void {
  const { area, chart, context, spec, theme } = plot;
  const height = area.bottom - area.top;
  const colours = context.createLinearGradient(0, area.bottom, 0, area.top);
  for (let s = 0; s <= 10; s++) colours.addColorStop(s / 10, sequentialColour(sequentialTheme(theme), s / 10));
  context.setLineDash([]);
  context.fillStyle = colours;
  context.fillRect(left, area.top, KEY.swatch, height);
  context.lineWidth = theme.highContrast ? 1 : 0.5;
  context.strokeStyle = theme.axis;
  context.strokeRect(left, area.top, KEY.swatch, height);
  for (const { share, text } of colourTicks(spec, Math.max(2, Math.floor(height / TICK_ROOM)))) {
    const middle = Math.min(area.bottom - 4, Math.max(area.top + 4, area.bottom - share * height));
    plot.space.take(plot.textBox(text, textLeft, middle));
    plot.write(text, textLeft, middle, theme.muted);
  }
  const name = shortened(spec.colours?.name ?? '', lettersBeside(chart.width) + 6);
  const width = plot.textWidth(name);
  const wish = Math.min(left, chart.width - width - 2);
  plot.writeIn([plot.textBox(name, wish, titleRow(plot))], name, theme.muted);
}
