/** The mean of numbers; NaN of none. */
export const meanOf = (values: Float64Array): number => values.reduce((sum, v) => sum + v, 0) / values.length;
