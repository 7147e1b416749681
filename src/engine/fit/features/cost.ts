import { CORE_SMALL, ENGINE, RATE, SHARED, viewSeconds } from '../estimate';
import type { FitCost } from '../method';
import { blockRows } from './featureRows';

/**
 * The numbers of M×M matrices: in the core the problem's matrix, eigenvectors and work; in all also the stored sums and
 * vectors.
 */
const CORE_SQUARES = 4;
const SQUARES = 7.2;
/** Blocks of features held at once: the features, their projections, and their fits at every lambda. */
const BLOCKS = 3;
/**
 * The most bytes that rows left out keep between visits, M numbers for each, if the rows themselves take no more
 * (featureLeftOut.ts), and the fewest features for which that saves anything.
 */
export const KEPT_BYTES = 2 ** 26;
export const KEPT_FEATURES = 250;
/**
 * The numbers held per encoded cell, including the columns of the file and garbage not yet collected. Measured, as the
 * others.
 */
const ROWS = 3.1;
/** Decompositions in units of M³: that of the fit, and those of fewer features with M in steps of a factor sqrt(2). */
const DECOMPOSITIONS = 1.6 * 5;
/** Speed of long products of sums over `RATE`: they run nearer the machine's limit. */
const PRODUCTS = 1.3;
/** Operations that evaluating one feature costs in addition to its products with the columns. */
const EVALUATION = 40;

/** Memory at the peak of a fit of n rows and d columns on M features. */
export function fitBytes(n: number, d: number, count: number): Pick<FitCost, 'bytes' | 'coreBytes'> {
  const blocks = 8 * BLOCKS * Math.min(n, blockRows(count)) * count;
  const coreBytes = 8 * CORE_SQUARES * count * count + blocks + CORE_SMALL;
  const keeps = count >= KEPT_FEATURES && 8 * n * d <= KEPT_BYTES;
  const kept = keeps ? Math.min(KEPT_BYTES, 8 * n * count) : 0;
  const fitting = 8 * (ROWS * n * d + 8 * n + SQUARES * count * count) + blocks + kept + CORE_SMALL / 2;
  return { bytes: Math.round(ENGINE + fitting), coreBytes };
}

/** The memory of a fit with its time on `threads` threads. Landmarks are whitened, which takes as long as adding up. */
export function featureCost(
  n: number,
  d: number,
  count: number,
  whitened: boolean,
  compared: boolean,
  threads: number,
): FitCost {
  const rate = RATE * (1 + SHARED * (threads - 1));
  const sums = n * count * (((whitened ? 2 : 1) * count) / PRODUCTS + 2 * d + EVALUATION);
  const leftOut = (4 * Math.min(n * count * count, Math.max(1e10, 4000 * count * count))) / PRODUCTS;
  const operations = sums + leftOut + DECOMPOSITIONS * count ** 3;
  // A search of the length scale on 1,500 rows, which takes as many seconds for any n.
  const searched = Math.min(n, 1500) ** 3 * 8;
  const also = compared && comparable(n, count) ? Math.min(1, PEER_COUNT / count) ** 2 : 0;
  return { ...fitBytes(n, d, count), seconds: viewSeconds(d) + (operations * (1 + also) + searched) / rate };
}

/**
 * The most features of the other kind that are compared: twice as many take four times as long, and their curve already
 * shows its course.
 */
export const PEER_COUNT = 1000;
/** The numbers of landmarks that may be enough if as many as take half a minute were requested, ascending. */
export const TRIED_COUNTS = [500, 1000];
/** The most landmarks of the fit whose spectrum is shown with conjugate gradients. */
export const SPECTRUM_COUNT = 1000;
/** The most bytes with which K_nm is stored between iterations. */
export const KEEP_BYTES = 5e8;
/** Iterations until the tolerance is reached, as measured over lambdas down to 1e-7. */
const ITERATIONS = 30;

/** The cost of conjugate gradients over `count` landmarks at one lambda, and of the spectrum of fewer landmarks. */
export function iteratedCost(n: number, d: number, count: number, compared: boolean, threads: number): FitCost {
  const shown = featureCost(n, d, Math.min(SPECTRUM_COUNT, count), true, compared, threads);
  const rate = RATE * (1 + SHARED * (threads - 1));
  const stored = 8 * n * count <= KEEP_BYTES;
  const step = n * count * (stored ? 4 : 2 * d + EVALUATION);
  // K_mm and its factor, the preconditioner's from 4·m rows, and work.
  const squares = 8 * 3 * count * count;
  const coreBytes = squares + (stored ? 8 * n * count : 8 * blockRows(count) * count) + CORE_SMALL;
  return {
    bytes: Math.max(shown.bytes, shown.bytes - shown.coreBytes + coreBytes),
    coreBytes: Math.max(shown.coreBytes, coreBytes),
    seconds: shown.seconds + (ITERATIONS * step + 6 * count ** 3) / rate,
  };
}

/** The most operations with which the other kind of features is fitted for comparison: some seconds. */
const COMPARED = 1.5e11;
export const comparable = (n: number, count: number): boolean => n * count * count + 20 * count ** 3 <= COMPARED;
