import { KernelscopeError } from '../contract/failure';
import type { Estimate } from '../contract/rpc';
import { lastPass } from '../search/lengthScaleSearch';
import { type Pace, paceOf, secondsRange } from '../statistics/pace';
import { count } from '../words/numbers';
import { durationRange, memorySize } from '../words/quantities';
import type { FitCost } from './method';
import { GRID_SCALES } from './scaleGrid';

/** The steps of a fit on the spectrum that cost of the order of n³. */
export interface FitWork {
  /** The search of a length scale on all rows: by Cholesky factors, by decompositions in turn, over a parallel grid of them, or none. */
  readonly search: 'factors' | 'decompositions' | 'grid' | 'none';
  /** Decompositions of all rows. */
  readonly decompositions: number;
  /** The number of folds that are decomposed anew. */
  readonly refitFolds: number;
}

/** Operations per second and thread, a decomposition counted as 5n³ of them, measured on one machine: `Pace` corrects it for others. */
export const RATE = 1.5e10;
/** Fraction of a thread's speed that each thread after the first adds. */
export const SHARED = 0.7;
/** The seconds of a fit beyond which a person is asked first. */
const PATIENCE = 60;
/** Bytes that WebAssembly can address, and the part of them for the threads' scratch and small arrays. */
const CORE_MEMORY = 4 * 2 ** 30;
export const CORE_SMALL = 64 * 2 ** 20;
/** Bytes of the engine itself before it has read anything. */
export const ENGINE = 70e6;

/** The steps of most fits: a search, one decomposition, folds without refitting. */
const USUAL: FitWork = { search: 'factors', decompositions: 1, refitFolds: 0 };

/** Memory at the peak and time with the embedded core on `threads` threads; fitSpectral.ts shows where they go. */
export function fitCost(n: number, d: number, threads: number, work: FitWork = USUAL): FitCost {
  // Inside a decomposition: the matrix, the vectors of the tridiagonal problem and half of them packed; then columns of work.
  const coreBytes = 8 * (2.5 * n * n + 600 * n) + CORE_SMALL;
  // Outside, its copy, one that waits to be collected, and the last fit's while this one is decomposed again.
  const copies = work.decompositions > 1 || work.refitFolds > 0 ? 3 : 2;
  // A second core for each thread that computes trials.
  const trials = work.search === 'grid' ? threads * (8 * 3.5 * n * n + CORE_SMALL) : 0;
  const bytes = ENGINE + coreBytes + trials + 8 * (copies * n * n + 4 * n * d + 600 * n);
  const searched = searchOperations(n, d, work.search);
  const decomposed = work.decompositions * (DECOMPOSITION * n ** 3 + kernelOperations(n, d));
  // Folds cost some 17 lambdas without refitting, and one decomposition more for each fold that is refitted.
  const folds = 18 * 0.15 * n ** 3 + work.refitFolds * DECOMPOSITION * (0.9 * n) ** 3;
  const rate = RATE * (1 + SHARED * (threads - 1));
  return { bytes, coreBytes, seconds: viewSeconds(d) + (searched + decomposed + folds) / rate };
}

/** Measured seconds of steps that hardly depend on the rows, for d encoded columns: baselines, resampling, partial dependence (of many columns a few). */
export const viewSeconds = (d: number): number => 0.55 + 0.15 * Math.sqrt(Math.min(d, 64)) + 0.0008 * d;

const DECOMPOSITION = 5;
const kernelOperations = (n: number, d: number) => (n * n * (2 * d + 30)) / 2;

