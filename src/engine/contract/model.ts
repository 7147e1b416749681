import type {
  ERROR_MEASURES,
  FIT_CARD,
  FIT_ERROR,
  FIT_QUALITY,
  FIT_RECORD,
  INTERVAL_SPREAD,
  MODEL,
  MODEL_OUTPUT,
  SOLVED_TARGET,
} from './model.schema';
import type { Of } from './schema';

/** Everything `predict` needs; saved by --save and with each run. */
export interface Model extends Of<typeof MODEL> {}

/** The findings of a fit that should be shown with its predictions. */
export interface FitQuality extends Of<typeof FIT_QUALITY> {}

/** When a model was fitted, and how sure its errors and its intervals are. */
export interface FitCard extends Of<typeof FIT_CARD> {}

/** The error on some rows: `rmse` and `r2` for numbers, `accuracy` and `logLoss` for classes. */
export interface ErrorMeasures extends Of<typeof ERROR_MEASURES> {}

/** The error of a fit on rows that it did not train on: held-out rows, or training rows as fits without them predict them. */
export interface FitError extends Of<typeof FIT_ERROR> {}

/** f(x) = sum_j alpha_j·k(x, x_j) + F(x)·beta. */
export interface ModelOutput extends Of<typeof MODEL_OUTPUT> {}

/**
 * The spread s(x) of prediction intervals of half-width w·s(x) (spectrum/intervalSpread.ts): constant, the posterior deviation, or exp h(x) with
 * h(x) = sum_j alpha_j·k(x, x_j) + F(x)·beta limited to `range`.
 */
export type IntervalSpread = Of<typeof INTERVAL_SPREAD>;

/** The numbers that one target was solved with. */
export interface SolvedTarget extends Of<typeof SOLVED_TARGET> {}

/** How a model was fitted, as far as it is needed to fit it again elsewhere; predictions do not use it. */
export interface FitRecord extends Of<typeof FIT_RECORD> {}
