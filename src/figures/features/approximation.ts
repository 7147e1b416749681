import type { Approximation, ApproximationCurve } from '../../engine/contract/approximation';
import type { Role, SeriesSpec } from '../../engine/contract/figure';
import type { RunResult } from '../../engine/contract/run';
import { isAsGood, isWorse, rangeBeside, sufficientCounts } from '../../engine/statistics/sufficientCounts';
import { count } from '../../engine/words/numbers';
import type { RunView } from '../view/view';

/** The words and numbers that the figures of a fit on random features or landmarks share. */

export type ApproximationKind = Approximation['kind'];

/** "feature" and "landmark", and the sign of how many there are. */
export const KIND_WORDS: Readonly<
  Record<
    ApproximationKind,
    { readonly one: string; readonly many: string; readonly random: string; readonly sign: 'M' | 'm' }
  >
> = {
  randomFeatures: { one: 'feature', many: 'features', random: 'random features', sign: 'M' },
  landmarks: { one: 'landmark', many: 'landmarks', random: 'landmarks', sign: 'm' },
};

/** Each kind looks the same in every figure, whichever of them was fitted. */
export const KIND_ROLES: Readonly<Record<ApproximationKind, Role>> = { randomFeatures: 'first', landmarks: 'second' };

/** A curve over counts with errors as fractions of var(y). */
export interface ShownCounts {
  readonly kind: ApproximationKind;
  readonly counts: Uint32Array;
  /** Held-out error, or GCV where nothing is held out. */
  readonly error: Float64Array;
  /** Standard error of its difference from the lowest, as in `ApproximationCurve`. */
  readonly standardError?: Float64Array;
  /** These three end before the last count where that was fitted without a spectrum. */
  readonly gcv: Float64Array;
  readonly seconds: Float64Array;
  readonly bytes: Float64Array;
  /** The largest possible count: for landmarks the number of training rows, which is the fit without approximation. */
  readonly most?: number;
}

/** Errors by count of the kind that the run is made of (`primary`) and of the other (`peer`), both of the same estimate. */
export interface ApproximationView {
  readonly all: Approximation;
  readonly heldOut: boolean;
  readonly primary: ShownCounts;
  readonly peer: ShownCounts | undefined;
  /** Error without approximation on a sample of the rows, with its seconds; held-out rows only. */
  readonly exact: { readonly rows: number; readonly error: number; readonly seconds: number } | undefined;
}

/** Absent for other runs, and for targets after the first, whose errors by count were not computed. */
export function approximationAt({ run, facts }: RunView): ApproximationView | undefined {
  const all = run.approximation;
  if (all === undefined || all.curve.counts.length === 0 || run.target !== run.model.outputs[0]?.name) return undefined;
  const heldOut = all.curve.holdout.length > 0;
  const { exact } = all;
  return {
    all,
    heldOut,
    primary: {
      ...withFitted(errorCurve(all.curve, heldOut, facts.unit), run, facts.unit),
      ...(all.kind === 'landmarks' && { most: facts.n }),
    },
    peer: all.peer && comparable(all.peer, heldOut) ? errorCurve(all.peer, heldOut, facts.unit) : undefined,
    exact: exact && heldOut ? { ...exact, error: exact.holdout / facts.unit } : undefined,
  };
}

/** GCV of one kind beside the held-out error of the other would compare nothing. */
function comparable({ counts, holdout }: ApproximationCurve, heldOut: boolean): boolean {
  return counts.length > 0 && (!heldOut || holdout.length === counts.length);
}

function errorCurve(curve: ApproximationCurve, heldOut: boolean, unit: number): ShownCounts {
  const { kind, counts, seconds, bytes } = curve;
  const gcv = curve.gcv.map((v) => v / unit);
  const { standardError } = curve;
  return {
    kind,
    counts,
    seconds,
    bytes,
    gcv,
    error: heldOut ? curve.holdout.map((v) => v / unit) : gcv,
    ...(heldOut && standardError && { standardError: standardError.map((v) => v / unit) }),
  };
}

