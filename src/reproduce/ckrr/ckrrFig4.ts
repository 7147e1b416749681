import { partOf, silently } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import type { ScaledShape } from '../../engine/kernels/formOf';
import { type Computing, full } from '../../engine/linalg/linalg';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { type Claimed, inCases, lessThan } from '../compared';
import { kernelsOf } from '../matrices';
import { byName } from '../page';
import { leastOverK, meansOf, positiveAxis } from '../plot';
import type { LabelledRows } from '../readData';
import { averaged, type MeanEstimate } from '../statistics';
import { study, upTo } from '../study';
import { meanSquare } from './conditionalPath';
import type { FactoredGrid } from './factoredFold';
import page from './fig4.json';
import tuned from './h2.json';
import {
  eachKernel,
  foldRows,
  GAUSSIAN,
  LAPLACE,
  MATERN,
  MNIST_SHARES,
  MNIST_SIZES,
  mnistPlan,
  mnistValues,
  NNGP,
} from './mnistFolds';

/**
 * Test errors (mean squared, labels ±1; NaN beyond the rank) of conditional ridge with hard thresholding for all k of `counts`, ascending, from one decomposition
 * K = U·diag(v)·U' of the n training rows: with P = k(T, X)·U and c = U'·y, ridge predicts P·(c/(v + n·lambda)), and leaving
 * direction i unpenalised adds P_i·c_i·(1/v_i − 1/(v_i + n·lambda)) (CKRR appendix H.2, METHODS §1). Memory in the core about
 * 2.6·8·n² bytes, given back at the end.
 */
export function exactFoldErrors(
  form: ScaledShape,
  train: LabelledRows,
  test: LabelledRows,
  { fixedLambda, counts }: Pick<FactoredGrid, 'fixedLambda' | 'counts'>,
  context: Computing,
): Float64Array {
  const { linalg } = context;
  const [n, m] = [train.n, test.n];
  return linalg.scope(() => {
    const inner = silently(context);
    context.progress(0, 'computing the kernel matrix');
    const { gram, cross } = kernelsOf(form, train.x, test.x, train.d, inner);
    const { values, vectors } = linalg.symmetricEigen(gram, n, partOf(context, 0.05, 0.95));
    const scores = new Float64Array(n);
    linalg.gemv(true, n, n, 1, full(vectors, n), train.y, 0, scores, inner);
    const parts = linalg.allocate(m * n);
    linalg.gemm(false, false, m, n, n, 1, full(cross, m), full(vectors, n), 0, full(parts, m), inner);
    const weights = scores.map((c, i) => c / (Math.max(0, values[i]) + n * fixedLambda));
    const f = new Float64Array(m);
    linalg.gemv(false, m, n, 1, full(parts, m), weights, 0, f, inner);
    const floor = n * Number.EPSILON * values[n - 1];
    const byK = new Float64Array(counts.length).fill(Number.NaN);
    for (let k = 0, at = 0; at < counts.length; k++) {
      if (k === counts[at]) byK[at++] = meanSquare(f, test.y);
      // Eigenvalues ascend: direction k stands k-th from the end.
      const j = n - 1 - k;
      if (j < 0 || !(values[j] > floor)) break;
      const weight = scores[j] * (1 / values[j] - 1 / (values[j] + n * fixedLambda));
      for (let i = 0; i < m; i++) f[i] += weight * parts[i + j * m];
    }
    return byK;
  });
}

/** An end of the curve counts as a fall or a rise if it is above the least by this factor. */
const RISE = 1.05;

export const ckrrFig4 = study({
  page,
  sizes: MNIST_SIZES,
  shares: MNIST_SHARES,
  prepare: (run) => mnistPlan([GAUSSIAN, NNGP, LAPLACE], run),
  axes: ({ given }) => ({ kernel: given.kernels, fold: upTo(given.folds) }),
  stage: ({ kernel, fold }, { given }) => `${kernel.family.name}, fold ${fold + 1} of ${given.folds}`,
  measure({ kernel, fold }, run) {
    const [train, test] = foldRows(run.given, fold);
    return exactFoldErrors(kernel.kernel.form, train, test, run.given.grid, run);
  },
  report(measurements, { given: plan }) {
    const { counts } = plan.grid;
    const curves = plan.kernels.map((kernel) => curveOf(kernel.family.name, measurements.at({ kernel }), counts));
    const [gaussian, nngp, laplace] = curves;
    return {
      finding: told`The test error is lowest at **${curves.map((c) => `k = ${c.ks[c.best]} (${c.name})`).join(', ')}** of up to ${counts[counts.length - 1]}.`,
      numbers: byName(curves, ({ name, errors, best, ks }) => ({
        [`${name}: k of lowest test error`]: ks[best],
        [`${name}: lowest test error`]: errors[best],
        [`${name}: test error at k = 0`]: errors[0],
        [`${name}: test error at the largest k, ${ks[ks.length - 1]}`]: errors[errors.length - 1],
      })),
      claims: {
        fall: inCases(curves, (c) => [c.name, c.falls]),
        rise: inCases([gaussian, nngp], (c) => [c.name, c.rises]),
        laplace: laplace.rises === undefined ? undefined : !laplace.rises,
      },
      values: mnistValues(plan),
      figures: curves.map((curve) => curveFigure(curve)),
    };
  },
});

