import type { FigureSpec } from '../../engine/contract/figure';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { told } from '../../engine/words/sentence';
import { type Claim, inCases, lessThan } from '../compared';
import { byName } from '../page';
import { leastOverK, logAxis, meansOf } from '../plot';
import { type MeanEstimate, meanOf } from '../statistics';
import { study, upTo } from '../study';
import page from './fig4.json';
import { exactFoldErrors } from './foldSpectrum';
import { GAUSSIAN, LAPLACE, NNGP } from './kernelSearch';
import { foldRows, MNIST_SHARES, MNIST_SIZES, mnistPlan, mnistValues } from './mnistFolds';

/** Above the least by this factor an end of the curve counts as a fall or a rise. */
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
    return exactFoldErrors(kernel.kernel.form, train, test, run.given.grid, run).byK;
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
      figures: curves.map(curveFigure),
    };
  },
});

type Curve = ReturnType<typeof curveOf>;

/** Whether an error lies above the least by more than the factor. */
export const above = (end: MeanEstimate, least: MeanEstimate): Claim =>
  lessThan({ mean: RISE * least.mean, error: RISE * least.error }, end);

const curveFigure = ({ name, errors, best, ks }: Curve): FigureSpec =>
  leastOverK(
    {
      id: `ckrr-fig4-${name.split(' ')[0].toLowerCase()}`,
      title: `${name} kernel`,
      // k = 0 has no place on a logarithmic axis: it stands at half.
      x: logAxis('unpenalised eigenfunctions k (0 drawn at ½)', 'count', ks.map(place)),
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
  const errors = ks.map((_, i) => meanOf(folds.map((byK) => byK[i])));
  const best = indexOfLeast(meansOf(errors));
  const rises = best === errors.length - 1 ? false : above(errors[errors.length - 1], errors[best]);
  return { name, errors, best, ks, falls: above(errors[0], errors[best]), rises };
}
