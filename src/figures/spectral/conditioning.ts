import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import type { ConditioningCost } from '../../engine/contract/run';
import { axisValue } from '../../engine/filters/anyFilter';
import { studentQuantile } from '../../engine/statistics/student';
import { besideText, inUnits, NARROW } from '../../engine/words/numbers';
import { counted, sentence } from '../../engine/words/sentence';
import { axisSpec, endLabel, lineSeries, pointSeries } from '../specs';
import { extent } from '../view/extent';
import type { RunView } from '../view/view';
import { settingText } from '../words/filterWords';

/**
 * When leaving the first k directions unpenalised pays (CKRR section 5.1): the bias it takes away beside the noise it lets
 * in, both over k at the λ shown, in fractions of var(y). Absent below 20 directions.
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
    sentence: finding(view),
    x: axisSpec('unpenalised directions k', 'log', [1, Math.max(2, k[k.length - 1])], 'count'),
    y: axisSpec(
      'share of var(y)',
      'log',
      Number.isFinite(low) && low > 0 ? [Math.max(low / 1.5, high * 1e-5), high * 1.8] : [1e-6, 1],
      'plain',
    ),
    series: [
      lineSeries('bias', 'bias removed', { x: k, y: gain }, endLabel('bias removed')),
      lineSeries('variance', 'variance added', { x: k, y: cost }, endLabel('variance added')),
      pointSeries('loo', 'estimated to help', { x: k.filter((_, j) => wins[j]), y: gain.filter((_, j) => wins[j]) }),
    ],
    rules:
      shown === undefined || shown < 1 ? [] : [{ axis: 'x', at: shown, role: 'chosen', text: settingText('k', shown) }],
    note: 'The two errors that inequality (3) of conditional kernel ridge regression compares, for new rows and a target anywhere in the kernel’s directions, with scores and noise estimated on the training rows. Dots: more bias is removed than variance added. Where its line ends, none is.',
  };
}

const intervalOver = (folds: number): string => `, 95${NARROW}% over ${counted(folds, 'fold')}.`;

const LEFT_OUT = 'On rows left out the RMSE is';

/** By the folds, where k is an axis of the method; both sides of the inequality were fitted to the rows, and often err about new ones (docs/methods.md). */
function finding({ run }: RunView): Sentence {
  const path = run.paths.find(({ axis }) => axis === 'k');
  const { folds } = run.metrics;
  if (run.conditioning) return besideRidge(run.conditioning, folds);
  if (!path || path.cv.length === 0 || path.values[0] !== 0 || folds < 2)
    return sentence(
      'Whether not shrinking the first directions lowers the error ',
      'cannot be told',
      ' from these estimates; the method ckrr-hard measures it on rows left out.',
    );
  const { cv, cvStandardError, values } = path;
  const at = path.least.cv;
  const rmse = (i: number) => {
    const error = Math.sqrt(cv[i]);
    const half = error > 0 ? (studentQuantile(0.975, folds - 1) * cvStandardError[i]) / (2 * error) : 0;
    return `${inUnits(error, 3)(error)} ± ${inUnits(error, 3)(half)}`;
  };
  const interval = intervalOver(folds);
  const lead = `${LEFT_OUT} lowest with `;
  if (at === 0) return sentence(lead, `no direction unpenalised, ${rmse(0)}`, interval);
  const there = `the first ${counted(values[at], 'direction')} unpenalised, ${rmse(at)}`;
  return sentence(lead, there, `, beside ${rmse(0)} with none${interval}`);
}

/** The cost or gain of unpenalised features beside ridge with the same kernel. */
function besideRidge({ fit, ridge, difference }: ConditioningCost, folds: number): Sentence {
  const { share, shareHalfWidth } = difference;
  const form = inUnits(ridge, 3);
  const [low, high] = [share - shareHalfWidth, share + shareHalfWidth].map(besideText);
  return sentence(
    `${LEFT_OUT} ${form(fit)}, beside ${form(ridge)} of ordinary ridge: between `,
    `${low} and ${high}`,
    intervalOver(folds),
  );
}
