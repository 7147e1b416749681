import type { FigureSpec, MarkSpec } from '../../engine/contract/figure';
import { insideX, insideY, type Plot } from '../layout/scale';
import { colorOf, type SvgTheme } from '../layout/theme';
import { px, textElement } from './text';

/** Single points of note and their words. What lies outside the frame is not drawn. */
export function drawMarks(spec: FigureSpec, plot: Plot, theme: SvgTheme): string {
  const out: string[] = [];
  for (const mark of spec.marks ?? []) {
    const x = plot.x(mark.x);
    const y = plot.y(mark.y);
    if (!insideX(plot, x) || !insideY(plot, y)) continue;
    out.push(shape(mark, x, y, theme));
    if (mark.text)
      out.push(
        textElement(mark.text, x + (mark.dx ?? 8), Math.min(plot.bottom - 8, y + (mark.dy ?? 0)), {
          color: mark.role === 'outlier' ? theme.text : colorOf(theme, mark.role),
          anchor: mark.align === 'right' ? 'end' : mark.align === 'center' ? 'middle' : 'start',
          halo: theme.background,
        }),
      );
  }
  return out.join('\n');
}

function shape(mark: MarkSpec, x: number, y: number, theme: SvgTheme): string {
  const color = colorOf(theme, mark.role);
  const filled = `fill="${color}" stroke="${theme.background}" stroke-width="1.5"`;
  const hollow = `fill="${theme.background}" stroke="${color}" stroke-width="1.5"`;
  const polygon = (points: readonly (readonly [number, number])[], paint: string) =>
    `<path d="M${points.map(([dx, dy]) => `${px(x + dx)} ${px(y + dy)}`).join('L')}Z" ${paint}/>`;
  switch (mark.shape) {
    case 'circle':
      return `<circle cx="${px(x)}" cy="${px(y)}" r="4" ${hollow}/>`;
    case 'ring': {
      // An outlier's ring lets its dot show through.
      const paint = mark.role === 'outlier' ? `fill="none" stroke="${color}" stroke-width="1.5"` : hollow;
      return `<circle cx="${px(x)}" cy="${px(y)}" r="4" ${paint}/>`;
    }
    case 'dot':
      return `<circle cx="${px(x)}" cy="${px(y)}" r="4.2" ${filled}/>`;
    case 'square':
      return `<rect x="${px(x - 3.8)}" y="${px(y - 3.8)}" width="7.6" height="7.6" ${filled}/>`;
    case 'diamond':
      return polygon(
        [
          [0, -5],
          [5, 0],
          [0, 5],
          [-5, 0],
        ],
        filled,
      );
    case 'triangle-up':
      return polygon(
        [
          [0, -4],
          [4.5, 4],
          [-4.5, 4],
        ],
        `fill="${color}"`,
      );
    case 'triangle-down':
      return polygon(
        [
          [0, 4],
          [4.5, -4],
          [-4.5, -4],
        ],
        `fill="${color}"`,
      );
    case 'none':
      return '';
    case 'cross':
      return `<path d="M${px(x - 3.5)} ${px(y - 3.5)}l7 7m0 -7l-7 7" stroke="${color}" stroke-width="1.5"/>`;
  }
}
