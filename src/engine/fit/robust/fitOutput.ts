import type { ModelOutput } from '../../contract/model';
import type { BesidePath, RobustCurve, RobustFit } from '../../contract/robust';
import type { CurveFit, PartialDependence, TargetResult } from '../../contract/run';
import { middleOf, sortLevels } from '../../model/quantileLevels';
import { scaledErrors, suspectsAmong } from '../../statistics/suspects';
import { targetResult } from '../outcome';
import { divisionOf, foldsOf } from '../problem';
import type { FitSession } from '../session';
import { residualsOfFolds } from '../spectral/foldRefits';
import { besidePath } from './besidePath';
import { conformLevels } from './conformLevels';
import { robustCurve, robustPartials } from './curves';
import type { RobustFamily, SharedInput } from './family';
import { robustIntervals } from './intervals';
import { type LeftOutPart, type LeftOutScores, type LevelTask, leftOutParts, offsetOf, scoreLeftOut } from './leftOut';
import { followLevels, type LevelPath } from './levels';
import { PathPredictor } from './predictor';
import type { RobustTask } from './ridgeBaseline';
import { predictRobustHoldout, type RobustHoldout } from './robustHoldout';
import { Ascending, robustPath } from './robustPath';
import {
  chooseStrength,
  regularFirst,
  SHOWN_POINTS,
  type StrengthChoice,
  solverInput,
  strengthGrid,
  targetSpread,
} from './strengths';

/** The most numbers in the path's values on training rows: 16 MB as float32. */
const LIVE_LIMIT = 4_000_000;

export interface RobustOutput {
  readonly input: SharedInput;
  readonly result: TargetResult & { readonly robust: RobustFit };
  /** One model output for each level. */
  readonly model: readonly ModelOutput[];
}

/** One target's path on all rows with the strength that is used. */
interface FollowedPath {
  readonly levelTask: LevelTask;
  /** Rows left out in turn. */
  readonly parts: readonly LeftOutPart[];
  readonly scored: LeftOutScores;
  readonly choice: StrengthChoice;
  readonly levels: readonly LevelPath[];
  /** The shift that calibration added to each level. */
  readonly shifts?: readonly number[];
  /** The n residuals of the predicting level on rows left out, at a strength; NaN elsewhere. */
  readonly leftOut: (l: number) => Float64Array;
  /** The level that predicts. */
  readonly middle: number;
  readonly ascending: Ascending;
  readonly beside?: BesidePath;
}

/** Fits one target: chooses the strength on rows left out, follows the path on all rows, and predicts new rows. */
export function fitOutput(task: RobustTask, o: number, session: FitSession): RobustOutput {
  const { expansion, ridgeBaseline } = task;
  const output = session.problem.outputs[o];
  const { name, y, near = y } = output;
  const path = followPath(task, y, near, session);
  const { levels, choice, middle } = path;
  const { at } = choice;
  const intercepts = levels.map(({ intercept }) => intercept[at]);
  const intervals = robustIntervals(task, path.leftOut(at), session.silent());
  const predictor = new PathPredictor(task, levels, o, intercepts);
  const predictions = predict(task, o, predictor, { middle, intervals }, session);
  const { heldOut, partial, curve } = predictions;
  const baseline = ridgeBaseline.fits[o];
  const squared = {
    alpha: baseline.alpha,
    fitted: predictor.baselineAt(session.problem.x, session),
    ...leftOutByRidge(task, o, session),
  };
  return {
    input: path.levelTask.input,
    result: {
      ...targetResult(output, baseline, ridgeBaseline.spectra[o], {
        ...(heldOut && { holdout: heldOut }),
        partial,
        ...(curve && { curve: curve.fit }),
      }),
      robust: robustFit(task, path, squared, predictions),
    },
    model: levels.map((level, l) => ({
      name,
      alpha: expansion.coefficients(level.chosen.alpha),
      beta: Float64Array.of(intercepts[l]),
      ...intervals,
    })),
  };
}

/** The errors of the ridge baseline on rows left out in the folds that score the method; none without such folds, or with row weights. */
function leftOutByRidge(
  { settings: { folds }, ridgeBaseline: { decomposed, fits } }: RobustTask,
  output: number,
  session: FitSession,
): Pick<RobustFit['squared'], 'errors'> {
  const { problem, seed } = session;
  if (folds === 0 || problem.rootWeights) return {};
  const { filter } = fits[output];
  const errors = residualsOfFolds(decomposed, { output, filter }, foldsOf(problem, folds, seed), session);
  // The run takes its arrays with it, and these are the session's.
  return { errors: errors.slice() };
}

