import type { FilterSpec } from '../contract/filter';
import type { IntervalSpread } from '../contract/model';
import { lambdaGrid } from '../filters/grids';
import { ridgeFilter } from '../filters/zones';
import { conformalQuantile, intervalScore } from '../statistics/intervals';
import { leftOutDeviation } from './deviation';
import { indexOfLeast } from './indexOfLeast';
import { type LeaveOneOut, leaveOneOut, leftOutTogether } from './leaveOneOut';
import { riskPath } from './risk';
import { type Eigenbasis, spectrumOf } from './spectrum';

/**
 * Errors below this fraction of the median one count as that large: the logarithm of a zero error says nothing about
 * its row.
 */
const LEAST_ERROR = 0.01;

/**
 * Few rows say little about the size of errors, so that a fit of it stays too near its mean: with this stretch,
 * intervals hold about as many rows where noise is large as where it is small (test/claims/coverage.test.ts).
 */
const STRETCH = 1.3;

/**
 * The rule for where intervals are wide: as in `IntervalSpread`, with the fit of log|error| not yet expanded in the
 * kernel.
 */
type Spread = { readonly kind: 'constant' | 'posterior' } | { readonly kind: 'fitted'; readonly log: LogFit };

export type ChosenSpread = Spread & {
  /** The factor w of the half-width, in units of y over those of the spread. */
  readonly intervalWidth: number;
  readonly largest: IntervalSpread['largest'];
};

export interface LogFit {
  /** log|error| times the roots of the row weights, n. */
  readonly target: Float64Array;
  readonly filter: FilterSpec;
  /** The range of its values at the training rows, each row left out in turn. */
  readonly range: readonly [number, number];
}

/** One rule, with the half-widths that it gives to the rows that were judged. */
interface Candidate {
  readonly spread: Spread;
  readonly intervalWidth: number;
  readonly half: Float64Array;
}

/**
 * The errors of training rows left out, except those that say nothing: of weight 0, or fitted by an unpenalised feature
 * alone.
 */
interface Judged {
  readonly rows: Uint32Array;
  readonly errors: Float64Array;
  /** The largest of them or, with few rows, the larger half-width that one width for all rows needs. */
  readonly error: number;
}

export interface SpreadTask {
  readonly rootWeights?: Float64Array | undefined;
  /**
   * Rows of the same number are left out together; a fit of log|error| would be chosen by errors that its copies
   * reveal, and is not tried.
   */
  readonly copies?: Int32Array | undefined;
  /**
   * For a filter whose leave-one-out errors are not those of refits, the sizes of the errors of fits without the rows
   * of a fold, times the roots of the row weights. The part of a row that such a filter leaves says little about how
   * far other rows determine it, so that its posterior deviation is not tried.
   */
  readonly ofFolds?: Float64Array | undefined;
}

/**
 * Chooses where 95 % intervals are wide: equally wide everywhere, by the posterior deviation, or by a ridge fit of
 * log|error| on the same spectrum. Each rule is calibrated and judged by errors on rows left out, the spread at a row
 * not having seen that row; the first whose mean interval score is within one standard error (paired over rows) of the
 * best is taken.
 */
export function chooseSpread(
  basis: Eigenbasis,
  filter: FilterSpec,
  loo: LeaveOneOut,
  { rootWeights, copies, ofFolds }: SpreadTask = {},
): ChosenSpread {
  const { residuals, free } = ofFolds
    ? { residuals: ofFolds, free: loo.free }
    : copies
      ? leftOutTogether(loo, copies)
      : loo;
  const tells = (i: number) => rootWeights?.[i] !== 0 && (free[i] > 0 || residuals[i] !== 0);
  const rows = Uint32Array.from(residuals.keys()).filter(tells);
  const errors = Float64Array.from(rows, (i) => Math.abs(residuals[i]));
  const judged = { rows, errors, error: boundOf(errors) };
  const leftOut = leftOutDeviation(basis, filter, free);
  const deviations = Float64Array.from(rows, (i) => (Number.isFinite(leftOut[i]) ? leftOut[i] : 1));
  const largest = { error: judged.error, deviation: deviations.reduce((a, b) => Math.max(a, b), 1) };
  const constant = calibrated({ kind: 'constant' }, judged, new Float64Array(rows.length).fill(1));
  const candidates = Number.isFinite(judged.error)
    ? [
        constant,
        ...(ofFolds ? [] : [calibrated({ kind: 'posterior' }, judged, deviations)]),
        ...(copies ? [] : fitted(basis, judged, rootWeights)),
      ]
    : [constant];
  const { spread, intervalWidth } = simplest(candidates, judged);
  return { ...spread, intervalWidth, largest };
}

