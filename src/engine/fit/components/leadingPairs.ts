import type { Components } from '../../contract/components';
import { partOf } from '../../contract/context';
import { KernelscopeError } from '../../contract/failure';
import type { BlockOperator } from '../../linalg/krylovBasis';
import type { Computing } from '../../linalg/linalg';
import { topEigen } from '../../linalg/topEigen';
import type { ComponentScores, ComponentsProjection } from '../../model/projectComponents';

/** The tolerance relative to the first eigenvalue, small enough to know directions of small eigenvalues to many digits too. */
const TOLERANCE = 1e-13;
/** Multiplications after which all pairs are cheaper since the spectrum is too flat. */
const LIMIT = 60;
/** Below this size a full decomposition is a matter of milliseconds. */
const SMALL = 300;

/** Columns multiplied at once for l pairs. */
export const blockOf = (l: number): number => Math.min(32, Math.max(8, l));

/** True if some 30 multiplications (60·b·n² operations) cost less than half of the 5·n³ of all pairs; n×b products are the slower ones. */
export const byLanczos = (n: number, l: number): boolean => n > SMALL && n > 24 * blockOf(l) && 5 * l < n;

export interface SymmetricMatrix {
  readonly n: number;
  /** W ← A·V. */
  readonly product: BlockOperator;
  /** A itself, at least its lower triangle, in memory that the decomposition may overwrite. */
  dense(): Float64Array;
}

export interface LeadingPairs {
  /** The l eigenvalues, descending. */
  readonly values: Float64Array;
  /** The eigenvectors, n×l, in the core's memory until the caller's scope ends. */
  readonly vectors: Float64Array;
  readonly solver: Components['solver'];
}

/** The l leading eigenpairs: by block Lanczos if that is cheaper, otherwise, or if it does not converge, from all of them. */
export function leadingPairs({ n, product, dense }: SymmetricMatrix, l: number, context: Computing): LeadingPairs {
  if (byLanczos(n, l)) {
    const leading = attempt(() =>
      topEigen(product, n, l, { tolerance: TOLERANCE, limit: LIMIT, blockSize: blockOf(l) }, partOf(context, 0, 0.9)),
    );
    if (leading) {
      const { values, vectors, residuals, iterations } = leading;
      const residual = residuals.reduce((a, b) => Math.max(a, b), 0) / Math.max(values[0], Number.MIN_VALUE);
      return { values, vectors, solver: { kind: 'lanczos', residual, iterations } };
    }
  }
  const all = context.linalg.symmetricEigen(dense(), n, context);
  const vectors = context.linalg.allocate(n * l);
  const values = new Float64Array(l);
  for (let j = 0; j < l; j++) {
    values[j] = all.values[n - 1 - j];
    vectors.set(all.vectors.subarray((n - 1 - j) * n, (n - j) * n), j * n);
  }
  return { values, vectors, solver: { kind: 'all', residual: 0, iterations: 0 } };
}

/** The result of `find`, or undefined if the iteration did not converge: a flat spectrum is no fault of the rows. */
function attempt<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof KernelscopeError && error.failure.data?.residuals !== undefined) return undefined;
    throw error;
  }
}

/** The leading components of the training rows, found by any form. */
export interface Principal extends Pick<Components, 'kind' | 'count' | 'title' | 'eigenvalues' | 'total' | 'solver'> {
  /** Eigenvalues above rounding; beyond it they are 0, and so are the scores. */
  readonly rank: number;
  readonly centred: boolean;
  /** Sums over the training rows of squares of scores minus their mean, l. */
  readonly spread: Float64Array;
  readonly model: ComponentsProjection;
  /** Scores of the training rows (n), if they come with the eigenvectors. */
  readonly training?: ComponentScores;
}

/**
 * The l leading ones of descending eigenvalues of the covariance, those within rounding of 0 set to it: n·eps times the
 * larger of the first and of the squared norm of the mean, which was subtracted.
 */
export function aboveRounding(values: Float64Array, n: number, meanSquare: number): Float64Array {
  const floor = n * Number.EPSILON * Math.max(values[0] ?? 0, Math.abs(meanSquare));
  return values.map((value) => (value > floor ? value : 0));
}

export const rankOf = (eigenvalues: Float64Array): number => eigenvalues.filter((value) => value > 0).length;
