import type { FigureSpec, PointShape, SeriesSpec } from '../../engine/contract/figure';
import { shapeCorners } from '../layout/pointShapes';
import { insideX, insideY, type Plot } from '../layout/scale';
import { pointColours } from '../layout/sequential';
import { bandOpacity, FAINT_OPACITY, pointStyle, STYLES } from '../layout/style';
import { colorOf, type SvgTheme } from '../layout/theme';
import { px } from './text';

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

function points(spec: FigureSpec, series: SeriesSpec, plot: Plot, theme: SvgTheme): string {
  const { radius, opacity, hollow } = pointStyle(series);
  const shape = series.shape ?? 'disc';
  const own = spec.colours && series.values && pointColours(theme, spec.colours, series, theme.muted);
  const dots: string[] = [];
  for (let i = 0; i < series.x.length; i++) {
    const x = plot.x(series.x[i]);
    const y = plot.y(series.y[i]);
    if (!insideX(plot, x) || !insideY(plot, y)) continue;
    dots.push(pointElement(shape, x, y, radius, own && `${hollow ? 'stroke' : 'fill'}="${own(i)}"`));
  }
  if (dots.length === 0) return '';
  const shown = theme.highContrast ? Math.max(0.8, opacity) : opacity * (series.faint ? 0.8 : 1);
  return `<g ${pointPaint(colorOf(theme, series.role), hollow, shown)}>${dots.join('')}</g>`;
}

/** Attributes of points of one colour, or of those that have none of their own. */
export function pointPaint(color: string, hollow: boolean, opacity: number): string {
  if (hollow) return `fill="none" stroke="${color}" stroke-width="1.5"`;
  return `fill="${color}" fill-opacity="${Math.round(opacity * 100) / 100}"`;
}

export function pointElement(shape: PointShape, x: number, y: number, radius: number, paint?: string): string {
  const own = paint === undefined ? '' : ` ${paint}`;
  const corners = shapeCorners(shape, x, y, radius);
  if (corners === undefined) return `<circle cx="${px(x)}" cy="${px(y)}" r="${radius}"${own}/>`;
  return `<path d="M${corners.map(([cx, cy]) => `${px(cx)} ${px(cy)}`).join('L')}Z"${own}/>`;
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
