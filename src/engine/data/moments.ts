import { inBlocks, type RunContext } from '../contract/context';

/**
 * Squares of deviations between these, and sums of them, neither overflow nor lose digits below the range of numbers.
 */
const LARGEST = 2 ** 480;
const SMALLEST = 2 ** -450;
/** A factor that brings any finite number, and the sum of as many as an array holds, far below the largest number. */
const DOWN = 2 ** -60;
/** The exponent of the smallest power of two that is a number. */
const LEAST_POWER = -1074;

/** The mean of finite values, missing ones (NaN) left out. Finite, however large they are. */
export function finiteMean(values: Float64Array, context: RunContext): number {
  const mean = meanBy(values, (v) => v, context);
  return Number.isFinite(mean) ? mean : meanBy(values, (v) => v * DOWN, context) / DOWN;
}

/**
 * The standard deviation around the mean, dividing by the number of values. Deviations whose squares would overflow or
 * vanish are first divided by a power of two near the largest of them. Infinite when a deviation is.
 */
export function deviationOf(values: Float64Array, mean: number, context: RunContext): number {
  const largest = largestDeviation(values, mean, context);
  if (largest === 0 || !Number.isFinite(largest)) return largest;
  if (largest > SMALLEST && largest < LARGEST) return Math.sqrt(meanBy(values, (v) => (v - mean) ** 2, context));
  const unit = 2 ** Math.max(LEAST_POWER, Math.floor(Math.log2(largest)));
  return unit * Math.sqrt(meanBy(values, (v) => ((v - mean) / unit) ** 2, context));
}

/** The mean of f(v); a second pass removes the rounding error of the first. */
function meanBy(values: Float64Array, f: (value: number) => number, context: RunContext): number {
  let mean = 0;
  for (let pass = 0; pass < 2; pass++) {
    const before = mean;
    let sum = 0;
    let count = 0;
    inBlocks(values.length, context, 4, (from, to) => {
      for (let i = from; i < to; i++) {
        if (Number.isNaN(values[i])) continue;
        sum += f(values[i]) - before;
        count++;
      }
    });
    mean = before + sum / count;
  }
  return mean;
}

function largestDeviation(values: Float64Array, mean: number, context: RunContext): number {
  let largest = 0;
  inBlocks(values.length, context, 1, (from, to) => {
    for (let i = from; i < to; i++)
      largest = Math.max(largest, Math.abs(Number.isNaN(values[i]) ? 0 : values[i] - mean));
  });
  return largest;
}
