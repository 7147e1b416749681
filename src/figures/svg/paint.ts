import { scaleColours, sequentialColour } from '../layout/sequential';
import {
  colourOf,
  type DotsShape,
  type Fill,
  type PathShape,
  type RampShape,
  type Runs,
  type Shape,
  type Stroke,
  shapeCorners,
  type TextShape,
} from '../layout/shapes';
import type { FigureTheme } from '../layout/theme';
import { node, type SvgNode } from './node';
import { px, textElement } from './text';

/** The shapes as elements, after the definitions that they refer to by names that begin with `id`. */
export function svgShapes(shapes: readonly Shape[], theme: FigureTheme, id: string): readonly SvgNode[] {
  const clips: Runs[] = [];
  for (const shape of shapes)
    if (shape.kind === 'path' && shape.clip && !clips.includes(shape.clip)) clips.push(shape.clip);
  const definitions = clips.map((clip, i) =>
    node('clipPath', { id: `clip-${id}-${i}` }, node('path', { d: trace(clip, true), 'clip-rule': 'evenodd' })),
  );
  if (shapes.some(({ kind }) => kind === 'ramp')) definitions.push(rampColours(theme, id));
  const clipOf = ({ clip }: PathShape) => (clip ? `url(#clip-${id}-${clips.indexOf(clip)})` : undefined);
  const element = (shape: Shape): SvgNode | undefined => {
    switch (shape.kind) {
      case 'path':
        return path(shape, theme, clipOf(shape));
      case 'dots':
        return dots(shape, theme);
      case 'text':
        return text(shape, theme);
      case 'ramp':
        return ramp(shape, id);
    }
  };
  const defined = definitions.length > 0 ? [node('defs', {}, ...definitions)] : [];
  return [...defined, ...shapes.map(element).filter((part) => part !== undefined)];
}

function text({ text: words, x, y, anchor, colour, strong, halo }: TextShape, theme: FigureTheme): SvgNode {
  return textElement(words, x, y, {
    colour: colourOf(theme, colour),
    anchor,
    ...(strong && { weight: 600 }),
    ...(halo && { halo: colourOf(theme, halo) }),
  });
}

function path(
  { runs, closed = false, fill, stroke }: PathShape,
  theme: FigureTheme,
  clip: string | undefined,
): SvgNode | undefined {
  if (runs.length === 0) return undefined;
  return node('path', { d: trace(runs, closed), ...paint(theme, fill, stroke), 'clip-path': clip });
}

function trace(runs: Runs, closed: boolean): string {
  const end = closed ? 'Z' : '';
  return runs
    .map(
      (run) =>
        `M${Array.from({ length: run.length / 2 }, (_, i) => `${px(run[2 * i])} ${px(run[2 * i + 1])}`).join('L')}${end}`,
    )
    .join('');
}

/** Attributes of shapes that are filled, stroked or both. */
function paint(theme: FigureTheme, fill: Fill | undefined, stroke: Stroke | undefined): SvgNode['attributes'] {
  const faint = ({ opacity = 1 }: Fill) => (opacity === 1 ? undefined : Math.round(opacity * 1000) / 1000);
  const filled = fill
    ? { fill: colourOf(theme, fill.colour), 'fill-rule': 'evenodd', 'fill-opacity': faint(fill) }
    : { fill: 'none' };
  if (!stroke) return filled;
  const { colour, width, dash = [] } = stroke;
  return {
    ...filled,
    stroke: colourOf(theme, colour),
    'stroke-width': width,
    'stroke-opacity': faint(stroke),
    'stroke-dasharray': dash.length > 0 ? dash.join(' ') : undefined,
    'stroke-linejoin': 'round',
  };
}

function dots({ shape, at, radius, fill, stroke, shares }: DotsShape, theme: FigureTheme): SvgNode | undefined {
  if (at.length === 0) return undefined;
  const colours = shares && scaleColours(theme);
  const elements = at.map(({ x, y }, i) => {
    const colour = colours ? { [fill ? 'fill' : 'stroke']: colours(shares[i]) } : {};
    const corners = shapeCorners(shape, x, y, radius);
    if (corners === undefined) return node('circle', { cx: px(x), cy: px(y), r: radius, ...colour });
    return node('path', { d: trace([corners.flat()], true), ...colour });
  });
  return node('g', paint(theme, fill, stroke), ...elements);
}

function rampColours(theme: FigureTheme, id: string): SvgNode {
  const stops = Array.from({ length: 11 }, (_, i) =>
    node('stop', { offset: i / 10, 'stop-color': sequentialColour(theme, i / 10) }),
  );
  return node('linearGradient', { id: `ramp-${id}`, x1: 0, x2: 0, y1: 1, y2: 0 }, ...stops);
}

function ramp({ area: { left, right, top, bottom } }: RampShape, id: string): SvgNode {
  const size = { width: px(right - left), height: px(bottom - top) };
  return node('rect', { x: px(left), y: px(top), ...size, fill: `url(#ramp-${id})` });
}