/**
 * The same for errors on left-out rows of a fit that has no posterior deviation: one width, or a ridge fit of
 * log|error| on the spectrum of the rows that the errors belong to. `largest`: the bound of every half-width, at least
 * the largest of these errors.
 */
export function chooseErrorSpread(
  basis: Eigenbasis,
  errors: Float64Array,
  largest: number,
): { readonly intervalWidth: number; readonly log?: LogFit } {
  const judged = { rows: Uint32Array.from(errors.keys()), errors: errors.map(Math.abs), error: largest };
  const constant = calibrated({ kind: 'constant' }, judged, new Float64Array(errors.length).fill(1));
  const { spread, intervalWidth } = simplest([constant, ...fitted(basis, judged)], judged);
  return { intervalWidth, ...(spread.kind === 'fitted' && { log: spread.log }) };
}

/** w of intervals that follow the posterior deviation without a bound. */
export function posteriorWidth({ residuals, free }: LeaveOneOut): number {
  const inUnits = (e: number, i: number) => (Number.isFinite(e) ? e * Math.sqrt(Math.max(0, free[i])) : e);
  return conformalQuantile(residuals.map(inUnits));
}

function calibrated(spread: Spread, { errors, error }: Judged, s: Float64Array): Candidate {
  const intervalWidth = conformalQuantile(errors.map((e, j) => e / s[j]));
  return { spread, intervalWidth, half: s.map((v) => Math.min(intervalWidth * v, error)) };
}

/** Ridge on log|error|, its lambda by GCV; none if half of the errors are 0. */
function fitted(basis: Eigenbasis, judged: Judged, rootWeights?: Float64Array): Candidate[] {
  const { rows, errors } = judged;
  const floor = LEAST_ERROR * errors.toSorted()[Math.floor(errors.length / 2)];
  if (!(floor > 0)) return [];
  const mean = errors.reduce((sum, e) => sum + Math.log(Math.max(floor, e)), 0) / errors.length;
  const logs = new Float64Array(basis.n).fill(mean);
  rows.forEach((i, j) => {
    logs[i] = mean + STRETCH * (Math.log(Math.max(floor, errors[j])) - mean);
  });
  const target = rootWeights ? logs.map((v, i) => v * rootWeights[i]) : logs;
  const trace = basis.mu.reduce((sum, v) => sum + v, 0);
  const grid = lambdaGrid({ n: basis.n, rank: basis.rank, trace });
  const { gcv } = riskPath(spectrumOf(basis, target), 0, ridgeFilter(grid[0], basis.rank), 'lambda', grid);
  const filter = ridgeFilter(grid[indexOfLeast(gcv)], basis.rank);
  const { residuals } = leaveOneOut(basis, target, filter);
  const h = Float64Array.from(rows, (i) => (target[i] - residuals[i]) / (rootWeights?.[i] ?? 1));
  const range = [h.reduce((a, b) => Math.min(a, b)), largestOf(h)] as const;
  if (!range.every(Number.isFinite)) return [];
  return [calibrated({ kind: 'fitted', log: { target, filter, range } }, judged, h.map(Math.exp))];
}

/**
 * Candidates are ordered from the simplest on. In units of the largest error, so that no square of a score overflows.
 */
function simplest(candidates: readonly Candidate[], { errors, error }: Judged): Candidate {
  if (!(error > 0 && Number.isFinite(error))) return candidates[0];
  const scores = candidates.map(({ half }) => errors.map((e, j) => intervalScore(e / error, half[j] / error)));
  const best = indexOfLeast(scores.map((values) => meanOf(values).mean));
  const rounding = 1e-12 * meanOf(scores[best]).mean;
  const at = scores.findIndex((values, c) => {
    const { mean, standardError } = meanOf(values.map((v, j) => v - scores[best][j]));
    return c === best || mean <= standardError + rounding;
  });
  return candidates[at];
}

function meanOf(values: Float64Array): { readonly mean: number; readonly standardError: number } {
  const n = values.length;
  const mean = values.reduce((a, b) => a + b, 0) / n;
  const squares = values.reduce((sum, v) => sum + (v - mean) ** 2, 0);
  return { mean, standardError: Math.sqrt(squares / (n * (n - 1))) };
}

const boundOf = (errors: Float64Array) => Math.max(largestOf(errors), conformalQuantile(errors));

const largestOf = (values: Float64Array) => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
