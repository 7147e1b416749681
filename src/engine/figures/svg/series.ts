import type { FigureSpec, SeriesSpec } from '../../contract/figure';
import { bandOpacity, FAINT_OPACITY, pointStyle, STYLES } from '../style';
import { insideX, insideY, type Plot } from './scale';
import { px } from './text';
import { colorOf, type SvgTheme } from './theme';

/** The data of a figure, in reading order: later series lie on top. */
export function drawSeries(spec: FigureSpec, plot: Plot, theme: SvgTheme): string {
  const drawn = spec.series.map((series) => DRAW[series.kind](spec, series, plot, theme));
  return drawn.filter((svg) => svg !== '').join('\n');
}

type Draw = (spec: FigureSpec, series: SeriesSpec, plot: Plot, theme: SvgTheme) => string;

const DRAW: Readonly<Record<SeriesSpec['kind'], Draw>> = { line, points, band, rug };

function line(_spec: FigureSpec, series: SeriesSpec, plot: Plot, theme: SvgTheme): string {
  const { dash, width } = STYLES[series.role];
  let path = '';
  let pen = 'M';
  for (let i = 0; i < series.x.length; i++) {
    const x = plot.x(series.x[i]);
    const y = plot.y(series.y[i]);
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      pen = 'M';
      continue;
    }
    // Far outside the frame (clipped anyway) exact places do not matter, but renderers stumble over huge numbers.
    path += `${pen}${px(x)} ${px(Math.max(-1e4, Math.min(1e4, y)))}`;
    pen = 'L';
  }
  if (path === '') return '';
  const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : '';
  const faint = series.faint ? ` stroke-opacity="${FAINT_OPACITY}"` : '';
  return `<path d="${path}" fill="none" stroke="${colorOf(theme, series.role)}" stroke-width="${width}"${dashes}${faint} stroke-linejoin="round"/>`;
}

function points(_spec: FigureSpec, series: SeriesSpec, plot: Plot, theme: SvgTheme): string {
  const { radius, opacity, hollow } = pointStyle(series);
  const color = colorOf(theme, series.role);
  const dots: string[] = [];
  for (let i = 0; i < series.x.length; i++) {
    const x = plot.x(series.x[i]);
    const y = plot.y(series.y[i]);
    if (insideX(plot, x) && insideY(plot, y)) dots.push(`<circle cx="${px(x)}" cy="${px(y)}" r="${radius}"/>`);
  }
  if (dots.length === 0) return '';
  const shown = theme.highContrast ? Math.max(0.8, opacity) : opacity * (series.faint ? 0.8 : 1);
  const paint = hollow
    ? `fill="none" stroke="${color}" stroke-width="1.5"`
    : `fill="${color}" fill-opacity="${Math.round(shown * 100) / 100}"`;
  return `<g ${paint}>${dots.join('')}</g>`;
}

/** Between y and upper. A lower edge at or below 0 on a logarithmic axis is the floor. */
function band(spec: FigureSpec, series: SeriesSpec, plot: Plot, theme: SvgTheme): string {
  const above: string[] = [];
  const below: string[] = [];
  for (let i = 0; i < series.x.length; i++) {
    const x = plot.x(series.x[i]);
    const high = plot.y(series.upper?.[i] ?? Number.NaN);
    const floor = spec.y.scale === 'log' && series.y[i] <= 0;
    const low = floor ? plot.bottom : plot.y(series.y[i]);
    if (!Number.isFinite(x) || !Number.isFinite(high) || !Number.isFinite(low)) continue;
    const within = (v: number) => px(Math.max(plot.top - 50, Math.min(plot.bottom + 50, v)));
    above.push(`${px(x)} ${within(high)}`);
    below.unshift(`${px(x)} ${within(low)}`);
  }
  if (above.length < 2) return '';
  const opacity = bandOpacity(series.role, theme.highContrast === true);
  return `<path d="M${above.join('L')}L${below.join('L')}Z" fill="${colorOf(theme, series.role)}" fill-opacity="${opacity}"/>`;
}

function rug(_spec: FigureSpec, series: SeriesSpec, plot: Plot, theme: SvgTheme): string {
  const path = Array.from(series.x, (v) => plot.x(v))
    .filter((x) => Number.isFinite(x) && insideX(plot, x))
    .map((x) => `M${px(x)} ${px(plot.bottom)}v-4`)
    .join('');
  return path === '' ? '' : `<path d="${path}" stroke="${theme.text}" stroke-opacity="0.55" stroke-width="1"/>`;
}
