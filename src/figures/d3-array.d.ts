// The part of d3-array that is used. It passes over NaN; nothing has no mean and no extremes.
declare module 'd3-array' {
  type Of<T> = (item: T, index: number) => number;
  export function sum(values: Iterable<number>): number;
  export function sum<T>(items: Iterable<T>, of: Of<T>): number;
  export function mean(values: Iterable<number>): number | undefined;
  export function max(values: Iterable<number>): number | undefined;
  export function maxIndex(values: Iterable<number>): number;
  export function min<T>(items: Iterable<T>, of: Of<T>): number | undefined;
}