/** Conjugate gradients take more landmarks than the curve has, which comes from a spectrum: the fit itself ends it then. */
function withFitted(curve: ShownCounts, { approximation, metrics }: RunResult, unit: number): ShownCounts {
  const fitted = approximation?.count ?? 0;
  if (metrics.holdout === undefined || fitted <= curve.counts[curve.counts.length - 1]) return curve;
  const error = Float64Array.of(...curve.error, metrics.holdout.rmse ** 2 / unit);
  // Row by row it was compared with none of the others.
  const { standardError: _, ...counted } = curve;
  return { ...counted, counts: Uint32Array.of(...curve.counts, fitted), error };
}

/** How many features are enough: `from` to `to` of them have nearly the lowest error (statistics/sufficientCounts.ts). */
export interface Saturation {
  /**
   * enough: the fitted number is in that range, as rows tell; falling: only the fitted number is enough, half of it is
   * not, and more may do better; rising: it does worse than they do; alike: no rows tell, and the errors are within 1 %;
   * untold: rows do not tell either way.
   */
  readonly kind: 'enough' | 'falling' | 'rising' | 'alike' | 'untold';
  readonly from: number;
  readonly to: number;
  /** Falling: about half the features, with their error over that of all. Rising: the error of all over the lowest. */
  readonly half: number;
  readonly ratio: number;
  /** untold: how far the error of half is from the lowest, as shares of its root with 95 %. */
  readonly beside?: readonly [number, number];
}

/** Undefined for a single count, which says nothing about others. */
export function saturation({ counts, error, standardError, most = Infinity }: ShownCounts): Saturation | undefined {
  const last = counts.length - 1;
  const { from, to, lowest } = sufficientCounts(error, standardError);
  if (last < 1 || !(error[lowest] > 0)) return undefined;
  const half = Math.max(
    0,
    counts.findLastIndex((c) => 2 * c <= counts[last]),
  );
  const range = { from: counts[from], to: counts[to], half: counts[half] };
  if (to < last) return { kind: 'rising', ...range, ratio: error[last] / error[lowest] };
  const all = counts[last] >= most;
  if (all || from < last || isAsGood(error, half, lowest, standardError))
    return { kind: standardError || all ? 'enough' : 'alike', ...range, ratio: 1 };
  const ratio = error[half] / error[last];
  if (standardError === undefined || (ratio > 1 && isWorse(error, half, lowest, standardError)))
    return { kind: 'falling', ...range, ratio };
  return { kind: 'untold', ...range, ratio, beside: rangeBeside(error, half, lowest, standardError) };
}

/** "80 to 320", "80"; "more than 320" where the error still falls. */
export function rangeText({ kind, from, to }: Saturation): string {
  if (kind === 'falling') return `more than ${count(to)}`;
  return from < to ? `${count(from)} to ${count(to)}` : count(to);
}

/** The error a curve reaches at `cost` seconds or bytes, straight in logarithms between its counts; NaN outside them. */
export function errorAtCost(error: Float64Array, costs: Float64Array, cost: number): number {
  const j = costs.findIndex((c) => c >= cost * (1 - 1e-9));
  if (j < 0) return Number.NaN;
  if (Math.abs(costs[j] / cost - 1) < 1e-9) return error[j];
  if (j === 0) return Number.NaN;
  const t = Math.log(cost / costs[j - 1]) / Math.log(costs[j] / costs[j - 1]);
  return error[j - 1] ** (1 - t) * error[j] ** t;
}

/**
 * A name for a curve over counts or costs that the other's does not cross: in the margin where it is the longer one, otherwise at its
 * end, on the side where the other is not.
 */
export function approximationName(
  text: string,
  curve: { readonly x: ArrayLike<number>; readonly error: Float64Array },
  other: { readonly x: Float64Array; readonly error: Float64Array } | undefined,
): NonNullable<SeriesSpec['label']> {
  const last = curve.x.length - 1;
  const there = other && errorAtCost(other.error, other.x, curve.x[last]);
  if (there === undefined || Number.isNaN(there)) return { text, at: 'end' };
  return { text, at: curve.x[last], dx: -4, dy: curve.error[last] < there ? 15 : -9, align: 'right' };
}

/** The count of theory with the counts over the intervals of its exponents: "320 (110 to 540)". */
export function theoryCount({ count: value, interval }: Approximation['recommended']): string {
  return interval ? `${count(value)} (${count(interval[0])} to ${count(interval[1])})` : count(value);
}
