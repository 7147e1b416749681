import { contours } from 'd3-contour';
import type { AxisSpec, FigureSpec, SurfaceSpec } from '../../engine/contract/figure';
import { placeOn, valueAt } from './scale';

/** A point in data units of both axes. */
export type DataPoint = readonly [number, number];

/** The shapes of a map: its outline, filled from the lowest step up, then the lines between the steps. */
export interface SurfaceShape {
  /** Rings around the places that have a value. */
  readonly outline: readonly (readonly DataPoint[])[];
  /** Step s ≥ 1: rings around where the value is at least levels[s − 1]; later steps lie over earlier ones. */
  readonly steps: readonly (readonly (readonly DataPoint[])[])[];
  /** Pieces of the line at each level, without those along the rim. */
  readonly lines: readonly (readonly (readonly DataPoint[])[])[];
}

const shapes = new WeakMap<ArrayLike<number> & object, SurfaceShape>();

/**
 * The shape of a figure's map (marching squares). Cached by its values: a drag that leaves them alone costs nothing.
 */
export function surfaceShape(spec: FigureSpec, surface: SurfaceSpec): SurfaceShape {
  const cached = shapes.get(surface.values);
  if (cached) return cached;
  const shape = shapeOf(spec, surface);
  shapes.set(surface.values, shape);
  return shape;
}

function shapeOf({ x, y }: FigureSpec, { values, levels, ...grid }: SurfaceSpec): SurfaceShape {
  const size: [number, number] = [grid.x.length, grid.y.length];
  const engine = contours().size(size);
  const holes = Array.from(values, (v) => !Number.isFinite(v));
  const filled = withoutHoles(values, size);
  // Errors span decades: between positive values the lines are placed in logarithms.
  const logs = filled.every((v) => v > 0) && levels.every((v) => v > 0);
  const heights = logs ? filled.map(Math.log) : filled;
  const [ax, ay] = [gridAxis(x, grid.x), gridAxis(y, grid.y)];
  const toData = ([px, py]: readonly [number, number]): DataPoint => [ax(px - 0.5), ay(py - 0.5)];
  const rings = (heightsOf: ArrayLike<number>, threshold: number) =>
    engine.contour(heightsOf, threshold).coordinates.flat();
  const inside = holes.includes(true)
    ? rings(
        Array.from(holes, (hole) => (hole ? 0 : 1)),
        0.5,
      )
    : wholeGrid(size);
  const byLevel = levels.map((level) => rings(heights, logs ? Math.log(level) : level));
  return {
    outline: inside.map((ring) => ring.map(toData)),
    steps: byLevel.map((loops) => loops.map((ring) => ring.map(toData))),
    lines: byLevel.map((loops) => loops.flatMap((ring) => pieces(ring, size, holes).map((piece) => piece.map(toData)))),
  };
}

type Ring = readonly (readonly [number, number])[];

function wholeGrid([nx, ny]: readonly [number, number]): Ring[] {
  return [
    [
      [0, 0],
      [nx, 0],
      [nx, ny],
      [0, ny],
      [0, 0],
    ],
  ];
}

/** From a position among the grid's places to the value there: straight between neighbours as the axis is drawn. */
function gridAxis(axis: AxisSpec, places: ArrayLike<number>): (position: number) => number {
  const last = places.length - 1;
  const drawn = Array.from(places, (place) => placeOn(axis, place));
  return (position) => {
    const at = Math.min(last, Math.max(0, position));
    const low = Math.min(Math.floor(at), Math.max(0, last - 1));
    const [from, to] = [drawn[low], drawn[Math.min(last, low + 1)]];
    return valueAt(axis, from + (to - from) * (at - low));
  };
}

/** Holes take the nearest value below or above in their column, so that lines run into them instead of around them. */
function withoutHoles(values: ArrayLike<number>, [nx, ny]: readonly [number, number]): number[] {
  const filled = Array.from(values);
  for (let i = 0; i < nx; i++)
    for (let j = 0; j < ny; j++) {
      if (Number.isFinite(values[j * nx + i])) continue;
      let filling = Number.NaN;
      for (let step = 1; step < ny && Number.isNaN(filling); step++)
        for (const other of [j - step, j + step])
          if (Number.isNaN(filling) && other >= 0 && other < ny && Number.isFinite(values[other * nx + i]))
            filling = values[other * nx + i];
      filled[j * nx + i] = Number.isNaN(filling) ? 0 : filling;
    }
  return filled;
}

/** A ring without its segments along the rim and through holes: d3-contour closes every ring. */
function pieces(ring: Ring, [nx, ny]: readonly [number, number], holes: readonly boolean[]): Ring[] {
  const runs: (readonly [number, number])[][] = [];
  let piece: (readonly [number, number])[] = [];
  const edge = (v: number, n: number) => (v <= 0.5 ? -1 : v >= n - 0.5 ? 1 : 0);
  const holed = ([px, py]: readonly [number, number]) => {
    const i = Math.min(nx - 1, Math.max(0, Math.round(px - 0.5)));
    const j = Math.min(ny - 1, Math.max(0, Math.round(py - 0.5)));
    return holes[j * nx + i];
  };
  for (let p = 1; p < ring.length; p++) {
    const [a, b] = [ring[p - 1], ring[p]];
    const sides = [
      [edge(a[0], nx), edge(b[0], nx)],
      [edge(a[1], ny), edge(b[1], ny)],
    ];
    const rim = sides.some(([s, t]) => s !== 0 && s === t);
    if (rim || holed(a) || holed(b)) {
      if (piece.length > 1) runs.push(piece);
      piece = [];
      continue;
    }
    if (piece.length === 0) piece.push(a);
    piece.push(b);
  }
  if (piece.length > 1) runs.push(piece);
  return runs;
}
