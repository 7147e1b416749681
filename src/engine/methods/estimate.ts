import type { Estimate } from '../contract/rpc';

/** Numbers of 8 bytes and multiplications that a fit of n rows and d encoded columns takes with the back end in use. */
export interface FitCost {
  readonly bytes: number;
  readonly seconds: number;
}

/**
 * Measured on one core: multiplications per second of the decomposition, which is about 5n³, and evaluations of the
 * kernel per second. Half of other machines are within a factor of two.
 */
const RATE = 5e9;
/** Beyond this many seconds a person is asked first. */
const PATIENCE = 60;
/** A page of typed arrays cannot be larger; four matrices are held at once. */
const CEILING = 4 * 2 ** 30;

/** Memory at the peak and time on this back end; see `run` of krr for where they go. */
export function fitCost(n: number, d: number): FitCost {
  const decomposition = 5 * n ** 3;
  const last = Math.max(1, Math.min(6, Math.floor(2e10 / decomposition)));
  // At the peak, inside a decomposition: the matrix, Q and two work arrays, and during a search the best one so far.
  const matrices = (last > 1 ? 5 : 4) * n * n;
  const rows = 4 * n * d + 600 * n;
  const bytes = 8 * (matrices + rows) + 32 * 2 ** 20;
  // Search: some 20 small ones, four of half the rows, one or two of all; then folds at some 17 lambdas.
  const half = n > 512 ? 4 * 5 * Math.max(512, n / 2) ** 3 : 0;
  const first = 18 * 5 * Math.min(n, 256) ** 3;
  const folds = 18 * 0.15 * n ** 3;
  const kernels = (n * n * (2 * d + 30) * (last + 2)) / 2;
  return { bytes, seconds: 0.2 + (first + half + last * decomposition + folds + kernels) / RATE };
}

/** The largest number of rows whose fit takes at most this long and this much. */
function rowsWithin(d: number, seconds: number, bytes: number): number {
  let low = 5;
  let high = 100_000;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const cost = fitCost(middle, d);
    if (cost.seconds <= seconds && cost.bytes <= bytes) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Says before anything is computed what a fit of n training rows and d encoded columns takes, and whether to go ahead, to ask,
 * or to refuse. `memory`: bytes that a fit may plan on.
 */
export function estimateFit(n: number, d: number, memory: number): Estimate {
  const { bytes, seconds } = fitCost(n, d);
  const limit = Math.min(memory, CEILING);
  const verdict = bytes > limit ? 'refuse' : seconds > PATIENCE ? 'ask' : 'go';
  const rows = rowsWithin(d, PATIENCE, limit);
  const proposedRows = verdict === 'go' ? n : Math.min(n, roundDown(rows));
  return { rows: n, columns: d, bytes, seconds, verdict, proposedRows, message: sentence() };

  function sentence(): string {
    const takes = `Fitting ${count(n)} rows takes about ${duration(seconds)} and ${size(bytes)} of memory`;
    if (verdict === 'go') return `${takes}.`;
    const sample = `a random sample of ${count(proposedRows)} rows takes about ${duration(fitCost(proposedRows, d).seconds)}`;
    return verdict === 'ask' ? `${takes}; ${sample}.` : `${takes}, more than the ${size(limit)} there is; ${sample}.`;
  }
}

/** To two digits, so that the proposal reads as one. */
function roundDown(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.floor(value / unit) * unit;
}

const count = (value: number) => value.toLocaleString('en-US');

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes`;
  return `${Math.round(seconds / 3600)} hours`;
}

function size(bytes: number): string {
  return bytes < 1e9 ? `${Math.max(1, Math.round(bytes / 1e6))} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
