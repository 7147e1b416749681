import { partOf, type RunContext, silently } from '../../contract/context';
import type { Design } from '../../contract/data';
import type { KernelSpec } from '../../contract/kernel';
import type { RobustFit, RobustPath } from '../../contract/robust';
import type { ModelOutput, TargetResult } from '../../contract/run';
import { permutation } from '../../data/random';
import type { LinearAlgebra } from '../../linalg/linalg';
import { middleOf, sortLevels } from '../../model/quantileLevels';
import { robustScale } from '../../statistics/robustScale';
import { suspectsAmong } from '../../statistics/suspects';
import type { Problem } from '../problem';
import { robustCurve, robustPartials } from './curves';
import type { Expansion } from './expansion';
import type { RobustFamily } from './family';
import { conformalWidth, predictHeldOut } from './heldOut';
import { choicesOf, type LeftOutScores, type LevelTask, offsetOf, partsOf, scoreLeftOut } from './leftOut';
import { followLevels, type LevelPath } from './levels';
import { LOSS_WORDS } from './losses';
import { SELECTION_WORDS } from './parameters';
import { PathPredictor } from './predictor';
import type { RobustSettings } from './settings';
import { type SharedInput, solverInput } from './solverInput';
import { spreadOf } from './spread';
import { regularFirst, SHOWN_POINTS, strengthGrid } from './strengths';
import type { Twin } from './twin';

/** Numbers that the path's values on training rows may hold: 16 MB as float32. */
const LIVE_LIMIT = 4_000_000;
/** Rows whose coefficients are drawn along the path. */
const SHOWN_ROWS = 40;

export interface OutputTask {
  readonly family: RobustFamily;
  readonly design: Design;
  readonly problem: Problem;
  readonly settings: RobustSettings;
  readonly kernel: KernelSpec;
  readonly expansion: Expansion;
  readonly twin: Twin;
}

export interface RobustOutput {
  readonly input: SharedInput;
  readonly result: TargetResult;
  /** One for each level. */
  readonly model: readonly ModelOutput[];
}

