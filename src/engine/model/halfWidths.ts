import type { IntervalSpread, ModelOutput } from '../contract/model';
import { deviationAt } from '../spectrum/deviation';
import type { Eigenbasis } from '../spectrum/spectrum';
import { type ProjectedRows, predictProjected } from './projection';

/**
 * The half-widths of 95 % prediction intervals of an output with a filter at m projected rows, in units of y:
 *
 *   max(1, deviation(x)/D)·min(w·s(x), E),   E and D the largest error and deviation of any training row left out.
 *
 * The bound E excludes no left-out row, and near-interpolating fits need it: their posterior deviation is hundreds of
 * times the noise where errors are small. The factor before it widens intervals farther from the training rows than any
 * of these is from the others, for which left-out errors say nothing.
 */
export function halfWidths(
  projected: ProjectedRows,
  { filter, intervalWidth: w, spread }: Pick<ModelOutput, 'filter' | 'intervalWidth' | 'spread'>,
  basis: Eigenbasis,
  rootWeights?: Float64Array,
): Float64Array {
  if (filter === undefined) return expandedHalfWidths(projected, { intervalWidth: w, spread });
  const deviation = deviationAt(projected.p, projected.prior, projected.leverage, basis, filter);
  if (spread === undefined) return deviation.map((v) => w * v);
  const { largest } = spread;
  const s = spreadAt(projected, spread, deviation, rootWeights);
  return deviation.map((v, j) => Math.max(1, v / largest.deviation) * Math.min(w * s[j], largest.error));
}

/** The same for an output without a filter, whose deviation is 1 everywhere: w, or min(w·s(x), E). */
export function expandedHalfWidths(
  at: Pick<ProjectedRows, 'rows' | 'cross' | 'features'>,
  { intervalWidth: w, spread }: Pick<ModelOutput, 'intervalWidth' | 'spread'>,
): Float64Array {
  const ones = new Float64Array(at.rows).fill(1);
  if (spread === undefined) return ones.fill(w);
  return spreadAt(at, spread, ones).map((s) => Math.min(w * s, spread.largest.error));
}

function spreadAt(
  projected: Pick<ProjectedRows, 'rows' | 'cross' | 'features'>,
  spread: IntervalSpread,
  deviation: Float64Array,
  rootWeights?: Float64Array,
): Float64Array {
  switch (spread.kind) {
    case 'constant':
      return new Float64Array(deviation.length).fill(1);
    case 'posterior':
      // Deviations beyond the largest are left to the factor.
      return deviation.map((v) => Math.min(v, spread.largest.deviation));
    case 'fitted': {
      const [low, high] = spread.range;
      return predictProjected(projected, spread, rootWeights).map((h) => Math.exp(Math.min(high, Math.max(low, h))));
    }
  }
}