/** Operations of a search: some 12 decompositions of 256 rows, three of 600, then the criterion on as many rows as are affordable. */
function searchOperations(n: number, d: number, search: FitWork['search']): number {
  if (search === 'none') return 0;
  if (search === 'grid') return GRID_SCALES * (DECOMPOSITION * n ** 3 + kernelOperations(n, d));
  const { rows: last, most } = lastPass(n, search === 'factors');
  // Half of the decompositions that it may make, as measured: it ends where the criterion is flat.
  const each = search === 'factors' ? 1 : DECOMPOSITION / 2;
  const small = 12 * DECOMPOSITION * Math.min(n, 256) ** 3;
  const middle = n > 512 ? 3 * DECOMPOSITION * Math.min(n / 2, 600) ** 3 : 0;
  return small + middle + most * (each * last ** 3 + kernelOperations(last, d));
}

/** The largest number of rows whose fit takes at most these seconds and bytes. */
function rowsWithin(seconds: number, bytes: number, costOf: (rows: number) => FitCost): number {
  let low = 5;
  let high = 100_000;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const cost = costOf(middle);
    if (cost.seconds <= seconds && fits(cost, bytes)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Estimates, before anything is computed, the cost of a fit of n training rows and d encoded columns, and whether to go
 * ahead, to ask, or to refuse. `memory`: the bytes that a fit may plan on; `estimated`: the cost of a number of rows;
 * `pace`: that of this machine.
 */
export function estimateFit(
  n: number,
  d: number,
  memory: number,
  estimated: (rows: number) => FitCost,
  pace: Pace = paceOf(undefined, 'spectral'),
): Estimate {
  const costOf = (rows: number): FitCost => {
    const cost = estimated(rows);
    return { ...cost, seconds: cost.seconds * pace.factor };
  };
  const cost = costOf(n);
  const { bytes, seconds } = cost;
  const verdict = !fits(cost, memory) ? 'refuse' : seconds > PATIENCE ? 'ask' : 'go';
  const rows = roundDown(rowsWithin(PATIENCE, memory, costOf));
  const sampled = costOf(rows);
  // Thousands of features take as long on a handful of rows.
  const fewerHelp = rows < n && fits(sampled, memory) && sampled.seconds <= PATIENCE;
  const proposedRows = verdict !== 'go' && fewerHelp ? rows : n;
  const range = secondsRange(seconds, pace);
  return { rows: n, columns: d, bytes, seconds, range, verdict, proposedRows, message: sentence() };

  function sentence(): string {
    const takes = `Fitting ${count(n)} rows takes ${durationRange(range)} and ${memorySize(bytes)} of memory`;
    if (verdict === 'go') return `${takes}.`;
    const sample = fewerHelp
      ? `a random sample of ${count(proposedRows)} rows takes ${durationRange(secondsRange(sampled.seconds, pace))}`
      : 'fewer rows would hardly be faster';
    const ways = [cost.instead, sample].filter((way) => way !== undefined).join('; ');
    if (verdict === 'ask') return `${takes}; ${ways}.`;
    if (bytes > memory) return `${takes}, more than the ${memorySize(memory)} available; ${ways}.`;
    const core = `${memorySize(cost.coreBytes)} for the linear algebra, which can address ${memorySize(CORE_MEMORY)}`;
    return `${takes}, of which ${core}; ${ways}.`;
  }
}

const fits = ({ bytes, coreBytes }: FitCost, memory: number) => bytes <= memory && coreBytes <= CORE_MEMORY;

/** Throws `memory/too-large` if the step named by `done` on these rows takes more `bytes` than `memory`. */
export function requireMemory(done: string, rows: number, bytes: number, memory: number): void {
  if (bytes <= memory) return;
  const proposedRows = roundDown((rows * memory) / bytes);
  throw new KernelscopeError(
    'memory/too-large',
    `${done} ${count(rows)} rows takes about ${memorySize(bytes)} of memory, more than the ${memorySize(memory)} available. Use at most ${count(proposedRows)} rows, fewer columns, or provide more memory.`,
    { bytes, proposedRows },
  );
}

/** Rounds down to two digits, so that a proposed number looks like a proposal. */
function roundDown(value: number): number {
  if (value < 1) return 1;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.floor(value / unit) * unit;
}
