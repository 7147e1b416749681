import type { Matrix } from '../contract/data';
import type { KernelSpec } from '../contract/kernel';
import type { OwnPart } from '../contract/run';
import { kernelCross, kernelDiagonal } from '../kernels/kernelMatrix';
import { rowBlock } from '../kernels/rows';
import type { Coefficients } from '../model/coefficients';
import { livePredictor, type ProjectionBasis, predictAt, predictProjected, projectCross } from '../model/projection';
import type { FitSession } from './session';

/** Rows over which a part is centred and its share taken. */
const ROWS = 300;

/** What a column of a sum of kernels carries by itself. */
export interface OwnKernel {
  readonly kernel: KernelSpec;
  /** Mean of the kernel between each training row and the background's (n), and between those. */
  readonly means: Float64Array;
  readonly mean: number;
  /** For each output the share of the variance of its predictions. */
  readonly shares: readonly number[];
}

/**
 * The kernels of a sum that see nothing but the encoded columns from…from+width−1, centred over background rows; undefined where there are none. With
 * f = f_1 + … + f_d + rest over these rows, the share of f_j is cov(f_j, f)/var(f): shares and that of the rest add up to 1.
 */
export function ownKernel(
  projection: ProjectionBasis,
  { from, width }: { readonly from: number; readonly width: number },
  background: Matrix,
  outputs: readonly Coefficients[],
  session: FitSession,
): OwnKernel | undefined {
  const { kernel, x } = projection;
  if (kernel.kind !== 'sum') return undefined;
  const terms = kernel.terms.filter(
    ({ kernel: term }) =>
      'columns' in term && term.columns?.every((column) => column >= from && column < from + width) === true,
  );
  if (terms.length === 0) return undefined;
  const own: KernelSpec = { kind: 'sum', terms };
  const rows = rowBlock(background, 0, Math.min(ROWS, background.rows));
  const quiet = session.silent();
  const cross = kernelCross(own, x, rows, session.linalg, quiet);
  const means = new Float64Array(x.rows);
  cross.forEach((v, o) => {
    means[o % x.rows] += v / rows.rows;
  });
  const mean = kernelCross(own, rows, rows, session.linalg, quiet).reduce((sum, v) => sum + v, 0) / rows.rows ** 2;
  const features = new Float64Array(rows.rows * projection.residual.basis.unpenalised);
  const shares = outputs.map((output) => {
    const part = predictProjected({ rows: rows.rows, cross, features }, output);
    return share(part, predictAt(projection, rows, output, session.linalg, quiet));
  });
  return { kernel: own, means, mean, shares };
}

/** The part of the fit at these rows (m×d) less its mean over the background, as a function of every filter, for one output. */
export function ownPart(
  projection: ProjectionBasis,
  { kernel, means, mean, shares }: OwnKernel,
  points: Matrix,
  background: Matrix,
  session: FitSession,
): readonly OwnPart[] {
  const { x, rootWeights, residual } = projection;
  const quiet = session.silent();
  const n = x.rows;
  const cross = kernelCross(kernel, x, points, session.linalg, quiet);
  for (let o = 0; o < cross.length; o++) cross[o] = (cross[o] - means[o % n]) * (rootWeights?.[o % n] ?? 1);
  const rows = rowBlock(background, 0, Math.min(ROWS, background.rows));
  const between = kernelCross(kernel, rows, points, session.linalg, quiet);
  const prior = kernelDiagonal(kernel, points, session.linalg, quiet).map((v, j) => {
    const to = between.subarray(j * rows.rows, (j + 1) * rows.rows).reduce((sum, k) => sum + k, 0) / rows.rows;
    return Math.max(0, v - 2 * to + mean);
  });
  const none = new Float64Array(points.rows * residual.basis.unpenalised);
  const projected = projectCross(projection, cross, none, prior, session.linalg, quiet);
  const predictor = livePredictor(projected, residual.basis.rank, new Float64Array(points.rows), true);
  return shares.map((value) => ({ predictor, share: value }));
}

/** cov(a, b)/var(b); 0 where b does not vary. */
function share(a: Float64Array, b: Float64Array): number {
  const centre = (values: Float64Array) => values.reduce((sum, v) => sum + v, 0) / values.length;
  const [ma, mb] = [centre(a), centre(b)];
  let [both, variance] = [0, 0];
  a.forEach((v, i) => {
    both += (v - ma) * (b[i] - mb);
    variance += (b[i] - mb) ** 2;
  });
  return variance > 0 ? both / variance : 0;
}
