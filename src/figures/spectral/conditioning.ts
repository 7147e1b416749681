import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { axisValue } from '../../engine/filters/anyFilter';
import { count, percent } from '../../engine/words/numbers';
import { counted, sentence } from '../../engine/words/sentence';
import { extent } from '../view/extent';
import type { Benefit } from '../view/learning';
import type { RunView } from '../view/view';
import { settingText } from '../words/filterWords';

/**
 * When leaving the first k directions unpenalised pays (CKRR inequality 3): the bias it takes away beside the noise it lets
 * in, both over k at the λ shown, in shares of var(y). Absent below 20 directions.
 */
export function conditioningFigure(view: RunView): FigureSpec | undefined {
  const benefit = view.facts.learning.conditioning(view.lambda);
  if (benefit === undefined) return undefined;
  const { k, gain, cost } = benefit;
  const shown = view.run.axes.includes('k') ? axisValue(view.filter, 'k') : undefined;
  // Limits stand still while λ moves: they are those of the fitted λ.
  const { learning } = view.facts;
  const fitted = learning.conditioning(learning.fitted);
  const [low, high] = extent(
    (fitted?.gain ?? gain).filter((v) => v > 0),
    (fitted?.cost ?? cost).filter((v) => v > 0),
  );
  // A win by less than a thousandth of the risk is none.
  const least = (1e-3 * view.risk.total) / view.facts.unit;
  const wins = Array.from(k, (_, j) => gain[j] - cost[j] > least);
  return {
    id: 'conditioning',
    title: 'Leaving directions unpenalised',
    sentence: finding(view, benefit, wins),
    x: { title: 'unpenalised directions k', scale: 'log', domain: [1, Math.max(2, k[k.length - 1])], format: 'count' },
    y: {
      title: 'share of var(y)',
      scale: 'log',
      domain: Number.isFinite(low) && low > 0 ? [Math.max(low / 1.5, high * 1e-5), high * 1.8] : [1e-6, 1],
      format: 'plain',
    },
    series: [
      { kind: 'line', role: 'bias', name: 'bias removed', x: k, y: gain, label: { text: 'bias removed', at: 'end' } },
      {
        kind: 'line',
        role: 'variance',
        name: 'variance added',
        x: k,
        y: cost,
        label: { text: 'variance added', at: 'end' },
      },
      {
        kind: 'points',
        role: 'loo',
        name: 'estimated to help',
        x: k.filter((_, j) => wins[j]),
        y: gain.filter((_, j) => wins[j]),
      },
    ],
    rules:
      shown === undefined || shown < 1 ? [] : [{ axis: 'x', at: shown, role: 'chosen', text: settingText('k', shown) }],
    note: 'Inequality (3) of conditional kernel ridge regression, for new rows, with scores and noise estimated on the training rows. Dots: more bias is removed than variance added. Where its line ends, no variance is added.',
  };
}

/** By the folds, where k is an axis of the method: they judge on rows left out. The estimate was fitted to the same rows, and promises nothing. */
function finding(view: RunView, { k, gain, cost }: Benefit, wins: readonly boolean[]): Sentence {
  const byFolds = foldFinding(view);
  if (byFolds) return byFolds;
  if (!wins.includes(true))
    return sentence('By this estimate ', 'no k', ' removes more bias than it adds variance, at this λ.');
  const net = gain.map((v, j) => v - cost[j]);
  const best = net.indexOf(net.reduce((a, b) => Math.max(a, b)));
  return sentence(
    'By this estimate not shrinking ',
    `the first ${counted(k[best], 'direction')}`,
    ' removes the most bias for the variance that it adds; whether the error falls, conditional ridge regression tests on rows left out.',
  );
}

function foldFinding({ run }: RunView): Sentence | undefined {
  const path = run.paths.find(({ axis }) => axis === 'k');
  if (!path || path.cv.length === 0 || path.values[0] !== 0) return undefined;
  const { cv, cvStandardError, values } = path;
  const at = cv.indexOf(cv.reduce((a, b) => (b < a ? b : a)));
  const gain = 1 - Math.sqrt(cv[at] / cv[0]);
  const clear = cv[0] - cv[at] > Math.max(cvStandardError[0], cvStandardError[at]);
  if (at === 0 || gain < 0.001)
    return sentence(
      'Not shrinking the first k directions ',
      'does not lower',
      ' the error on rows left out, for any k.',
    );
  return sentence(
    `Not shrinking the first ${count(values[at])} directions lowers the typical error on rows left out by `,
    percent(gain),
    clear ? '.' : ', which is within its uncertainty.',
  );
}
