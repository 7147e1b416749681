import { kernelTitle } from '../../engine/kernels/kernelWords';
import { rowsPerError } from '../../engine/statistics/designEffect';
import { orderInterval } from '../../engine/statistics/orderInterval';
import { shortTitle } from '../robust/strength';
import { heldOutLast } from '../words/runWords';
import { baselineWays } from './heldOutBaselines';
import { pairedMedians } from './resampling';
import { formsOf, missBelow } from './targetForms';
import type { RunView } from './view';

/** The misses of held-out rows by one way to predict them, in units of the target. */
export interface Missed {
  readonly id: 'fit' | 'ridge' | 'line' | 'column' | 'mean';
  /** The name at the beginning of a line. */
  readonly name: string;
  /** "a straight line": the name within a sentence. */
  readonly than: string;
  /** Half and nine tenths of the rows are missed by less. */
  readonly half: number;
  readonly nine: number;
  /** The 95 % interval of the median over such rows. */
  readonly interval: readonly [number, number];
  /** The 95 % interval of how far its median miss is above the fit's, over the same resampled rows; [0, 0] for the fit. */
  readonly above: readonly [number, number];
}

/** The name of the kernel, as that of one lane of several: "Matérn 3/2 per column". */
export function fitName({ run, robust }: RunView): string {
  if (robust?.fit.taus) return 'median';
  const { kernel } = run;
  if (kernel.kind === 'linear' && robust === undefined) return 'straight line';
  const each = 'lengthScale' in kernel && (kernel.lengthScale?.length ?? 0) > 1;
  const name = robust ? shortTitle(run.method) : kernelTitle(kernel).replace(/ kernel$/, '');
  return each && robust === undefined ? `${name} per column` : name;
}

export type Misses = readonly [Missed, ...Missed[]];

/** The way without a kernel that is clearly closer to the typical held-out row than the fit, the closest of several. */
export const closerWay = ([, ...rivals]: Misses): Missed | undefined =>
  rivals.filter(({ id, above }) => id !== 'ridge' && above[1] < 0).sort((a, b) => a.half - b.half)[0];

const known = new WeakMap<RunView, Misses>();

/**
 * The fit and what it is measured against on the held-out rows, the fit first, the mean last; undefined where nothing is held out, and for classes.
 * The sentence and the figure of a view both ask, and the intervals are a bootstrap.
 */
export function missesOf(view: RunView): Misses | undefined {
  const misses = known.get(view) ?? measured(view);
  if (misses) known.set(view, misses);
  return misses;
}

function measured(view: RunView): Misses | undefined {
  const { run, robust } = view;
  const predicted = view.holdout()?.predicted;
  if (!predicted || !run.holdout || run.classes || predicted.length < 2) return undefined;
  const { observed } = run.holdout;
  const sizes = (of: ArrayLike<number>) => observed.map((v, i) => Math.abs(v - of[i]));
  const own = sizes(predicted);
  const designEffect = alikeMisses(view);
  const way = (id: Missed['id'], name: string, than: string, of: ArrayLike<number>): Missed => {
    const missed = id === 'fit' ? own : sizes(of);
    const sorted = missed.slice().sort();
    return {
      id,
      name,
      than,
      half: missBelow(sorted, 0.5),
      nine: missBelow(sorted, 0.9),
      interval: orderInterval(sorted, 0.5, designEffect),
      above: id === 'fit' ? [0, 0] : pairedMedians(own, missed, designEffect),
    };
  };
  const ridge = robust && !robust.fit.taus ? robust.fit.squared.holdout?.predicted : undefined;
  const fit = way('fit', fitName(view), 'this fit', predicted);
  const ways = baselineWays(view).map(({ id, name, how, than, predicted: of }) =>
    way(id, id === 'column' ? `${how} alone` : name.toLowerCase(), than, of),
  );
  const line = ways.find(({ id }) => id === 'line');
  return [
    fit,
    ...(ridge ? [way('ridge', 'ridge, same kernel', 'ordinary ridge with the same kernel', ridge)] : []),
    // A single column is worth a line where it is near the fit or ahead of the straight line.
    ...ways.filter(
      ({ id, name, half, above }) =>
        name !== fit.name && (id !== 'column' || above[0] <= 0 || (line !== undefined && half < line.half)),
    ),
    way(
      'mean',
      'the mean',
      'always predicting the mean',
      observed.map(() => run.mean),
    ),
  ];
}

/**
 * If the last rows in order or whole groups were held out: how many of them say as much as one that is missed by
 * itself, as such rows are missed alike; otherwise 1. Of classes, that are right or wrong by itself.
 */
export function alikeMisses(view: RunView): number {
  const found = alike.get(view) ?? missedAlike(view);
  alike.set(view, found);
  return found;
}

/** The number of held-out rows that are missed by themselves and say as much as all of them. */
export const independentRows = (view: RunView): number => (view.run.holdout?.observed.length ?? 0) / alikeMisses(view);

/** Two sentences and the intervals of a view ask for it, and many lags of many rows take as long as a drag allows. */
const alike = new WeakMap<RunView, number>();

function missedAlike(view: RunView): number {
  if (view.run.classes) return view.run.classes.designEffect ?? 1;
  const predicted = view.holdout()?.predicted;
  if (!predicted || !view.run.holdout) return 1;
  if (!heldOutLast(view.run.request)) return view.run.metrics.holdout?.designEffect?.errors ?? 1;
  return rowsPerError(view.run.holdout.observed.map((v, i) => v - predicted[i]));
}

/**
 * The forms in which misses are written, for typical ones and for nine in ten, and nine in ten as fitted: the same
 * wherever the sliders stand.
 */
export function missForm({ run }: RunView) {
  const { typical, nineInTen, reach, spread } = formsOf(run);
  return { half: typical.miss, nine: nineInTen.miss, reach, spread };
}
