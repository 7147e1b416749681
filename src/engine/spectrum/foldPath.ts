import { partOf, type RunContext } from '../contract/context';
import type { LinearAlgebra } from '../linalg/linalg';
import { foldErrors } from './folds';
import { monotoneCubic } from './monotoneCubic';
import type { Eigenbasis } from './spectrum';

/** Grid points between two exact ones in the first pass, and exact neighbours on either side of the least error. */
const STEP = 10;
const AROUND = 2;

/** Below this many multiplications every grid point is computed exactly. */
const CHEAP = 1e9;

export interface FoldPath {
  readonly cv: Float64Array;
  readonly cvStandardError: Float64Array;
  /** 1 where the errors were computed, 0 where they are interpolated. */
  readonly exact: Uint8Array;
  /** Grid index of the least error, and of the largest lambda within one standard error of it. Both are exact points. */
  readonly least: number;
  readonly oneStandardError: number;
}

/**
 * K-fold errors over an ascending lambda grid. Small problems: exact at every point. Larger ones: exact at every tenth
 * point, at all points within two of the least error, and at the one-standard-error choice. Between them the error is
 * `guide` times a smooth factor: the guide is the leave-one-out error, exact everywhere and nearly the same curve, and the
 * logarithm of the factor follows a monotone cubic in log lambda. The standard error is interpolated in the same way.
 */
export function foldPath(
  basis: Eigenbasis,
  y: Float64Array,
  folds: Uint16Array,
  count: number,
  lambdas: Float64Array,
  guide: Float64Array,
  linalg: LinearAlgebra,
  context: RunContext,
): FoldPath {
  const length = lambdas.length;
  const exact = new Uint8Array(length);
  const error = new Float64Array(length);
  const scatter = new Float64Array(length);
  const compute = (wanted: readonly number[], part: RunContext) => {
    const points = [...new Set(wanted)].filter((i) => i >= 0 && i < length && exact[i] === 0).sort((i, j) => i - j);
    if (points.length === 0) return false;
    const grid = Float64Array.from(points, (i) => lambdas[i]);
    const found = foldErrors(basis, y, folds, count, grid, linalg, part);
    points.forEach((i, p) => {
      exact[i] = 1;
      error[i] = found.error[p];
      scatter[i] = found.standardError[p];
    });
    return true;
  };
  const cheap = (length * basis.n ** 3) / Math.max(1, count) < CHEAP;
  const first = Array.from({ length }, (_, i) => i).filter((i) => cheap || i % STEP === 0 || i === length - 1);
  compute(first, partOf(context, 0, 0.6));
  for (let round = 0; ; round++) {
    // Each round of refinement is given half of what is left of the way: how many there will be is not known.
    const rest = partOf(context, 1 - 0.4 * 0.5 ** round, 1 - 0.4 * 0.5 ** (round + 1));
    const least = leastExact(error, exact);
    const around = Array.from({ length: 2 * AROUND + 1 }, (_, i) => least - AROUND + i);
    if (compute(around, rest)) continue;
    const cv = filled(lambdas, guide, error, exact);
    const cvStandardError = filled(lambdas, guide, scatter, exact);
    let reach = length - 1;
    while (cv[reach] > cv[least] + cvStandardError[least]) reach--;
    if (compute([reach, reach + 1], rest)) continue;
    return { cv, cvStandardError, exact, least, oneStandardError: reach };
  }
}

function leastExact(error: Float64Array, exact: Uint8Array): number {
  let least = -1;
  for (let i = 0; i < error.length; i++) if (exact[i] === 1 && (least < 0 || error[i] < error[least])) least = i;
  return least;
}

function filled(lambdas: Float64Array, guide: Float64Array, values: Float64Array, exact: Uint8Array): Float64Array {
  const known = (v: Float64Array) => v.filter((_, i) => exact[i] === 1);
  // Logarithms of errors that are exactly 0 would spread −∞ over their neighbours.
  const log = (v: number) => Math.log(Math.max(v, Number.MIN_VALUE));
  const factors = values.map((v, i) => log(v) - log(guide[i]));
  const between = monotoneCubic(known(lambdas).map(Math.log), known(factors), lambdas.map(Math.log));
  return values.map((v, i) => (exact[i] === 1 ? v : guide[i] * Math.exp(between[i])));
}
