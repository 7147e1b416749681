import { sum } from 'd3-array';
import type { Components } from '../../engine/contract/components';
import type { ComponentsRun } from '../../engine/contract/run';
import { robustScale } from '../../engine/statistics/robustScale';
import { SUSPECT_SCALES } from '../../engine/statistics/suspects';

/** The rows whose scores a run keeps: training rows first, then held-out ones. */
export interface PooledRows {
  readonly count: number;
  /** Number of training rows among them. */
  readonly train: number;
  readonly rows: Uint32Array;
  readonly lines: Uint32Array;
  readonly error: Float64Array;
  /** Scores on component i = 1 … l. */
  readonly component: (i: number) => Float32Array;
}

/** Rows whose reconstruction error stands out among the others of their kind. */
export interface OutlyingRows {
  /** Positions of all pooled rows, the largest error first. */
  readonly order: Uint32Array;
  /** Median of ln(error) over training rows and over held-out ones, and the errors beyond which a row stands out. */
  readonly train: ErrorScale;
  readonly holdout: ErrorScale;
  /** Positions of the rows that stand out; these need not be the first of `order`, as each kind has its own limit. */
  readonly outlying: readonly number[];
  /** Errors up to this are rounding. */
  readonly rounding: number;
}

export interface ErrorScale {
  readonly median: number;
  /** Infinite where too few errors are above rounding, or they have no spread to speak of. */
  readonly limit: number;
}

/** The facts that every figure of a run of components needs, whatever is shown. */
export interface ComponentsFacts {
  /** Components that were computed. */
  readonly l: number;
  /** Fraction of the trace of each component, and of the first i together. */
  readonly share: Float64Array;
  readonly cumulative: Float64Array;
  /** Components that reach 90 % together; undefined when those computed do not. */
  readonly ninety: number | undefined;
  readonly pooled: PooledRows;
  readonly outliers: () => OutlyingRows;
}

export function componentsFacts({ components, model }: Pick<ComponentsRun, 'components' | 'model'>): ComponentsFacts {
  const { eigenvalues, total } = components;
  const share = eigenvalues.map((v) => (total > 0 ? v / total : 0));
  let sum = 0;
  const cumulative = share.map((v) => {
    sum += v;
    return Math.min(1, sum);
  });
  const reached = cumulative.findIndex((v) => v >= 0.9);
  // Relative to the mean of k(x, x) over the rows: each error is what remains of such a value once the others are
  // subtracted.
  const rounding = ROUNDING * (total + Math.abs(model.components?.constant ?? 0));
  const pooled = poolRows(components, rounding);
  let outliers: OutlyingRows | undefined;
  return {
    l: eigenvalues.length,
    share,
    cumulative,
    ninety: reached < 0 ? undefined : reached + 1,
    pooled,
    outliers: () => {
      outliers ??= outlyingRows(pooled, rounding);
      return outliers;
    },
  };
}

/**
 * All rows with their reconstruction errors. A training row that is far off can shape a component, which then
 * reconstructs it: for each component, the row's fraction of the sum of squared scores, times its own squared score,
 * is added to its error.
 */
function poolRows({ train, holdout, eigenvalues, n, uncentred }: Components, rounding: number): PooledRows {
  const l = eigenvalues.length;
  const parts = holdout ? [train, holdout] : [train];
  const count = sum(parts, (part) => part.rows.length);
  const rows = new Uint32Array(count);
  const lines = new Uint32Array(count);
  const error = new Float64Array(count);
  let at = 0;
  for (const part of parts) {
    rows.set(part.rows, at);
    lines.set(part.lines, at);
    error.set(part.error, at);
    at += part.rows.length;
  }
  // Sums of the squared scores of all training rows.
  const squares = eigenvalues.map((v) => v * (uncentred ? n : n - 1));
  if (train.error.some((v) => v > rounding))
    train.rows.forEach((_, j) => {
      squares.forEach((square, c) => {
        if (square > 0) error[j] += train.scores[j * l + c] ** 4 / square;
      });
    });
  const cache = new Map<number, Float32Array>();
  const component = (i: number): Float32Array => {
    const cached = cache.get(i);
    if (cached) return cached;
    const values = new Float32Array(count);
    let place = 0;
    for (const { scores, rows: partRows } of parts)
      for (let j = 0; j < partRows.length; j++, place++) values[place] = scores[j * l + i - 1];
    cache.set(i, values);
    return values;
  };
  return { count, train: train.rows.length, rows, lines, error, component };
}

/** Rounding relative to k(x, x): some thousand times the last place, for the terms that are summed. */
const ROUNDING = 1e-12;
/** Fewer held-out rows than this have no scale of their own. */
const FEW = 20;

/**
 * Rows that lie more than 3.5 robust scales of ln(error) above the median. Rows that the components were fitted to
 * have smaller errors than others, so each kind is judged by itself.
 */
function outlyingRows({ error, train, count }: PooledRows, rounding: number): OutlyingRows {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  order.sort((a, b) => error[b] - error[a] || a - b);
  const fitted = errorScale(error.subarray(0, train), rounding);
  const holdout = count - train >= FEW ? errorScale(error.subarray(train), rounding) : fitted;
  const limit = (i: number) => (i < train ? fitted.limit : holdout.limit);
  const outlying = Array.from(order).filter((i) => error[i] > limit(i));
  return { order, train: fitted, holdout, outlying, rounding };
}

function errorScale(errors: Float64Array, rounding: number): ErrorScale {
  // Errors that are rounding are no finding: rows within the components' span leave nothing.
  const logs = errors.filter((v) => v > rounding).map((v) => Math.log(v));
  if (logs.length < 8) return { median: Number.NaN, limit: Number.POSITIVE_INFINITY };
  const { centre, scale } = robustScale(logs);
  return {
    median: Math.exp(centre),
    limit: scale > 1e-6 ? Math.exp(centre + SUSPECT_SCALES * scale) : Number.POSITIVE_INFINITY,
  };
}
