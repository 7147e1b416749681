import type { FigureSpec, MarkSpec, RuleSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import { aboveLowest, higher, NARROW, sci } from '../../engine/words/numbers';
import { sentence, stressed } from '../../engine/words/sentence';
import { axisSpec, bandSeries, endLabel, lineSeries } from '../specs';
import { chosenDot, r2Axis } from '../view/axes';
import { extent } from '../view/extent';
import type { RunView } from '../view/view';
import { leftOutNotes } from './coefficients';
import type { RobustRunFacts } from './facts';
import {
  LOSS_NAMES,
  leftOutText,
  regularEnd,
  STRENGTH_WORDS,
  strengthAxis,
  strengthRules,
  strengthText,
} from './strength';
import type { RobustView } from './view';

/** The loss on rows left out along the strength, beside that on the training rows. Absent for other than robust fits. */
export function robustPathFigure(view: RunView): FigureSpec | undefined {
  const { robust, facts } = view;
  if (robust === undefined || facts.robust === undefined) return undefined;
  const { path } = robust.fit;
  const { score, training, unit } = facts.robust;
  const name = LOSS_NAMES[path.loss];
  const r2 = path.loss === 'squared' ? r2Axis(view) : { axis: {}, told: {} };
  const leftOut = robust.fit.scored.by === 'folds' ? `${robust.fit.scored.folds}‑fold` : 'validation';
  const series: SeriesSpec[] = [
    bandSeries('cv', 'left out ± one standard error', { x: score.x, y: score.lower, upper: score.upper }),
    lineSeries('fitted', 'training rows', { x: path.values, y: training }, { ...endLabel('training'), faint: true }),
    lineSeries('cv', 'left out', { x: score.x, y: score.y }, endLabel(leftOut)),
  ];
  return {
    id: 'robust-path',
    title: 'Error along the path',
    sentence: finding(robust),
    x: strengthAxis(robust.fit),
    y: axisSpec(
      path.loss === 'squared' ? `${name}, share of var(y)` : `${name} of ${view.run.target}`,
      'log',
      lossDomain(view, facts.robust),
      'plain',
      { ...r2.axis },
    ),
    series,
    marks: marks(robust, unit),
    rules: [...strengthRules(robust), ...baselineRule(view, unit)],
    ...r2.told,
  };
}

/** The same with a note on how the losses were computed, for the tab that is about them. */
export function robustPathInDetail(view: RunView): FigureSpec | undefined {
  const figure = robustPathFigure(view);
  const how = view.run.notes.filter(({ code }) => code.startsWith('selection/')).map(({ text }) => text);
  const notes = [...how, ...leftOutNotes(view)];
  return figure && notes.length > 0 ? { ...figure, note: notes.join(' ') } : figure;
}

function marks({ fit, at, strength, heldOut }: RobustView, unit: number): MarkSpec[] {
  const { values, score, least } = fit.path;
  const marks: MarkSpec[] = [];
  const scored = (l: number) => Number.isFinite(score[l]);
  if (scored(least.score))
    marks.push({ shape: 'circle', role: 'cv', x: values[least.score], y: score[least.score] / unit });
  if (scored(least.oneStandardError))
    marks.push({
      shape: 'diamond',
      role: 'cv',
      x: values[least.oneStandardError],
      y: score[least.oneStandardError] / unit,
      text: 'one standard error',
      dx: 2,
      dy: 20,
      align: regularEnd(fit.path.axis) === 'low' ? 'left' : 'right',
    });
  if (scored(at)) marks.push(chosenDot(strength, score[at] / unit));
  if (heldOut?.live && heldOut.loss > 0)
    marks.push({
      shape: 'square',
      role: 'chosen',
      x: strength,
      y: heldOut.loss / unit,
      text: 'held out',
      dx: 9,
      dy: -7,
      align: 'left',
    });
  return marks;
}

/** The ridge baseline where it can be compared: on the same held-out rows, or left out by a squared loss. */
function baselineRule({ run, robust }: RunView, unit: number): RuleSpec[] {
  const heldOut = robust?.heldOut?.squaredLoss ?? Number.NaN;
  // The curve runs high at the regular end, and the words stand below it there.
  const side = regularEnd(robust?.fit.path.axis ?? 'lambda') === 'high' ? 'right' : 'left';
  const rule = (at: number, text: string): RuleSpec[] => [{ axis: 'y', at, role: 'second', text, side, below: true }];
  if (heldOut > 0) return rule(heldOut / unit, 'ordinary ridge, held out');
  if (robust?.heldOut === undefined && robust?.fit.path.loss === 'squared' && run.metrics.loo > 0)
    return rule(run.metrics.loo / unit, 'ordinary ridge, leave-one-out');
  return [];
}

/** Fixed per run: from half of the least to the path's most, or ten times the least; what lies beyond is cut off. */
function lossDomain({ run, robust }: RunView, { score, constant, unit }: RobustRunFacts): [number, number] {
  const { path, holdout, squared } = robust?.fit ?? {};
  const known = Array.from(score.y).filter((v) => v > 0);
  const scores = run.metrics.holdout;
  // The square mark of the fitted strength stays inside; quantiles' has no stored loss, and lies near the curve.
  if (scores && path?.loss !== 'pinball') known.push(path?.loss === 'squared' ? scores.rmse ** 2 / unit : scores.mae);
  if (holdout && squared?.holdout && path?.loss === 'absolute') known.push(squared.holdout.mae);
  const [least, most] = extent(known.filter((v) => v > 0));
  if (!Number.isFinite(least)) return constant > 0 ? [constant / 10, constant * 2] : [0.1, 1];
  return [least * 0.5, Math.min(most * 1.2, least * 12)];
}

function finding({ fit, at, strength, moved }: RobustView): Sentence {
  const { path } = fit;
  const { axis, values, score, least } = path;
  const { sign } = STRENGTH_WORDS[axis];
  const best = strengthText(axis, values[least.score]);
  const subject = `The ${LOSS_NAMES[path.loss]} on rows left out`;
  if (!Number.isFinite(score[least.score]))
    return stressed('No error on rows left out', ` could be computed over ${leftOutText(fit)}.`);
  const ratio = score[at] / score[least.score];
  if (moved) {
    if (!Number.isFinite(ratio))
      return sentence(`${subject} is not known at this ${sign}; it is lowest at `, best, '.');
    const here = ratio < 1.01 ? `within 1${NARROW}% of the lowest` : aboveLowest(ratio);
    return sentence(`${subject} is `, here, ` at this ${sign}; it is lowest at ${best}.`);
  }
  const last = values.length - 1;
  if (least.score === 0 || least.score === last) {
    const end = least.score === 0 ? 'smallest' : 'largest';
    const regular = (least.score === 0) === (regularEnd(axis) === 'low');
    const why = regular ? 'the features say little about the target' : 'the fit still improves where the path ends';
    return sentence(`${subject} is lowest at the ${end} ${sign} tried, `, best, `: ${why}.`);
  }
  const way = regularEnd(axis) === 'high' ? 'Up' : 'Down';
  const within =
    least.oneStandardError === least.score
      ? ''
      : ` ${way} to ${sci(values[least.oneStandardError])} it is within one standard error of the lowest.`;
  const chosen = strengthText(axis, strength);
  const cost = at !== least.score && ratio > 1.01 ? ` At the fitted ${chosen} it is ${higher(ratio)}.` : '';
  return sentence(`${subject} is lowest at `, best, `.${within}${cost}`);
}