/** Chooses the strength on rows left out and follows the path of every level on all rows. */
function followPath(
  { family, design, settings, expansion }: RobustTask,
  y: Float64Array,
  near: Float64Array,
  session: FitSession,
): FollowedPath {
  const { seed } = session;
  const { taus, loss, strength } = settings;
  const { gram } = expansion;
  const { weights } = design.train;
  const spread = targetSpread(near);
  const offset = offsetOf(settings.intercept, near, weights);
  const centred = near.map((v) => v - offset);
  const input = solverInput(family, settings, { gram, y: centred }, spread, session.silent());
  const strengths = strengthGrid(
    family,
    { gram, y: centred, spread },
    { points: SHOWN_POINTS[family.nearZero], stepSize: input.stepSize, set: strength },
  );
  const levelTask = { family, gram, y, near, weights, taus, loss, input, strengths };
  const parts = leftOutParts(y.length, settings.folds, settings.validation, seed, divisionOf(session.problem));
  const set = strength === undefined ? -1 : strengths.indexOf(strength);
  const scored = scoreLeftOut(levelTask, parts, session.part(0, 0.5), set);
  const choice = chooseStrength(settings, set, scored, parts.length);
  const followed = followLevels(levelTask, choice.count, choice.at, session.part(0.5, 0.75));
  const beside = besidePath(levelTask, followed[0], choice.count, session.part(0.75, 0.8));
  const levels =
    family.taus && settings.given.conformal !== false
      ? conformLevels(followed, y, scored.residuals, choice.at, weights)
      : followed;
  const middle = middleOf(taus);
  const { length: n } = y;
  const shiftOf = (level: number, l: number) => levels[level].intercept[l] - followed[level].intercept[l];
  const leftOut = (l: number) => {
    const shift = shiftOf(middle, l);
    return scored.residuals[middle].subarray(l * n, (l + 1) * n).map((r) => r - shift);
  };
  const position = regularFirst(family.axis) === 'low' ? (l: number) => l : (l: number) => choice.count - 1 - l;
  const ascending = new Ascending(choice.count, position);
  const shifts = family.taus && taus.map((_, level) => shiftOf(level, choice.at));
  return { levelTask, parts, scored, choice, levels, shifts, leftOut, middle, ascending, beside };
}

interface PathPredictions {
  readonly heldOut?: RobustHoldout;
  readonly partial: PartialDependence[];
  /** Curves along the path, parallel to `partial`. */
  readonly alongPath: readonly RobustCurve[];
  readonly curve?: { readonly fit: CurveFit; readonly curve: RobustCurve };
}

function predict(
  { family, design, settings }: RobustTask,
  o: number,
  predictor: PathPredictor,
  { middle, intervals }: { readonly middle: number; readonly intervals: ReturnType<typeof robustIntervals> },
  session: FitSession,
): PathPredictions {
  const { y, heldOut: observed } = session.problem.outputs[o];
  const { holdout: sample } = design;
  const levels = { middle, intervals, ...(family.taus && { taus: settings.taus }) };
  const heldOut =
    sample && observed ? predictRobustHoldout(predictor, sample, observed, levels, session.part(0.8, 0.85)) : undefined;
  const { partial, curves } = robustPartials(predictor, middle, design, session.part(0.85, 1));
  const curve = robustCurve(predictor, y, design, session.silent());
  return { ...(heldOut && { heldOut }), partial, alongPath: curves, ...(curve && { curve }) };
}

/** The parameters other than the strength that the method fills in by rule. */
export const chosenByMethod = (family: RobustFamily, input: SharedInput, [tau]: readonly number[]) =>
  family.chosen?.({ ...input, tau }) ?? [];

