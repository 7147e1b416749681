import type { FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import { insideX, insideY, type Plot, scaleOf } from '../layout/scale';
import { colorOf, type SvgTheme } from '../layout/theme';
import { textElement, textWidth } from './text';

const APART = 14;
/** A line whose last point lies in the last fiftieth of the axis is named in the margin, otherwise where it ends. */
const AT_END = 0.98;

/** Pixels that the names at the right ends of the lines need; a plain margin when there are none. */
export function endMargin(spec: FigureSpec): number {
  const place = scaleOf(spec.x, 0, 1);
  const names = spec.series
    .filter((s) => s.label?.at === 'end' && place(s.x[s.x.length - 1]) >= AT_END)
    .map((s) => textWidth(s.label?.text ?? '', 11));
  return names.length > 0 ? Math.max(...names) + 12 : 14;
}

/** Direct labels in place of a legend. */
export function drawLabels(spec: FigureSpec, plot: Plot, theme: SvgTheme): string {
  const out: string[] = [];
  const ends: { y: number; readonly text: string; readonly color: string }[] = [];
  for (const series of spec.series) {
    const { label } = series;
    if (!label) continue;
    const color = series.role === 'main' ? theme.text : colorOf(theme, series.role);
    if (label.at !== 'end') {
      const near = nearest(series, plot, label.at);
      if (near === undefined) continue;
      out.push(
        textElement(label.text, near.x + (label.dx ?? 0), near.y + (label.dy ?? 0), {
          color,
          anchor: label.align === 'right' ? 'end' : label.align === 'center' ? 'middle' : 'start',
          halo: theme.background,
        }),
      );
      continue;
    }
    const last = lastVisible(series, plot);
    if (last === undefined) continue;
    if (last.x >= plot.left + AT_END * (plot.right - plot.left)) ends.push({ y: last.y, text: label.text, color });
    else out.push(leaving(label.text, last, plot, color, theme));
  }
  spread(ends, plot);
  for (const e of ends) out.push(textElement(e.text, plot.right + 6, e.y, { color: e.color, halo: theme.background }));
  return out.join('\n');
}

/** A line that leaves the frame before its end is named where it leaves. */
function leaving(text: string, at: { x: number; y: number }, plot: Plot, color: string, theme: SvgTheme): string {
  const wide = textWidth(text, 11);
  const left = at.x + 8 + wide > plot.right;
  const y = Math.max(plot.top + 9, Math.min(plot.bottom - 9, at.y - 6));
  return textElement(text, at.x + (left ? -8 : 8), y, {
    color,
    anchor: left ? 'end' : 'start',
    halo: theme.background,
  });
}

/** Moves labels apart until none is closer than 14 px to the next, as little as possible, and all stay beside the plot. */
function spread(ends: { y: number }[], plot: Plot): void {
  ends.sort((a, b) => a.y - b.y);
  for (let round = 0; round < 20; round++)
    for (let i = 1; i < ends.length; i++) {
      const missing = APART - (ends[i].y - ends[i - 1].y);
      if (missing <= 0) continue;
      ends[i - 1].y -= missing / 2;
      ends[i].y += missing / 2;
    }
  if (ends.length === 0) return;
  const lift = Math.max(0, plot.top + 4 - ends[0].y);
  for (const e of ends) e.y += lift;
  const over = Math.max(0, ends[ends.length - 1].y - (plot.bottom - 4));
  for (const e of ends) e.y -= over;
}

function lastVisible(series: SeriesSpec, plot: Plot): { x: number; y: number } | undefined {
  for (let i = series.x.length - 1; i >= 0; i--) {
    const x = plot.x(series.x[i]);
    const y = plot.y(series.y[i]);
    if (insideX(plot, x) && insideY(plot, y)) return { x, y };
  }
  return undefined;
}

function nearest(series: SeriesSpec, plot: Plot, at: number): { x: number; y: number } | undefined {
  const target = plot.x(at);
  let best: { x: number; y: number } | undefined;
  for (let i = 0; i < series.x.length; i++) {
    const x = plot.x(series.x[i]);
    const y = plot.y(series.y[i]);
    if (!insideX(plot, x) || !insideY(plot, y)) continue;
    if (best === undefined || Math.abs(x - target) < Math.abs(best.x - target)) best = { x, y };
  }
  return best;
}
