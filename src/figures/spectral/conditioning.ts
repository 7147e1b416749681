import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { axisValue } from '../../engine/filters/anyFilter';
import { count } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { extent } from '../view/extent';
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
    title: 'Does conditioning pay?',
    sentence: finding(k, wins),
    x: { title: 'unpenalised directions k', scale: 'log', domain: [1, Math.max(2, k[k.length - 1])], format: 'count' },
    y: {
      title: 'share of var(y)',
      scale: 'log',
      domain: Number.isFinite(low) && low > 0 ? [Math.max(low / 1.5, high * 1e-5), high * 1.8] : [1e-6, 1],
      format: 'plain',
    },
    series: [
      { kind: 'line', role: 'bias', name: 'bias taken away', x: k, y: gain, label: { text: 'bias taken', at: 'end' } },
      {
        kind: 'line',
        role: 'variance',
        name: 'noise let in',
        x: k,
        y: cost,
        label: { text: 'noise let in', at: 'end' },
      },
      {
        kind: 'points',
        role: 'loo',
        name: 'conditioning pays',
        x: k.filter((_, j) => wins[j]),
        y: gain.filter((_, j) => wins[j]),
      },
    ],
    rules:
      shown === undefined || shown < 1 ? [] : [{ axis: 'x', at: shown, role: 'chosen', text: settingText('k', shown) }],
    note: 'Inequality (3) of conditional kernel ridge regression, for new rows, with scores and noise estimated on the training rows. Dots: the bias taken away outweighs the noise. Where its line breaks off, no noise is let in.',
  };
}

function finding(k: Float64Array, wins: readonly boolean[]): Sentence {
  const first = wins.indexOf(true);
  if (first < 0)
    return sentence(
      'At this λ ',
      'no k is predicted to pay',
      ': none takes away clearly more bias than it lets noise in.',
    );
  let last = first;
  while (last + 1 < wins.length && wins[last + 1]) last++;
  const stretch = last === first ? `k = ${count(k[first])}` : `k = ${count(k[first])} to ${count(k[last])}`;
  const more = wins.indexOf(true, last + 1) > 0 ? ', and for some beyond' : '';
  return sentence('At this λ leaving the first directions unpenalised is predicted to pay for ', stretch, `${more}.`);
}
