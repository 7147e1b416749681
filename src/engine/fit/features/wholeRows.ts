import { type RunContext, silently } from '../../contract/context';
import type { FeatureBlock } from '../../contract/kernel';
import { whole as all, type LinearAlgebra } from '../../linalg/linalg';
import type { Unpenalised } from '../../spectrum/unpenalised';
import { weightedFeatures } from '../../spectrum/weighted';
import type { Problem } from '../problem';
import type { FeatureWork } from './featureHoldout';
import type { FeatureSpectrum, RowFacts } from './featureSpectrum';
import { besideFeatures, type RowParts } from './rowParts';

/** What the rows of a fit come to where they are too many to be held: the fit itself then holds a sample of them. */
export interface WholeRows extends Pick<FeatureWork, 'scale' | 'drawn' | 'iterates' | 'sums' | 'seconds'> {
  readonly facts: RowFacts;
  readonly spectrum: FeatureSpectrum;
  readonly unpenalised: Omit<Unpenalised, 'q'>;
  /** By class, what row weights were multiplied by, where the parameters ask for it. */
  readonly classWeights?: readonly number[];
  /** Weighted, of each output. */
  readonly outputs: readonly { readonly mean: number; readonly variance: number }[];
  /** Mean squared leave-one-out errors along `lambdasTried`, of each output; left out, those of the sample. */
  readonly leftOut?: readonly Float64Array[];
}

/** The sample's rows beside their features, with the R and the totals of all rows. */
export function sampledParts(
  problem: Problem,
  blocks: readonly FeatureBlock[],
  { facts, unpenalised }: Pick<WholeRows, 'facts' | 'unpenalised'>,
  linalg: LinearAlgebra,
  context: RunContext,
): RowParts {
  const features = weightedFeatures(blocks, problem, linalg, silently(context));
  const q = orthonormal(features?.values ?? new Float64Array(0), problem.x.rows, unpenalised, linalg, context);
  const parts = besideFeatures(problem, { ...unpenalised, q });
  return { ...parts, facts };
}

/** Q = F[:, kept]·R^-1 of some rows' unpenalised features F (m×p0), m×p. */
export function orthonormal(
  features: Float64Array,
  m: number,
  { p, r, kept }: Omit<Unpenalised, 'q'>,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array {
  const q = new Float64Array(m * p);
  for (let a = 0; a < p; a++) {
    const column = q.subarray(a * m, (a + 1) * m);
    column.set(features.subarray(kept[a] * m, (kept[a] + 1) * m));
    // Column a of Q·R is a sum over the columns of Q up to a.
    if (a > 0) linalg.gemv(false, m, a, -1, all(q, m), r.subarray(a * p, a * p + a), 1, column, context);
    const by = 1 / r[a * p + a];
    for (let i = 0; i < m; i++) column[i] *= by;
  }
  return q;
}
