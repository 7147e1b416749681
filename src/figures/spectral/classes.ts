import { sum } from 'd3-array';
import type { FigureSpec } from '../../engine/contract/figure';
import type { ClassResult, RunResult, TargetResult } from '../../engine/contract/run';
import { predictLive } from '../../engine/spectrum/livePrediction';
import { confusionOf, predictedLevels, wilson } from '../../engine/statistics/classes';
import { count, percent } from '../../engine/words/numbers';
import { plural, sentence } from '../../engine/words/sentence';
import { extent } from '../view/extent';
import type { RunView } from '../view/view';

/** Predicted against true classes at the filter shown. */
export interface ClassesView {
  readonly levels: readonly string[];
  /** Rows true, columns predicted, row-major counts. */
  readonly confusion: ArrayLike<number>;
  readonly rows: number;
  readonly accuracy: number;
  readonly interval: readonly [number, number];
  readonly baseline: number;
  readonly heldOut: boolean;
  /** False when the sliders moved but the classes are still those of the fit. */
  readonly live: boolean;
}

/** More multiplications than this and a drag would stutter: the fitted classes stay. */
const MOST_PRODUCTS = 4e6;

/** Undefined for runs that do not classify. */
export function classesAt(view: RunView): ClassesView | undefined {
  const { classes } = view.run;
  if (classes === undefined) return undefined;
  const confusion = view.moved ? liveConfusion(view, classes) : undefined;
  const counts = confusion ?? classes.confusion;
  const levels = classes.levels.length;
  let rows = 0;
  let right = 0;
  for (let i = 0; i < counts.length; i++) rows += counts[i];
  for (let i = 0; i < levels; i++) right += counts[i * levels + i];
  const fresh = confusion !== undefined && rows > 0;
  return {
    levels: classes.levels,
    confusion: counts,
    rows,
    accuracy: fresh ? right / rows : classes.accuracy,
    interval: fresh ? wilson(right, rows) : classes.accuracyInterval,
    baseline: classes.baseline,
    heldOut: classes.heldOut,
    live: fresh || !view.moved,
  };
}

/**
 * Every output with the filter shown, the largest deciding (one output in all: positive for the second level). Undefined when
 * the outputs cannot be moved here.
 */
function liveConfusion(view: RunView, { levels, heldOut }: ClassResult): Uint32Array | undefined {
  if (!heldOut) return undefined;
  const outputs = outputsOf(view.run);
  if (outputs.length !== view.run.model.outputs.length) return undefined;
  const held = outputs.map((o) => o.holdout?.observed);
  const live = outputs.map((o) => o.live.holdout);
  const rows = held[0]?.length ?? 0;
  const work = sum(live, (p) => (p ? p.rows * p.rank : Number.POSITIVE_INFINITY));
  if (rows === 0 || work > MOST_PRODUCTS || live.some((p) => p?.rows !== rows)) return undefined;
  const scores = outputs.map((o, c) => {
    const predictor = live[c];
    return predictor ? predictLive(predictor, o.spectrum, view.filter) : new Float64Array(rows);
  });
  const truth = predictedLevels(held.map((h) => h ?? new Float64Array(rows)));
  return confusionOf(truth, predictedLevels(scores), levels.length);
}

/** Outputs in the order of the model, whichever of them a target view has put first. */
function outputsOf(run: RunResult): readonly TargetResult[] {
  const byName = new Map<string, TargetResult>([[run.target, run], ...run.others.map((o) => [o.target, o] as const)]);
  return run.model.outputs.map(({ name }) => byName.get(name)).filter((o) => o !== undefined);
}

