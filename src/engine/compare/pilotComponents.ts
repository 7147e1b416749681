import { silently } from '../contract/context';
import type { KernelSpec } from '../contract/kernel';
import type { Parameters } from '../contract/method';
import { evaluateFeatures } from '../features/featureMaps';
import { landmarkMap } from '../features/landmarks/landmarkMap';
import { componentsKernel } from '../fit/components/componentsKernel';
import type { Problem } from '../fit/problem';
import { kernelCross, kernelDiagonal } from '../kernels/kernelMatrix';
import { rowBlock } from '../kernels/rows';
import { type Computing, full } from '../linalg/linalg';
import { decomposeKernel } from '../spectrum/decomposeKernel';
import { featureResidualKernel } from '../spectrum/residualKernel';
import type { ResidualKernel } from '../spectrum/spectrum';
import { type Pilot, pilotCounts, pilotParts } from './pilot';
import { type PilotRows, pilotBlock, pilotRows } from './pilotRows';

/**
 * The pilot of principal components: the mean squared distance in the kernel's space between held-out rows and their
 * projections on l components (NYPCA section 4.1), with the exact kernel on all pilot rows and on parts, and with
 * landmarks. For random features that distance is not defined (NYPCA section 4.2), so they have no counts. As the
 * number of components wanted is the same for any n, so is the number of landmarks.
 */
export function runComponentsPilot(problem: Problem, given: Parameters, components: number, context: Computing): Pilot {
  const seed = (given.seed as number | undefined) ?? 0;
  const { train, holdout } = pilotRows(problem, seed, context);
  const n = train.x.rows;
  const { kernel } = componentsKernel(given, false, train.x, seed, context);
  const quiet = silently(context);
  const diagonal = kernelDiagonal(kernel, holdout.x, quiet);
  const errorOf = (residual: ResidualKernel, cross: Float64Array) => {
    context.check();
    return reconstruction(residual, cross, diagonal, components, quiet);
  };
  context.progress(0, 'components of pilot rows');
  const byRows = pilotParts(n).map((parts) => {
    const rows = Math.floor(n / parts);
    let error = 0;
    for (let i = 0; i < parts; i++) {
      const block = pilotBlock(train, i * rows, (i + 1) * rows);
      const residual = decomposeKernel(kernel, block, [{ kind: 'constant' }], quiet);
      error += errorOf(residual, kernelCross(kernel, block.x, holdout.x, quiet)) / parts;
    }
    return { rows, error };
  });
  const exact = byRows[byRows.length - 1].error;
  const landmarks = pilotCounts(n).map((count, i, { length }) => {
    context.progress(0.5 + (0.5 * i) / length, 'landmarks of pilot rows');
    const { residual, cross } = onLandmarks(kernel, train, holdout, count, quiet);
    return { count, ratio: exact > 0 ? errorOf(residual, cross) / exact : 1 };
  });
  // The number of components wanted does not depend on the number of rows: landmarks do as well on all rows as on a
  // part.
  const onPart = { rows: Math.floor(n / 4), landmarks, randomFeatures: [] };
  const errors = { byRows, onPart, byCount: { landmarks, randomFeatures: [] } };
  return { train: n, holdout: holdout.x.rows, kernel, errors };
}

function onLandmarks(kernel: KernelSpec, train: PilotRows, holdout: PilotRows, count: number, context: Computing) {
  const [n, h] = [train.x.rows, holdout.x.rows];
  const map = landmarkMap(kernel, rowBlock(train.x, 0, count), context);
  const z = evaluateFeatures(map, train.x, context);
  const m = z.length / n;
  const ones = new Float64Array(n).fill(1);
  const residual = featureResidualKernel(z, n, m, ones, 1, context);
  const cross = new Float64Array(n * h);
  const other = evaluateFeatures(map, holdout.x, context);
  context.linalg.gemm(false, true, n, h, m, 1, full(z, n), full(other, h), 0, full(cross, n), context);
  return { residual, cross };
}

/**
 * Mean over h rows of ||φ(x) − m||² − sum_i score_i(x)², m being the mean of φ over the n training rows and score_i(x) =
 * u_i'·(k(X, x) − K·1/n)/sqrt(n·mu_i). `cross` is k(X, x), n×h; `diagonal` k(x, x). The only unpenalised direction is the constant.
 */
function reconstruction(
  { basis, image, inner }: ResidualKernel,
  cross: Float64Array,
  diagonal: Float64Array,
  components: number,
  context: Computing,
): number {
  const { n, mu, vectors, rank, free } = basis;
  const h = diagonal.length;
  // Q = ±1/sqrt(n), so that K·Q is the mean of K's columns up to sign and scale.
  const mean = image.map((v) => (v * Math.sign(free[0])) / Math.sqrt(n));
  const left = new Float64Array(h);
  for (let j = 0; j < h; j++) {
    let sum = 0;
    for (let i = j * n; i < (j + 1) * n; i++) sum += cross[i];
    left[j] = diagonal[j] - (2 * sum) / n + inner[0] / n;
    for (let i = 0; i < n; i++) cross[j * n + i] -= mean[i];
  }
  const l = Math.min(components, rank);
  const scores = new Float64Array(l * h);
  context.linalg.gemm(true, false, l, h, n, 1, full(vectors, n), full(cross, n), 0, full(scores, l), context);
  for (let j = 0; j < h; j++) for (let i = 0; i < l; i++) left[j] -= scores[j * l + i] ** 2 / (n * mu[i]);
  return left.reduce((sum, v) => sum + Math.max(0, v), 0) / h;
}
