import type { Matrix } from '../../contract/data';
import type { FilterSpec } from '../../contract/filter';
import type { FeatureMap } from '../../contract/kernel';
import { filterAt, filterShares } from '../../filters/anyFilter';
import { ridgeFilter } from '../../filters/zones';
import type { Computing, LinearAlgebra } from '../../linalg/linalg';
import { matrix, multiply, transpose } from '../../linalg/multiply';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import type { Problem } from '../problem';
import { axisGrid } from '../spectral/axisGrid';
import { KEPT_BYTES, KEPT_FEATURES } from './cost';
import { eachFeatureBlock, type FeatureRows, unwhitenedRows } from './featureRows';
import type { FeatureSpectrum } from './featureSpectrum';
import type { RowParts } from './rowParts';

/** Operations that leave-one-out errors may take in one visit: a fraction of a second to a second. */
const OPERATIONS = 1e10;
/**
 * The fewest rows left out: comparisons between lambdas on the same rows are sharper than the mean itself, about 2 %
 * here.
 */
const LEAST = 4000;

/** Training rows left out one at a time: all, or the first of a seeded `order` if rows and features are very many. */
export function leftOutRows(order: Uint32Array, count: number): Uint32Array {
  const most = Math.max(LEAST, Math.floor(OPERATIONS / (count * count)));
  return order.length <= most ? Uint32Array.from(order.keys()) : order.slice(0, most).sort();
}

/**
 * The number of rows left out at once in additional fits of a run: their products with all filters then take less
 * memory than its own.
 */
export const LEFT_OUT_AT_ONCE = 1024;

export interface LeftOutTask {
  readonly features: FeatureRows & { readonly rows: Uint32Array };
  readonly spectrum: FeatureSpectrum;
  /** Q, n×p over all rows of x. */
  readonly free: Matrix;
  /** Weighted targets over all rows of x, and Q'y of each. */
  readonly targets: readonly Float64Array[];
  readonly along: readonly Float64Array[];
  /** u_i of the rows in blocks, filled by the first visit if they are not too large, for the visits that follow. */
  readonly kept?: Float64Array[];
}

/** Some rows (0-based) left out of fits on the features of a map. */
export const leftOutOf = (
  { x, rootWeights }: Problem,
  { unpenalised: { p, q }, facts, targets }: Pick<RowParts, 'unpenalised' | 'facts' | 'targets'>,
  map: FeatureMap,
  rows: Uint32Array,
): Omit<LeftOutTask, 'spectrum'> => ({
  features: { map, x, ...(rootWeights && { rootWeights }), rows },
  free: { rows: x.rows, columns: p, values: q },
  targets,
  along: facts.along,
});

/** Mean squared errors by target and filter, and weighted residuals by row. */
export interface LeftOutResiduals {
  /** Mean squares (y²), one for each filter. */
  readonly errors: readonly Float64Array[];
  /** Leave-one-out residuals of each target at the last filter, in the order of the rows. */
  readonly residuals: readonly Float64Array[];
}

/** The same for some of the targets. */
export const ofTargets = (task: LeftOutTask, some: readonly number[]): LeftOutTask => ({
  ...task,
  spectrum: { ...task.spectrum, spectra: some.map((t) => task.spectrum.spectra[t]) },
  targets: some.map((t) => task.targets[t]),
  along: some.map((t) => task.along[t]),
});

/**
 * Leave-one-out residuals (y_i − yhat_i)/(1 − H_ii) of ridge filters on features that do not depend on the rows: exact for k = 0
 * and r = all, the eigenbasis held otherwise. H_ii = ||Q_i||² + sum_j g_j·u_ij². Rows are visited in blocks; each costs M² for its
 * u_i and 4·M for every filter.
 */
export function featureLeftOut(
  task: LeftOutTask,
  filters: readonly FilterSpec[],
  context: Computing,
): LeftOutResiduals {
  const { linalg } = context;
  const { features, spectrum, targets, along } = task;
  const [{ rank, unpenalised: p }] = spectrum.spectra;
  const { rows } = features;
  const L = filters.length;
  const errors = targets.map(() => new Float64Array(L));
  const residuals = targets.map(() => new Float64Array(rows.length));
  linalg.scope(() => {
    const { shares, weighted } = filterWeights(spectrum, filters, linalg);
    eachProjection(task, context, (u, qRows, size, from) => {
      const fits = weighted.map((c) => {
        const fit = linalg.allocate(size * L);
        multiply(matrix(u, size, rank), matrix(c, rank, L), fit, context);
        return fit;
      });
      for (let o = 0; o < u.length; o++) u[o] *= u[o];
      const leverage = linalg.allocate(size * L);
      multiply(matrix(u, size, rank), matrix(shares, rank, L), leverage, context);
      for (let i = 0; i < size; i++) {
        let fixed = 1;
        for (let a = 0; a < p; a++) fixed -= qRows[a * size + i] ** 2;
        targets.forEach((y, t) => {
          let centred = y[rows[from + i]];
          for (let a = 0; a < p; a++) centred -= qRows[a * size + i] * along[t][a];
          for (let l = 0, o = i; l < L; l++, o += size) {
            const residual = quotient(centred - fits[t][o], fixed - leverage[o]);
            errors[t][l] += residual * residual;
            if (l === L - 1) residuals[t][from + i] = residual;
          }
        });
      }
    });
  });
  for (const sums of errors) for (let l = 0; l < L; l++) sums[l] /= rows.length;
  return { errors, residuals };
}

