import type { Axis, FilterSpec } from '../../contract/filter';

/** Ten per decade from 1e-10 to 1, per sample: K/n of most kernels has trace 1, so lambda = 1 leaves less than half of any direction. */
function lambdaGrid(scale: number): Float64Array {
  return Float64Array.from({ length: 101 }, (_, i) => Number((scale * 10 ** (i / 10 - 10)).toPrecision(12)));
}

/** The same range in steps of a quarter of a decade: enough to compare length scales by. */
export function coarseLambdaGrid(scale = 1): Float64Array {
  return Float64Array.from({ length: 41 }, (_, i) => scale * 10 ** (i / 4 - 10));
}

/** What the grids are laid over. */
export interface GridRange {
  readonly n: number;
  readonly rank: number;
  /** Trace of the residual kernel matrix over n: lambda is tried up to it, rounded up to a power of ten. */
  readonly trace: number;
}

/** The power of ten at or above the trace, 1 for most kernels: lambda, of the kernel's own unit, is tried up to it. */
export function lambdaScale(trace: number): number {
  const power = Math.ceil(Math.log10(trace) - 1e-9);
  return Number.isFinite(power) && (power > 0 || power < -1) ? 10 ** power : 1;
}

/** Values tried along an axis of the filter, ascending; about 100 of them. */
export function axisGrid(axis: Axis, filter: FilterSpec, { n, rank, trace }: GridRange): Float64Array {
  switch (axis) {
    case 'lambda':
      return lambdaGrid(lambdaScale(trace));
    case 't': {
      // t = (1 − momentum)/(n·lambda) over the same range.
      const momentum = filter.kind === 'flow' ? filter.momentum : 0;
      return lambdaGrid(lambdaScale(trace))
        .reverse()
        .map((lambda) => Number(((1 - momentum) / (n * lambda)).toPrecision(12)));
    }
    case 'k':
      return counts(0, rank, 100);
    case 'r':
      return counts(1, rank, 100);
    case 'steps':
      return counts(1, 1e8, 121);
  }
}

/** A coarser grid, for several axes at once. */
export function surfaceGrid(axis: Axis, filter: FilterSpec, range: GridRange, axes: number): Float64Array {
  if (axis === 'k') return counts(0, range.rank, axes > 2 ? 15 : 32);
  if (axis === 'r') return counts(1, range.rank, axes > 2 ? 16 : 32);
  const fine = axisGrid(axis, filter, range);
  const step = axes > 2 ? 4 : 2;
  return fine.filter((_, i) => i % step === 0);
}

/** Whole numbers from…to: all of them up to ten, then evenly on the logarithmic axis, about `length` in all. */
function counts(from: number, to: number, length: number): Float64Array {
  const found = new Set<number>();
  for (let i = from; i <= Math.min(to, 10); i++) found.add(i);
  for (let s = 0; s < length; s++) found.add(Math.round(10 * (to / 10) ** (s / (length - 1))));
  return Float64Array.from([...found].filter((v) => v >= from && v <= to)).sort();
}

/** The values with one more at its place, unless it is there. */
export function including(values: Float64Array, value: number): Float64Array {
  if (values.some((v) => Math.abs(v - value) <= 1e-12 * Math.abs(value))) return values;
  return Float64Array.of(...values, value).sort();
}
