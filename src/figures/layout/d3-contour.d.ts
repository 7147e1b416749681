// The part of d3-contour that is used: one contour of a grid as closed rings, outer ones first in each polygon.
declare module 'd3-contour' {
  type Ring = [number, number][];
  interface MultiPolygon {
    readonly type: 'MultiPolygon';
    readonly value: number;
    readonly coordinates: Ring[][];
  }
  interface Contours {
    size(size: [number, number]): Contours;
    smooth(smooth: boolean): Contours;
    contour(values: ArrayLike<number>, threshold: number): MultiPolygon;
  }
  export function contours(): Contours;
}