/** Weighted leave-one-out residuals of each target at its lambda of the lowest error, k = 0 and r = all. */
export function residualsAtBest(task: LeftOutTask, context: Computing): Float64Array[] {
  const { spectra, trace } = task.spectrum;
  const [{ n, rank, mu }] = spectra;
  const ridge = ridgeFilter(1, mu.length);
  const filters = Array.from(axisGrid('lambda', ridge, { n, rank, trace }), (lambda) =>
    filterAt(ridge, 'lambda', lambda),
  );
  const { errors } = featureLeftOut(task, filters, context);
  return errors.map((ofTarget, t) => {
    const best = filters[indexOfLeast(ofTarget)];
    return featureLeftOut(ofTargets(task, [t]), [best], context).residuals[0];
  });
}

/**
 * Visits the rows left out in blocks: u = (Z − QF')·V/sqrt(n·mu) for F = Z'Q, size×rank in the core's memory, and their
 * rows of Q. The rows need only the product of Z or, for landmarks, of kernel values K, since Z = K·L^-T. Products that
 * the task has stored are not computed again.
 */
function eachProjection(
  { features, spectrum, free, kept }: LeftOutTask,
  context: Computing,
  visit: (u: Float64Array, qRows: Float64Array, size: number, from: number) => void,
): void {
  const { linalg } = context;
  const { count, vectors, spectra } = spectrum;
  const [{ n, mu, rank, unpenalised: p }] = spectra;
  const { map, rows, x } = features;
  const keeps =
    kept !== undefined && rank >= KEPT_FEATURES && 8 * Math.max(rows.length * rank, x.rows * x.columns) <= KEPT_BYTES;
  const visited = (size: number, from: number, fill: (u: Float64Array, qRows: Float64Array) => void) =>
    linalg.scope(() => {
      const qRows = linalg.allocate(size * p);
      for (let a = 0, o = 0; a < p; a++)
        for (let i = 0; i < size; i++, o++) qRows[o] = free.values[a * free.rows + rows[from + i]];
      const u = linalg.allocate(size * rank);
      fill(u, qRows);
      visit(u, qRows, size, from);
    });
  if (kept && kept.length > 0) {
    let from = 0;
    for (const block of kept) {
      context.check();
      visited(block.length / rank, from, (u) => u.set(block));
      from += block.length / rank;
    }
    return;
  }
  const whitened = linalg.allocate(count * rank);
  for (let j = 0, o = 0; j < rank; j++) {
    const by = 1 / Math.sqrt(n * mu[j]);
    for (let i = 0; i < count; i++, o++) whitened[o] = vectors[o] * by;
  }
  const basis = matrix(whitened, count, rank);
  const beside = linalg.allocate(p * rank);
  if (p > 0) multiply(transpose(matrix(spectrum.free, count, p)), basis, beside, context);
  if (map.kind === 'landmarks') linalg.solveLower(map.factor, count, true, whitened, rank, context);
  const each = unwhitenedRows(features, context);
  eachFeatureBlock(each, context, 'leave-one-out errors', (z, size, from) =>
    visited(size, from, (u, qRows) => {
      multiply(matrix(z, size, count), basis, u, context);
      if (p > 0) multiply(matrix(qRows, size, p), matrix(beside, p, rank), u, context, -1);
      if (keeps) kept.push(u.slice());
    }),
  );
}

/** Weights of all filters in the core's memory: shares g, rank×L, and g times each target's coordinates. */
function filterWeights({ spectra }: FeatureSpectrum, filters: readonly FilterSpec[], linalg: LinearAlgebra) {
  const [{ n, mu, rank }] = spectra;
  const L = filters.length;
  const shares = linalg.allocate(rank * L);
  filters.forEach((filter, l) => {
    shares.set(filterShares(filter, mu, rank, n).subarray(0, rank), l * rank);
  });
  const weighted = spectra.map(({ coordinates }) => {
    const c = linalg.allocate(rank * L);
    for (let l = 0, o = 0; l < L; l++)
      for (let j = 0; j < rank; j++, o++) c[o] = shares[o] * coordinates[j] * Math.sqrt(n);
    return c;
  });
  return { shares, weighted };
}

/** residual/free. A row that the fit passes through (free = 0) has an infinite error unless it is met exactly. */
function quotient(residual: number, free: number): number {
  return free > 1e-14 ? residual / free : Math.abs(residual) < 1e-14 ? 0 : Number.POSITIVE_INFINITY;
}
