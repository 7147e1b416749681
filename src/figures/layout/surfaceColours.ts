import type { SurfaceSpec } from '../../engine/contract/figure';

/** How much of the map's colour a step takes, 0…1; the rest is the background. */
const PALEST = 0.05;
const STRONGEST = 0.72;

/**
 * Share of the map's colour in step s of levels.length + 1. Maps are of errors, so that the lowest step is the strongest; in
 * tables of cells the highest is.
 */
export function stepShare(surface: SurfaceSpec, step: number): number {
  const steps = surface.levels.length;
  if (steps === 0) return PALEST;
  const t = surface.cells === undefined ? 1 - step / steps : step / steps;
  return PALEST + (STRONGEST - PALEST) * t;
}

/** The step that a value lies in: how many levels it reaches. NaN is in none. */
export function stepOf({ levels }: SurfaceSpec, value: number): number {
  let step = 0;
  while (step < levels.length && value >= levels[step]) step++;
  return step;
}

/** Dashes of the lines between steps: told apart without colour where contrast is high. */
export const LINE_DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [9, 3, 2, 3]];

/** Places of the corners of cell i on its axis: halfway to the neighbours, and as far beyond the ends. */
export function cellEdges(places: ArrayLike<number>, i: number): [number, number] {
  const last = places.length - 1;
  const half = (a: number, b: number) => (places[b] - places[a]) / 2;
  const before = i > 0 ? half(i - 1, i) : last > 0 ? half(0, 1) : 0.5;
  const after = i < last ? half(i, i + 1) : last > 0 ? half(last - 1, last) : 0.5;
  return [places[i] - before, places[i] + after];
}
