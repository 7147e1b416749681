import { sum } from 'd3-array';
import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { count, percent } from '../../engine/words/numbers';
import { counted, plural, stressed } from '../../engine/words/sentence';
import { axisSpec, lineSeries } from '../specs';
import { shareAxis } from '../view/axes';
import { evenPlaces, extent } from '../view/extent';
import type { RunView } from '../view/view';
import { type ClassesView, classesAt } from './classView';
import { manyOf, shortened, shortenedAll } from './levelNames';

/** Predicted against true classes, a cell each: fractions of the true class by colour, counts in words. */
export function confusionFigure(view: RunView): FigureSpec | undefined {
  const classes = classesAt(view);
  if (classes === undefined || classes.rows === 0) return undefined;
  const { levels, confusion, heldOut } = classes;
  const size = levels.length;
  // The first class stands at the top, as in a table.
  const source = (j: number) => size - 1 - j;
  const totals = totalsOf(classes);
  const values = new Float64Array(size * size);
  const cells: string[] = [];
  for (let j = 0; j < size; j++)
    for (let p = 0; p < size; p++) {
      const t = source(j);
      const here = confusion[t * size + p];
      values[j * size + p] = totals[t] > 0 ? here / totals[t] : 0;
      cells.push(count(here));
    }
  const places = levels.map((_, i) => i);
  const labels = shortenedAll(levels);
  const domain: [number, number] = [-0.5, size - 0.5];
  return {
    id: 'confusion',
    title: 'Classes',
    sentence: confusionFinding(classes),
    x: axisSpec('predicted', 'linear', domain, 'level', { labels }),
    y: axisSpec('true', 'linear', domain, 'level', { labels: labels.toReversed() }),
    series: [],
    surface: {
      name: 'share of the true class',
      x: places,
      y: places,
      values,
      levels: [0.05, 0.1, 0.2, 0.4, 0.6, 0.8],
      format: 'percent',
      cells,
    },
    note: `Counts of ${heldOut ? 'held-out rows' : 'training rows, predicted by fits without them'}; shade: share of the true class.${
      classes.live ? '' : ' Does not follow the sliders.'
    }`,
  };
}

/** Rows of each true class. */
const totalsOf = ({ levels, confusion }: ClassesView): number[] =>
  levels.map((_, t) => sum(levels, (__, p) => confusion[t * levels.length + p]));

/** How many rows are right, and the main mistake. */
function confusionFinding(classes: ClassesView): Sentence {
  const { accuracy, rows } = classes;
  const right = Math.round(accuracy * rows);
  const all = `${count(right)} of ${counted(rows, 'row')} ${plural(right, 'is', 'are')} right.`;
  return stressed(all, ` ${mainMistake(classes)}`.trimEnd());
}

/** "The main mistake: 38 % of true 1s are predicted as 0."; '' where none was made. */
export function mainMistake(classes: ClassesView): string {
  const { levels, confusion } = classes;
  const totals = totalsOf(classes);
  const size = levels.length;
  let worst: { readonly t: number; readonly p: number; readonly n: number } | undefined;
  for (let t = 0; t < size; t++)
    for (let p = 0; p < size; p++)
      if (t !== p && confusion[t * size + p] > (worst?.n ?? 0)) worst = { t, p, n: confusion[t * size + p] };
  if (worst === undefined) return '';
  const share = percent(worst.n / totals[worst.t]);
  return `The main mistake: ${share} of ${manyOf(levels[worst.t], levels)} are predicted as ${shortened(levels[worst.p], levels)}.`;
}

/**
 * How far the outputs of rows of one class lie from those of the rest: the fraction of each that is at or below a
 * score.
 */
export function classScoresFigure(view: RunView): FigureSpec | undefined {
  const { classes, holdout, target, model } = view.run;
  const scores = view.holdout();
  if (classes === undefined || holdout === undefined || scores === undefined) return undefined;
  const { observed } = holdout;
  const two = view.run.others.length === 0;
  const name = classes.levels[two ? 1 : model.outputs.findIndex((output) => output.name === target)] ?? target;
  const ends = extent(observed);
  const middle = (ends[0] + ends[1]) / 2;
  const ofClass = scores.predicted.filter((_, j) => observed[j] > middle).sort();
  const ofOthers = scores.predicted.filter((_, j) => observed[j] <= middle).sort();
  if (ofClass.length === 0 || ofOthers.length === 0) return undefined;
  const [low, high] = extent(holdout.predicted);
  const room = 0.15 * Math.max(high - low, 1e-9);
  const stairs = (sorted: Float64Array) => {
    const at = evenPlaces(sorted.length, 1000);
    return { x: at.map((j) => sorted[j]), y: at.map((j) => (j + 1) / sorted.length) };
  };
  const under = ofClass.filter((v) => v <= middle).length / ofClass.length;
  const over = ofOthers.filter((v) => v > middle).length / ofOthers.length;
  const className = shortened(name, classes.levels);
  const restName = two ? shortened(classes.levels[0], classes.levels) : 'the others';
  return {
    id: 'class-scores',
    title: two ? 'Scores of the two classes' : `Scores for ${name}`,
    sentence: stressed(
      `${percent(under)} of true ${className}`,
      ` score below the middle, ${percent(over)} of ${two ? `true ${restName}` : restName} above it.`,
    ),
    x: axisSpec(`predicted score of ${className}`, 'linear', [low - room, high + room], 'plain'),
    y: shareAxis('share of rows at or below', 'percent'),
    series: [
      lineSeries('second', restName, stairs(ofOthers), {
        label: { text: restName, at: ofOthers[ofOthers.length >> 1], dx: -8, dy: -8, align: 'right' },
      }),
      lineSeries('third', className, stairs(ofClass), {
        label: { text: className, at: ofClass[ofClass.length >> 1], dx: 8, dy: 8, align: 'left' },
      }),
    ],
    rules: [{ axis: 'x', at: middle, role: 'reference', text: 'middle' }],
    ...(two ? {} : { note: 'The class with the largest score is predicted, so a row may be right below the middle.' }),
  };
}
