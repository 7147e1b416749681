import type { FigureSpec, SurfaceSpec } from '../../engine/contract/figure';
import { mix } from '../layout/colour';
import { type DataPoint, surfaceShape } from '../layout/contours';
import type { Plot } from '../layout/scale';
import { cellEdges, LINE_DASHES, stepOf, stepShare } from '../layout/surfaceColours';
import type { SvgTheme } from '../layout/theme';
import { formatTick } from '../layout/ticks';
import { px, textElement, textWidth } from './text';

const SWATCH = 10;
const GAP = 10;

/** Pixels right of the plot that the legend of a map takes: none for cells, which carry their values. */
export function legendWidth(spec: FigureSpec): number {
  const { surface } = spec;
  if (surface === undefined || surface.cells !== undefined || surface.levels.length === 0) return 0;
  return GAP + SWATCH + 4 + Math.max(...surface.levels.map((v) => textWidth(levelText(surface, v), 11)));
}

/** The map under everything else, and its legend beside the plot. */
export function drawSurface(spec: FigureSpec, id: string, plot: Plot, theme: SvgTheme): string {
  const { surface } = spec;
  if (surface === undefined) return '';
  if (surface.cells !== undefined) return cells(surface, surface.cells, plot, theme);
  const shape = surfaceShape(spec, surface);
  const fill = (step: number) => mix(theme.blue, theme.background, stepShare(surface, step));
  const clip = `map-${id}`;
  const out = [
    `<clipPath id="${clip}"><path d="${pathOf(shape.outline, plot, true)}"/></clipPath>`,
    `<g clip-path="url(#${clip})">`,
    `<path d="${pathOf(shape.outline, plot, true)}" fill="${fill(0)}"/>`,
    ...shape.steps.map((rings, s) =>
      rings.length === 0 ? '' : `<path d="${pathOf(rings, plot, true)}" fill="${fill(s + 1)}" fill-rule="evenodd"/>`,
    ),
    '</g>',
    ...shape.lines.map((pieces, s) => {
      if (pieces.length === 0) return '';
      const dash = theme.highContrast ? LINE_DASHES[s % LINE_DASHES.length] : [];
      const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : '';
      return `<path d="${pathOf(pieces, plot, false)}" fill="none" stroke="${theme.text}" stroke-opacity="${theme.highContrast ? 0.9 : 0.45}" stroke-width="1"${dashes}/>`;
    }),
    legend(surface, plot, theme, fill),
  ];
  return out.filter((part) => part !== '').join('\n');
}

function pathOf(rings: readonly (readonly DataPoint[])[], plot: Plot, closed: boolean): string {
  return rings
    .map((ring) => `M${ring.map(([x, y]) => `${px(plot.x(x))} ${px(plot.y(y))}`).join('L')}${closed ? 'Z' : ''}`)
    .join('');
}

/** Steps stacked from the lowest up, the levels written between them. */
function legend(surface: SurfaceSpec, plot: Plot, theme: SvgTheme, fill: (step: number) => string): string {
  const steps = surface.levels.length + 1;
  const height = Math.min(22, (plot.bottom - plot.top) / steps);
  const left = plot.right + GAP;
  const out: string[] = [];
  for (let s = 0; s < steps; s++) {
    const top = plot.bottom - (s + 1) * height;
    out.push(
      `<rect x="${px(left)}" y="${px(top)}" width="${SWATCH}" height="${px(height)}" fill="${fill(s)}" stroke="${theme.axis}" stroke-width="0.5"/>`,
    );
    if (s > 0 && height >= 11)
      out.push(
        textElement(levelText(surface, surface.levels[s - 1]), left + SWATCH + 4, top + height, { color: theme.muted }),
      );
  }
  return out.join('\n');
}

/** A level as the legend and the lines carry it. */
export function levelText(surface: SurfaceSpec, level: number): string {
  const axis = { title: '', scale: 'log', domain: [level, level], format: surface.format } as const;
  return formatTick(axis, surface.format === 'plain' ? Number(level.toPrecision(3)) : level);
}

function cells(surface: SurfaceSpec, texts: readonly string[], plot: Plot, theme: SvgTheme): string {
  const out: string[] = [];
  const columns = surface.x.length;
  for (let j = 0; j < surface.y.length; j++)
    for (let i = 0; i < columns; i++) {
      const value = surface.values[j * columns + i];
      const [x0, x1] = cellEdges(surface.x, i).map(plot.x);
      const [y1, y0] = cellEdges(surface.y, j).map(plot.y);
      const colour = mix(theme.blue, theme.background, stepShare(surface, stepOf(surface, value)));
      out.push(
        `<rect x="${px(x0 + 1)}" y="${px(y0 + 1)}" width="${px(x1 - x0 - 2)}" height="${px(y1 - y0 - 2)}" fill="${colour}" stroke="${theme.axis}" stroke-width="0.5"/>`,
        textElement(texts[j * columns + i], (x0 + x1) / 2, (y0 + y1) / 2, {
          color: theme.text,
          anchor: 'middle',
          halo: colour,
        }),
      );
    }
  return out.join('\n');
}
