import { robustSpread } from '../../statistics/robustScale';

/** The target's robust standard deviation; never 0. */
export const spreadOf = (y: Float64Array): number => robustSpread(y) || 1;
