import { partOf } from '../contract/context';
import type { Folds } from '../contract/data';
import type { Axis } from '../contract/filter';
import type { FilterPath } from '../filters/anyFilter';
import { AXES } from '../filters/axes';
import type { Computing } from '../linalg/linalg';
import { monotoneCubic } from '../statistics/monotoneCubic';
import { foldErrors } from './folds';
import type { Eigenbasis } from './spectrum';

/** Steps between two exact grid points in the first pass: counts of directions move the error by jumps, the others smoothly. */
const STEP = { smooth: 10, jumping: 4 } as const;
/** The number of exact neighbours on either side of the lowest error. */
const AROUND = 2;

/** Below this many multiplications every grid point is computed: between values of k or r no curve leads safely. */
const CHEAP = { smooth: 1e9, jumping: 6e10 } as const;

export interface FoldPath {
  readonly cv: Float64Array;
  readonly cvStandardError: Float64Array;
  /** 1 where the errors were computed, 0 where they are interpolated. */
  readonly exact: Uint8Array;
  /**
   * The grid index of the lowest error, and of the most regular value within one standard error of it. Both are exact
   * points.
   */
  readonly least: number;
  readonly oneStandardError: number;
}

/**
 * K-fold errors along a path (folds.ts). Small problems: exact at every point. Larger ones: exact at every tenth or
 * fourth point, at all points within two of the lowest error, and at the one-standard-error choice, which is the
 * largest lambda but the smallest k, r, t and number of steps. Between them the error is `guide` times a smooth factor:
 * the guide is the leave-one-out error, exact everywhere and nearly the same curve, and the logarithm of the factor
 * follows a monotone cubic in the logarithm of the parameter. The standard error is interpolated in the same way.
 */
export function foldPath(
  basis: Eigenbasis,
  y: Float64Array,
  folds: Folds,
  path: FilterPath,
  guide: Float64Array,
  context: Computing,
): FoldPath {
  const { axis, values } = path;
  const { length } = values;
  const exact = new Uint8Array(length);
  const error = new Float64Array(length);
  const scatter = new Float64Array(length);
  const places = values.map((v) => placeOf(axis, v));
  const compute = (wanted: readonly number[], part: Computing) => {
    const points = [...new Set(wanted)].filter((i) => i >= 0 && i < length && exact[i] === 0).sort((i, j) => i - j);
    if (points.length === 0) return false;
    const computed = { ...path, values: Float64Array.from(points, (i) => values[i]) };
    const errors = foldErrors(basis, y, folds, computed, part);
    points.forEach((i, p) => {
      exact[i] = 1;
      error[i] = errors.error[p];
      scatter[i] = errors.standardError[p];
    });
    return true;
  };
  const course = AXES[axis].ofDirections ? 'jumping' : 'smooth';
  const cheap = (length * basis.n ** 2 * basis.mu.length) / Math.max(1, folds.count) < CHEAP[course];
  const first = Array.from({ length }, (_, i) => i).filter((i) => cheap || i % STEP[course] === 0 || i === length - 1);
  compute(first, partOf(context, 0, 0.6));
  for (let round = 0; ; round++) {
    // Each round of refinement is given half of the remaining progress, as the number of rounds is not known.
    const rest = partOf(context, 1 - 0.4 * 0.5 ** round, 1 - 0.4 * 0.5 ** (round + 1));
    if (compute(betweenFiniteAndNot(error, guide, exact), rest)) continue;
    const least = leastExact(error, exact);
    const around = Array.from({ length: 2 * AROUND + 1 }, (_, i) => least - AROUND + i);
    if (compute(around, rest)) continue;
    const cv = filled(places, guide, error, exact);
    const cvStandardError = filled(places, guide, scatter, exact);
    const within = (v: number) => v <= cv[least] + cvStandardError[least];
    const high = AXES[axis].regular === 'high';
    const oneStandardError = high ? cv.findLastIndex(within) : cv.findIndex(within);
    if (compute([oneStandardError, oneStandardError + (high ? 1 : -1)], rest)) continue;
    return { cv, cvStandardError, exact, least, oneStandardError };
  }
}

/** The place of a value for the interpolation: counts may be 0. */
function placeOf(axis: Axis, value: number): number {
  return AXES[axis].integer ? Math.log1p(value) : Math.log(Math.max(value, Number.MIN_VALUE));
}

function leastExact(error: Float64Array, exact: Uint8Array): number {
  let least = -1;
  for (let i = 0; i < error.length; i++) if (exact[i] === 1 && (least < 0 || error[i] < error[least])) least = i;
  return least;
}

const finite = (v: number) => v < Number.POSITIVE_INFINITY;

/** Points between two exact ones of which only one has a finite error: no curve leads from one to the other. */
function betweenFiniteAndNot(error: Float64Array, guide: Float64Array, exact: Uint8Array): number[] {
  const at = Array.from(exact.keys()).filter((i) => exact[i] === 1);
  const settled = (i: number) => finite(error[i]) && finite(guide[i]);
  return at.flatMap((i, p) => {
    const next = at[p + 1];
    if (next === undefined || settled(i) === settled(next)) return [];
    return Array.from({ length: next - i - 1 }, (_, o) => i + 1 + o);
  });
}

function filled(places: Float64Array, guide: Float64Array, values: Float64Array, exact: Uint8Array): Float64Array {
  const known = (v: Float64Array) => v.filter((_, i) => exact[i] === 1 && finite(values[i]) && finite(guide[i]));
  // Logarithms of errors that are exactly 0 would spread −∞ over their neighbours.
  const log = (v: number) => Math.log(Math.max(v, Number.MIN_VALUE));
  const factors = values.map((v, i) => log(v) - log(guide[i]));
  const x = known(places);
  if (x.length === 0) return values.map((v, i) => (exact[i] === 1 ? v : Number.POSITIVE_INFINITY));
  const between = monotoneCubic(x, known(factors), places);
  const outside = (place: number) => place < x[0] || place > x[x.length - 1];
  return values.map((v, i) => {
    if (exact[i] === 1) return v;
    return outside(places[i]) ? Number.POSITIVE_INFINITY : guide[i] * Math.exp(between[i]);
  });
}
