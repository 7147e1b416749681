import type { FigureSpec } from '../../engine/contract/figure';
import { colourTicks, KEY, legendEntries, shortened } from '../layout/legend';
import type { Plot } from '../layout/scale';
import { sequentialColour } from '../layout/sequential';
import { pointStyle } from '../layout/style';
import { colorOf, type SvgTheme } from '../layout/theme';
import { pointElement, pointPaint } from './series';
import { px, textElement, textWidth } from './text';

/** Letters of a name beside the plot. */
const LETTERS = 18;

/** Pixels right of the plot that the key to colours and shapes takes. */
export function keyWidth(spec: FigureSpec): number {
  const names = legendEntries(spec, LETTERS).map(({ text }) => text);
  const ticks = colourTicks(spec, 6).map(({ text }) => text);
  const texts = [...names, ...ticks];
  return texts.length === 0 ? 0 : KEY.gap + KEY.swatch + KEY.text + Math.max(...texts.map((t) => textWidth(t, 11)));
}

/** Beside the plot: the marks of named points, or the colour bar with its labels; the bar's name stands above it. */
export function drawLegend(spec: FigureSpec, id: string, plot: Plot, theme: SvgTheme): string {
  const left = plot.right + KEY.gap;
  const out: string[] = [];
  legendEntries(spec, LETTERS).forEach(({ text, series }, i) => {
    const { hollow, opacity } = pointStyle(series);
    const y = plot.top + 6 + i * KEY.row;
    const mark = pointElement(series.shape ?? 'disc', left + KEY.swatch / 2, y, 3);
    out.push(`<g ${pointPaint(colorOf(theme, series.role), hollow, opacity)}>${mark}</g>`);
    out.push(textElement(text, left + KEY.swatch + KEY.text, y, { color: theme.text }));
  });
  const { colours } = spec;
  if (colours === undefined) return out.join('\n');
  const stops = [0, 0.2, 0.4, 0.6, 0.8, 1].map(
    (s) => `<stop offset="${s}" stop-color="${sequentialColour(theme, s)}"/>`,
  );
  const height = plot.bottom - plot.top;
  out.push(
    `<defs><linearGradient id="key-${id}" x1="0" x2="0" y1="1" y2="0">${stops.join('')}</linearGradient></defs>`,
    `<rect x="${px(left)}" y="${px(plot.top)}" width="${KEY.swatch}" height="${px(height)}" fill="url(#key-${id})" stroke="${theme.axis}" stroke-width="0.5"/>`,
    textElement(shortened(colours.name, 2 * LETTERS), left + KEY.swatch, plot.top - 16, {
      color: theme.muted,
      anchor: 'end',
    }),
  );
  for (const { share, text } of colourTicks(spec, 6))
    out.push(textElement(text, left + KEY.swatch + KEY.text, plot.bottom - share * height, { color: theme.muted }));
  return out.join('\n');
}