type Curve = ReturnType<typeof curveOf>;

/** Whether an error lies above the least by more than the factor. */
const above = (end: MeanEstimate, least: MeanEstimate): Claimed =>
  lessThan({ mean: RISE * least.mean, error: RISE * least.error }, end);

const curveFigure = ({ name, errors, best, ks }: Curve, id = 'ckrr-fig4'): FigureSpec =>
  leastOverK(
    {
      id: `${id}-${name.split(' ')[0].toLowerCase()}`,
      title: `${name} kernel`,
      // k = 0 has no place on a logarithmic axis: it stands at half.
      x: positiveAxis('unpenalised eigenfunctions k (0 drawn at ½)', 'count', ks.map(place)),
    },
    ks,
    { test: errors },
    best,
    place,
  );

const place = (k: number): number => (k === 0 ? 0.5 : k);

/** Mean test errors over the folds for each k that every fold reaches, and the place of the least of them. */
function curveOf(name: string, folds: readonly Float64Array[], counts: readonly number[]) {
  const reached = counts.findIndex((_, i) => folds.some((byK) => Number.isNaN(byK[i])));
  const ks = counts.slice(0, reached < 0 ? counts.length : reached);
  const errors = ks.map((_, i) => averaged(folds.map((byK) => byK[i])));
  const best = indexOfLeast(meansOf(errors));
  const rises = best === errors.length - 1 ? false : above(errors[errors.length - 1], errors[best]);
  return { name, errors, best, ks, falls: above(errors[0], errors[best]), rises };
}

/**
 * Up to `FEW` unpenalised directions, the error is to be nearly that without any: within the fraction `NEARLY` of it.
 */
const { few: FEW, nearly: NEARLY } = tuned.data;

/** The change made by k at the λ that is best for ridge (CKRR appendix H.2). */
export const ckrrH2 = study({
  page: tuned,
  sizes: { ...MNIST_SIZES, rows: [2500, 800, 90], folds: [3, 3] },
  shares: { prepare: 0.4 },
  prepare: (run) => mnistPlan([GAUSSIAN, LAPLACE, MATERN], run),
  axes: ({ given }) => ({ kernel: given.kernels, fold: upTo(given.folds) }),
  stage: ({ kernel, fold }, { given }) => `${kernel.family.name}, fold ${fold + 1} of ${given.folds}`,
  measure({ kernel: { kernel }, fold }, run) {
    const [train, test] = foldRows(run.given, fold);
    return exactFoldErrors(kernel.form, train, test, { ...run.given.grid, fixedLambda: kernel.lambda }, run);
  },
  report(measurements, { given: plan }) {
    const curves = plan.kernels.map((kernel) => {
      const curve = curveOf(kernel.family.name, measurements.at({ kernel }), plan.grid.counts);
      const [{ mean: without }] = curve.errors;
      const means = meansOf(curve.errors);
      const until = means.findIndex((mean) => Math.abs(mean / without - 1) > NEARLY);
      return { ...curve, until: until < 0 ? undefined : curve.ks[until], gain: 1 - means[curve.best] / without };
    });
    return {
      finding: told`The test error stays within ${100 * NEARLY} % of that without any unpenalised direction **up to ${curves.map(({ name, until, ks }) => `k = ${until ?? ks[ks.length - 1]} (${name})`).join(', ')}**; the best k lowers it by ${plain(100 * Math.max(...curves.map(({ gain }) => gain)), 2)} % at most.`,
      numbers: byName(curves, ({ name, errors, best, ks, gain }) => ({
        [`${name}: test error at k = 0`]: errors[0],
        [`${name}: k of lowest test error`]: ks[best],
        [`${name}: share that this k saves`]: gain,
        [`${name}: test error at the largest k, ${ks[ks.length - 1]}`]: errors[errors.length - 1],
      })),
      claims: {
        same: inCases(curves, ({ name, until }) => [name, until === undefined || until > FEW]),
        rise: inCases(curves, ({ name, errors }) => [name, above(errors[errors.length - 1], errors[0])]),
        benefit: inCases(curves, ({ name, gain }) => [name, gain <= NEARLY]),
      },
      values: { ...mnistValues(plan), lambdas: eachKernel(plan.kernels, ({ kernel }) => plain(kernel.lambda, 2)) },
      figures: curves.map((curve) => curveFigure(curve, 'ckrr-h2')),
    };
  },
});
