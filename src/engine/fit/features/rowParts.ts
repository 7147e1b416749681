import { type RunContext, silently } from '../../contract/context';
import type { FeatureBlock } from '../../contract/kernel';
import type { LinearAlgebra } from '../../linalg/linalg';
import { type Unpenalised, unpenalisedOf } from '../../spectrum/unpenalised';
import { weightedFeatures } from '../../spectrum/weighted';
import type { Problem } from '../problem';
import type { RowFacts } from './featureSpectrum';

/** The rows of a fit beside their features: everything weighted. */
export interface RowParts {
  readonly unpenalised: Unpenalised;
  /** [Q Y], n×(p + T). */
  readonly right: Float64Array;
  readonly facts: RowFacts;
  readonly targets: readonly Float64Array[];
}

/** Throws `parameter/invalid` when the unpenalised features leave no row to the others. */
export function rowParts(
  problem: Problem,
  blocks: readonly FeatureBlock[],
  linalg: LinearAlgebra,
  context: RunContext,
): RowParts {
  const n = problem.x.rows;
  const features = weightedFeatures(blocks, problem, linalg, silently(context));
  return besideFeatures(problem, unpenalisedOf(features?.values, n, features?.columns ?? 0, linalg, silently(context)));
}

export function besideFeatures(problem: Problem, unpenalised: Unpenalised): RowParts {
  const n = problem.x.rows;
  const { p, q } = unpenalised;
  const targets = problem.outputs.map(({ weighted }) => weighted);
  const right = new Float64Array(n * (p + targets.length));
  right.set(q);
  targets.forEach((y, t) => {
    right.set(y, (p + t) * n);
  });
  const along = targets.map((y) => Float64Array.from({ length: p }, (_, a) => dot(q, a * n, y)));
  const facts = { n, unpenalised: p, along, square: targets.map((y) => dot(y, 0, y)) };
  return { unpenalised, right, facts, targets };
}

/** a[from…]·b over the length of b. */
function dot(a: Float64Array, from: number, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += a[from + i] * b[i];
  return sum;
}
