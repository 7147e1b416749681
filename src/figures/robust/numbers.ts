import { SUSPECT_SCALES } from '../../engine/statistics/suspects';
import { belowOne, count, percent, quantityForm, sci } from '../../engine/words/numbers';
import { intervalWords, scoreIntervals, scoreWords } from '../fit/keyNumbers';
import { type KeyNumber, stripOf } from '../view/overviewTypes';
import { formsOf } from '../view/targetForms';
import type { RunView } from '../view/view';
import { coverageAt } from './calibration';
import { LOSS_NAMES, leftOutText, tauText } from './strength';
import type { RobustView } from './view';

/** The key numbers of a robust fit at the strength shown, each beside its ridge baseline's where that has one. */
export function robustNumbers(view: RunView): KeyNumber[] {
  const { robust } = view;
  if (robust === undefined) return [];
  return [
    ...(robust.heldOut ? heldOutNumbers(view, robust) : leftOutNumbers(view, robust)),
    supportNumber(view, robust),
    suspectsNumber(view, robust),
    scaleNumber(view, robust),
    ...certainty(robust),
  ];
}

const UNKNOWN = { r2: [Number.NaN, Number.NaN], rmse: [Number.NaN, Number.NaN] } as const;

function heldOutNumbers(view: RunView, robust: RobustView): KeyNumber[] {
  const { heldOut, fit } = robust;
  const observed = view.run.holdout?.observed;
  if (heldOut === undefined || observed === undefined) return [];
  const { r2, rmse, mae } = heldOut;
  const asFitted = heldOut.live ? '' : '; as fitted';
  const sd = Math.sqrt(view.facts.unit);
  const { miss } = formsOf(view.run).error;
  const { taus, middle } = fit;
  const of = taus ? ` of ${tauText(taus[middle])}` : '';
  const size = (id: 'rmse' | 'mae', name: string, value: number, baseline: number | undefined): KeyNumber => ({
    id,
    name: `Held-out ${name}${of}`,
    value: miss(value),
    unit: '',
    note: `${baseline === undefined ? '' : `ordinary ridge, same kernel: ${miss(baseline)}; `}sd ${miss(sd)}${asFitted}`,
    strip: stripOf([0, sd], value, id === 'rmse' ? intervals.rmse : undefined),
  });
  const intervals = scoreIntervals(view) ?? UNKNOWN;
  const baseline = fit.squared.holdout;
  if (taus) {
    const coverage = coverageAt(fit, { observed, metrics: view.run.metrics }, heldOut);
    return [
      ...(coverage ? [coverageNumber(coverage, taus, asFitted)] : []),
      size('mae', 'mean absolute error', mae, baseline?.mae),
      crossedNumber(fit.crossed ?? 0, 'held-out', robust.moved),
    ];
  }
  const lowest = Math.max(-1, Math.min(0, r2 || 0, baseline?.r2 || 0, intervals.r2[0] || 0));
  const between95 = scoreWords(view, intervals.r2, (v) => belowOne(v, 2));
  return [
    {
      id: 'r2',
      name: 'Held-out R²',
      value: belowOne(r2, 3),
      unit: '',
      note:
        [`ordinary ridge, same kernel: ${belowOne(baseline?.r2 ?? Number.NaN, 3)}`, between95]
          .filter((t) => t !== '')
          .join('; ') + asFitted,
      strip: stripOf([lowest, 1], r2, intervals.r2),
    },
    size('rmse', 'RMSE', rmse, baseline?.rmse),
    size('mae', 'mean absolute error', mae, baseline?.mae),
  ];
}