/** Predicted against true classes, a cell each: shares of the true class by colour, counts in words. */
export function confusionFigure(view: RunView): FigureSpec | undefined {
  const classes = classesAt(view);
  if (classes === undefined || classes.rows === 0) return undefined;
  const { levels, confusion, heldOut } = classes;
  const size = levels.length;
  // The first class stands at the top, as in a table.
  const source = (j: number) => size - 1 - j;
  const totals = levels.map((_, t) => sum(levels, (__, p) => confusion[t * size + p]));
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
  const labels = levels.map(shortened);
  const domain: [number, number] = [-0.5, size - 0.5];
  return {
    id: 'confusion',
    title: 'Classes',
    sentence: finding(classes, totals),
    x: { title: 'predicted', scale: 'linear', domain, format: 'level', labels },
    y: { title: 'true', scale: 'linear', domain, format: 'level', labels: labels.toReversed() },
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
    note: `Counts of ${heldOut ? 'held-out rows' : 'training rows, each left out in turn'}; shade: share of the true class.${
      classes.live ? '' : ' As fitted: the sliders do not move it.'
    }`,
  };
}

function finding({ levels, confusion, accuracy, rows }: ClassesView, totals: readonly number[]) {
  const size = levels.length;
  let worst: { readonly t: number; readonly p: number; readonly n: number } | undefined;
  for (let t = 0; t < size; t++)
    for (let p = 0; p < size; p++)
      if (t !== p && confusion[t * size + p] > (worst?.n ?? 0)) worst = { t, p, n: confusion[t * size + p] };
  const right = `${percent(accuracy)} of ${count(rows)} ${plural(rows, 'row')}`;
  if (worst === undefined) return sentence('', right, ' are told right.');
  const share = percent(worst.n / totals[worst.t]);
  const names = [levels[worst.p], levels[worst.t]].map(shortened);
  return sentence('', right, ` are told right; most often ${names[0]} is said for ${names[1]}, ${share} of them.`);
}

/** How far the outputs of rows of one class stand from those of the rest: what share of each lies at or below a score. */
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
    const at = stairPlaces(sorted.length);
    return { x: at.map((j) => sorted[j]), y: at.map((j) => (j + 1) / sorted.length) };
  };
  const under = ofClass.filter((v) => v <= middle).length / ofClass.length;
  const over = ofOthers.filter((v) => v > middle).length / ofOthers.length;
  const restName = two ? shortened(classes.levels[0]) : 'the others';
  return {
    id: 'class-scores',
    title: two ? 'Scores of the two classes' : `Scores for ${name}`,
    sentence: sentence(
      `Of ${shortened(name)} `,
      `${percent(under)} score below the middle`,
      `, of ${restName} ${percent(over)} above it.`,
    ),
    x: {
      title: `predicted score of ${shortened(name)}`,
      scale: 'linear',
      domain: [low - room, high + room],
      format: 'plain',
    },
    y: {
      title: 'share of rows at or below',
      scale: 'linear',
      domain: [0, 1.03],
      ticks: [0, 0.25, 0.5, 0.75, 1],
      format: 'percent',
    },
    series: [
      {
        kind: 'line',
        role: 'second',
        name: restName,
        ...stairs(ofOthers),
        label: { text: restName, at: ofOthers[ofOthers.length >> 1], dx: -8, dy: -8, align: 'right' },
      },
      {
        kind: 'line',
        role: 'third',
        name: shortened(name),
        ...stairs(ofClass),
        label: { text: shortened(name), at: ofClass[ofClass.length >> 1], dx: 8, dy: 8, align: 'left' },
      },
    ],
    rules: [{ axis: 'x', at: middle, role: 'reference', text: 'middle' }],
    ...(two ? {} : { note: 'The class with the largest score is said, so a row may be told right below the middle.' }),
  };
}

/** Every place of a sorted list, or 1,000 of them from first to last: no eye tells more steps apart. */
function stairPlaces(length: number): Float64Array {
  const places = Math.min(length, 1000);
  return Float64Array.from({ length: places }, (_, k) =>
    places === length ? k : Math.round((k * (length - 1)) / (places - 1)),
  );
}

function shortened(text: string): string {
  return text.length > 14 ? `${text.slice(0, 13)}…` : text;
}
