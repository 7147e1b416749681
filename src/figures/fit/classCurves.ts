import type { FigureSpec, MarkSpec } from '../../engine/contract/figure';
import { averagePrecision, type RankedRows, rankRows, rocArea } from '../../engine/statistics/ranking';
import { fixed, percent } from '../../engine/words/numbers';
import { sentence, stressed } from '../../engine/words/sentence';
import { lineSeries, noted } from '../specs';
import { shareAxis } from '../view/axes';
import { evenPlaces } from '../view/extent';
import type { RunView } from '../view/view';
import { type ClassesView, classesAt, type ProbableClasses } from './classView';
import { intervalWords } from './keyNumbers';
import { manyOf, shortened } from './levelNames';

/** Points of a curve drawn at most. */
const MOST_STEPS = 600;

interface Curves {
  readonly classes: ClassesView;
  readonly probable: ProbableClasses;
  readonly ranked: RankedRows;
  /** Words for the class looked at, for several rows of it, and for the others. */
  readonly name: string;
  readonly many: string;
  readonly others: string;
}

function curvesOf(view: RunView): Curves | undefined {
  const classes = classesAt(view);
  const probable = classes?.probable;
  if (classes === undefined || probable === undefined) return undefined;
  const { level, observed, scores } = probable;
  const ranked = rankRows(scores, (i) => observed[i] === level);
  if (ranked.positives === 0 || ranked.negatives === 0) return undefined;
  const { levels } = classes;
  const others = levels.length === 2 ? manyOf(levels[0], levels) : 'the others';
  return {
    classes,
    probable,
    ranked,
    name: shortened(levels[level], levels),
    many: manyOf(levels[level], levels),
    others,
  };
}

/** How many rows are predicted as the class looked at, rightly and wrongly: from the confusion matrix. */
function takenOf(
  { levels, confusion }: Pick<ClassesView, 'levels' | 'confusion'>,
  level: number,
): { readonly right: number; readonly wrong: number } {
  let wrong = 0;
  levels.forEach((_, t) => {
    if (t !== level) wrong += confusion[t * levels.length + level];
  });
  return { right: confusion[level * levels.length + level], wrong };
}

/** The rows of the class that are found against the rows of the others that are taken for it, at every threshold. */
export function rocFigure(view: RunView): FigureSpec | undefined {
  const curves = curvesOf(view);
  if (curves === undefined) return undefined;
  const { classes, probable, ranked, name, many, others } = curves;
  const { positives, negatives } = ranked;
  const area = probable.quality?.rocArea ?? rocArea(ranked, undefined, view.run.classes?.designEffect);
  const { right, wrong } = takenOf(classes, probable.level);
  const at = evenPlaces(ranked.scores.length, MOST_STEPS);
  return {
    id: 'roc',
    title: 'ROC curve',
    sentence: sentence(
      `${begun(probable)} `,
      percent(right / positives),
      ` of ${many} and predicts ${percent(wrong / negatives)} of ${others} as ${name} too. Area under the curve ${fixed(area.value, 2)} (${intervalWords(area.interval, (v) => fixed(v, 2))}).`,
    ),
    x: shareAxis(`${others} predicted as ${name}`, 'percent'),
    y: shareAxis(`${many} found`, 'percent'),
    series: [
      lineSeries('main', `${many} found`, {
        x: [0, ...at.map((t) => ranked.falsePositives[t] / negatives)],
        y: [0, ...at.map((t) => ranked.truePositives[t] / positives)],
      }),
    ],
    rules: [{ axis: 'diagonal', at: 0, role: 'reference', text: 'chance' }],
    marks: marksOf(view, curves, (yes, no) => ({ x: no / negatives, y: yes / positives })),
    ...noteOf(curves),
  };
}

/** The fraction of right ones among the rows taken for the class, over the fraction of the class that is found. */
export function precisionRecallFigure(view: RunView): FigureSpec | undefined {
  const curves = curvesOf(view);
  if (curves === undefined) return undefined;
  const { classes, probable, ranked, name, many } = curves;
  const { positives, negatives } = ranked;
  const { right, wrong } = takenOf(classes, probable.level);
  const mean = probable.quality?.averagePrecision ?? averagePrecision(ranked);
  const at = evenPlaces(ranked.scores.length, MOST_STEPS);
  const precision = (yes: number, no: number) => (yes + no > 0 ? yes / (yes + no) : 1);
  const found = `${percent(right / positives)} of ${many} are found`;
  const share = positives / (positives + negatives);
  return {
    id: 'precision-recall',
    title: 'Precision and recall',
    sentence:
      right + wrong === 0
        ? stressed('No row', ` is predicted as ${name}. Average precision ${fixed(mean, 2)}.`)
        : sentence(
            `Of rows predicted as ${name} `,
            percent(precision(right, wrong)),
            ` are right, and ${found}. Average precision ${fixed(mean, 2)}; guessing has ${fixed(share, 2)}.`,
          ),
    x: shareAxis(`${many} found (recall)`, 'percent'),
    y: shareAxis(`right among those predicted as ${name} (precision)`, 'percent'),
    series: [
      lineSeries('main', 'precision', {
        x: at.map((t) => ranked.truePositives[t] / positives),
        y: at.map((t) => precision(ranked.truePositives[t], ranked.falsePositives[t])),
      }),
    ],
    rules: [{ axis: 'y', at: share, role: 'reference', text: 'guessing', side: 'left' }],
    marks: marksOf(view, curves, (yes, no) => ({ x: yes / positives, y: precision(yes, no) })),
    ...noteOf(curves),
  };
}

/** "At 0.50 finds", or, where the largest score decides, "Finds". */
const begun = ({ threshold }: ProbableClasses) =>
  threshold === undefined ? 'Finds' : `At ${fixed(threshold.shown, 2)} finds`;

/** Marks the fit as shown, and after a move of the threshold also the fit as it was. */
function marksOf(
  view: RunView,
  { classes, probable }: Curves,
  place: (right: number, wrong: number) => { readonly x: number; readonly y: number },
): MarkSpec[] {
  const { threshold, level } = probable;
  const at = (counts: Pick<ClassesView, 'levels' | 'confusion'>) => {
    const { right, wrong } = takenOf(counts, level);
    return place(right, wrong);
  };
  const text = threshold && { text: fixed(threshold.shown, 2), dx: 9, dy: 12, align: 'left' as const };
  const fitted = view.run.classes;
  const moved = threshold !== undefined && threshold.shown !== threshold.fitted && !view.moved && fitted !== undefined;
  return [
    ...(moved ? [{ shape: 'ring', role: 'fitted', ...at(fitted) } as const] : []),
    { shape: 'dot', role: 'chosen', ...at(classes), ...text },
  ];
}

const noteOf = ({ classes, probable }: Curves): Pick<FigureSpec, 'note'> =>
  noted(
    !classes.heldOut && 'Training rows, scored by fits without them.',
    probable.threshold === undefined && 'The class with the largest score is predicted.',
    !classes.live && 'Does not follow the sliders.',
  );
