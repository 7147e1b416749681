import type { ReproductionSpec } from '../../engine/contract/reproduction';
import { byPaper, byUs, type Setting } from '../settings';
import { DRAWN_ROWS, type DrawPlan, FOLDS } from './signDraws';

/** Everything that decides the numbers of one of SIGN's tables. */
export function signTableSettings(
  { protocol, outliers, draws, seed }: DrawPlan,
  kernelName: string,
  { draws: published }: ReproductionSpec,
  tolerance: number,
): readonly Setting[] {
  const authors = protocol === 'authors';
  const reduced = draws < Number(published);
  const settings = [
    byPaper('kernel', kernelName),
    byPaper('rows', `${DRAWN_ROWS} of each table at random, 80\u202f% to train and 20\u202f% to test`),
    (reduced ? byUs : byPaper)('draws', reduced ? `the first ${draws} of ${published}` : `${draws}`),
    byPaper(
      'grid',
      `30 length scales from 0.01 to 1,000, 30 total ridges nλ from 10⁻⁶ to 10, ${FOLDS} folds, least squared error`,
    ),
    byPaper(
      'further hyper-parameters',
      'τ of 0.25, 0.5, 0.75; ½, 1 and 2 times the tuning constant of Huber and Tukey',
    ),
    byUs('protocol', authors ? 'as the authors’ program did' : 'careful'),
    authors
      ? byPaper('standardising', 'X over all drawn rows, before the split; y centred over them, not scaled')
      : byUs('standardising', 'X and y by the rows of each fit'),
    authors
      ? byPaper(
          'stopping',
          'where a tenth of the training rows has the least error before 100 steps without a lower one',
        )
      : byUs('stopping', 'at one of 30 times, from 0.01 to 1,000 (KCD: 0.1 to 316), by folds like a penalty'),
    authors
      ? byPaper('steps', 'of 0.01 on y as it is, at most 10,000')
      : byUs('steps', 'KSGD and KGD as exact flows, KCD in steps of 0.01, on standardised y'),
    authors
      ? byPaper('scale of M-estimators', 'standard deviation of the residuals at every iteration, at most 100')
      : byUs('scale of M-estimators', 'their median distance from the median, times 1.4826, at every iteration'),
    byUs(
      'penalties of K-ℓ∞',
      '30 from 0.9 to 10⁻⁶ of ||y||₁, at which all coefficients vanish: solved exactly, those up to 10 all but interpolate',
    ),
    byUs('K-ℓ∞, K-ℓ1 and KQR', 'solved exactly, where the paper iterates; KQR with an intercept'),
    byUs('agreement', `medians of R² within ${tolerance} of the paper’s`),
    byUs('seed', `${seed}; draws and folds are ours, not the authors’`),
  ];
  if (authors)
    settings.push(
      byUs('the tenth', 'the rows of each fold; the refit to all training rows runs for the mean of the folds’ times'),
    );
  if (outliers !== undefined) {
    const said = `yᵢ·(1 + |eᵢ|) on centred y, e Cauchy with scale ${outliers}`;
    settings.push(byPaper('outliers', `${said} (${outliers === 0.1 ? 'the authors’ program' : 'the paper’s text'})`));
  }
  return settings;
}
