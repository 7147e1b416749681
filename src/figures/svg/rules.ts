import type { FigureSpec, RuleSpec } from '../../engine/contract/figure';
import { insideX, insideY, type Plot } from '../layout/scale';
import { STYLES } from '../layout/style';
import { colorOf, type SvgTheme } from '../layout/theme';
import { px, textElement, textWidth } from './text';

/** Straight lines across the plot, with their words: over x above the plot beside the y title, over y on the line. */
export function drawRules(spec: FigureSpec, plot: Plot, theme: SvgTheme, titleEnd: number, width: number): string {
  const out: string[] = [];
  const taken: [number, number][] = [];
  for (const rule of spec.rules ?? []) {
    if (rule.axis === 'diagonal') out.push(diagonal(spec, rule, plot, theme));
    else if (rule.axis === 'y') out.push(horizontal(rule, plot, theme));
    else out.push(vertical(rule, plot, theme, titleEnd, width, taken));
  }
  return out.filter((svg) => svg !== '').join('\n');
}

function vertical(
  rule: RuleSpec,
  plot: Plot,
  theme: SvgTheme,
  titleEnd: number,
  width: number,
  taken: [number, number][],
): string {
  const x = plot.x(rule.at);
  if (!Number.isFinite(x) || !insideX(plot, x)) return '';
  const color = colorOf(theme, rule.role);
  const bottom = rule.from === undefined ? plot.bottom : plot.y(rule.from);
  const top = rule.to === undefined ? plot.top - (rule.text ? 8 : 0) : plot.y(rule.to);
  const at = Math.round(x) + 0.5;
  const drawn = stroke(rule, at, at, bottom, top, color);
  if (!rule.text) return drawn;
  const wide = textWidth(rule.text, 11) * (rule.role === 'chosen' ? 1.06 : 1);
  let left = Math.max(titleEnd, Math.min(x - wide / 2, width - wide - 2));
  for (const [from, to] of taken)
    if (left < to + 8 && left + wide > from - 8) left = x > (from + to) / 2 ? to + 8 : from - 8 - wide;
  // Rather no word than one over another; the line itself still stands.
  if (left < titleEnd - 1 || left + wide > width) return drawn;
  taken.push([left, left + wide]);
  const weight = rule.role === 'chosen' ? { weight: 600 } : {};
  return `${drawn}\n${textElement(rule.text, left, plot.top - 16, { color, halo: theme.background, ...weight })}`;
}

function horizontal(rule: RuleSpec, plot: Plot, theme: SvgTheme): string {
  const y = plot.y(rule.at);
  if (!Number.isFinite(y) || !insideY(plot, y)) return '';
  const color = colorOf(theme, rule.role);
  const from = rule.from === undefined ? plot.left : plot.x(rule.from);
  const to = rule.to === undefined ? plot.right : plot.x(rule.to);
  const at = Math.round(y) + 0.5;
  const drawn = stroke(rule, from, to, at, at, color);
  if (!rule.text) return drawn;
  const left = rule.side !== 'right';
  const room = rule.below ? plot.bottom - at > 16 : at - plot.top < 14;
  const place = textElement(rule.text, left ? plot.left + 5 : plot.right - 4, at + (room ? 9 : -8), {
    color,
    anchor: left ? 'start' : 'end',
    halo: theme.background,
  });
  return `${drawn}\n${place}`;
}

function diagonal(spec: FigureSpec, rule: RuleSpec, plot: Plot, theme: SvgTheme): string {
  const low = Math.max(spec.x.domain[0], spec.y.domain[0] - rule.at);
  const high = Math.min(spec.x.domain[1], spec.y.domain[1] - rule.at);
  if (!(high > low)) return '';
  const color = colorOf(theme, rule.role);
  const end = (v: number) => [plot.x(v), plot.y(v + rule.at)];
  const [x1, y1] = end(low);
  const [x2, y2] = end(high);
  const drawn = stroke(rule, x1, x2, y1, y2, color);
  if (!rule.text) return drawn;
  const [x, y] = end(low + 0.05 * (high - low));
  return `${drawn}\n${textElement(rule.text, x + 12, y + 4, { color, halo: theme.background })}`;
}

function stroke(rule: RuleSpec, x1: number, x2: number, y1: number, y2: number, color: string): string {
  const style = STYLES[rule.role];
  // A chosen value on the y axis is a thin dotted line: the strong line is kept for the x axis.
  const chosenLevel = rule.role === 'chosen' && rule.axis === 'y';
  const dash = chosenLevel ? [2, 2] : style.dash;
  const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : '';
  return `<line x1="${px(x1)}" x2="${px(x2)}" y1="${px(y1)}" y2="${px(y2)}" stroke="${color}" stroke-width="${chosenLevel ? 1 : style.width}"${dashes}/>`;
}
