import { sum } from 'd3-array';
import type { FigureSpec } from '../../engine/contract/figure';
import type { Race, RaceLane } from '../../engine/contract/race';
import type { ClassResult, RunResult } from '../../engine/contract/run';
import { LEAST_SIDE } from '../../engine/statistics/classes';
import { showsNothing } from '../../engine/statistics/noSignal';
import { toldClass } from '../../engine/statistics/ranking';
import { stressed } from '../../engine/words/sentence';
import type { RunView } from './view';

/** Rows far out decide the squared errors of a target of numbers, which then say nothing about the others. */
export const decidedByFew = ({ run }: Pick<RunView, 'run'>): boolean =>
  run.race?.huber?.lower === true ||
  run.callouts?.some(({ kind }) => kind === 'fewRows') === true ||
  // Runs of earlier versions have it among their notes.
  run.notes.some(({ code }) => code === 'data/far-targets');

/**
 * Its logarithm predicts the target more closely: errors of its numbers are then those of its largest, and say little
 * about the others.
 */
export const growsByFactors = ({ run }: Pick<RunView, 'run'>): boolean =>
  run.callouts?.some(({ kind }) => kind === 'logarithm') === true;

/** The rows show nothing of the target: there is one thing to say, and no choice to improve. */
export function hasNoSignal({ run }: Pick<RunView, 'run'>): boolean {
  const { classes, race } = run;
  if (raceFinds(race) || columnFinds(run)) return false;
  if (classes === undefined) return !decidedByFew({ run }) && showsNothing(run.metrics, run.paths, run.variance);
  if (toldFromGuessing(classes)) return false;
  // A handful of rows of the other classes bears nothing out.
  const sizes = classes.probability?.levels.map(({ rows }) => rows) ?? [];
  const few = sum(sizes) - Math.max(...sizes) < LEAST_SIDE;
  return [run, ...run.others].every(({ metrics, paths, variance }) =>
    showsNothing(few ? { loo: metrics.loo } : metrics, paths, variance),
  );
}

/**
 * True when the predicted classes are clearly better than a guess, or the scores of one clearly tell its rows from
 * others; also without probabilities, where that is not known.
 */
const toldFromGuessing = ({ accuracyInterval, baseline, probability, designEffect }: ClassResult): boolean =>
  accuracyInterval[0] > baseline ||
  probability === undefined ||
  toldClass(probability.scores, probability.observed, probability.levels.length, designEffect) !== undefined;

/** The reference that a fit is measured by where there is no kernel: "the mean". */
export const withoutFeatures = ({ classes }: Pick<RunView['run'], 'classes'>): string =>
  classes ? 'always guessing the most common class' : 'the mean';

/**
 * True when a candidate, including those without a kernel, is better than the mean: if the chosen fit shows nothing,
 * that is then no property of the rows.
 */
function raceFinds(race: Race | undefined): boolean {
  const mean = race?.lanes.find(({ id }) => id === 'mean')?.difference;
  if (race === undefined || mean === undefined) return false;
  const beatsMean = ({ difference }: RaceLane) => difference?.verdict === 'better' && difference.value < mean.value;
  return mean.verdict === 'worse' || race.lanes.some(beatsMean);
}

/** True when held-out rows are predicted worse, beyond chance, where the values of a column are shuffled: that column does tell something. */
const columnFinds = ({ importance, target }: Pick<RunResult, 'importance' | 'target'>): boolean =>
  importance?.target === target && importance.columns.some(({ interval: [low] }) => low > 0);

/** Figures whose sentences are about the target's part in the directions, or the lowest point of an error. */
const OF_THE_TARGET = /^(scores|share|learnability|conditioning|curve|length-scale|(errors|risk|loo|what-if)(-.*)?)$/;

/** A figure with a sentence that noise would write, without it. */
export function withoutClaims(figure: FigureSpec, view: RunView): FigureSpec {
  if (!OF_THE_TARGET.test(figure.id) || view.robust || !hasNoSignal(view)) return figure;
  return {
    ...figure,
    sentence: stressed('Nothing to read here', `: the fit is not clearly better than ${withoutFeatures(view.run)}.`),
  };
}
