import type { RunContext } from '../../engine/contract/context';
import type { Matrix } from '../../engine/contract/data';
import type { Model, ModelOutput } from '../../engine/contract/model';
import { equivalentLambda } from '../../engine/filters/anyFilter';
import type { LinearAlgebra } from '../../engine/linalg/linalg';
import { decomposeKernel } from '../../engine/spectrum/decomposeKernel';
import { explainedWeights } from '../../engine/spectrum/deviation';
import type { ResidualKernel } from '../../engine/spectrum/spectrum';
import type { PortableInterval, PortableProjection } from './portable';

/** A decomposition of the training rows with the directions that some output's deviation is computed from. */
export interface IntervalBasis {
  readonly residual: ResidualKernel;
  readonly directions: readonly number[];
  readonly weights: readonly Float64Array[];
  readonly ridges: readonly number[];
}

export function projectionBasis(model: Model, linalg: LinearAlgebra, context: RunContext): IntervalBasis {
  const residual = decomposeKernel(model.kernel, model, model.unpenalised, linalg, context);
  const { n, mu, rank } = residual.basis;
  const filters = model.outputs.map(({ filter }) => filter).filter((filter) => filter !== undefined);
  const lambdas = filters.map((filter) => equivalentLambda(filter, mu, rank, n));
  const all = filters.map((filter, i) => explainedWeights(mu, rank, n, lambdas[i], filter));
  const directions = Array.from({ length: rank }, (_, i) => i).filter((i) => all.some((weights) => weights[i] !== 0));
  return {
    residual,
    directions,
    weights: all.map((weights) => Float64Array.from(directions, (i) => weights[i])),
    ridges: lambdas.map((lambda) => n * lambda),
  };
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

/** See PortableProjection: U, Q, R and their couplings, with the roots of the weights multiplied in. */
export function portableProjection(
  { rootWeights }: Model,
  { residual, directions }: IntervalBasis,
): PortableProjection {
  const { basis, r, coupling, inner, kept } = residual;
  const { n, rank, unpenalised: p, vectors, free } = basis;
  const rooted = (i: number) => rootWeights?.[i] ?? 1;
  const root = Math.sqrt(n);
  const ofRows = matrix(n, directions.length, (i, j) => (vectors[directions[j] * n + i] * rooted(i)) / root);
  const whiten = inverseUpper(r, p);
  return {
    kept: kept.slice(0, p),
    directions: ofRows,
    whiten,
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
