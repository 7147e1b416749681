import type { Matrix } from '../../engine/contract/data';
import type { Model, ModelOutput } from '../../engine/contract/model';
import { equivalentLambda, zonesOf } from '../../engine/filters/anyFilter';
import type { Computing } from '../../engine/linalg/linalg';
import { decomposeKernel } from '../../engine/spectrum/decomposeKernel';
import { explainedWeights } from '../../engine/spectrum/deviation';
import type { ResidualKernel } from '../../engine/spectrum/spectrum';
import type { PortableDirections, PortableInterval, PortableProjection } from './portable';

/** A decomposition of the training rows with the directions that some output's deviation is computed from. */
export interface IntervalBasis {
  readonly residual: ResidualKernel;
  readonly directions: readonly number[];
  readonly weights: readonly Float64Array[];
  readonly ridges: readonly number[];
  /** True when the directions are stored. If absent, they follow from the rows. */
  readonly stored?: true;
}

/** All directions, in the order of their eigenvalues, as a reader finds them that decomposes the rows. */
export function rowsBasis(model: Model, context: Computing): IntervalBasis {
  const residual = decomposeKernel(model.kernel, model, model.unpenalised, context);
  const { n, mu, rank } = residual.basis;
  const filters = model.outputs.map(({ filter }) => filter).filter((filter) => filter !== undefined);
  const lambdas = filters.map((filter) => equivalentLambda(filter, mu, rank, n));
  return {
    residual,
    directions: Array.from({ length: rank }, (_, i) => i),
    weights: filters.map((filter, i) => explainedWeights(mu, rank, n, lambdas[i], filter)),
    ridges: lambdas.map((lambda) => n * lambda),
  };
}

/** True when every output is ridge over all directions: a reader then solves equations and needs no eigenvectors. */
export function isRidge({ outputs }: Model, { residual: { basis }, ridges }: IntervalBasis): boolean {
  return outputs.every(({ filter }, o) => {
    const zones = filter && zonesOf(filter, basis.rank);
    return zones !== undefined && zones.from === 0 && zones.to === basis.rank && ridges[o] > 0;
  });
}

/** The directions that have a weight, to be stored. */
export function storedBasis(basis: IntervalBasis): IntervalBasis {
  const directions = basis.directions.filter((i) => basis.weights.some((weights) => weights[i] !== 0));
  const weights = basis.weights.map((all) => Float64Array.from(directions, (i) => all[i]));
  return { ...basis, stored: true, directions, weights };
}

export function portableInterval(output: ModelOutput, o: number, basis: IntervalBasis | undefined): PortableInterval {
  const { intervalWidth: width, spread } = output;
  const deviation = basis && { weights: basis.weights[o], ridge: basis.ridges[o] };
  if (spread === undefined)
    return { width, spread: deviation ? 'deviation' : 'constant', ...(deviation && { deviation }) };
  return {
    width,
    most: spread.largest.error,
    spread: spread.kind === 'posterior' ? 'deviation' : spread.kind,
    ...(spread.kind === 'fitted' && { alpha: spread.alpha, beta: spread.beta, range: spread.range }),
    ...(deviation && { deviation, mostDeviation: spread.largest.deviation }),
  };
}

export function portableProjection(model: Model, basis: IntervalBasis): PortableProjection {
  const { basis: rows, r, kept } = basis.residual;
  const { rootWeights: roots } = model;
  return {
    kept: kept.slice(0, rows.unpenalised),
    whiten: inverseUpper(r, rows.unpenalised),
    ...(roots && { roots }),
    ...(basis.stored && { stored: portableDirections(model, basis) }),
  };
}

function portableDirections({ rootWeights }: Model, { residual, directions }: IntervalBasis): PortableDirections {
  const { basis, coupling, inner } = residual;
  const { n, rank, unpenalised: p, vectors, free } = basis;
  const rooted = (i: number) => rootWeights?.[i] ?? 1;
  const root = Math.sqrt(n);
  return {
    directions: matrix(n, directions.length, (i, j) => (vectors[directions[j] * n + i] * rooted(i)) / root),
    coupling: matrix(p, directions.length, (a, j) => coupling[a * rank + directions[j]]),
    along: matrix(n, p, (i, a) => free[a * n + i] * rooted(i)),
    inner: { rows: p, columns: p, values: inner },
  };
}

/** R^-1 of an upper triangular p×p, column-major. */
function inverseUpper(r: Float64Array, p: number): Matrix {
  const values = new Float64Array(p * p);
  for (let c = 0; c < p; c++) {
    for (let a = c; a >= 0; a--) {
      let sum = a === c ? 1 : 0;
      for (let b = a + 1; b <= c; b++) sum -= r[b * p + a] * values[c * p + b];
      values[c * p + a] = sum / r[a * p + a];
    }
  }
  return { rows: p, columns: p, values };
}

function matrix(rows: number, columns: number, at: (i: number, j: number) => number): Matrix {
  const values = new Float64Array(rows * columns);
  for (let j = 0; j < columns; j++) for (let i = 0; i < rows; i++) values[j * rows + i] = at(i, j);
  return { rows, columns, values };
}
