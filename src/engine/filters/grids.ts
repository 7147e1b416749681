import type { FilterAxis, GridRange } from './filter';

/** The power of ten at or above the trace, 1 for most kernels: lambda, of the kernel's own unit, is tried up to it. */
export function lambdaScale(trace: number): number {
  const power = Math.ceil(Math.log10(trace) - 1e-9);
  return Number.isFinite(power) && (power > 0 || power < -1) ? 10 ** power : 1;
}

/**
 * Ten values per decade from 1e-10 to 1, per sample: K/n of most kernels has trace 1, so lambda = 1 leaves less than
 * half of any direction.
 */
export function lambdaGrid({ trace }: GridRange): Float64Array {
  const scale = lambdaScale(trace);
  return Float64Array.from({ length: 101 }, (_, i) => Number((scale * 10 ** (i / 10 - 10)).toPrecision(12)));
}

/** The axis lambda of any filter that has it. */
export const LAMBDA_AXIS: FilterAxis = { grid: (_, range) => lambdaGrid(range) };

/** Integers from…to: all of them up to ten, then evenly on the logarithmic axis, about `length` in all. */
export function counts(from: number, to: number, length: number): Float64Array {
  const values = new Set<number>();
  for (let i = from; i <= Math.min(to, 10); i++) values.add(i);
  for (let s = 0; s < length; s++) values.add(Math.round(10 * (to / 10) ** (s / (length - 1))));
  return Float64Array.from([...values].filter((v) => v >= from && v <= to)).sort();
}
