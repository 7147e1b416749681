import { shapeCorners } from '../layout/pointShapes';
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
  type TextShape,
} from '../layout/shapes';
import type { FigureTheme } from '../layout/theme';
import { px, textElement } from './text';

/** The shapes as elements, one a line, after the definitions that they refer to by names that begin with `id`. */
export function paintShapes(shapes: readonly Shape[], theme: FigureTheme, id: string): string {
  const clips: Runs[] = [];
  for (const shape of shapes)
    if (shape.kind === 'path' && shape.clip && !clips.includes(shape.clip)) clips.push(shape.clip);
  const definitions = clips.map(
    (clip, i) => `<clipPath id="clip-${id}-${i}"><path d="${trace(clip, true)}" clip-rule="evenodd"/></clipPath>`,
  );
  if (shapes.some(({ kind }) => kind === 'ramp')) definitions.push(rampColours(theme, id));
  const clipOf = ({ clip }: PathShape) => (clip ? ` clip-path="url(#clip-${id}-${clips.indexOf(clip)})"` : '');
  const element = (shape: Shape): string => {
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
  const defined = definitions.length > 0 ? [`<defs>${definitions.join('')}</defs>`] : [];
  return [...defined, ...shapes.map(element).filter((part) => part !== '')].join('\n');
}

function text({ text: words, x, y, anchor, colour, strong, halo }: TextShape, theme: FigureTheme): string {
  return textElement(words, x, y, {
    colour: colourOf(theme, colour),
    anchor,
    ...(strong && { weight: 600 }),
    ...(halo && { halo: colourOf(theme, halo) }),
  });
}

function path({ runs, closed = false, fill, stroke }: PathShape, theme: FigureTheme, clip: string): string {
  if (runs.length === 0) return '';
  return `<path d="${trace(runs, closed)}"${paint(theme, fill, stroke)}${clip}/>`;
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
function paint(theme: FigureTheme, fill: Fill | undefined, stroke: Stroke | undefined): string {
  const faint = (name: string, { opacity = 1 }: Fill) =>
    opacity === 1 ? '' : ` ${name}-opacity="${Math.round(opacity * 1000) / 1000}"`;
  const filled = fill
    ? ` fill="${colourOf(theme, fill.colour)}" fill-rule="evenodd"${faint('fill', fill)}`
    : ' fill="none"';
  if (!stroke) return filled;
  const { colour, width, dash = [] } = stroke;
  const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : '';
  return `${filled} stroke="${colourOf(theme, colour)}" stroke-width="${width}"${faint('stroke', stroke)}${dashes} stroke-linejoin="round"`;
}

function dots({ shape, at, radius, fill, stroke, shares }: DotsShape, theme: FigureTheme): string {
  if (at.length === 0) return '';
  const colours = shares && scaleColours(theme);
  const elements = at.map(({ x, y }, i) => {
    const colour = colours ? ` ${fill ? 'fill' : 'stroke'}="${colours(shares[i])}"` : '';
    const corners = shapeCorners(shape, x, y, radius);
    if (corners === undefined) return `<circle cx="${px(x)}" cy="${px(y)}" r="${radius}"${colour}/>`;
    return `<path d="${trace([corners.flat()], true)}"${colour}/>`;
  });
  return `<g${paint(theme, fill, stroke)}>${elements.join('')}</g>`;
}

function rampColours(theme: FigureTheme, id: string): string {
  const stops = Array.from(
    { length: 11 },
    (_, i) => `<stop offset="${i / 10}" stop-color="${sequentialColour(theme, i / 10)}"/>`,
  );
  return `<linearGradient id="ramp-${id}" x1="0" x2="0" y1="1" y2="0">${stops.join('')}</linearGradient>`;
}

function ramp({ area: { left, right, top, bottom } }: RampShape, id: string): string {
  return `<rect x="${px(left)}" y="${px(top)}" width="${px(right - left)}" height="${px(bottom - top)}" fill="url(#ramp-${id})"/>`;
}
