import type { MarkSpec } from '../../engine/contract/figure';
import { withAlpha } from '../../figures/layout/colour';
import type { Theme } from '../theme';

/** Size of every text in a figure, in CSS pixels. */
export const TEXT_SIZE = 11;
export const TEXT_HEIGHT = 14;

/** Written exactly as chart.js writes it: setting the font that is already set costs nothing, another one is parsed anew. */
export function fontOf(theme: Theme, strong = false): string {
  return `normal ${strong ? '600 ' : ''}${TEXT_SIZE}px ${theme.font}`;
}

/** Text with a halo in the background's colour, so that it can be read on curves. `y` is its middle. */
export function writeText(
  context: CanvasRenderingContext2D,
  theme: Theme,
  text: {
    readonly text: string;
    readonly left: number;
    readonly y: number;
    readonly colour: string;
    readonly strong?: boolean;
  },
): void {
  context.font = fontOf(theme, text.strong);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.setLineDash([]);
  context.strokeStyle = theme.background;
  context.strokeText(text.text, text.left, text.y);
  context.fillStyle = text.colour;
  context.fillText(text.text, text.left, text.y);
}

export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Lines at 45°, 7 px apart, over a faint wash: "not used". */
export function hatch(context: CanvasRenderingContext2D, theme: Theme, area: Area): void {
  const height = area.bottom - area.top;
  context.save();
  context.beginPath();
  context.rect(area.left, area.top, area.right - area.left, height);
  context.clip();
  context.fillStyle = withAlpha(theme.foreground, theme.highContrast ? 0.1 : 0.045);
  context.fillRect(area.left, area.top, area.right - area.left, height);
  context.strokeStyle = withAlpha(theme.foreground, theme.highContrast ? 0.45 : 0.1);
  context.lineWidth = 1;
  context.beginPath();
  // Anchored to multiples of 7, so that the pattern stands still while an edge moves.
  for (let x = Math.floor((area.left - height) / 7) * 7; x < area.right; x += 7) {
    context.moveTo(x, area.bottom);
    context.lineTo(x + height, area.top);
  }
  context.stroke();
  context.restore();
}

/** Half the width of a mark, for keeping labels off it. */
export const MARK_RADIUS = 4.5;

type Shape = MarkSpec['shape'];

/** Corners of the filled shapes about their middle: x and y in turn. */
const CORNERS: Partial<Record<Shape, readonly number[]>> = {
  diamond: [0, -4.5, 4.5, 0, 0, 4.5, -4.5, 0],
  square: [-3, -3, 3, -3, 3, 3, -3, 3],
  'triangle-up': [0, -4, 4.5, 4, -4.5, 4],
  'triangle-down': [0, 4, 4.5, -4, -4.5, -4],
};

export function drawMark(
  context: CanvasRenderingContext2D,
  theme: Theme,
  shape: Shape,
  x: number,
  y: number,
  colour: string,
): void {
  if (shape === 'none') return;
  context.setLineDash([]);
  context.lineWidth = 1.5;
  context.strokeStyle = colour;
  context.fillStyle = theme.background;
  context.beginPath();
  const corners = CORNERS[shape];
  if (corners) {
    polygon(context, x, y, corners);
    context.lineWidth = 2;
    context.strokeStyle = theme.background;
    context.stroke();
    context.fillStyle = colour;
    context.fill();
  } else if (shape === 'cross') {
    context.moveTo(x - 3.5, y - 3.5);
    context.lineTo(x + 3.5, y + 3.5);
    context.moveTo(x - 3.5, y + 3.5);
    context.lineTo(x + 3.5, y - 3.5);
    context.stroke();
  } else if (shape === 'dot') {
    // A rim in the background's colour sets it off the curve it lies on.
    disc(context, x, y, 5);
    context.fillStyle = colour;
    disc(context, x, y, 3.5);
  } else {
    if (shape === 'circle') disc(context, x, y, 4);
    context.beginPath();
    context.arc(x, y, 4, 0, 2 * Math.PI);
    context.stroke();
  }
}

function disc(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function polygon(context: CanvasRenderingContext2D, x: number, y: number, corners: readonly number[]): void {
  for (let i = 0; i < corners.length; i += 2) {
    if (i === 0) context.moveTo(x + corners[0], y + corners[1]);
    else context.lineTo(x + corners[i], y + corners[i + 1]);
  }
  context.closePath();
}
