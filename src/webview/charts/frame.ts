import { formatTick, secondAxis } from '../../figures/layout/ticks';
import { fittingTicks, TICK_ROW, widthIn } from './axes';
import { fromAxis } from './coordinates';
import { TEXT_HEIGHT } from './pen';
import type { Plot } from './plot';

/** Middle of the row above the plot: the title of y, and the names of upright rules. */
export function titleRow(plot: Plot): number {
  return plot.area.top - 16;
}

/** The titles of both axes, flat above and below; the names in the gutter; the second row of ticks. */
export function paintFrame(plot: Plot): void {
  const { spec, theme, area, space } = plot;
  if (spec.y.title !== '') {
    const title = plot.textBox(spec.y.title, 2, titleRow(plot));
    space.take({ ...title, width: title.width + 8 });
    plot.write(spec.y.title, 2, titleRow(plot), theme.muted);
  }
  const row = area.bottom + TICK_ROW / 2;
  const below = row + TICK_ROW - 4;
  if (spec.x.gutter !== undefined) gutterName(plot, spec.x.gutter, row);
  if (spec.x.second) secondRow(plot, below);
  else if (spec.x.title !== '') plot.write(spec.x.title, area.right - plot.textWidth(spec.x.title), below, theme.muted);
}

function gutterName(plot: Plot, name: string, middle: number): void {
  plot.write(name, plot.area.left - 8 - plot.textWidth(name), middle, plot.theme.muted);
}

/** The same stretch of x in units multiplied by the factor: round numbers there stand between those of the first row. */
function secondRow(plot: Plot, middle: number): void {
  const { spec, area, chart } = plot;
  const axis = secondAxis(spec.x);
  if (!axis || !spec.x.second) return;
  gutterName(plot, spec.x.second.gutter, middle);
  // No denser than the first row, one of whose ticks may have made way for the gutter's name.
  const most = chart.scales.x.ticks.length + 1;
  const places = fittingTicks(axis, area.right - area.left, widthIn(plot.context, plot.theme), most);
  const ticks = places.map((tick) => fromAxis(axis, tick));
  let free = area.left + 2;
  for (const tick of ticks) {
    const text = formatTick(axis, tick, ticks);
    const width = plot.textWidth(text);
    const left = plot.x(tick / spec.x.second.factor) - width / 2;
    if (left < free || left + width > chart.width) continue;
    plot.write(text, left, middle, plot.theme.muted);
    free = left + width + TEXT_HEIGHT / 2;
  }
}
