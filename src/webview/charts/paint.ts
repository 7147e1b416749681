import type { Layout } from '../../figures/layout/figure';
import { scaleColours, sequentialColour } from '../../figures/layout/sequential';
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
  TEXT_SIZE,
  type TextMeasure,
  type TextShape,
} from '../../figures/layout/shapes';
import type { FigureTheme } from '../../figures/layout/theme';
import type { Theme } from '../theme';

export function fontOf(theme: FigureTheme, strong = false): string {
  return `normal ${strong ? '600 ' : ''}${TEXT_SIZE}px ${theme.font}`;
}

/** Fonts by their names, in the normal form that a canvas returns. */
const normalForms = new Map<string, string>();

/**
 * Sets the font only if it differs: assigning a font, even the current one, first computes the style of the whole page.
 */
function setFont(context: CanvasRenderingContext2D, font: string): void {
  if (context.font === normalForms.get(font)) return;
  context.font = font;
  normalForms.set(font, context.font);
}

/** The most texts of which the width is remembered: a drag writes the same ones again and again. */
const REMEMBERED = 2000;

/** Widths of texts as a canvas writes them. */
export function canvasMeasure(theme: FigureTheme): TextMeasure {
  const context = contextOf(document.createElement('canvas'));
  const widths = { plain: new Map<string, number>(), strong: new Map<string, number>() };
  return (text, strong) => {
    const known = strong ? widths.strong : widths.plain;
    let width = known.get(text);
    if (width === undefined) {
      setFont(context, fontOf(theme, strong));
      width = context.measureText(text).width;
      if (known.size === REMEMBERED) known.clear();
      known.set(text, width);
    }
    return width;
  };
}

export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This page cannot draw figures: it got no 2d canvas.');
  return context;
}

/** Paints a figure as it was laid out. */
export function paintLayout(context: CanvasRenderingContext2D, { map, shapes }: Layout, theme: FigureTheme): void {
  paintShapes(context, map, theme);
  paintShapes(context, shapes, theme);
}

/**
 * Paints shapes. The last font and alignment remain set, so that the next figure need not set the font again; opacity
 * and dashes do not.
 */
export function paintShapes(context: CanvasRenderingContext2D, shapes: readonly Shape[], theme: FigureTheme): void {
  context.lineJoin = 'round';
  // The steps of a map have one clip, which is costly to set: it stays while shapes share it.
  let clip: Runs | undefined;
  for (const shape of shapes) {
    const wanted = shape.kind === 'path' ? shape.clip : undefined;
    if (wanted !== clip) {
      if (clip) context.restore();
      if (wanted) setClip(context, wanted);
      clip = wanted;
    }
    switch (shape.kind) {
      case 'path':
        paintPath(context, shape, theme);
        break;
      case 'dots':
        paintDots(context, shape, theme);
        break;
      case 'text':
        paintText(context, shape, theme);
        break;
      case 'ramp':
        paintRamp(context, shape, theme);
        break;
    }
  }
  if (clip) context.restore();
  context.globalAlpha = 1;
  context.setLineDash([]);
}

/** The clip holds until the context is restored. */
function setClip(context: CanvasRenderingContext2D, clip: Runs): void {
  context.save();
  trace(context, clip, true);
  context.clip('evenodd');
}

function paintPath(context: CanvasRenderingContext2D, shape: PathShape, theme: FigureTheme): void {
  const { runs, closed = false, fill, stroke } = shape;
  if (runs.length === 0) return;
  trace(context, runs, closed);
  if (fill) {
    setFill(context, fill, theme);
    context.fill('evenodd');
  }
  if (stroke) {
    setStroke(context, stroke, theme);
    context.stroke();
  }
  context.globalAlpha = 1;
}

function trace(context: CanvasRenderingContext2D, runs: Runs, closed: boolean): void {
  context.beginPath();
  for (const run of runs) {
    context.moveTo(run[0], run[1]);
    for (let i = 2; i < run.length; i += 2) context.lineTo(run[i], run[i + 1]);
    if (closed) context.closePath();
  }
}

