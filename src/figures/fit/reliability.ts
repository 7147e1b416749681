import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { clearlyApart, wilson } from '../../engine/statistics/classes';
import { rightAlike } from '../../engine/statistics/designEffect';
import { meanLoss } from '../../engine/statistics/ranking';
import { count, fixed, NARROW, percent } from '../../engine/words/numbers';
import { sentence, stressed } from '../../engine/words/sentence';
import { lineSeries, pointSeries } from '../specs';
import { shareAxis } from '../view/axes';
import type { RunView } from '../view/view';
import { heldOutLast } from '../words/runWords';
import { classesAt } from './classView';
import { intervalWords } from './keyNumbers';
import { shortened } from './levelNames';

/** Rows of a group at least, and groups at most. */
const LEAST_ROWS = 10;
const MOST_GROUPS = 8;

/** Rows of about one probability: their mean, the fraction that is of the class, and the interval of that fraction. */
interface Group {
  readonly predicted: number;
  readonly share: number;
  readonly interval: readonly [number, number];
  readonly rows: number;
  /** The number of these rows that say as much as one that is of the class or not by itself. */
  readonly designEffect: number;
}

/**
 * Predicted probabilities against observed frequencies: rows in groups of about one probability. Absent with too few
 * rows for three groups.
 */
export function reliabilityFigure(view: RunView): FigureSpec | undefined {
  const classes = classesAt(view);
  const probable = classes?.probable;
  if (classes === undefined || probable === undefined) return undefined;
  const { level, observed, probabilities } = probable;
  const groups = groupsOf(probabilities, (i) => observed[i] === level, alikeIn(view, classes.heldOut));
  if (groups.length < 3) return undefined;
  const name = shortened(classes.levels[level], classes.levels);
  const x = groups.map(({ predicted }) => predicted);
  const intervals = groups.map(({ predicted, interval }) =>
    lineSeries('main', '', { x: [predicted, predicted], y: interval }),
  );
  return {
    id: 'reliability',
    title: 'Calibration of the probabilities',
    sentence: finding(groups, name),
    x: shareAxis(`predicted probability of ${name}`, 'percent'),
    y: shareAxis(`share that is ${name}`, 'percent'),
    series: [...intervals, pointSeries('main', `share that is ${name}`, { x, y: groups.map(({ share }) => share) })],
    rules: [{ axis: 'diagonal', at: 0, role: 'reference', text: 'perfect calibration' }],
    note: noteOf(view, groups),
  };
}

/** How many of some held-out rows, of a class (1) or not (0), say as much as one that is so by itself. */
function alikeIn({ run }: RunView, heldOut: boolean): (are: Float64Array, rows: Uint32Array) => number {
  const unit = run.classes?.probability?.unit;
  const heldOutUnits = unit && Int32Array.from(unit);
  return (are, rows) => {
    if (!heldOut) return run.classes?.designEffect ?? 1;
    if (heldOutLast(run.request)) return rightAlike({ kind: 'blocks', order: rows }, are);
    return heldOutUnits ? rightAlike({ kind: 'together', unit: heldOutUnits, heldOut: heldOutUnits }, are, rows) : 1;
  };
}

/** Groups of equally many rows; equal probabilities stay together. */
function groupsOf(probabilities: Float64Array, is: (i: number) => boolean, alike: ReturnType<typeof alikeIn>): Group[] {
  const order = Array.from(probabilities.keys())
    .filter((i) => !Number.isNaN(probabilities[i]))
    .sort((a, b) => probabilities[a] - probabilities[b]);
  const wanted = Math.max(1, Math.min(MOST_GROUPS, Math.floor(order.length / LEAST_ROWS)));
  const groups: Group[] = [];
  let from = 0;
  for (let g = 1; g <= wanted; g++) {
    let to = Math.round((g * order.length) / wanted);
    while (to < order.length && to > 0 && probabilities[order[to]] === probabilities[order[to - 1]]) to++;
    if (to <= from) continue;
    const rows = Uint32Array.from(order.slice(from, to)).sort();
    const are = Float64Array.from(rows, (i) => Number(is(i)));
    const right = are.reduce((sum, one) => sum + one, 0);
    const designEffect = alike(are, rows);
    groups.push({
      predicted: rows.reduce((sum, i) => sum + probabilities[i], 0) / rows.length,
      share: right / rows.length,
      interval: wilson(right, rows.length, designEffect),
      rows: rows.length,
      designEffect,
    });
    from = to;
  }
  return groups;
}

function finding(groups: readonly Group[], name: string): Sentence {
  const off = groups.filter(({ predicted, share, rows, designEffect }) =>
    clearlyApart(predicted, share, rows / designEffect, groups.length),
  );
  const worst = off.reduce<Group | undefined>(
    (a, b) => (a && Math.abs(a.share - a.predicted) >= Math.abs(b.share - b.predicted) ? a : b),
    undefined,
  );
  if (worst === undefined)
    return stressed(
      'No group',
      ` of rows, of ${count(groups.length)}, clearly differs from its predicted probability.`,
    );
  const others = off.length > 1 ? ` ${count(off.length)} of ${count(groups.length)} groups are off.` : '';
  return sentence(
    `Of rows with about ${percent(worst.predicted)} predicted, `,
    percent(worst.share),
    ` are ${name}: ${worst.share > worst.predicted ? 'more' : 'fewer'} than predicted.${others}`,
  );
}

/** The scores of the probabilities, beside those of the classes' frequencies alone. */
function noteOf(view: RunView, groups: readonly Group[]): string {
  const classes = classesAt(view);
  const probable = classes?.probable;
  if (classes === undefined || probable === undefined) return '';
  const sizes = groups.map(({ rows }) => rows);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const rows = least === most ? `Groups of ${count(least)} rows` : `Groups of ${count(least)} to ${count(most)} rows`;
  const quality = view.run.classes?.probability;
  const scored = probable.quality && quality;
  const text = (value: number) => fixed(value, 3);
  const scores = scored
    ? ` Log-loss ${text(scored.logLoss.value)} (${intervalWords(scored.logLoss.interval, text)}), Brier score ${text(scored.brier.value)} (${intervalWords(scored.brier.interval, text)}).`
    : movedScore(probable.probabilities, (i) => probable.observed[i] === probable.level);
  const as = view.moved ? ' The calibration does not follow the sliders.' : '';
  return `${rows} with 95${NARROW}% intervals.${scores}${as}`;
}

/** The Brier score of the class shown against the rest, while a slider moves. */
function movedScore(probabilities: Float64Array, is: (i: number) => boolean): string {
  const { value } = meanLoss(probabilities.map((p, i) => (p - Number(is(i))) ** 2));
  return ` Brier score of this class ${fixed(value, 3)}.`;
}
