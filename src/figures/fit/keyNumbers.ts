import { noiseInterval } from '../../engine/spectrum/noise';
import { heldOutIntervals, RARELY_HOLD } from '../../engine/statistics/meanInterval';
import { belowOne, count, fixed, NARROW, percent, percentRange } from '../../engine/words/numbers';
import { approximationNumbers } from '../features/notes';
import { alikeMisses, independentRows } from '../view/misses';
import { type KeyNumber, stripOf } from '../view/overviewTypes';
import { formsOf } from '../view/targetForms';
import type { RunView } from '../view/view';
import { directionsText } from '../words/filterWords';
import { leftOutHow } from '../words/runWords';
import { classesAt } from './classView';
import { unpenalisedShares } from './unpenalised';

export interface Performance {
  readonly heldOut: boolean;
  /** NaN when it is unknown: nothing held out and the filter off the grid, or held-out values all alike. */
  readonly r2: number;
  readonly rmse: number;
}

/** The error on held-out rows at this filter; leave-one-out when nothing is held out. */
export function performance(view: RunView): Performance {
  const rows = view.holdout();
  if (rows?.live) return { heldOut: true, r2: rows.r2, rmse: rows.rmse };
  const loo = view.loo * (view.run.metrics.optimism ?? 1);
  return { heldOut: false, r2: 1 - loo, rmse: Math.sqrt(loo * view.facts.unit) };
}

export function keyNumbers(view: RunView): KeyNumber[] {
  return [
    ...(view.run.classes ? accuracyNumbers(view) : fitQuality(view)),
    freedom(view),
    noise(view),
    ...span(view),
    ...approximationNumbers(view),
  ];
}

function fitQuality(view: RunView): KeyNumber[] {
  const { heldOut, r2, rmse } = performance(view);
  const sd = Math.sqrt(view.facts.unit);
  const intervals = heldOut ? scoreIntervals(view) : undefined;
  const { miss } = formsOf(view.run).error;
  const where = heldOut ? 'Held-out' : leftOutHow(view.run) ? 'Left-out' : 'Leave-one-out';
  const lowest = Math.min(0, Number.isFinite(r2) ? Math.max(-1, r2) : 0, Math.max(-1, intervals?.r2[0] ?? 0));
  const { conditioning: beside } = view.run;
  const folds = beside ? `; on folds ${miss(beside.fit)}, ordinary ridge ${miss(beside.ridge)}` : '';
  const spread = `sd ${miss(sd)}${folds}`;
  return [
    {
      id: 'r2',
      name: `${where} R²`,
      value: belowOne(r2, 3),
      unit: '',
      note: intervals
        ? scoreWords(view, intervals.r2, (v) => belowOne(v, 2))
        : `over ${count(view.facts.n)} training rows`,
      strip: stripOf([lowest, 1], r2, intervals?.r2),
    },
    {
      id: 'rmse',
      name: `${where} RMSE`,
      value: miss(rmse),
      unit: '',
      note: intervals ? [scoreWords(view, intervals.rmse, miss), spread].filter(Boolean).join('; ') : spread,
      strip: stripOf([0, sd], rmse, intervals?.rmse),
    },
  ];
}

/** For classes: how often the largest output is the right one, and how often always guessing the most common class would be. */
function accuracyNumbers(view: RunView): KeyNumber[] {
  const classes = classesAt(view);
  if (classes === undefined) return [];
  const { accuracy, interval, baseline, rows, heldOut, live } = classes;
  const where = heldOut ? 'Held-out' : 'Left-out';
  const asFitted = live ? '' : ', as fitted';
  const text = (share: number) => fixed(share, 3);
  // Both ends may read the same in two digits: a third one then tells them apart.
  const digits = fixed(interval[0], 2) === fixed(interval[1], 2) ? 3 : 2;
  return [
    {
      id: 'accuracy',
      name: `${where} accuracy`,
      value: text(accuracy),
      unit: '',
      note: `${intervalWords(interval, (v) => fixed(v, digits))}${asFitted}`,
      strip: { domain: [0, 1], at: accuracy, interval },
    },
    {
      id: 'error',
      name: `${where} errors`,
      value: count(Math.round((1 - accuracy) * rows)),
      unit: `of ${count(rows)} rows`,
      note: `most common class alone: ${count(Math.round((1 - baseline) * rows))}`,
      strip: { domain: [0, 1], at: 1 - accuracy, interval: [0, 1 - baseline] },
    },
  ];
}

