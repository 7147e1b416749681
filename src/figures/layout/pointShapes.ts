import type { PointShape } from '../../engine/contract/figure';

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
