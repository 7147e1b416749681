import type { Components } from '../../contract/components';
import type { ComponentScores, ComponentsProjection } from '../../model/projectComponents';

/** The leading components of the training rows, whatever they were found from. */
export interface Principal extends Pick<Components, 'kind' | 'count' | 'title' | 'eigenvalues' | 'total' | 'solver'> {
  /** Eigenvalues above rounding; beyond it they are 0, and so are the scores. */
  readonly rank: number;
  readonly model: ComponentsProjection;
  /** Scores of the training rows (n), where they come with the eigenvectors. */
  readonly training?: ComponentScores;
}

/**
 * The l leading ones of descending eigenvalues of the covariance, those within rounding of 0 set to it: n·eps times the larger of the
 * first and of the squared norm of the mean, which was taken away.
 */
export function aboveRounding(values: Float64Array, n: number, meanSquare: number): Float64Array {
  const floor = n * Number.EPSILON * Math.max(values[0] ?? 0, Math.abs(meanSquare));
  return values.map((value) => (value > floor ? value : 0));
}

export const rankOf = (eigenvalues: Float64Array): number => eigenvalues.filter((value) => value > 0).length;
