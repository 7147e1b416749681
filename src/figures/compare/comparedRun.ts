import type { FitRequest, RunResult, TargetResult } from '../../engine/contract/run';
import { equivalentLambda, filterAt } from '../../engine/filters/anyFilter';
import { decidedLevels, predictedLevels } from '../../engine/statistics/classes';
import { logSpaced } from '../view/extent';
import { targetsOf, targetView } from '../view/view';
import { heldOutLast } from '../words/runWords';
import { type Setting, settingsOf } from './settings';

/**
 * The part of a run that a comparison needs: little besides the run itself, so that several fit into one message. Plain
 * data and typed arrays.
 */
export interface ComparedRun {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly settings: readonly Setting[];
  /** Scored by another loss than squares. */
  readonly robust: boolean;
  /** Seeds the intervals of a comparison with this run. */
  readonly seed: number;
  /**
   * Seconds that the fit took, and bytes that it was estimated to take; the latter is absent in runs of earlier
   * versions.
   */
  readonly seconds: number;
  readonly bytes?: number;
  /** The predicted columns; for classes, the single column that holds them. */
  readonly targets: readonly ComparedTarget[];
}

export interface ComparedTarget {
  readonly target: string;
  /** Absent when nothing was held out. */
  readonly held?: SharedHeldOut;
  readonly folds?: FoldError;
  /** Leave-one-out error over λ; absent for fits that are no spectral filter. */
  readonly curve?: ErrorCurve;
  /** Training rows and the target's variance over them; absent for classes. */
  readonly trained?: { readonly rows: number; readonly variance: number };
  /** Eigenvalues of K/n against the direction, counted from 1: a few hundred of them. */
  readonly eigenvalues: { readonly x: Float64Array; readonly y: Float64Array };
}

/** Held-out rows. With classes `observed` and `predicted` are positions among `levels`, −1 where there is none. */
export interface SharedHeldOut {
  readonly rows: Uint32Array;
  readonly lines: Uint32Array;
  readonly observed: Float64Array;
  readonly predicted: Float64Array;
  /** True if they are the last in order. */
  readonly last?: boolean;
  readonly levels?: readonly string[];
  /** How many of the rows say as much as one that is missed by itself. */
  readonly designEffect?: number;
  /**
   * For classes: the rows' scores by level, the highest of which is predicted; for two classes, those of the second
   * only.
   */
  readonly scores?: readonly Float64Array[];
}

interface FoldError {
  readonly loss: 'squared' | 'absolute';
  /** Root mean square, or mean absolute error. */
  readonly value: number;
}

export interface ErrorCurve {
  /** λ per sample; for other filters, the λ that shrinks as much. */
  readonly lambda: Float64Array;
  /** Root mean squared leave-one-out error, in units of the target. */
  readonly error: Float64Array;
  readonly fitted: { readonly lambda: number; readonly error: number };
}

/** Eigenvalues that a curve is drawn through. */
const DIRECTIONS = 400;

export function comparedRun(run: RunResult, name: string): ComparedRun {
  return {
    id: run.id,
    name,
    file: run.file.name,
    settings: settingsOf(run),
    robust: run.robust !== undefined,
    seed: run.request.design.seed,
    seconds: run.timings.total ?? Number.NaN,
    ...(run.bytes !== undefined && { bytes: run.bytes }),
    targets: run.classes ? [classified(run)] : targetsOf(run).map((_, i) => predicted(targetView(run, i))),
  };
}

function predicted(run: RunResult): ComparedTarget {
  const { holdout } = run;
  const folds = foldError(run);
  return {
    target: run.target,
    ...(holdout &&
      holdout.observed.length > 0 && {
        held: {
          ...heldRows(run.request, holdout, holdout.observed, holdout.predicted),
          designEffect: run.metrics.holdout?.designEffect?.errors ?? 1,
        },
      }),
    ...(folds && { folds }),
    trained: { rows: run.spectrum.n, variance: run.variance },
    ...commonOf(run),
  };
}

function classified(run: RunResult): ComparedTarget {
  const { classes, model, holdout } = run;
  const byName = new Map([run, ...run.others].map((output) => [output.target, output]));
  const outputs = model.outputs.map((output) => byName.get(output.name)).filter((output) => output !== undefined);
  const scores = outputs.map((output) => output.holdout?.predicted ?? new Float64Array(0));
  const truth = outputs.map((output) => output.holdout?.observed ?? new Float64Array(0));
  const whole = scores.length > 0 && [...scores, ...truth].every(({ length }) => length === holdout?.observed.length);
  const held =
    holdout && classes && whole && holdout.observed.length > 0
      ? heldRows(
          run.request,
          holdout,
          Float64Array.from(predictedLevels(truth)),
          Float64Array.from(decidedLevels(scores, classes)),
        )
      : undefined;
  return {
    target: model.classes?.column ?? run.target,
    ...(held &&
      classes && { held: { ...held, levels: classes.levels, scores, designEffect: classes.designEffect ?? 1 } }),
    ...commonOf(run),
  };
}

function heldRows(
  request: FitRequest,
  { rows, lines }: Pick<SharedHeldOut, 'rows' | 'lines'>,
  observed: Float64Array,
  values: Float64Array,
): SharedHeldOut {
  return { rows, lines, observed, predicted: values, last: heldOutLast(request) };
}

function commonOf(run: RunResult): Pick<ComparedTarget, 'curve' | 'eigenvalues'> {
  const curve = run.robust ? undefined : errorCurve(run);
  const { mu, rank } = run.spectrum;
  const x = logSpaced(Math.min(mu.length, rank), DIRECTIONS);
  return { ...(curve && { curve }), eigenvalues: { x, y: x.map((i) => mu[i - 1]) } };
}

/** A robust fit is scored by its own loss: quantile losses are no error of one prediction. */
function foldError({ robust, metrics }: TargetResult): FoldError | undefined {
  if (!robust) return metrics.folds > 0 ? { loss: 'squared', value: Math.sqrt(metrics.cv) } : undefined;
  const { path, at, scored } = robust;
  const score = path.score[at];
  if (path.loss === 'pinball' || scored.by !== 'folds' || !Number.isFinite(score)) return undefined;
  return path.loss === 'squared' ? { loss: 'squared', value: Math.sqrt(score) } : { loss: 'absolute', value: score };
}

/** Along λ, or along the axis that stands for it. */
function errorCurve({ paths, filter, spectrum, metrics }: RunResult): ErrorCurve | undefined {
  const { mu, rank, n } = spectrum;
  const path = paths.find(({ axis }) => axis === 'lambda') ?? paths[0];
  if (path === undefined) return undefined;
  const lambdaOf = (value: number) => equivalentLambda(filterAt(filter, path.axis, value), mu, rank, n);
  const points = Array.from(path.values, (value, i) => ({ lambda: lambdaOf(value), error: Math.sqrt(path.loo[i]) }))
    .filter(({ lambda, error }) => lambda > 0 && Number.isFinite(lambda) && Number.isFinite(error))
    .sort((a, b) => a.lambda - b.lambda);
  return points.length === 0
    ? undefined
    : {
        lambda: Float64Array.from(points, ({ lambda }) => lambda),
        error: Float64Array.from(points, ({ error }) => error),
        fitted: { lambda: equivalentLambda(filter, mu, rank, n), error: Math.sqrt(metrics.loo) },
      };
}