/** One target: the strength chosen on rows left out, the path on all rows, and what it says of new rows. */
export function fitOutput(task: OutputTask, o: number, linalg: LinearAlgebra, context: RunContext): RobustOutput {
  const { family, design, problem, settings, kernel, expansion, twin } = task;
  const output = problem.outputs[o];
  const { y } = output;
  const n = y.length;
  const { taus } = settings;
  const middle = middleOf(taus);
  const spread = spreadOf(y);
  const { weights } = design.train;
  const offset = offsetOf(family, settings.intercept, y, weights);
  const centred = y.map((v) => v - offset);
  const input = solverInput(family, settings, { gram: expansion.gram, y: centred }, spread, linalg, silently(context));
  const strengths = strengthGrid(
    family,
    expansion.gram,
    centred,
    spread,
    SHOWN_POINTS[family.nearZero],
    input.stepSize,
    settings.strength,
  );
  const levelTask: LevelTask = {
    family,
    gram: expansion.gram,
    y,
    ...(weights && { weights }),
    taus,
    loss: settings.loss,
    input,
    strengths,
  };
  const parts = partsOf(n, settings.folds, settings.validation, settings.seed);
  const set = settings.strength === undefined ? -1 : strengths.indexOf(settings.strength);
  const scored = scoreLeftOut(levelTask, parts, linalg, partOf(context, 0, 0.5), set);
  const { at, count, choices, rule } = chooseStrength(settings, set, scored, parts.length);
  const levels = followLevels(levelTask, count, at, linalg, partOf(context, 0.5, 0.8));

  const chosenIntercepts = levels.map(({ intercept }) => intercept[at]);
  const predictor = new PathPredictor(kernel, expansion, levels, twin, o, chosenIntercepts, linalg);
  const place = regularFirst(family.axis) === 'low' ? (l: number) => l : (l: number) => count - 1 - l;
  const inOrder = new Ascending(count, place);
  const width = conformalWidth(scored.residuals.subarray(at * n, (at + 1) * n));
  const named = family.taus ? taus : undefined;
  const heldOut =
    design.holdout && output.heldOut
      ? predictHeldOut(
          predictor,
          design.holdout,
          output.heldOut,
          named,
          middle,
          width,
          settings.seed,
          partOf(context, 0.8, 0.85),
        )
      : undefined;
  const order = permutation(n, settings.seed);
  const reach = expansion.points.rows;
  const { partial, curves } = robustPartials(
    predictor,
    middle,
    problem.x,
    reach,
    design.transform,
    order,
    partOf(context, 0.85, 1),
  );
  const curve = robustCurve(predictor, problem.x, y, design.train, design.transform, context);

  const fitted = levels.map(({ chosen }) => y.map((v, i) => v - chosen.residuals[i]));
  const crossedHere = sortLevels(fitted).length / n;
  const residuals = y.map((v, i) => v - fitted[middle][i]);
  const { centre, scale } = robustScale(residuals);
  const fit = twin.fits[o];
  const squaredFitted = twinFitted(predictor, problem, context);
  const { chosen } = levels[middle];
  const robust: RobustFit = {
    path: pathOf(levelTask, levels, middle, scored, choices, count, inOrder),
    strength: strengths[at],
    at: place(at),
    ...(named && { taus: named }),
    middle,
    rule,
    scored: {
      by: settings.folds === 0 ? 'validation' : 'folds',
      folds: settings.folds,
      rows: parts.reduce((sum, { left }) => sum + left.length, 0),
    },
    rows: design.train.rows,
    lines: design.train.lines,
    observed: y,
    alpha: levels.map((level) => level.chosen.alpha),
    fitted,
    ...(chosen.weights && { weights: chosen.weights }),
    centre,
    scale,
    ...suspectsAmong({ ...design.train, observed: y }, residuals, { centre, scale }),
    convergence: {
      measure: family.measure,
      worst: levels.reduce((worst, { remainder }) => remainder.reduce((a, b) => Math.max(a, b), worst), 0),
      tolerance: family.tolerance,
      iterations: levels.reduce((sum, { iterations }) => sum + iterations, 0),
    },
    ...(heldOut?.calibration && { calibration: heldOut.calibration }),
    ...(named && { crossed: heldOut ? heldOut.crossed : crossedHere }),
    squared: {
      alpha: fit.alpha,
      fitted: squaredFitted,
      ...(heldOut && { holdout: heldOut.squared }),
    },
    ...(heldOut && { holdout: heldOut.fitted }),
    ...(n * count * (taus.length + 1) <= LIVE_LIMIT && {
      live: {
        ...(heldOut && { holdout: heldOut.along.map((values) => inOrder.rows(values)) }),
        fitted: sortedFitted(levels).map((values) => inOrder.columns(values, n)),
        alpha: inOrder.columns(levels[middle].alpha, n),
      },
    }),
    partial: curves.map((c) => ({ ...c, values: c.values.map((values) => inOrder.rows(values)) })),
    ...(curve && { curve: { ...curve.curve, values: curve.curve.values.map((values) => inOrder.rows(values)) } }),
    ...(expansion.landmarks && { landmarks: expansion.landmarks }),
  };
  return {
    input,
    result: {
      target: output.name,
      mean: output.mean,
      variance: output.variance,
      spectrum: twin.spectra[o],
      noise: fit.noise,
      filter: fit.filter,
      paths: structuredClone(fit.paths),
      metrics: { ...(heldOut && { holdout: heldOut.scores }), ...fit.metrics },
      ...(heldOut && { holdout: heldOut.predictions }),
      live: { partial, ...(curve && { curve: curve.fit }) },
      robust,
    },
    model: levels.map((level, l) => ({
      name: output.name,
      alpha: expansion.coefficients(level.chosen.alpha),
      beta: Float64Array.of(chosenIntercepts[l]),
      intervalWidth: width,
    })),
  };
}

