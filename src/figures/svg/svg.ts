import type { FigureSpec } from '../../engine/contract/figure';
import { type Layout, layoutFigure, selectionShape } from '../layout/figure';
import type { TextMeasure } from '../layout/shapes';
import type { FigureTheme } from '../layout/theme';
import { describe, noteText } from '../words/describe';
import { markup, node, SVG_NAMESPACE, type SvgNode } from './node';
import { svgShapes } from './paint';
import { estimatedWidth, paragraph, px, textElement } from './text';

const MARGIN = 16;
const HEAD = { size: 13, leading: 18 };
const NOTE = { size: 11, leading: 15 };
/** A plot is as large even where there is no room for it. */
const LEAST = 60;

/** A figure as a complete SVG document of width×height pixels, measured without a browser. */
export function toSvg(spec: FigureSpec, theme: FigureTheme, width: number, height: number): string {
  return `${markup(svgFigure(spec, theme, width, height).node)}\n`;
}

/** The same around a plot of this size, with a caption that says whose figure it is. */
export function toCaptionedSvg(spec: FigureSpec, theme: FigureTheme, plot: Size, caption: string): string {
  return `${markup(figureAround(spec, theme, plot, estimatedWidth, caption).node)}\n`;
}

/** The same as elements, for a page, with the layout of the plot and its place. */
export function svgFigure(spec: FigureSpec, theme: FigureTheme, width: number, height: number): SvgFigure {
  const plotWidth = Math.max(LEAST, width - 2 * MARGIN);
  const { above, below } = surroundings(spec, theme, plotWidth);
  const plotHeight = Math.max(LEAST, height - above.height - below.height);
  return document(spec, theme, { width: plotWidth, height: plotHeight }, { width, height }, estimatedWidth);
}

/** A figure around a plot of this size: what a canvas shows when `measure` is the canvas's. `caption` says whose figure it is. */
export function figureAround(
  spec: FigureSpec,
  theme: FigureTheme,
  plot: Size,
  measure: TextMeasure,
  caption = '',
): SvgFigure {
  const { above, below } = surroundings(spec, theme, plot.width, caption);
  const whole = { width: plot.width + 2 * MARGIN, height: above.height + plot.height + below.height };
  return document(spec, theme, plot, whole, measure, caption);
}

export interface SvgFigure {
  readonly node: SvgNode;
  readonly layout: Layout;
  /** Position of the plot's upper left corner. */
  readonly left: number;
  readonly top: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Title and finding above the plot, the note and the caption below it. */
function surroundings(spec: FigureSpec, theme: FigureTheme, width: number, caption = '') {
  const head = (y: number) => paragraph(spec.sentence, MARGIN, y, width, { colour: theme.text, ...HEAD });
  const muted = (text: string, y: number) =>
    paragraph(text === '' ? [] : [{ text }], MARGIN, y, width, { colour: theme.muted, ...NOTE });
  const note = (y: number) => {
    const lines = muted(noteText(spec), y);
    return [...lines, ...muted(caption, y + lines.length * NOTE.leading)];
  };
  const noteHeight = note(0).length * NOTE.leading;
  return {
    above: { nodes: head(MARGIN + 28), height: MARGIN + 24 + head(0).length * HEAD.leading },
    below: { nodes: (top: number) => note(top + 12), height: MARGIN + (noteHeight > 0 ? noteHeight + 2 : 0) },
  };
}

/** Title, finding, plot and note; nothing is loaded from elsewhere. */
function document(
  spec: FigureSpec,
  theme: FigureTheme,
  plot: Size,
  whole: Size,
  measure: TextMeasure,
  caption = '',
): SvgFigure {
  const { width, height } = whole;
  const { above, below } = surroundings(spec, theme, plot.width, caption);
  const layout = layoutFigure(spec, { ...plot, measure, highContrast: theme.highContrast === true });
  const id = spec.id.replace(/[^a-zA-Z0-9-]/g, '_');
  const attributes = {
    xmlns: SVG_NAMESPACE,
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'font-family': theme.font,
    'font-size': 11,
  };
  const painted = svgShapes([...layout.map, ...layout.shapes, ...selectionShape(layout)], theme, id);
  const children = [
    node('title', {}, spec.title),
    node('desc', {}, [describe(spec), caption].filter(Boolean).join(' ')),
    node('rect', { width, height, fill: theme.background }),
    textElement(spec.title, MARGIN, MARGIN + 6, { colour: theme.text, size: 13, weight: 600 }),
    ...above.nodes,
    {
      name: 'g',
      attributes: { transform: `translate(${MARGIN} ${px(above.height)})` },
      children: painted,
      lines: true,
    },
    ...below.nodes(above.height + plot.height),
  ];
  return { node: { name: 'svg', attributes, children, lines: true }, layout, left: MARGIN, top: above.height };
}
