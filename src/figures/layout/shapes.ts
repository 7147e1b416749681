import type { PointShape } from '../../engine/contract/figure';
import { mix } from './colour';
import type { ColourToken } from './style';
import type { FigureTheme } from './theme';

/** A colour by its meaning: a token of the theme, or a fraction 0…1 of the theme's blue over its background. */
export type Colour = ColourToken | 'background' | 'grid' | 'axis' | { readonly blue: number };

export function colourOf(theme: FigureTheme, colour: Colour): string {
  return typeof colour === 'string' ? theme[colour] : mix(theme.blue, theme.background, colour.blue);
}

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** A rectangle between its edges, in pixels. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Fill {
  readonly colour: Colour;
  /** 1 if absent. */
  readonly opacity?: number;
}

export interface Stroke extends Fill {
  readonly width: number;
  /** Lengths of dashes and gaps; left out or empty: solid. */
  readonly dash?: readonly number[];
}

/** Polygonal lines, each as x and y in turn. */
export type Runs = readonly (readonly number[])[];

/** Lines, or polygons when closed (filled by the even-odd rule); what lies outside the polygons of `clip` is cut off. */
export interface PathShape {
  readonly kind: 'path';
  readonly runs: Runs;
  readonly closed?: boolean;
  readonly fill?: Fill;
  readonly stroke?: Stroke;
  readonly clip?: Runs;
}

/** Equal markers, each painted by itself, so that a crowd of pale ones is darker. */
export interface DotsShape {
  readonly kind: 'dots';
  readonly shape: PointShape;
  readonly radius: number;
  readonly at: readonly Pixel[];
  readonly fill?: Fill;
  readonly stroke?: Stroke;
  /** Place of each on the sequential scale, 0…1, in place of the colour above; NaN is muted. */
  readonly shares?: readonly number[];
}

/** One line of text, centred on y. */
export interface TextShape {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: Anchor;
  readonly colour: Colour;
  readonly strong?: boolean;
  /** Colour of the rim that keeps it readable over lines. */
  readonly halo?: Colour;
}

export type Anchor = 'start' | 'middle' | 'end';

/** The sequential scale as a bar, its least value at the bottom. */
export interface RampShape {
  readonly kind: 'ramp';
  readonly area: Area;
}

/** Something placed on the picture, in pixels from its upper left corner. */
export type Shape = PathShape | DotsShape | TextShape | RampShape;

/** Width of a text of a figure in pixels, in the font that it will be painted in. */
export type TextMeasure = (text: string, strong: boolean) => number;

/** Size of every text in a figure, and the height of its line, in pixels. */
export const TEXT_SIZE = 11;
export const TEXT_HEIGHT = 14;

/** The corners of a rectangle, as a polygon. */
export function rectangle({ left, right, top, bottom }: Area): readonly number[] {
  return [left, top, right, top, right, bottom, left, bottom];
}

/** The middle of the row of pixels around `v`: a line of one pixel there is sharp. */
export function crisp(v: number): number {
  return Math.round(v - 0.5) + 0.5;
}

/** In the order in which categories take them. */
export const SHAPES: readonly PointShape[] = ['disc', 'triangle', 'square', 'diamond', 'triangleDown'];

/** Corners of a shape that looks as large as a disc of radius 1, x and y in turn; none for the disc itself. */
const CORNERS: Readonly<Record<PointShape, readonly number[]>> = {
  disc: [],
  triangle: [0, -1.3, 1.25, 0.9, -1.25, 0.9],
  square: [-0.9, -0.9, 0.9, -0.9, 0.9, 0.9, -0.9, 0.9],
  diamond: [0, -1.35, 1.35, 0, 0, 1.35, -1.35, 0],
  triangleDown: [0, 1.3, 1.25, -0.9, -1.25, -0.9],
};

/** The corners around (x, y) for a radius, as pairs; undefined for a disc. */
export function shapeCorners(
  shape: PointShape,
  x: number,
  y: number,
  radius: number,
): readonly (readonly [number, number])[] | undefined {
  const flat = CORNERS[shape];
  if (flat.length === 0) return undefined;
  return Array.from({ length: flat.length / 2 }, (_, i) => [x + radius * flat[2 * i], y + radius * flat[2 * i + 1]]);
}
