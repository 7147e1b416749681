import { silently } from '../../contract/context';
import type { FeatureBlock } from '../../contract/kernel';
import { innerProduct } from '../../linalg/dot';
import { type Computing, full } from '../../linalg/linalg';
import { type Unpenalised, unpenalisedOf } from '../../spectrum/unpenalised';
import { weightedFeatures } from '../../spectrum/weighted';
import type { Problem } from '../problem';
import type { RowFacts } from './featureSpectrum';

/** The values of a fit's rows apart from their features, all weighted. */
export interface RowParts {
  readonly unpenalised: Unpenalised;
  /** [Q Y], n×(p + T). */
  readonly right: Float64Array;
  readonly facts: RowFacts;
  readonly targets: readonly Float64Array[];
}

/** The parts of all rows. Throws `parameter/invalid` if the unpenalised features leave no row to the others. */
export function rowParts(problem: Problem, blocks: readonly FeatureBlock[], context: Computing): RowParts {
  const n = problem.x.rows;
  const features = weightedFeatures(blocks, problem, silently(context));
  return besideFeatures(problem, unpenalisedOf(features?.values, n, features?.columns ?? 0, silently(context)));
}

function besideFeatures(problem: Problem, unpenalised: Unpenalised): RowParts {
  const n = problem.x.rows;
  const { p, q } = unpenalised;
  const targets = problem.outputs.map(({ weighted }) => weighted);
  const right = new Float64Array(n * (p + targets.length));
  right.set(q);
  targets.forEach((y, t) => {
    right.set(y, (p + t) * n);
  });
  const along = targets.map((y) =>
    Float64Array.from({ length: p }, (_, a) => innerProduct(q.subarray(a * n, (a + 1) * n), y)),
  );
  const facts = { n, unpenalised: p, along, square: targets.map((y) => innerProduct(y, y)) };
  return { unpenalised, right, facts, targets };
}

/** The parts of a sample's rows, with the R and the totals of all rows. */
export function sampledParts(
  problem: Problem,
  blocks: readonly FeatureBlock[],
  { facts, unpenalised }: { readonly facts: RowFacts; readonly unpenalised: Omit<Unpenalised, 'q'> },
  context: Computing,
): RowParts {
  const features = weightedFeatures(blocks, problem, silently(context));
  const q = orthonormal(features?.values ?? new Float64Array(0), problem.x.rows, unpenalised, context);
  const parts = besideFeatures(problem, { ...unpenalised, q });
  return { ...parts, facts };
}

/** Q = F[:, kept]·R^-1 of some rows' unpenalised features F (m×p0), m×p. */
export function orthonormal(
  features: Float64Array,
  m: number,
  { p, r, kept }: Omit<Unpenalised, 'q'>,
  context: Computing,
): Float64Array {
  const q = new Float64Array(m * p);
  for (let a = 0; a < p; a++) {
    const column = q.subarray(a * m, (a + 1) * m);
    column.set(features.subarray(kept[a] * m, (kept[a] + 1) * m));
    // Column a of Q·R is a sum over the columns of Q up to a.
    if (a > 0) context.linalg.gemv(false, m, a, -1, full(q, m), r.subarray(a * p, a * p + a), 1, column, context);
    const by = 1 / r[a * p + a];
    for (let i = 0; i < m; i++) column[i] *= by;
  }
  return q;
}
