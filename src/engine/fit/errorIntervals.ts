import type { RunContext } from '../contract/context';
import type { ModelOutput } from '../contract/model';
import { permutation } from '../data/random';
import { coefficients } from '../model/coefficients';
import { chooseErrorSpread } from '../spectrum/intervalSpread';
import { type ResidualKernel, spectrumOf } from '../spectrum/spectrum';
import { conformalQuantile } from '../statistics/intervals';

/**
 * The most rows on which the size of errors is fitted, which takes a moment, and the fewest: fewer say nothing about
 * it.
 */
const MOST_ROWS = 800;
const LEAST_ROWS = 50;

/** The size of errors as an expansion over training rows: log s(x) = sum_j alpha_j·k(x, x_rows[j]) + constant, within `range`. */
export interface ErrorSize {
  readonly rows: Uint32Array;
  readonly alpha: Float64Array;
  readonly constant: number;
  readonly range: readonly [number, number];
  /** The largest error of any row left out. */
  readonly largest: number;
}

interface ErrorIntervals {
  /** w: half-widths are w, or min(w·s(x), the largest error) with a size. */
  readonly intervalWidth: number;
  /** The size of errors; omitted if one width does as well. */
  readonly size?: ErrorSize;
}

/**
 * 95 % intervals of a fit that is not a spectral filter on all rows, from its errors on rows left out (n, NaN for rows
 * that never were): one width, or one that follows the size of the errors, whichever scores better
 * (spectrum/intervalSpread.ts). `decompose` gives the residual kernel of some of the rows, with a constant and without
 * weights.
 */
export function errorIntervals(
  errors: Float64Array,
  seed: number,
  decompose: (rows: Uint32Array) => ResidualKernel,
  context: RunContext,
): ErrorIntervals {
  const known = Uint32Array.from(errors.keys()).filter((i) => !Number.isNaN(errors[i]));
  const largest = known.reduce((most, i) => Math.max(most, Math.abs(errors[i])), 0);
  const one = { intervalWidth: conformalQuantile(errors) };
  if (known.length < LEAST_ROWS || !(largest > 0 && Number.isFinite(largest))) return one;
  const order = permutation(known.length, seed, context).slice(0, MOST_ROWS);
  const rows = Uint32Array.from(order, (place) => known[place]).sort();
  const residual = decompose(rows);
  const { intervalWidth, log } = chooseErrorSpread(
    residual.basis,
    Float64Array.from(rows, (i) => errors[i]),
    largest,
  );
  if (log === undefined) return one;
  const { coordinates } = spectrumOf(residual.basis, log.target);
  const { alpha, beta } = coefficients(residual, log.target, coordinates, log.filter);
  return { intervalWidth, size: { rows, alpha, constant: beta[0], range: log.range, largest } };
}

/**
 * The size of errors in the coefficients of a model whose rows and unpenalised features are not those of the errors.
 */
export function modelSpread(
  { range, largest }: ErrorSize,
  expansion: { readonly alpha: Float64Array; readonly beta: Float64Array },
): NonNullable<ModelOutput['spread']> {
  // A model without a filter has no deviation, so every row counts as near.
  return { kind: 'fitted', largest: { error: largest, deviation: 1 }, range, ...expansion };
}