function freedom(view: RunView): KeyNumber {
  const { n } = view.facts;
  const df = view.risk.degreesOfFreedom;
  return {
    id: 'df',
    name: 'Degrees of freedom',
    value: directionsText(df),
    unit: `of ${count(n)}`,
    note: freedomNote(view, df / n),
    strip: { domain: [0, n], at: df, interval: [0, df] },
  };
}

function freedomNote(view: RunView, share: number): string {
  const { unpenalised } = view.run.spectrum;
  const rows = `${percent(share)} of the training rows`;
  return unpenalised > 1 ? `${rows}, ${count(unpenalised)} of them unpenalised features` : rows;
}

/** Only the last directions give an upper estimate: residuals are those of a filter that was chosen on the same rows. */
function noise(view: RunView): KeyNumber {
  const { sigma2, standardError, rule, by } = view.run.noise;
  const sigma = Math.sqrt(Math.max(0, sigma2));
  const sd = Math.sqrt(view.facts.unit);
  const certain = Number.isFinite(standardError) && standardError > 0;
  const [low, high] = noiseInterval(view.run.noise).map(Math.sqrt);
  const { miss } = formsOf(view.run).error;
  const between = certain && by === 'residuals';
  const most = certain && by === 'lastDirections';
  return {
    id: 'noise',
    name: 'Not explained by this kernel',
    value: sigma === 0 ? '0' : between ? `${miss(low)} to ${miss(high)}` : miss(sigma),
    unit: '',
    note: `typical size${most ? `; the noise in these rows is at most ${miss(high)}` : ''}, ${rule}`,
    ...(most && { claim: 'noise-at-most' }),
    ...(between && { claim: 'noise-between' }),
    strip: stripOf([0, sd], sigma, certain ? [low, high] : undefined),
  };
}

/** How much of the target's variance lies within the unpenalised features, and how much the kernel adds beyond them. */
function span(view: RunView): KeyNumber[] {
  const { filter, risk } = view;
  const shares = unpenalisedShares(view.run, view.run, { filter, df: risk.degreesOfFreedom });
  if (shares === undefined) return [];
  const { inside, outside } = shares;
  return [
    {
      id: 'span',
      name: 'Within the unpenalised features',
      value: percent(inside.share),
      unit: 'of the variance',
      note: `${intervalWords(inside.interval, percent)}; outside them at least ${percent(outside.interval[0])}, and with all noise ${percent(outside.interval[1])}`,
      claim: 'span-shares',
      strip: stripOf([0, 1], inside.share, inside.interval),
    },
  ];
}

/** The intervals of R² and RMSE: the run's own at the fitted filter, and those of the filter that the sliders stand at. */
export function scoreIntervals(
  view: RunView,
): { r2: readonly [number, number]; rmse: readonly [number, number] } | undefined {
  const stored = view.run.metrics.holdout;
  const rows = view.holdout();
  const moved = view.robust ? view.robust.moved && view.robust.heldOut?.live === true : view.moved;
  if (!moved && stored) return { r2: stored.r2Interval, rmse: stored.rmseInterval };
  return rows && view.run.holdout
    ? heldOutIntervals(view.run.holdout.observed, rows.predicted, alikeMisses(view))
    : undefined;
}

/** The interval of R² or RMSE, and what it rests on if held-out rows are few. */
export function scoreWords(view: RunView, interval: readonly [number, number], format: (v: number) => string): string {
  const words = intervalWords(interval, format);
  return words !== '' && independentRows(view) < RARELY_HOLD ? `${words}, if no rare errors are far larger` : words;
}

/** "95 %: 0.71 to 0.86"; '' where it is not known. */
export function intervalWords([low, high]: readonly [number, number], format: (v: number) => string): string {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return '';
  return `95${NARROW}%: ${format === percent ? percentRange([low, high]) : `${format(low)} to ${format(high)}`}`;
}
