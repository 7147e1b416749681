import { partOf } from '../../contract/context';
import type { Matrix } from '../../contract/data';
import { type FeatureMap, featureScale, type KernelSpec } from '../../contract/kernel';
import { type Computing, full } from '../../linalg/linalg';
import type { ComponentsProjection } from '../../model/projectComponents';
import { nothingToDecompose } from '../checkDesign';
import { featureCovariance } from './featureCovariance';
import {
  aboveRounding,
  type LeadingPairs,
  leadingPairs,
  type Principal,
  rankOf,
  type SymmetricMatrix,
} from './leadingPairs';

/** Features that approximate the kernel, and their name. */
export interface DrawnFeatures {
  readonly map: FeatureMap;
  readonly title: string;
}

/**
 * Principal components of features z = scale·φ over n rows (n×d): eigenpairs of their centred covariance with the factor 1/(n − 1), or if not to
 * be centred of their second moment with 1/n.
 * For landmarks these are NY-EKPCA (NYPCA Prop. 2 with L^-1 in the place of K_mm^-1/2, which turns the eigenvectors and nothing
 * else): sum_j (L^-T·u)_j·k(·, x_j), with free coefficients as there; those of the paper's (9), (11) and (12) sum to 0, with less variance (id
 * nypca-prop2). For random features they are RF-EKPCA (section 4.2). Memory never holds n×n or n×M numbers.
 *
 * The error left on new rows is exact for random features in their own space. For landmarks it is exact in H except for the mean, which is
 * projected on the span of the landmarks: its values elsewhere would need all n rows.
 */
export function featureComponents(
  drawn: DrawnFeatures,
  kernel: KernelSpec,
  x: Matrix,
  l: number,
  centre: boolean,
  context: Computing,
): Principal {
  return context.linalg.scope(() => {
    const { mean, covariance } = featureCovariance(drawn.map, x, centre, partOf(context, 0, 0.8));
    let total = 0;
    for (let j = 0; j < mean.length; j++) total += covariance[j * (mean.length + 1)];
    const pairs = covariancePairs(covariance, mean.length, l, partOf(context, 0.8, 1));
    return principalOf(drawn, kernel, { rows: x.rows, centre, mean, total }, pairs, context);
  });
}

/** The l leading pairs of a covariance of `count` features, both of its triangles given, which is overwritten. */
export function covariancePairs(covariance: Float64Array, count: number, l: number, context: Computing): LeadingPairs {
  context.progress(0, 'principal components');
  const product: SymmetricMatrix['product'] = (v, columns, w) => {
    const [a, b, c] = [covariance, v, w].map((values) => full(values, count));
    context.linalg.gemm(false, false, count, columns, count, 1, a, b, 0, c, context);
  };
  return leadingPairs({ n: count, product, dense: () => covariance }, l, context);
}

/** The mean of the features over all rows, and the trace of their covariance, or of their second moment if not to be centred. */
export interface MeanAndTrace {
  readonly rows: number;
  readonly centre: boolean;
  readonly mean: Float64Array;
  readonly total: number;
}

/** The components given by leading pairs of the covariance. */
export function principalOf(
  drawn: DrawnFeatures,
  kernel: KernelSpec,
  { rows: n, centre, mean: ofRows, total }: MeanAndTrace,
  { values, vectors, solver }: LeadingPairs,
  context: Computing,
): Principal {
  const { map, title } = drawn;
  const mean = centre ? ofRows : new Float64Array(ofRows.length);
  const [count, l] = [mean.length, values.length];
  const meanSquare = mean.reduce((sum, v) => sum + v * v, 0);
  const eigenvalues = aboveRounding(values, Math.max(n, count), meanSquare);
  if (!(total > 0 && eigenvalues[0] > 0)) throw nothingToDecompose(n, total);
  const directions = vectors.slice(0, count * l);
  eigenvalues.forEach((lambda, c) => {
    if (lambda === 0) directions.fill(0, c * count, (c + 1) * count);
  });
  const along = (of: Float64Array) =>
    eigenvalues.map((_, c) =>
      directions.subarray(c * count, (c + 1) * count).reduce((sum, v, j) => sum + v * of[j], 0),
    );
  const offset = along(mean);
  const means = along(ofRows);
  const shared = { offset, eigenvalues, constant: meanSquare };
  return {
    kind: map.kind === 'landmarks' ? 'nystrom' : 'randomFeatures',
    count,
    title,
    eigenvalues,
    total,
    rank: rankOf(eigenvalues),
    centred: centre,
    spread: eigenvalues.map((v, c) => (centre ? v * (n - 1) : n * (v - means[c] ** 2))),
    solver,
    model: projectionOf(drawn, kernel, { directions, mean }, shared, context),
  };
}

/** Turns directions in the space of z into the coefficients of k(x, x_j), or of φ_j(x). */
function projectionOf(
  { map, title }: DrawnFeatures,
  kernel: KernelSpec,
  { directions, mean }: { readonly directions: Float64Array; readonly mean: Float64Array },
  shared: { readonly offset: Float64Array; readonly eigenvalues: Float64Array; readonly constant: number },
  context: Computing,
): ComponentsProjection {
  const count = mean.length;
  if (map.kind === 'landmarks') {
    context.linalg.solveLower(map.factor, count, true, directions, shared.offset.length, context);
    const meanWeights = mean.slice();
    context.linalg.solveLower(map.factor, count, true, meanWeights, 1, context);
    return {
      kernel: map.kernel,
      x: { rows: count, columns: map.inputs, values: map.points },
      unpenalised: [],
      components: { ...shared, coefficients: directions, meanWeights, ownScale: 1 },
    };
  }
  const scale = featureScale(map);
  return {
    kernel,
    x: { rows: 0, columns: map.inputs, values: new Float64Array() },
    unpenalised: [{ kind: 'units', map, name: title }],
    components: {
      ...shared,
      coefficients: directions.map((v) => v * scale),
      meanWeights: mean.map((v) => v * scale),
      ownScale: scale ** 2,
    },
  };
}
