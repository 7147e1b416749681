import { partOf } from '../contract/context';
import type { Axis, FilterSpec } from '../contract/filter';
import { filterAt, filterRemainder, zonesOf } from '../filters/anyFilter';
import type { Computing } from '../linalg/linalg';
import { copyRows, type LooParts, settled } from './looParts';
import { FACTOR_TOLERANCE, ridgeFactor } from './ridgeFactor';
import type { Eigenbasis } from './spectrum';

/** The fewest rows of U handled at once, and the numbers in a strip of them up to which there are more (32 MB). */
const ROWS = 256;
const STRIP = 4 * 2 ** 20;

/** The number of values handled at once if every one has its own column of remainders. */
const VALUES = 256;

/**
 * The remainders of filters along an axis, 1 − g for every direction and value: a (q×m), or a·b with b (m×L) where that
 * is cheaper.
 */
export interface Remainders {
  readonly a: Float64Array;
  readonly b?: Float64Array;
  /** Columns m of a, and values L. */
  readonly width: number;
  readonly length: number;
}

/** Along lambda the matrix is a product of thin ones (ridgeFactor.ts) as soon as that saves a third of the work. */
export function remaindersAlong(basis: Eigenbasis, filter: FilterSpec, axis: Axis, values: Float64Array): Remainders {
  const { n, mu, rank } = basis;
  const q = mu.length;
  const length = values.length;
  const zones = zonesOf(filter, rank);
  if (zones && axis === 'lambda' && values.every((v) => v > 0)) {
    const { from, to } = zones;
    if (to > from && length > 30) {
      const { size, a, b, bound } = ridgeFactor(mu.subarray(from, to), values);
      const width = to < q ? size + 1 : size;
      if (width * (q + length) < (2 / 3) * q * length && bound < 2 * FACTOR_TOLERANCE) {
        return {
          a: framed(a, size, from, to, q, width),
          b: framed(b, length, 0, size, width, length, 1),
          width,
          length,
        };
      }
    }
  }
  const a = new Float64Array(q * length);
  values.forEach((value, l) => {
    a.set(filterRemainder(filterAt(filter, axis, value), mu, rank, n), l * q);
  });
  return { a, width: length, length };
}

/**
 * Sets `values` (columns of to − from entries) into rows from…to−1 of taller columns, 0 elsewhere. A column beyond
 * those given is 1 in the rows from `to` on: directions beyond the ridge zone are left untouched. With `below` the rows
 * from `to` on hold that instead of 0.
 */
function framed(
  values: Float64Array,
  columns: number,
  from: number,
  to: number,
  rows: number,
  width: number,
  below = 0,
): Float64Array {
  const out = new Float64Array(rows * width);
  const height = to - from;
  for (let j = 0; j < width; j++) {
    if (j < columns) out.set(values.subarray(j * height, (j + 1) * height), j * rows + from);
    out.fill(j < columns ? below : 1, j * rows + to, (j + 1) * rows);
  }
  return out;
}

/**
 * Mean squared leave-one-out errors at each value, for each target: two matrix products in all and one for each further target.
 */
export function remainderErrors(
  basis: Eigenbasis,
  parts: LooParts,
  remainders: Remainders,
  context: Computing,
): Float64Array[] {
  const { a, b, width, length } = remainders;
  if (b === undefined && length > VALUES) {
    const q = basis.mu.length;
    const pieces: Float64Array[][] = [];
    for (let from = 0; from < length; from += VALUES) {
      const to = Math.min(length, from + VALUES);
      const piece = { a: a.subarray(from * q, to * q), width: to - from, length: to - from };
      pieces.push(remainderErrors(basis, parts, piece, partOf(context, from / length, to / length)));
    }
    return parts.projected.map((_, t) => Float64Array.from(pieces.flatMap((piece) => [...piece[t]])));
  }
  return context.linalg.scope(() => errorsOf(basis, parts, { a, b, width, length }, context));
}

function errorsOf(
  basis: Eigenbasis,
  { projected, rest, restFree }: LooParts,
  { a, b, width, length }: Remainders,
  context: Computing,
): Float64Array[] {
  const { linalg } = context;
  const { n } = basis;
  const q = basis.mu.length;
  const height = Math.min(n, Math.max(ROWS, Math.floor(STRIP / Math.max(q, length))));
  const strip = linalg.allocate(height * q);
  const squares = linalg.allocate(height * q);
  const held = (values: Float64Array) => {
    const copy = linalg.allocate(values.length);
    copy.set(values);
    return copy;
  };
  const weights = held(a);
  const shifts = projected.map((along) => held(a.map((v, o) => v * along[o % q])));
  const mix = b && held(b);
  const thin = linalg.allocate(height * width);
  const numerators = b ? linalg.allocate(height * length) : thin;
  const denominators = linalg.allocate(height * length);
  const errors = projected.map(() => new Float64Array(length));
  for (let i0 = 0; i0 < n; i0 += height) {
    const rows = Math.min(height, n - i0);
    copyRows(basis, i0, rows, strip, squares);
    const packed = (values: Float64Array, lead = rows) => ({ values, offset: 0, lead });
    const sums = (u: Float64Array, right: Float64Array, into: Float64Array) => {
      const first = mix ? thin : into;
      linalg.gemm(false, false, rows, width, q, 1, packed(u), packed(right, q), 0, packed(first), context);
      if (mix) {
        linalg.gemm(false, false, rows, length, width, 1, packed(thin), packed(mix, width), 0, packed(into), context);
      }
    };
    sums(squares, weights, denominators);
    if (restFree) for (let o = 0; o < rows * length; o++) denominators[o] += restFree[i0 + (o % rows)];
    for (let t = 0; t < projected.length; t++) {
      sums(strip, shifts[t], numerators);
      const beyond = rest[t];
      if (beyond) for (let o = 0; o < rows * length; o++) numerators[o] += beyond[i0 + (o % rows)];
      addSquaredRatios(numerators, denominators, rows, n, errors[t]);
    }
    context.progress((i0 + rows) / n, 'leave-one-out errors');
  }
  return errors.map(settled);
}

/** Adds to `sums` (L) the squares of numerators over denominators (rows×L), over n. Apart from its caller, whose closures slow loops down. */
function addSquaredRatios(
  numerators: Float64Array,
  denominators: Float64Array,
  rows: number,
  n: number,
  sums: Float64Array,
): void {
  for (let l = 0, o = 0; l < sums.length; l++) {
    let sum = 0;
    for (const end = o + rows; o < end; o++) {
      const e = numerators[o] / denominators[o];
      sum += e * e;
    }
    sums[l] += sum / n;
  }
}