/** The strength that is used, and how many points of the path are worth following. */
function chooseStrength({ selection, loss }: RobustSettings, set: number, scored: LeftOutScores, parts: number) {
  const { score } = scored;
  const choices = choicesOf(scored);
  const at = set >= 0 ? set : selection === 'cv' ? choices.least : choices.oneStandardError;
  const last = score.findLastIndex((v) => !Number.isNaN(v));
  const over = parts === 1 ? 'on the validation part' : `over ${parts} folds`;
  const rule = set >= 0 ? 'set' : `${SELECTION_WORDS[selection]} ${LOSS_WORDS[loss]} ${over}`;
  return { at, count: Math.max(at, last) + 1, choices, rule };
}

function pathOf(
  task: LevelTask,
  levels: readonly LevelPath[],
  middle: number,
  { score, standardError }: LeftOutScores,
  choices: { readonly least: number; readonly oneStandardError: number },
  count: number,
  inOrder: Ascending,
): RobustPath {
  const { loss } = task;
  const { n } = task.gram;
  const { alpha } = levels[middle];
  const largest = new Float64Array(count);
  const support = new Float64Array(count);
  const reached = new Float64Array(n);
  for (let l = 0; l < count; l++) {
    for (let i = 0; i < n; i++) {
      const size = Math.abs(alpha[l * n + i]);
      largest[l] = Math.max(largest[l], size);
      reached[i] = Math.max(reached[i], size);
    }
    for (let i = 0; i < n; i++) if (Math.abs(alpha[l * n + i]) > 1e-9 * largest[l]) support[l]++;
  }
  const training = Float64Array.from({ length: count }, (_, l) =>
    levels.reduce((sum, level) => sum + level.training[l] / levels.length, 0),
  );
  const at = Uint32Array.from(
    Array.from(reached.keys())
      .sort((a, b) => reached[b] - reached[a] || a - b)
      .slice(0, SHOWN_ROWS),
  );
  const shown = new Float32Array(at.length * count);
  at.forEach((row, r) => {
    for (let l = 0; l < count; l++) shown[r * count + l] = alpha[l * n + row];
  });
  const remainder = Float64Array.from({ length: count }, (_, l) =>
    levels.reduce((worst, level) => Math.max(worst, level.remainder[l]), 0),
  );
  return {
    axis: task.family.axis,
    values: inOrder.values(task.strengths),
    loss,
    score: inOrder.values(score),
    scoreStandardError: inOrder.values(standardError),
    training: inOrder.values(training),
    support: inOrder.values(support),
    largest: inOrder.values(largest),
    remainder: inOrder.values(remainder),
    least: { score: inOrder.place(choices.least), oneStandardError: inOrder.place(choices.oneStandardError) },
    coefficients: { at, values: inOrder.rows(shown) },
  };
}

/** Fitted values of all levels, in order at every row and strength. */
function sortedFitted(levels: readonly LevelPath[]): readonly Float32Array[] {
  if (levels.length < 2) return levels.map(({ fitted }) => fitted);
  const doubles = levels.map(({ fitted }) => Float64Array.from(fitted));
  sortLevels(doubles);
  return doubles.map((values) => Float32Array.from(values));
}

function twinFitted(predictor: PathPredictor, { x }: Problem, context: RunContext): Float64Array {
  const values = new Float64Array(x.rows);
  predictor.eachSquared(x, context, (block, from) => values.set(block, from));
  return values;
}

/** Puts what was computed from the regular end on into the order of ascending strengths. */
class Ascending {
  constructor(
    private readonly count: number,
    readonly place: (l: number) => number,
  ) {}

  values(from: Float64Array): Float64Array {
    return Float64Array.from({ length: this.count }, (_, l) => from[this.place(l)]);
  }

  /** Rows × L with the path fastest. */
  rows(from: Float32Array): Float32Array {
    const { count } = this;
    return from.map((_, o) => from[o - (o % count) + this.place(o % count)]);
  }

  /** n × L with the rows fastest, to the path fastest. */
  columns(from: Float32Array | Float64Array, n: number): Float32Array {
    const { count } = this;
    const out = new Float32Array(n * count);
    for (let i = 0; i < n; i++) for (let l = 0; l < count; l++) out[i * count + l] = from[this.place(l) * n + i];
    return out;
  }
}