/** The path and the fit on the training rows, in the order of ascending strengths. */
function robustFit(
  { family, design, settings, expansion }: RobustTask,
  path: FollowedPath,
  baseline: Omit<RobustFit['squared'], 'holdout'>,
  { heldOut, alongPath, curve }: PathPredictions,
): RobustFit {
  const { levelTask, parts, scored, choice, levels, shifts, middle, ascending } = path;
  const { y, near, taus, input } = levelTask;
  const n = y.length;
  const { at, count } = choice;
  const fitted = levels.map(({ chosen }) => y.map((v, i) => v - chosen.residuals[i]));
  const crossedHere = sortLevels(fitted).length / n;
  const errors = errorsAt(path, at);
  const leftOut = leftOutRows(parts, n);
  const { centre, scale } = scaledErrors(errors, y, leftOut);
  const { weights } = levels[middle].chosen;
  const inOrder = (curveAlong: RobustCurve): RobustCurve => ({
    ...curveAlong,
    values: curveAlong.values.map((values) => ascending.rows(values)),
  });
  return {
    path: robustPath(levelTask, levels, middle, scored, choice, ascending),
    strength: levelTask.strengths[at],
    at: ascending.position(at),
    ...(family.taus && { taus }),
    middle,
    solver: {
      ...(input.stepSize !== undefined && { stepSize: input.stepSize }),
      ...Object.fromEntries(chosenByMethod(family, input, taus).map(({ name, value }) => [name, value])),
    },
    ...(shifts && { shifts }),
    rule: choice.rule,
    scored: {
      by: settings.folds === 0 ? 'validation' : 'folds',
      folds: settings.folds === 0 ? 0 : parts.length,
      rows: parts.reduce((sum, { left }) => sum + left.length, 0),
    },
    ...(leftOut && { leftOut }),
    rows: design.train.rows,
    lines: design.train.lines,
    observed: y,
    ...(near !== y && { near }),
    alpha: levels.map((level) => level.chosen.alpha),
    fitted,
    ...(weights && { weights }),
    errors,
    centre,
    scale,
    ...suspectsAmong({ ...design.train, observed: y }, errors, { centre, scale }),
    convergence: convergenceOf(family, levels),
    ...(path.beside && { beside: path.beside }),
    ...(heldOut?.calibration && { calibration: heldOut.calibration }),
    ...(family.taus && { crossed: heldOut ? heldOut.crossed : crossedHere }),
    squared: { ...baseline, ...(heldOut && { holdout: heldOut.squared }) },
    ...(heldOut && { holdout: heldOut.fitted }),
    ...(n * count * (taus.length + 2) <= LIVE_LIMIT && { live: liveOf(path, heldOut) }),
    partial: alongPath.map(inOrder),
    ...(curve && { curve: inOrder(curve.curve) }),
    ...(expansion.landmarks && { landmarks: expansion.landmarks }),
  };
}

function convergenceOf({ measure, tolerance }: RobustFamily, levels: readonly LevelPath[]): RobustFit['convergence'] {
  return {
    measure,
    worst: levels.reduce((worst, { remainder }) => remainder.reduce((a, b) => Math.max(a, b), worst), 0),
    tolerance,
    iterations: levels.reduce((sum, { iterations }) => sum + iterations, 0),
  };
}

/** Errors of the middle level at a strength: of a fit without the row if it was left out, otherwise residuals. */
function errorsAt({ levelTask, choice, levels, middle, leftOut }: FollowedPath, l: number): Float64Array {
  const { y } = levelTask;
  const { chosen, fitted } = levels[middle];
  const residual = (i: number) => (l === choice.at ? chosen.residuals[i] : y[i] - fitted[l * y.length + i]);
  return leftOut(l).map((error, i) => (Number.isNaN(error) ? residual(i) : error));
}

/** Positions of the rows that some part left out; undefined if all were. */
function leftOutRows(parts: readonly LeftOutPart[], n: number): Uint32Array | undefined {
  const rows = Uint32Array.from(parts.flatMap(({ left }) => [...left])).sort();
  return rows.length < n ? rows : undefined;
}

function liveOf(path: FollowedPath, heldOut: RobustHoldout | undefined): RobustFit['live'] {
  const { levels, middle, ascending, choice } = path;
  const n = levels[middle].chosen.alpha.length;
  const errors = new Float64Array(n * choice.count);
  for (let l = 0; l < choice.count; l++) errors.set(errorsAt(path, l), l * n);
  return {
    ...(heldOut && { holdout: heldOut.along.map((values) => ascending.rows(values)) }),
    fitted: sortedFitted(levels).map((values) => ascending.columns(values, n)),
    alpha: ascending.columns(levels[middle].alpha, n),
    errors: ascending.columns(errors, n),
  };
}

/** Fitted values of all levels, in order at every row and strength. */
function sortedFitted(levels: readonly LevelPath[]): readonly Float32Array[] {
  if (levels.length < 2) return levels.map(({ fitted }) => fitted);
  const doubles = levels.map(({ fitted }) => Float64Array.from(fitted));
  sortLevels(doubles);
  return doubles.map((values) => Float32Array.from(values));
}
