import type { FigureSpec } from '../../engine/contract/figure';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { plain } from '../../figures/words/numbers';
import { sentence } from '../../figures/words/sentence';
import { curveWithBand, logAxis, plot } from '../plot';
import type { Recipe, RecipeContext } from '../recipe';
import { byUs } from '../settings';
import { type Estimate, meanOf } from '../statistics';
import { verdictOf } from '../verdict';
import { GAUSSIAN, LAPLACE, NNGP } from './kernelSearch';
import { type KernelResult, mnistPlan, mnistResults, mnistSettings } from './mnistFolds';

/** Rises above the least by this share before it counts as overfitting. */
const RISE = 1.05;

export const ckrrFig4: Recipe = {
  spec: {
    id: 'ckrr-fig4',
    title: 'CKRR, figure 4: hard thresholding on MNIST 7-versus-9',
    claim:
      'At λ = 0.01 the test error over the number k of unpenalised eigenfunctions is U-shaped for the Gaussian and, very late, for the NNGP-erf kernel; for the Laplace kernel it only falls.',
    seconds: 9000,
    file: 'MNIST digits 7 and 9 as a CSV: the digit in the first column, 784 pixels behind it',
  },
  run({ seed, quick = false }, context: RecipeContext) {
    const plan = mnistPlan(context, seed, quick);
    const results = mnistResults(plan, [GAUSSIAN, NNGP, LAPLACE], context);
    const { counts } = plan.grid;
    const curves = results.map((result) => {
      const errors = averaged(result, counts);
      const best = indexOfLeast(errors.map((e) => e.mean));
      const [first, last] = [errors[0], errors[errors.length - 1]];
      return {
        name: result.family.name,
        errors,
        best,
        ks: counts.slice(0, errors.length),
        falls: first.mean > RISE * errors[best].mean,
        rises: last.mean > RISE * errors[best].mean,
      };
    });
    const [gaussian, nngp, laplace] = curves;
    const numbers = curves.flatMap(({ name, errors, best, ks }) => [
      { name: `${name}: k of least test error`, ours: ks[best] },
      { name: `${name}: least test error`, ours: errors[best].mean, oursError: errors[best].error },
      { name: `${name}: test error at k = 0`, ours: errors[0].mean, oursError: errors[0].error },
      {
        name: `${name}: test error at the largest k, ${ks[ks.length - 1]}`,
        ours: errors[errors.length - 1].mean,
        oursError: errors[errors.length - 1].error,
      },
    ]);
    return {
      finding: sentence(
        'The test error is least at ',
        curves.map((c) => `k = ${c.ks[c.best]} (${c.name})`).join(', '),
        ` of up to ${counts[counts.length - 1]}.`,
      ),
      verdict: verdictOf([], [gaussian.falls && gaussian.rises, nngp.falls, laplace.falls && !laplace.rises]),
      settings: [...mnistSettings(plan, results, quick), byUs('falls, rises', 'by more than 5 % of the least')],
      numbers,
      figures: curves.map(
        ({ name, errors, best, ks }): FigureSpec =>
          plot({
            id: `ckrr-fig4-${name.split(' ')[0].toLowerCase()}`,
            title: `${name} kernel`,
            sentence: sentence(
              'The test error is least at ',
              `k = ${ks[best]}`,
              `: ${plain(errors[best].mean, 3)}, from ${plain(errors[0].mean, 3)} at k = 0.`,
            ),
            // k = 0 has no place on a logarithmic axis: it stands at half.
            x: logAxis('unpenalised eigenfunctions k (0 drawn at ½)', 'count', ks.map(place)),
            y: logAxis(
              'test MSE',
              'plain',
              errors.map((e) => e.mean),
            ),
            series: curveWithBand('main', 'test MSE', ks.map(place), errors),
            marks: [{ shape: 'circle', role: 'main', x: place(ks[best]), y: errors[best].mean }],
          }),
      ),
      notes: [],
    };
  },
};

const place = (k: number): number => (k === 0 ? 0.5 : k);

/** Mean test errors over the folds for each k that every fold reaches. */
function averaged({ folds }: KernelResult, counts: readonly number[]): Estimate[] {
  const reached = counts.findIndex((_, i) => folds.some((fold) => Number.isNaN(fold.byK[i])));
  return counts.slice(0, reached < 0 ? counts.length : reached).map((_, i) => meanOf(folds.map((fold) => fold.byK[i])));
}
