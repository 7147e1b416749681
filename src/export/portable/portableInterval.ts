import type { RunContext } from '../../engine/contract/context';
import type { Matrix } from '../../engine/contract/data';
import type { Model, ModelOutput } from '../../engine/contract/model';
import { equivalentLambda, zonesOf } from '../../engine/filters/anyFilter';
import { kernelCross } from '../../engine/kernels/kernelMatrix';
import { pickRows } from '../../engine/kernels/rows';
import type { LinearAlgebra } from '../../engine/linalg/linalg';
import { projectRows } from '../../engine/model/projection';
import { decomposeKernel } from '../../engine/spectrum/decomposeKernel';
import { deviationAt, explainedWeights } from '../../engine/spectrum/deviation';
import type { ResidualKernel } from '../../engine/spectrum/spectrum';
import type { PortableDirections, PortableInterval, PortableProjection } from './portable';

/** A decomposition of the training rows with the directions that some output's deviation is computed from. */
export interface IntervalBasis {
  readonly residual: ResidualKernel;
  readonly directions: readonly number[];
  readonly weights: readonly Float64Array[];
  readonly ridges: readonly number[];
  /** Whether the directions are stored: in 64 bits, or in 32. Left out: they follow from the rows. */
  readonly stored?: 'double' | 'single';
}

/** All directions, in the order of their eigenvalues, as a reader finds them that decomposes the rows. */
export function rowsBasis(model: Model, linalg: LinearAlgebra, context: RunContext): IntervalBasis {
  const residual = decomposeKernel(model.kernel, model, model.unpenalised, linalg, context);
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

/** Whether every output is ridge over all directions: a reader then solves equations and needs no eigenvectors. */
export function isRidge({ outputs }: Model, { residual: { basis }, ridges }: IntervalBasis): boolean {
  return outputs.every(({ filter }, o) => {
    const zones = filter && zonesOf(filter, basis.rank);
    return zones !== undefined && zones.from === 0 && zones.to === basis.rank && ridges[o] > 0;
  });
}

/** The directions that have a weight. */
export const storedBasis = (basis: IntervalBasis): IntervalBasis =>
  picked(basis, 'double', (i) => basis.weights.some((weights) => weights[i] !== 0));

/**
 * The directions without which no interval, of whatever row, is wider by more than half of `INTERVAL_TOLERANCE`. Direction i explains s = weight·eigenvalue
 * of its share of the prior variance; a row whose variance lies in it alone has at least 1 − s of that left, so that leaving it out widens deviation² by at
 * most s/(1 − s).
 */
export function fewerDirections(basis: IntervalBasis): IntervalBasis {
  const { mu } = basis.residual.basis;
  const least = INTERVAL_TOLERANCE / (1 + INTERVAL_TOLERANCE);
  return picked(basis, 'single', (i) => basis.weights.some((weights) => weights[i] * mu[i] > least));
}

/** Half-widths are this close, relatively, where fewer directions stand for all. */
export const INTERVAL_TOLERANCE = 1e-3;

function picked(basis: IntervalBasis, stored: 'double' | 'single', holds: (i: number) => boolean): IntervalBasis {
  const directions = basis.directions.filter(holds);
  const weights = basis.weights.map((all) => Float64Array.from(directions, (i) => all[i]));
  return { ...basis, stored, directions, weights };
}

/** Training rows that the rounding to 32 bits is measured on. */
const MEASURED_ROWS = 256;

/** The largest relative difference between the deviations of training rows by `fewer` stored directions and by all. */
export function differenceOnRows(
  model: Model,
  fewer: IntervalBasis,
  linalg: LinearAlgebra,
  context: RunContext,
): number {
  const { kernel, x, rootWeights, unpenalised: blocks } = model;
  const { residual, weights, ridges } = fewer;
  const { n, unpenalised: p } = residual.basis;
  const count = Math.min(n, MEASURED_ROWS);
  const sample = pickRows(
    x,
    Uint32Array.from({ length: count }, (_, i) => Math.floor((i * n) / count)),
  );
  const at = projectRows({ kernel, x, blocks, residual, ...(rootWeights && { rootWeights }) }, sample, linalg, context);
  const { directions, coupling } = portableDirections(model, fewer);
  const r = directions.columns;
  const rounded = new Float64Array(r * count);
  const cross = kernelCross(kernel, x, sample, linalg, context);
  const block = (values: Float64Array, lead: number) => ({ values, offset: 0, lead });
  if (r > 0)
    linalg.gemm(
      true,
      false,
      r,
      count,
      n,
      1,
      block(directions.values, n),
      block(cross, n),
      0,
      block(rounded, r),
      context,
    );
  if (r > 0 && p > 0) {
    const v = block(at.whitened, p);
    linalg.gemm(true, false, r, count, p, -1, block(coupling.values, p), v, 1, block(rounded, r), context);
  }
  let largest = 0;
  model.outputs.forEach(({ filter }, o) => {
    if (filter === undefined) return;
    deviationAt(at.p, at.prior, at.leverage, residual.basis, filter).forEach((whole, j) => {
      const known = weights[o].reduce((sum, weight, i) => sum + weight * rounded[j * r + i] ** 2, 0);
      const deviation = Math.sqrt(1 + at.leverage[j] + Math.max(0, at.prior[j] - known) / ridges[o]);
      largest = Math.max(largest, Math.abs(deviation / whole - 1));
    });
  });
  return largest;
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

function portableDirections(
  { rootWeights }: Model,
  { residual, directions, stored }: IntervalBasis,
): PortableDirections {
  const { basis, coupling, inner } = residual;
  const { n, rank, unpenalised: p, vectors, free } = basis;
  const rooted = (i: number) => rootWeights?.[i] ?? 1;
  const root = Math.sqrt(n);
  const kept = stored === 'single' ? Math.fround : (value: number) => value;
  return {
    directions: matrix(n, directions.length, (i, j) => kept((vectors[directions[j] * n + i] * rooted(i)) / root)),
    coupling: matrix(p, directions.length, (a, j) => kept(coupling[a * rank + directions[j]])),
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
