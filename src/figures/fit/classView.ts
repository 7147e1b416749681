import { sum } from 'd3-array';
import type { Calibration, LevelQuality } from '../../engine/contract/classes';
import type { ClassResult, RunResult, TargetResult } from '../../engine/contract/run';
import { predictLive } from '../../engine/spectrum/livePrediction';
import { probabilitiesOf } from '../../engine/statistics/calibration';
import { confusionOf, decidedLevels, predictedLevels, THRESHOLD, wilson } from '../../engine/statistics/classes';
import { type ToldClass, toldClass } from '../../engine/statistics/ranking';
import type { RunView } from '../view/view';

/** Predicted against true classes at the filter and threshold shown. */
export interface ClassesView {
  readonly levels: readonly string[];
  /** Row-major counts: a row for each true level, a column for each predicted level. */
  readonly confusion: ArrayLike<number>;
  readonly rows: number;
  readonly accuracy: number;
  readonly interval: readonly [number, number];
  readonly baseline: number;
  readonly heldOut: boolean;
  /** False when the sliders moved but the classes are still those of the fit. */
  readonly live: boolean;
  /** Absent in runs of earlier versions. */
  readonly probable?: ProbableClasses;
  /** Row by row, positions among the levels as the confusion counts them; absent in runs of earlier versions. */
  readonly judged?: { readonly observed: ArrayLike<number>; readonly predicted: Int32Array };
  /**
   * Present where predictions are not clearly better than a guess, as for rare classes: the class, if any, whose rows
   * the scores clearly tell from others, with those scores.
   */
  readonly ranking?: ToldClass & { readonly scores: Float64Array; readonly observed: ArrayLike<number> };
}

/** The class that is looked at against the rest, row by row. */
export interface ProbableClasses {
  /** Position of the class: the second of two. */
  readonly level: number;
  readonly calibration: Calibration;
  /** Position of each row's true level. */
  readonly observed: Uint16Array;
  readonly scores: Float64Array;
  readonly probabilities: Float64Array;
  /** As fitted, while the scores are those of the fit. */
  readonly quality?: LevelQuality;
  /** For two classes: the threshold shown, and the one stored with the model. */
  readonly threshold?: { readonly shown: number; readonly fitted: number };
}

/** More multiplications than this and a drag would stutter: the fitted classes stay. */
const MOST_PRODUCTS = 4e6;

const known = new WeakMap<RunView, ClassesView>();

/** Undefined for runs that do not classify. Several figures of a view ask. */
export function classesAt(view: RunView): ClassesView | undefined {
  const { classes } = view.run;
  if (classes === undefined) return undefined;
  const found = known.get(view) ?? viewOf(view, classes);
  known.set(view, found);
  return found;
}

/** The threshold of a run of two classes with probabilities; undefined for others. */
export function fittedThreshold({ classes }: RunResult): number | undefined {
  return classes?.probability && classes.levels.length === 2 ? (classes.threshold ?? THRESHOLD) : undefined;
}

/** The name of the class that is looked at. */
export function classShown({ run }: RunView): string {
  return run.classes?.levels.length === 2 ? run.classes.levels[1] : run.target;
}

