import type { Matrix } from '../../contract/data';
import { KernelscopeError } from '../../contract/failure';
import type { KernelSpec } from '../../contract/kernel';
import { pickColumns } from '../../kernels/rows';
import { scaleRows } from '../../kernels/scaledRows';
import type { Computing } from '../../linalg/linalg';
import { landmarkRowsNamed } from './chosenRows';
import { kMeansPlusPlus } from './kMeansPlusPlus';
import { checkDefinite } from './landmarkMap';
import { drawByScore, leverageScores } from './leverageLandmarks';
import { uniformRows } from './uniformRows';

export const LANDMARK_RULES = ['uniform', 'kMeans', 'leverage', 'chosen'] as const;
export type LandmarkRule = (typeof LANDMARK_RULES)[number];

export interface LandmarkRequest {
  readonly rule: LandmarkRule;
  readonly kernel: KernelSpec;
  /** Training rows, n×d, encoded. */
  readonly x: Matrix;
  /** m; rule `chosen` takes as many as are named. */
  readonly count: number;
  readonly seed: number;
  /**
   * leverage: the lambda per sample of the scores; if omitted, it follows from `count` and the kernel's eigenvalues.
   */
  readonly lambda?: number;
  /** chosen: row numbers of the file, "1 5 9-20". */
  readonly rows?: string;
  /** chosen: the row of the file of each training row (n), of held-out rows, and how many the file has. */
  readonly fileRows?: Uint32Array;
  readonly heldOutRows?: Uint32Array;
  readonly rowsInFile?: number;
}

export interface Landmarks {
  /** 0-based training rows, each once, in drawing order: the first m' are a choice of m'. */
  readonly rows: Uint32Array;
  /** "uniform landmarks". */
  readonly title: string;
  /** leverage: how the scores were estimated; `effective` is the effective dimension at that lambda. */
  readonly sampling?: { readonly pilot: number; readonly lambda: number; readonly effective: number };
  /** kMeans: the number of rows that were candidates, if that is a sample of them. */
  readonly candidates?: number;
}

/**
 * The rows that are landmarks. uniform: the first of a permutation by `seed`, so fewer are the first of more. kMeans:
 * the seeding of k-means++ on encoded rows, divided by the length scales of a kernel that has one for each. leverage:
 * without replacement by approximate ridge leverage scores. kMeans returns fewer than `count` if fewer rows differ.
 * Throws `parameter/invalid` if `count` is not within 1…n, for rows that cannot be chosen, and for a kernel that
 * landmarks cannot approximate.
 */
export function chooseLandmarks(request: LandmarkRequest, context: Computing): Landmarks {
  const { rule, kernel, x, count, seed } = request;
  checkDefinite(kernel);
  if (rule === 'chosen') return chosen(request);
  checkCount(count, x.rows);
  switch (rule) {
    case 'uniform':
      return { rows: uniformRows(x.rows, count, seed, context), title: 'uniform landmarks' };
    case 'kMeans': {
      const { rows, candidates } = kMeansPlusPlus(divided(x, kernel), count, seed, context);
      return { rows, title: 'k-means++ landmarks', ...(candidates < x.rows && { candidates }) };
    }
    case 'leverage': {
      const { scores, ...sampling } = leverageScores(kernel, x, count, seed, request.lambda, context);
      return { rows: drawByScore(scores, count, seed), title: 'landmarks by leverage scores', sampling };
    }
  }
}

function chosen({ rows = '', fileRows, heldOutRows, rowsInFile, x }: LandmarkRequest): Landmarks {
  const train = fileRows ?? Uint32Array.from({ length: x.rows }, (_, i) => i + 1);
  const file = {
    train,
    ...(heldOutRows && { heldOut: heldOutRows }),
    ...(rowsInFile !== undefined && { count: rowsInFile }),
  };
  return { rows: landmarkRowsNamed(rows, file), title: 'chosen landmarks' };
}

function checkCount(count: number, n: number): void {
  const fault =
    count > n
      ? `landmarks must be at most the number of training rows, ${n}; it is ${count}.`
      : count >= 1 && Number.isInteger(count)
        ? undefined
        : `landmarks must be a whole number from 1 to the number of training rows, ${n}; it is ${count}.`;
  if (fault !== undefined) throw new KernelscopeError('parameter/invalid', fault, { name: 'landmarks', value: count });
}

/** Rows as the kernel sees their distances, if it weighs the columns differently. */
function divided(x: Matrix, kernel: KernelSpec): Matrix {
  if (kernel.kind === 'sum' || kernel.kind === 'product' || kernel.lengthScale.length === 1) return x;
  return scaleRows(pickColumns(x, 'columns' in kernel ? kernel.columns : undefined), kernel.lengthScale);
}
