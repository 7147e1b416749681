import type { FigureSpec } from '../../engine/contract/figure';
import { type Plot, scaleOf } from '../layout/scale';
import type { SvgTheme } from '../layout/theme';
import { axisTicks, formatTick, secondAxis } from '../layout/ticks';
import { px, textElement, textWidth } from './text';

const TICK_ROW = 20;

/** Pixels that the tick rows and the x title take below the plot. */
export function footHeight(spec: FigureSpec): number {
  return TICK_ROW * (spec.x.second ? 2 : 1) + (spec.x.title === '' ? 2 : 18);
}

/** Pixels for the y ticks: at least 40, so that plots of one tab align. */
export function gutterWidth(spec: FigureSpec, height: number): number {
  const ticks = axisTicks(spec.y, roomFor(spec, height));
  const widest = Math.max(0, ...ticks.map((v) => textWidth(formatTick(spec.y, v, ticks), 11)));
  const names = [spec.x.gutter, spec.x.second?.gutter].map((g) => textWidth(g ?? '', 11) + 12);
  return Math.max(40, widest + 8, ...names);
}

export function drawAxes(spec: FigureSpec, plot: Plot, theme: SvgTheme): string {
  const { x, y } = spec;
  const out: string[] = [];
  const yTicks = axisTicks(y, roomFor(spec, plot.bottom - plot.top));
  const xTicks = axisTicks(x, across(plot));
  const grid = `stroke="${theme.grid}" stroke-width="1"`;
  for (const v of yTicks) {
    const at = Math.round(plot.y(v)) + 0.5;
    if (spec.surface === undefined)
      out.push(`<line x1="${px(plot.left)}" x2="${px(plot.right)}" y1="${at}" y2="${at}" ${grid}/>`);
    out.push(textElement(formatTick(y, v, yTicks), plot.left - 6, plot.y(v), { color: theme.muted, anchor: 'end' }));
  }
  for (const v of xTicks) {
    const at = Math.round(plot.x(v)) + 0.5;
    if (x.format !== 'level' && spec.surface === undefined)
      out.push(`<line x1="${at}" x2="${at}" y1="${px(plot.top)}" y2="${px(plot.bottom)}" ${grid}/>`);
  }
  out.push(
    `<line x1="${px(plot.left)}" x2="${px(plot.right)}" y1="${px(plot.bottom + 0.5)}" y2="${px(plot.bottom + 0.5)}" stroke="${theme.axis}" stroke-width="1"/>`,
  );
  out.push(tickRow(spec.x, plot, plot.bottom + 12, theme));
  const second = secondAxis(x);
  if (second) out.push(tickRow(second, plot, plot.bottom + 12 + TICK_ROW, theme));
  if (x.title !== '')
    out.push(
      textElement(x.title, plot.right, plot.bottom + footHeight(spec) - 8, { color: theme.muted, anchor: 'end' }),
    );
  return out.join('\n');
}

/** Labels of one tick row. An axis with its own domain (n·λ) lies on the same pixels. */
function tickRow(axis: FigureSpec['x'], plot: Plot, y: number, theme: SvgTheme): string {
  const scale = scaleOf(axis, plot.left, plot.right);
  const ticks = axisTicks(axis, across(plot));
  const out =
    axis.gutter === undefined
      ? []
      : [textElement(axis.gutter, plot.left - 8, y, { color: theme.muted, anchor: 'end' })];
  // Beside a gutter name the first label must not run into it.
  let edge = axis.gutter === undefined ? Number.NEGATIVE_INFINITY : plot.left - 2;
  for (const v of ticks) {
    const label = formatTick(axis, v, ticks);
    const half = textWidth(label, 11) / 2;
    const at = scale(v);
    if (at - half < edge) continue;
    edge = at + half + 8;
    out.push(textElement(label, at, y, { color: theme.muted, anchor: 'middle' }));
  }
  return out.join('\n');
}

/** Names stand closer than numbers: leaving one out leaves its row without. */
function roomFor({ y }: FigureSpec, height: number): number {
  return Math.max(2, Math.floor(height / (y.format === 'level' ? 16 : 34)));
}

function across(plot: Plot): number {
  return Math.max(2, Math.floor((plot.right - plot.left) / 62));
}
