import type { FigureSpec, MarkSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import type { Axis } from '../../engine/contract/filter';
import { axisValue } from '../../engine/filters/anyFilter';
import { AXES } from '../../engine/filters/axes';
import { aboveLowest, NARROW } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { axisSpec, bandSeries, endLabel, lineSeries } from '../specs';
import { axisRules, filterAxis, r2Axis, shownValue } from '../view/axes';
import { extent } from '../view/extent';
import type { LivePath } from '../view/paths';
import { pathAt, type RunView } from '../view/view';
import { axisText, coordinate, isCountAxis, settingText, signOf } from '../words/filterWords';
import { endName, endText, othersText } from './risk';

/** Every estimate of the error on new rows along one axis: leave-one-out, GCV, K-fold with one standard error, held out at the value shown. */
export function errorsFigure(view: RunView, axis: Axis): FigureSpec {
  const path = view.path(axis);
  const { values, loo, gcv, cv, cvValues } = path;
  const series: SeriesSpec[] = [];
  if (cv.length > 0) {
    const name = foldName(view);
    const { lower, upper } = path.cvBand;
    const faint = !path.fitted;
    series.push(
      bandSeries('cv', `${name} ± one standard error`, { x: cvValues, y: lower, upper }, { faint }),
      lineSeries('cv', name, { x: cvValues, y: cv }, { ...endLabel(name), faint }),
    );
  }
  if (loo.length > 0) series.push(lineSeries('loo', 'leave-one-out', { x: values, y: loo }, endLabel('LOO')));
  const { axis: r2, told } = r2Axis(view);
  series.push(lineSeries('gcv', 'GCV', { x: values, y: gcv }, endLabel('GCV')));
  return {
    id: `errors-${axis}`,
    title: view.run.axes.length === 1 ? 'Prediction error' : `Prediction error over ${signOf(axis)}`,
    sentence: finding(view, axis, path),
    x: filterAxis(view, axis),
    y: axisSpec('squared error, share of var(y)', 'log', errorDomain(view, axis), 'plain', { ...r2 }),
    series,
    marks: marks(view, axis, path),
    rules: axisRules(view, axis),
    pick: { x: axis },
    ...told,
  };
}

/** The same with a note on how the errors were computed, for the tab that is about them. */
export function errorsInDetail(view: RunView, axis: Axis): FigureSpec {
  const how = view.run.notes.filter(({ code }) => /^(cv|selection)[/]/.test(code));
  const path = view.path(axis);
  const faint =
    path.fitted || path.cv.length === 0
      ? []
      : [`The faint ${foldName(view)} curve belongs to the fitted ${othersOf(view, axis)}.`];
  const figure = errorsFigure(view, axis);
  const footnotes = [...how.map(({ text }) => text), ...(figure.footnotes ?? [])];
  return {
    ...figure,
    ...(faint.length > 0 && { note: faint.join(' '), act: '“Use this” computes it again.' }),
    ...(footnotes.length > 0 && { footnotes }),
  };
}

function othersOf(view: RunView, axis: Axis): string {
  const signs = view.run.axes.filter((other) => other !== axis).map(signOf);
  return signs.join(' and ');
}

/** "10‑fold": with a no-break hyphen, so that it is never torn apart. */
function foldName(view: RunView): string {
  return `${view.run.metrics.folds}‑fold`;
}

function marks(view: RunView, axis: Axis, path: LivePath): MarkSpec[] {
  const { values, loo, cv, least } = path;
  const marks: MarkSpec[] = [];
  if (loo.length > 0) marks.push({ shape: 'circle', role: 'loo', x: values[least.loo], y: loo[least.loo] });
  const at = least.oneStandardError;
  if (cv.length > 0 && path.fitted)
    marks.push({
      shape: 'diamond',
      role: 'cv',
      x: values[at],
      y: cv[at],
      text: 'one standard error',
      dx: 2,
      dy: 20,
      align: 'left',
    });
  const heldOut = view.holdout();
  if (heldOut?.live && Number.isFinite(heldOut.rmse) && view.run.classes === undefined) {
    const y = heldOut.rmse ** 2 / view.facts.unit;
    const x = shownValue(view, axis);
    marks.push({ shape: 'square', role: 'chosen', x, y, text: 'held out', dx: 9, dy: -7, align: 'left' });
  }
  return marks;
}

/** Fixed per run: from below every least to a little above "no better than the mean"; what lies higher is cut off. */
function errorDomain(view: RunView, axis: Axis): [number, number] {
  const { loo, gcv, cv } = view.facts.paths.fittedPath(axis);
  const curves = keptTogether(view) ? [cv] : [loo, gcv, cv];
  const leasts = curves.map((c) => extent(c.filter((v) => v > 0))[0]).filter(Number.isFinite);
  const scores = view.run.metrics.holdout;
  if (scores !== undefined && scores.rmse > 0) leasts.push(scores.rmse ** 2 / view.facts.unit);
  const least = Math.max(1e-12, Math.min(1, ...leasts));
  return [least * 0.5, Math.max(1.6, 3 * Math.max(0, ...leasts))];
}

function finding(view: RunView, axis: Axis, path: LivePath): Sentence {
  const { values, least, loo, cv } = path;
  const sign = signOf(axis);
  if (loo.length === 0)
    return sentence(`With ${othersText(view, axis)} only `, 'GCV', ' is known before the next fit.');
  const fold = foldName(view);
  const folds = path.fitted && cv.length > 0;
  const together = folds && keptTogether(view);
  const [error, errors, at] = together ? [fold, cv, least.cv] : ['leave-one-out', loo, least.loo];
  const best = settingText(axis, values[at]);
  if (view.moved) {
    const given = path.fitted ? '' : ` with ${othersText(view, axis)}`;
    const here = pathAt(axis, values, errors, axisValue(view.filter, axis)) / errors[at];
    if (Number.isFinite(here))
      return sentence(
        `The ${error} error at this ${sign} is `,
        here < 1.01 ? `within 1${NARROW}% of the lowest` : aboveLowest(here),
        `, found at ${best}${given}.${oneStandardErrorText(axis, path)}`,
      );
  }
  const lowest = `The ${error} error is lowest`;
  if ((at === 0 || at === values.length - 1) && !AXES[axis].ofDirections)
    return sentence(`${lowest} at the ${endName(at)} ${sign}, `, best, `, ${endText(view, axis, path, at)}.`);
  if (axis === 'r' && at === values.length - 1)
    return sentence(`${lowest} with `, 'all directions', ': none is cut off.');
  const gcvAt = values[least.gcv];
  const gcv = near(axis, gcvAt, values[at]) ? ' GCV agrees.' : ` GCV chooses ${settingText(axis, gcvAt)}.`;
  if (!folds) return sentence(`${lowest} at `, best, `.${gcv}`);
  if (together)
    return sentence(
      `${lowest} at `,
      best,
      `.${oneStandardErrorText(axis, path)} Leave-one-out predicts rows from their like here.`,
    );
  if (near(axis, values[least.cv], values[at])) {
    const same = least.cv === at ? 'the same' : 'nearly the same';
    const chosen = AXES[axis].counted ? `${same} number of ${sign}` : `${same} ${sign}`;
    return sentence(
      `Leave-one-out and ${fold} choose ${chosen}, `,
      axisText(axis, values[at]),
      `.${oneStandardErrorText(axis, path)}${gcv}`,
    );
  }
  return sentence(
    'Leave-one-out chooses ',
    best,
    `, ${fold} ${settingText(axis, values[least.cv])}: these rows do not tell which is better for new ones.`,
  );
}

/** True where folds chose, and nobody asked for it: rows that belong together stay in one, and leaving out one row alone does not test a prediction of new ones. */
function keptTogether({ run }: RunView): boolean {
  const selection = run.parameters.find(({ name }) => name === 'selection');
  return selection?.value === 'cv' && !['set', 'default'].includes(selection.rule);
}

/** How far the fit may go to the regular side by one standard error, when folds were made for these values of the other axes. */
function oneStandardErrorText(axis: Axis, { cv, fitted, values, least }: LivePath): string {
  if (cv.length === 0 || !fitted || least.oneStandardError === least.cv) return '';
  const way = AXES[axis].regular === 'high' ? 'Up' : 'Down';
  return ` ${way} to ${axisText(axis, values[least.oneStandardError])} the error is within one standard error of the lowest.`;
}

/** Two choices count as one when they are within a factor of two, or next to each other. */
export function near(axis: Axis, a: number, b: number): boolean {
  if (isCountAxis(axis) && Math.abs(a - b) <= 1) return true;
  return Math.abs(coordinate(axis, a) - coordinate(axis, b)) <= Math.log(2);
}
