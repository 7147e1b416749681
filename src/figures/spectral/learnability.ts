import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { directionsAbove } from '../../engine/spectrum/decay';
import { count, steady } from '../../engine/words/numbers';
import { counted, plural, stressed } from '../../engine/words/sentence';
import { lineSeries } from '../specs';
import { crossingRules, directionAxis, shareAxis } from '../view/axes';
import type { RunView } from '../view/view';

/**
 * The fraction of each direction learnt on new rows (CKRR 5.1), beside the fraction that the filter keeps on the
 * training rows.
 */
export function learnabilityFigure(view: RunView): FigureSpec {
  const { directions, rank } = view.facts;
  const ridgeLambda = view.run.axes.length === 1 && view.hasLambda;
  const { kappa, learnability } = view.learning();
  const learnt = directionsAbove(view.run.spectrum.mu, rank, kappa);
  const filter = view.shares;
  return {
    id: 'learnability',
    title: 'Learnability',
    sentence: finding(view, learnt),
    x: directionAxis(view),
    y: shareAxis('share learnt', 'plain'),
    series: [
      lineSeries(
        'fitted',
        'filter g, training rows',
        { x: directions, y: directions.map((i) => filter[i - 1]) },
        { label: { text: 'filter g', at: Math.max(1, view.crossing), dx: 10, dy: -6, align: 'left' } },
      ),
      lineSeries(
        'main',
        'learnability L, new rows',
        { x: directions, y: directions.map((i) => learnability[i - 1]) },
        { label: { text: 'learnability L', at: Math.max(1, learnt * 0.8), dx: -8, dy: 6, align: 'right' } },
      ),
    ],
    rules: crossingRules(view),
    note: `Estimated from the spectrum of the training rows in place of the unknown true one${ridgeLambda ? '' : ', for ridge at the comparable λ'}.`,
  };
}

function finding(view: RunView, learnt: number): Sentence {
  const { noiseFactor } = view.learning();
  const amplified =
    noiseFactor < 1.05 ? 'noise is hardly amplified.' : `noise is amplified ${steady(noiseFactor, 2)}-fold.`;
  if (learnt === 0) return stressed('No direction', ` is learnt by half or more on new rows; ${amplified}`);
  const few = `About ${counted(learnt, 'direction')}`;
  const verb = plural(learnt, 'is', 'are');
  const beside = learnt < view.crossing ? ` (${count(view.crossing)} on the training rows)` : '';
  return stressed(few, ` ${verb} learnt by half or more on new rows${beside}; ${amplified}`);
}
