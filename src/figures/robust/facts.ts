import { max } from 'd3-array';
import type { RobustFit, RobustPath } from '../../engine/contract/robust';
import type { RunResult } from '../../engine/contract/run';
import { logSpaced } from '../view/extent';
import { constantLoss } from './strength';

/** The facts of a robust fit that figures need wherever its slider stands, computed once a run. */
export interface RobustRunFacts {
  /** The divisor of losses for show: var(y) when squared, otherwise 1. */
  readonly unit: number;
  /**
   * The points where the loss on rows left out is known: strengths, losses, one standard error below and above. In
   * fractions of `unit`.
   */
  readonly score: {
    readonly x: Float64Array;
    readonly y: Float64Array;
    readonly lower: Float64Array;
    readonly upper: Float64Array;
  };
  /** Training losses in fractions of `unit`, along the whole path. */
  readonly training: Float64Array;
  /** The loss of the best constant on the training rows, in fractions of `unit`. */
  readonly constant: number;
  /** Rows with alpha ≠ 0 as a fraction of all, and the largest |alpha| as a fraction of its largest value. */
  readonly support: Float64Array;
  readonly largest: Float64Array;
  /** Rows whose coefficients are drawn along the path, the largest first; those suspect at the fitted strength last, the furthest of them first. */
  readonly coefficients: readonly CoefficientPath[];
  /** |alpha| of the ridge baseline as a fraction of their sum, by rank, and each training row's place in that order. */
  readonly squared: RankedInfluence;
  /**
   * Ranks 1…n thinned evenly on the logarithmic axis, and the largest fraction that a row holds as fitted in either
   * fit.
   */
  readonly ranks: Float64Array;
  readonly largestInfluence: number;
}

export interface CoefficientPath {
  /** 1-based data row. */
  readonly row: number;
  readonly suspect: boolean;
  readonly values: Float32Array;
}

/** Influences of rows in descending order. */
export interface RankedInfluence {
  /** Fractions of sum |alpha|, by rank. */
  readonly share: Float64Array;
  /** Training position at each rank, and rank (from 0) of each training position. */
  readonly order: Uint32Array;
  readonly rank: Uint32Array;
}

export function robustFactsOf({ robust: fit }: RunResult, variance: number): RobustRunFacts | undefined {
  if (fit === undefined) return undefined;
  const { path } = fit;
  const unit = path.loss === 'squared' ? variance : 1;
  const squared = rankedInfluence(fit.squared.alpha);
  const most = max(path.largest) ?? 0;
  return {
    unit,
    score: scoreCurve(path, unit),
    training: path.training.map((v) => v / unit),
    constant: constantLoss(path.loss, fit.near ?? fit.observed, fit.taus) / unit,
    support: path.support.map((v) => v / fit.rows.length),
    largest: path.largest.map((v) => (most > 0 ? v / most : 0)),
    coefficients: coefficientPaths(fit),
    squared,
    ranks: logSpaced(fit.rows.length, 400),
    largestInfluence: Math.max(squared.share[0], rankedInfluence(fit.alpha[fit.middle]).share[0]),
  };
}

/** Points where no loss was computed are left out. */
function scoreCurve({ values, score, scoreStandardError }: RobustPath, unit: number): RobustRunFacts['score'] {
  const scored = (_: number, l: number) => Number.isFinite(score[l]);
  const y = score.filter(scored).map((v) => v / unit);
  const half = scoreStandardError.filter(scored).map((v) => (Number.isFinite(v) ? v / unit : 0));
  return {
    x: values.filter(scored),
    y,
    lower: y.map((v, l) => Math.max(0, v - half[l])),
    upper: y.map((v, l) => v + half[l]),
  };
}

function coefficientPaths({ path, rows, suspects }: RobustFit): CoefficientPath[] {
  const points = path.values.length;
  const suspectPlace = new Map(suspects.map(({ at }, k) => [at, k]));
  return Array.from(path.coefficients.at, (at, r) => ({
    row: rows[at],
    suspect: suspectPlace.has(at),
    order: suspectPlace.get(at) ?? -1,
    values: path.coefficients.values.subarray(r * points, (r + 1) * points),
  })).sort((a, b) => a.order - b.order);
}

/**
 * The influence of each row: |alpha| as a fraction of its sum, the strongest first and among equals the first in the
 * file.
 */
export function rankedInfluence(alpha: Float64Array): RankedInfluence {
  const size = alpha.map(Math.abs);
  const order = Uint32Array.from(size.keys()).sort((a, b) => size[b] - size[a] || a - b);
  let sum = 0;
  for (let i = 0; i < size.length; i++) sum += size[i];
  const share = new Float64Array(size.length);
  const rank = new Uint32Array(size.length);
  for (let k = 0; k < order.length; k++) {
    share[k] = sum > 0 ? size[order[k]] / sum : 0;
    rank[order[k]] = k;
  }
  return { share, order, rank };
}