function setFill(context: CanvasRenderingContext2D, { colour, opacity = 1 }: Fill, theme: FigureTheme): void {
  context.fillStyle = colourOf(theme, colour);
  context.globalAlpha = opacity;
}

function setStroke(context: CanvasRenderingContext2D, stroke: Stroke, theme: FigureTheme): void {
  const { colour, opacity = 1, width, dash = [] } = stroke;
  context.strokeStyle = colourOf(theme, colour);
  context.globalAlpha = opacity;
  context.lineWidth = width;
  context.setLineDash([...dash]);
}

function paintDots(context: CanvasRenderingContext2D, shape: DotsShape, theme: FigureTheme): void {
  const { at, radius, fill, stroke, shares } = shape;
  const colours = shares && scaleColours(theme);
  at.forEach(({ x, y }, i) => {
    context.beginPath();
    const corners = shapeCorners(shape.shape, x, y, radius);
    if (corners) for (const [cx, cy] of corners) context.lineTo(cx, cy);
    else context.arc(x, y, radius, 0, 2 * Math.PI);
    context.closePath();
    if (fill) {
      if (i === 0 || stroke) setFill(context, fill, theme);
      if (colours) context.fillStyle = colours(shares[i]);
      context.fill();
    }
    if (stroke) {
      if (i === 0 || fill) setStroke(context, stroke, theme);
      if (colours) context.strokeStyle = colours(shares[i]);
      context.stroke();
    }
  });
  context.globalAlpha = 1;
}

const ALIGN = { start: 'left', middle: 'center', end: 'right' } as const;

function paintText(context: CanvasRenderingContext2D, shape: TextShape, theme: FigureTheme): void {
  const { text, x, y, anchor, colour, strong, halo } = shape;
  setFont(context, fontOf(theme, strong));
  context.textAlign = ALIGN[anchor];
  context.textBaseline = 'middle';
  if (halo !== undefined) {
    setStroke(context, { colour: halo, width: 4 }, theme);
    context.strokeText(text, x, y);
  }
  setFill(context, { colour }, theme);
  context.fillText(text, x, y);
}

function paintRamp(context: CanvasRenderingContext2D, { area }: RampShape, theme: FigureTheme): void {
  const colours = context.createLinearGradient(0, area.bottom, 0, area.top);
  for (let s = 0; s <= 10; s++) colours.addColorStop(s / 10, sequentialColour(theme, s / 10));
  context.fillStyle = colours;
  context.fillRect(area.left, area.top, area.right - area.left, area.bottom - area.top);
}

/**
 * A map painted once for one place and theme; while only marks move over it, a picture is copied. A map that is seen
 * for the first time is painted directly.
 */
export class MapPicture {
  private picture: HTMLCanvasElement | undefined;
  private map: readonly Shape[] | undefined;
  /** Pixels of the picture for each pixel of the page; 0 while it does not show the map. */
  private ratio = 0;

  paint(context: CanvasRenderingContext2D, { map, sheet }: Layout, theme: Theme, ratio: number): void {
    if (map.length === 0) return;
    if (map !== this.map) {
      this.map = map;
      this.ratio = 0;
      paintShapes(context, map, theme);
      return;
    }
    if (this.picture === undefined || this.ratio !== ratio) {
      this.picture ??= document.createElement('canvas');
      this.picture.width = Math.max(1, Math.round(sheet.width * ratio));
      this.picture.height = Math.max(1, Math.round(sheet.height * ratio));
      const pictureContext = contextOf(this.picture);
      pictureContext.scale(ratio, ratio);
      paintShapes(pictureContext, map, theme);
      this.ratio = ratio;
    }
    context.drawImage(this.picture, 0, 0, sheet.width, sheet.height);
  }
}