/** With nothing held out: the loss that the strength was chosen by. */
function leftOutNumbers(view: RunView, { fit, at, moved }: RobustView): KeyNumber[] {
  const { path, taus, crossed } = fit;
  const constant = (view.facts.robust?.constant ?? 0) * (view.facts.robust?.unit ?? 1);
  const score = path.score[at];
  const half = 1.96 * path.scoreStandardError[at];
  const { miss } = quantityForm(path.score[path.least.score], constant);
  const name = LOSS_NAMES[path.loss];
  const interval = Number.isFinite(half) ? ([score - half, score + half] as const) : undefined;
  const best = { absolute: 'the median', squared: 'the mean', pinball: 'constant quantiles' }[path.loss];
  return [
    {
      id: 'error',
      name: `Left-out ${name}`,
      value: Number.isFinite(score) ? miss(score) : '–',
      unit: '',
      note: `over ${leftOutText(fit)}; ${best}: ${miss(constant)}`,
      strip: stripOf([0, constant > 0 ? constant : 1], score, interval),
    },
    ...(taus ? [crossedNumber(crossed ?? 0, 'training', moved)] : []),
  ];
}

function coverageNumber(
  { share, nominal, interval }: NonNullable<ReturnType<typeof coverageAt>>,
  taus: readonly number[],
  asFitted: string,
): KeyNumber {
  return {
    id: 'coverage',
    name: `Held-out rows between ${tauText(taus[0])} and ${taus[taus.length - 1]}`,
    value: percent(share),
    unit: `of ${percent(nominal)}`,
    note: `${intervalWords(interval, percent)}${asFitted}`,
    strip: { domain: [0, 1], at: share, interval },
  };
}

function crossedNumber(share: number, rows: 'held-out' | 'training', moved: boolean): KeyNumber {
  return {
    id: 'crossed',
    name: 'Levels out of order',
    value: percent(share),
    unit: `of ${rows} rows`,
    note: `before sorting${moved ? '; as fitted' : ''}`,
    strip: { domain: [0, 1], at: share, interval: [0, share] },
  };
}

function supportNumber({ facts }: RunView, { fit, at }: RobustView): KeyNumber {
  const points = fit.path.support[at];
  const { taus, middle } = fit;
  return {
    id: 'support',
    name: 'Rows that affect the fit',
    value: count(points),
    unit: `of ${count(facts.n)}`,
    note: `α ≠ 0${taus && taus.length > 1 ? ` at ${tauText(taus[middle])}` : ''}; largest |α| ${sci(fit.path.largest[at])}`,
    strip: { domain: [0, facts.n], at: points, interval: [0, points] },
  };
}

function suspectsNumber({ facts }: RunView, { suspectCount, beyond, live }: RobustView): KeyNumber {
  const many = beyond > suspectCount ? `${count(beyond)} rows, too many to tell, are ` : '';
  return {
    id: 'suspects',
    name: 'Suspect rows',
    value: count(suspectCount),
    unit: `of ${count(facts.n)}`,
    note: `${many}beyond ${SUSPECT_SCALES} robust scales${live ? '' : '; as fitted'}`,
    strip: { domain: [0, facts.n], at: suspectCount, interval: [0, suspectCount] },
  };
}

function scaleNumber({ run, facts }: RunView, { scale, deviation, live }: RobustView): KeyNumber {
  const sd = Math.sqrt(facts.unit);
  const { miss } = formsOf(run).error;
  return {
    id: 'scale',
    name: 'Robust scale of the errors',
    value: miss(scale),
    unit: '',
    note: `their standard deviation: ${miss(deviation)}${live ? '' : '; as fitted'}`,
    strip: stripOf([0, sd], scale, [Math.min(scale, deviation), Math.max(scale, deviation)]),
  };
}

/** How far the solution may be from the exact one; nothing where it is exact. */
function certainty({ fit, at }: RobustView): KeyNumber[] {
  const { measure, tolerance, worst } = fit.convergence;
  if (measure === 'exact') return [];
  const here = fit.path.remainder[at];
  return [
    {
      id: 'gap',
      name: measure === 'gap' ? 'Duality gap' : 'Last change',
      value: sci(here),
      unit: 'relative',
      note: `worst on the path ${sci(worst)}; tolerance ${sci(tolerance)}`,
      strip: stripOf([0, tolerance], here, undefined),
    },
  ];
}