function viewOf(view: RunView, classes: ClassResult): ClassesView {
  const { run, options } = view;
  const { levels: names, calibration, probability, heldOut, baseline, designEffect = 1 } = classes;
  const fitted = fittedThreshold(run);
  const threshold = fitted === undefined ? undefined : (options.threshold ?? fitted);
  const moved = view.moved ? liveScores(view, classes) : undefined;
  const live = !view.moved || moved !== undefined;
  const scores = moved?.scores ?? probability?.scores;
  const truth = moved?.truth ?? probability?.observed;
  const decision = { calibration, threshold };
  // Unless something was moved, the engine's counts apply.
  const anew = scores !== undefined && truth !== undefined && (moved !== undefined || threshold !== fitted);
  const predicted = scores && decidedLevels(scores, decision);
  const confusion = anew && predicted ? confusionOf(truth, predicted, names.length) : classes.confusion;
  const rows = sum(confusion);
  const right = sum(names, (_, i) => confusion[i * names.length + i]);
  const probable =
    calibration && probability && scores
      ? probableOf(view, { ...classes, calibration, probability }, scores, live && moved === undefined)
      : undefined;
  const interval = anew ? wilson(right, rows, designEffect) : classes.accuracyInterval;
  const ranking =
    scores && truth && interval[0] <= baseline ? rankingOf(scores, truth, names.length, designEffect) : undefined;
  return {
    levels: names,
    confusion,
    rows,
    accuracy: anew ? right / rows : classes.accuracy,
    interval,
    baseline,
    ...(ranking && { ranking }),
    heldOut,
    live,
    ...(truth && predicted && { judged: { observed: truth, predicted } }),
    ...(probable && {
      probable: {
        ...probable,
        ...(fitted !== undefined && threshold !== undefined && { threshold: { shown: threshold, fitted } }),
      },
    }),
  };
}

/** The class whose rows the scores clearly tell from others, with its scores. */
function rankingOf(
  scores: readonly Float64Array[],
  observed: ArrayLike<number>,
  count: number,
  designEffect: number,
): ClassesView['ranking'] {
  const told = toldClass(scores, observed, count, designEffect);
  return told && { ...told, scores: scores[scores.length > 1 ? told.level : 0], observed };
}

/**
 * The fraction of rows predicted wrongly at thresholds from 0.01 to 0.99, and where it is least; undefined without a
 * threshold.
 */
export function thresholdPath(
  view: RunView,
): { readonly values: Float64Array; readonly wrong: Float64Array; readonly least: number } | undefined {
  const classes = classesAt(view);
  const probable = classes?.probable;
  if (probable?.threshold === undefined) return undefined;
  const [probabilities] = probabilitiesOf(probable.calibration, [probable.scores]);
  const values = Float64Array.from({ length: 99 }, (_, l) => (l + 1) / 100);
  const wrong = values.map((threshold) => {
    let count = 0;
    for (let i = 0; i < probabilities.length; i++)
      if (Number(probabilities[i] > threshold) !== probable.observed[i]) count++;
    return count / probabilities.length;
  });
  // Among several equal minima the middle one is taken: it is the safest.
  const fewest = Math.min(...wrong);
  const best = Array.from(wrong.keys()).filter((l) => wrong[l] === fewest);
  return { values, wrong, least: best[best.length >> 1] };
}

type Calibrated = ClassResult & Required<Pick<ClassResult, 'calibration' | 'probability'>>;

function probableOf(
  { run }: RunView,
  { levels, calibration, probability }: Calibrated,
  scores: readonly Float64Array[],
  asFitted: boolean,
): ProbableClasses {
  const two = levels.length === 2;
  const output = two
    ? 0
    : Math.max(
        0,
        run.model.outputs.findIndex(({ name }) => name === run.target),
      );
  const level = two ? 1 : output;
  const probabilities = asFitted ? probability.probabilities : probabilitiesOf(calibration, scores);
  return {
    level,
    calibration,
    observed: probability.observed,
    scores: scores[output],
    probabilities: probabilities[output],
    ...(asFitted && { quality: probability.levels[level] }),
  };
}

/** The scores of held-out rows by every output with the filter shown. Undefined when the outputs cannot be moved here. */
function liveScores(
  view: RunView,
  { heldOut }: ClassResult,
): { readonly scores: readonly Float64Array[]; readonly truth: ArrayLike<number> } | undefined {
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
  return { scores, truth: predictedLevels(held.map((h) => h ?? new Float64Array(rows))) };
}

/** Outputs in the order of the model, whichever of them a target view has put first. */
function outputsOf(run: RunResult): readonly TargetResult[] {
  const byName = new Map<string, TargetResult>([[run.target, run], ...run.others.map((o) => [o.target, o] as const)]);
  return run.model.outputs.map(({ name }) => byName.get(name)).filter((o) => o !== undefined);
}
