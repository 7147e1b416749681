import type { FigureSpec } from '../../engine/contract/figure';
import { layoutFigure, selectionShape } from '../layout/figure';
import type { Measure } from '../layout/shapes';
import type { FigureTheme } from '../layout/theme';
import { describe } from '../words/describe';
import { paintShapes } from './paint';
import { escapeXml, estimatedWidth, paragraph, px, textElement } from './text';

const MARGIN = 16;
const HEAD = { size: 13, leading: 18 };
const NOTE = { size: 11, leading: 15 };
/** A plot is as large even where there is no room for it. */
const LEAST = 60;

/** A figure as a complete SVG document of width×height pixels, measured without a browser. */
export function toSvg(spec: FigureSpec, theme: FigureTheme, width: number, height: number): string {
  const plotWidth = Math.max(LEAST, width - 2 * MARGIN);
  const { above, below } = surroundings(spec, theme, plotWidth);
  const plotHeight = Math.max(LEAST, height - above.height - below.height);
  return document(spec, theme, { width: plotWidth, height: plotHeight }, { width, height }, estimatedWidth);
}

/** A figure as an SVG document around a plot of this size: what a canvas shows when `measure` is the canvas's. */
export function svgAround(spec: FigureSpec, theme: FigureTheme, plot: Size, measure: Measure): string {
  const { above, below } = surroundings(spec, theme, plot.width);
  const whole = { width: plot.width + 2 * MARGIN, height: above.height + plot.height + below.height };
  return document(spec, theme, plot, whole, measure);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Title and finding above the plot, the note below it. */
function surroundings(spec: FigureSpec, theme: FigureTheme, width: number) {
  const head = (y: number) => paragraph(spec.sentence, MARGIN, y, width, { colour: theme.text, ...HEAD });
  const text = spec.note === undefined ? [] : [{ text: spec.note }];
  const note = (y: number) => paragraph(text, MARGIN, y, width, { colour: theme.muted, ...NOTE });
  const noteHeight = note(0).lines * NOTE.leading;
  return {
    above: { svg: head(MARGIN + 28).svg, height: MARGIN + 24 + head(0).lines * HEAD.leading },
    below: { svg: (top: number) => note(top + 12).svg, height: MARGIN + (noteHeight > 0 ? noteHeight + 2 : 0) },
  };
}

/** Title, finding, plot and note. Everything that comes from a file is escaped; nothing is loaded from elsewhere. */
function document(spec: FigureSpec, theme: FigureTheme, plot: Size, whole: Size, measure: Measure): string {
  const { width, height } = whole;
  const { above, below } = surroundings(spec, theme, plot.width);
  const layout = layoutFigure(spec, { ...plot, measure, highContrast: theme.highContrast === true });
  const id = spec.id.replace(/[^a-zA-Z0-9-]/g, '_');
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${escapeXml(theme.font)}" font-size="11">`,
    `<title>${escapeXml(spec.title)}</title>`,
    `<desc>${escapeXml(describe(spec))}</desc>`,
    `<rect width="${width}" height="${height}" fill="${theme.background}"/>`,
    textElement(spec.title, MARGIN, MARGIN + 6, { colour: theme.text, size: 13, weight: 600 }),
    above.svg,
    `<g transform="translate(${MARGIN} ${px(above.height)})">`,
    paintShapes([...layout.map, ...layout.shapes, ...selectionShape(layout)], theme, id),
    '</g>',
    below.svg(above.height + plot.height),
    '</svg>',
  ];
  return `${parts.filter((part) => part !== '').join('\n')}\n`;
}
