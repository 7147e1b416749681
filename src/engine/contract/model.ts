import type { ERROR_MEASURES, FIT_ERROR, FIT_QUALITY, INTERVAL_SPREAD, MODEL, MODEL_OUTPUT } from './model.schema';
import type { Of } from './schema';

/** Everything `predict` needs; saved by --save and with each run. */
export interface Model extends Of<typeof MODEL> {}

/** What a fit has found out that its predictions are to be seen beside. */
export interface FitQuality extends Of<typeof FIT_QUALITY> {}

/** Of numbers `rmse`, of classes `accuracy`. */
export interface ErrorMeasures extends Of<typeof ERROR_MEASURES> {}

/** The error of a fit on rows that it did not train on: held-out rows, or training rows by fits without them. */
export interface FitError extends Of<typeof FIT_ERROR> {}

/** f(x) = sum_j alpha_j·k(x, x_j) + F(x)·beta. */
export interface ModelOutput extends Of<typeof MODEL_OUTPUT> {}

/**
 * Where prediction intervals are wide and where narrow (spectrum/intervalSpread.ts), s(x) of the half-width w·s(x): alike everywhere, as
 * the posterior deviation, or exp h(x) with h(x) = sum_j alpha_j·k(x, x_j) + F(x)·beta kept within `range`.
 */
export type IntervalSpread = Of<typeof INTERVAL_SPREAD>;
