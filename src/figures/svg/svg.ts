import type { FigureSpec } from '../../engine/contract/figure';
import { type Plot, scaleOf } from '../layout/scale';
import type { SvgTheme } from '../layout/theme';
import { describe } from '../words/describe';
import { drawAxes, footHeight, gutterWidth } from './axes';
import { drawLabels, endMargin } from './labels';
import { drawLegend, keyWidth } from './legend';
import { drawMarks } from './marks';
import { drawRules } from './rules';
import { drawSeries } from './series';
import { drawSurface, legendWidth } from './surface';
import { escapeXml, paragraph, px, textElement, textWidth } from './text';

const MARGIN = 16;

/**
 * A figure as a complete SVG document of width×height pixels: title, finding, plot, note. Everything that comes from a
 * file is escaped; nothing is loaded from elsewhere.
 */
export function toSvg(spec: FigureSpec, theme: SvgTheme, width: number, height: number): string {
  const inner = width - 2 * MARGIN;
  const head = paragraph(spec.sentence, MARGIN, MARGIN + 28, inner, { color: theme.text, size: 13, leading: 18 });
  const noteHead = spec.note === undefined ? [] : [{ text: spec.note }];
  const note = paragraph(noteHead, MARGIN, 0, inner, { color: theme.muted, size: 11, leading: 15 });
  const top = MARGIN + 20 + head.lines * 18 + 32;
  const noteHeight = note.lines > 0 ? note.lines * 15 + 6 : 0;
  const bottom = Math.max(top + 40, height - MARGIN - noteHeight - footHeight(spec));
  const left = MARGIN + gutterWidth(spec, bottom - top);
  const right = Math.max(left + 40, width - MARGIN - Math.max(endMargin(spec), legendWidth(spec), keyWidth(spec)) + 8);
  const plot: Plot = {
    left,
    right,
    top,
    bottom,
    x: scaleOf(spec.x, left, right),
    y: scaleOf(spec.y, bottom, top),
  };
  const id = spec.id.replace(/[^a-zA-Z0-9-]/g, '_');
  const titleEnd = MARGIN + textWidth(spec.y.title, 11) + 10;
  const noteTop = bottom + footHeight(spec) + 12;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${escapeXml(theme.font)}" font-size="11">`,
    `<title>${escapeXml(spec.title)}</title>`,
    `<desc>${escapeXml(describe(spec))}</desc>`,
    definitions(id, plot, theme),
    `<rect width="${width}" height="${height}" fill="${theme.background}"/>`,
    textElement(spec.title, MARGIN, MARGIN + 6, { color: theme.text, size: 13, weight: 600 }),
    head.svg,
    zones(spec, id, plot),
    drawSurface(spec, id, plot, theme),
    drawAxes(spec, plot, theme),
    textElement(spec.y.title, MARGIN, top - 16, { color: theme.muted }),
    `<g clip-path="url(#plot-${id})">`,
    drawSeries(spec, plot, theme),
    '</g>',
    drawRules(spec, plot, theme, titleEnd, width),
    drawMarks(spec, plot, theme),
    drawLabels(spec, plot, theme),
    drawLegend(spec, id, plot, theme),
    selection(spec, plot, theme),
    paragraph(noteHead, MARGIN, noteTop, inner, { color: theme.muted, size: 11, leading: 15 }).svg,
    '</svg>',
    '',
  ]
    .filter((part, i, all) => part !== '' || i === all.length - 1)
    .join('\n');
}

/** The hatch of unused stretches, and the frame that lines are cut off at. */
function definitions(id: string, plot: Plot, theme: SvgTheme): string {
  const opacity = theme.highContrast ? 0.45 : 0.14;
  return [
    '<defs>',
    `<pattern id="hatch-${id}" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="7" height="7" fill="${theme.text}" fill-opacity="0.045"/><line x1="0.5" x2="0.5" y1="0" y2="7" stroke="${theme.text}" stroke-opacity="${opacity}"/></pattern>`,
    `<clipPath id="plot-${id}"><rect x="${px(plot.left)}" y="${px(plot.top - 1)}" width="${px(plot.right - plot.left)}" height="${px(plot.bottom - plot.top + 2)}"/></clipPath>`,
    '</defs>',
  ].join('');
}

/** The rectangle that rows are selected by. */
function selection({ select }: FigureSpec, plot: Plot, theme: SvgTheme): string {
  if (select === undefined || select === 'none') return '';
  const [left, right] = select.x.map(plot.x);
  const [bottom, top] = select.y.map(plot.y);
  return `<rect x="${px(left)}" y="${px(top)}" width="${px(right - left)}" height="${px(bottom - top)}" fill="${theme.accent}" fill-opacity="0.08" stroke="${theme.accent}"/>`;
}

function zones(spec: FigureSpec, id: string, plot: Plot): string {
  return (spec.zones ?? [])
    .map(({ from, to }) => {
      const left = Math.max(plot.left, plot.x(from));
      const right = Math.min(plot.right, plot.x(to));
      if (!(right - left >= 1)) return '';
      return `<rect x="${px(left)}" y="${px(plot.top)}" width="${px(right - left)}" height="${px(plot.bottom - plot.top)}" fill="url(#hatch-${id})"/>`;
    })
    .filter((rect) => rect !== '')
    .join('\n');
}
