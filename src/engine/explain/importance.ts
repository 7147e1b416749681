import { atStage, partOf, type RunContext, silently } from '../contract/context';
import type { Matrix, Sample, Transform } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Importance } from '../contract/importance';
import { featureCount, type KernelSpec } from '../contract/kernel';
import type { Model } from '../contract/model';
import { encodedWidth } from '../data/encodeRows';
import { permutation } from '../data/random';
import { type EncodedColumns, movedCross } from '../kernels/movedCross';
import { pickRows, rowBlock } from '../kernels/rows';
import { termsBySight } from '../kernels/seenColumns';
import type { Computing } from '../linalg/linalg';
import { columnMoves, type MovedPredictions } from '../model/columnMoves';
import { PREDICTED_AT_ONCE, predictExpansion } from '../model/predict';
import { decidedLevels, LEAST_SIDE, mostCommon, wilson } from '../statistics/classes';
import { meanOf } from '../statistics/mean';
import { rankingLosses, toldClass } from '../statistics/ranking';
import { count } from '../words/numbers';
import { type ColumnBlock, cycle, type ShuffledRise, shuffledRise } from './shuffledRise';

/** The most held-out rows and, with many columns or training rows, the fewest. */
export const MOST_SHUFFLED_ROWS = 2000;
const LEAST_ROWS = 100;
/** The most and the fewest times that a column is shuffled. */
const REPETITIONS = 10;
const LEAST_REPETITIONS = 2;
/**
 * The most kernel values times encoded columns that are computed: beside a fit about half a second of one core, on
 * request about a minute.
 */
export const BESIDE_FIT = 5e9;
const ON_REQUEST = 6e11;
/** The cost of a kernel value beside its columns, in the same unit, and the cost of a random feature. */
const VALUE = 60;
const FEATURE = 2;
/** With fewer rows a rise cannot be judged. */
const FEWEST_ROWS = 10;
/** Up to this many kernel values over many columns are stored, so that a shuffle changes only its own columns. */
const HELD = 1e7;
/** The rows on which predictions show which of very many columns to measure. */
const COMPARED = 8;
/** The most rows of other classes than the most common one that are drawn first. */
const RARE = 100;
/** With more columns than this, some would usually seem to matter by chance. */
const SINGLY = 20;
/** The highest level whose quantile `studentQuantile` finds. */
const MOST_LEVEL = 0.9998;

/** How importance is measured. */
export interface ImportanceRule {
  readonly seed: number;
  /** The most kernel values or features times encoded columns that are computed. */
  readonly budget: number;
  /** The loss of a fit to numbers: absolute for robust, sparse and quantile fits, which no outlier is to decide. */
  readonly loss: 'squared' | 'absolute';
}

/** A model before the run names its version. */
export type FittedModel = Omit<Model, 'version' | 'read'>;

/** The extent of the measurement: `columns` is 0 if nothing can be measured. */
export interface ImportancePlan {
  readonly rows: number;
  readonly repetitions: number;
  readonly columns: number;
}

/**
 * The plan for `rows` held-out rows and `columns` columns of the file within a budget; `each` is the cost of the
 * prediction of a row. Rows come before repetitions, since they lower the error more; columns are left out if each
 * would have fewer than 100 rows.
 */
export function importancePlan(rows: number, columns: number, each: number, budget: number): ImportancePlan {
  const fewest = LEAST_REPETITIONS * Math.min(rows, LEAST_ROWS);
  const all = Math.floor(budget / each);
  const some = Math.max(0, Math.floor((all - COMPARED * (columns + 1)) / fewest));
  const measured = all >= fewest * columns ? columns : some;
  if (measured === 0) return { rows: 0, repetitions: 0, columns: 0 };
  const predicted = Math.floor((measured < columns ? all - COMPARED * (columns + 1) : all) / measured);
  const taken = Math.min(rows, MOST_SHUFFLED_ROWS, Math.floor(predicted / LEAST_REPETITIONS));
  return { rows: taken, repetitions: Math.min(REPETITIONS, Math.floor(predicted / taken)), columns: measured };
}

/** The cost of the prediction of a row with a column of its cells replaced, in kernel values times encoded columns. */
function costOfRow({ x, kernel, unpenalised }: FittedModel, blocks: readonly EncodedColumns[]): number {
  const features = unpenalised.reduce((sum, block) => sum + (block.kind === 'units' ? featureCount(block.map) : 1), 0);
  const seen = blocks.reduce((sum, block) => sum + kernelsIn(seenBy(kernel, block)) / blocks.length, 0);
  return (x.rows * seen + FEATURE * features) * (x.columns + VALUE);
}

/** The terms of a kernel that see these columns. */
function seenBy(kernel: KernelSpec, { from, width }: EncodedColumns): KernelSpec {
  const { only, both } = termsBySight(kernel, (c) => c >= from && c < from + width);
  return { kind: 'sum', terms: [...(only?.terms ?? []), ...(both?.terms ?? [])] };
}

/** The number of kernels that are computed for a value of this one. */
function kernelsIn(kernel: KernelSpec): number {
  const parts =
    kernel.kind === 'sum'
      ? kernel.terms.map((term) => term.kernel)
      : kernel.kind === 'product'
        ? kernel.factors
        : undefined;
  return parts?.reduce((sum, part) => sum + kernelsIn(part), 0) ?? 1;
}

/** The importance of columns on request. Throws `parameter/invalid` if it cannot be measured. */
export function importanceOf(
  model: Model,
  heldOut: Sample | undefined,
  asked: Pick<ImportanceRule, 'seed' | 'loss'>,
  context: Computing,
): Importance {
  const found = measureImportance(model, heldOut, { ...asked, budget: ON_REQUEST }, context);
  if (found) return found;
  throw new KernelscopeError(
    'parameter/invalid',
    model.components
      ? 'Principal components predict no column, so there is no column importance. Fit a target to measure it.'
      : `Column importance needs at least ${FEWEST_ROWS} held-out rows, and this run has ${count(heldOut?.rows.length ?? 0)}: hold out more rows.`,
    { name: 'holdout' },
  );
}

/**
 * Permutation importance (Breiman 2001; Fisher, Rudin and Dominici 2019) on held-out rows: the rise of the mean loss
 * when a column's values are shuffled among them, as a mean over shuffles, with an interval over rows. Undefined for
 * components, if fewer than ten rows are held out, and if not even one column can be measured within the budget.
 */
export function measureImportance(
  model: FittedModel,
  heldOut: Sample | undefined,
  { seed, budget, loss: ofNumbers }: ImportanceRule,
  context: Computing,
): Importance | undefined {
  const { inputs } = model.transform;
  if (model.components || !heldOut || heldOut.rows.length < FEWEST_ROWS || inputs.length === 0) return undefined;
  const blocks = blocksOf(model.transform);
  const plan = importancePlan(heldOut.rows.length, inputs.length, costOfRow(model, blocks), budget);
  if (plan.columns === 0) return undefined;
  const drawn = someRows(heldOut, plan.rows, seed);
  const { classes } = model;
  const quiet = silently(context);
  const wrong = classes && showsMistakes(model, classes, drawn, heldOut.y, quiet);
  const loss = wrong === undefined ? ofNumbers : wrong ? 'wrong' : 'ranking';
  const told = loss === 'ranking' ? rankedClass(model, heldOut, plan.rows, seed, quiet) : undefined;
  const { x, y } = told?.rows ?? drawn;
  const measured = plan.columns < blocks.length ? mostMoving(model, x, blocks, plan.columns, quiet) : blocks;
  const losses = lossesOf(model, { x, y }, told?.level ?? loss, quiet);
  const steps = 1 + measured.length;
  const stepAt = (step: number, stage: string) => atStage(partOf(context, step / steps, (step + 1) / steps), stage);
  const own = losses(x, stepAt(0, 'predicting'));
  const shuffles = Array.from({ length: plan.repetitions }, (_, r) => cycle(x.rows, (seed + 7919 * (r + 1)) >>> 0));
  const rises = measured.map((block, j) => ({
    column: block.column,
    ...shuffledRise(
      x,
      block,
      { own, shuffles, losses, rooted: loss === 'squared' },
      stepAt(1 + j, `shuffling ${block.column}`),
    ),
  }));
  const level = levelOf(rises);
  const columns = rises.map(({ column, rise, interval }) => ({ column, rise, interval: interval(level) }));
  const unmeasured = blocks.filter((block) => !measured.includes(block)).map(({ column }) => column);
  return {
    rows: x.rows,
    repetitions: plan.repetitions,
    loss,
    ...(classes && told && { ranked: classes.levels[told.level] }),
    target: model.classes?.column ?? model.outputs[0].name,
    baseline: meanOf(own),
    level,
    columns: columns.sort((a, b) => b.rise - a.rise),
    ...(unmeasured.length > 0 && { unmeasured }),
  };
}

/**
 * The level of the intervals: 95 % for each of up to 20 columns, so long as one of them stands out among all; otherwise
 * 95 % for all together, since among many columns of noise one would often seem to matter. Columns that move no
 * prediction, as a fit without them shows, cannot seem so.
 */
function levelOf(rises: readonly ShuffledRise[]): number {
  const moving = rises.filter(({ moves }) => moves);
  const together = Math.min(MOST_LEVEL, 1 - 0.05 / Math.max(1, moving.length));
  const standsOut = moving.some(({ interval }) => interval(together)[0] > 0);
  return moving.length > SINGLY || !standsOut ? together : 0.95;
}

/** Equal scores must stay equal if only rounding separates them. */
const inDigits = (score: number): number => Number(score.toPrecision(12));

/** The columns that move the predictions of a few rows most when they take the values of other rows, in the order of the file. */
function mostMoving(
  model: FittedModel,
  x: Matrix,
  blocks: readonly ColumnBlock[],
  wanted: number,
  context: Computing,
): readonly ColumnBlock[] {
  const few = rowBlock(x, 0, Math.min(COMPARED, x.rows));
  const at = movedPredictions(model, few, context);
  const moves = columnMoves(few, blocks, at, context);
  const ranked = new Set([...blocks.keys()].sort((a, b) => moves[b] - moves[a]).slice(0, wanted));
  return blocks.filter((_, c) => ranked.has(c));
}

/**
 * True if mistakes show what a fit has learnt: a fit may never predict a rare class, and yet tell which rows are more
 * likely to belong to it. `all` are the codes of all held-out rows.
 */
function showsMistakes(
  model: FittedModel,
  classes: NonNullable<FittedModel['classes']>,
  { x, y }: Rows,
  all: Float64Array,
  context: Computing,
): boolean {
  const scores = predictExpansion(model, x, context).map(({ predicted }) => predicted);
  const levels = decidedLevels(scores, classes);
  const right = y.filter((code, i) => levels[i] === code).length;
  const others = Math.round((1 - mostCommon(all).share) * all.length);
  return wilson(right, y.length)[0] > mostCommon(y).share || others < LEAST_SIDE;
}

/**
 * A class whose rows the scores tell from others, or the most common class if they tell none, and `most` rows with
 * enough on both sides.
 */
function rankedClass(
  model: FittedModel,
  heldOut: Rows,
  most: number,
  seed: number,
  context: Computing,
): { readonly level: number; readonly rows: Rows } {
  const common = mostCommon(heldOut.y).level;
  const { x, y } = someRows(heldOut, most, seed, fewerSide(heldOut, common, seed));
  const scores = predictExpansion(model, x, context).map(({ predicted }) => predicted);
  const level = toldClass(scores, y, model.classes?.levels.length ?? 0)?.level ?? common;
  return { level, rows: someRows(heldOut, most, seed, fewerSide(heldOut, level, seed)) };
}

/** Encoded rows (m×d) and the target, or the codes of its levels. */
type Rows = Pick<Sample, 'x' | 'y'>;

/** The loss of each row (m) of encoded rows, for the first target: by name, or the position of the class whose pairs with others count. Those of x (m×d) move in some columns. */
function lossesOf(
  model: FittedModel,
  { x, y }: Rows,
  loss: Importance['loss'] | number,
  context: Computing,
): (moved: Matrix, context: RunContext, columns?: EncodedColumns) => Float64Array {
  const at = movedPredictions(model, x, context);
  return (moved, part, columns = { from: 0, width: 0 }) => {
    part.check();
    const predicted = at(moved, columns);
    part.progress(1, 'predicting');
    if (typeof loss === 'number') {
      // With two classes there is only the score of the second one.
      const scores = predicted.length > 1 ? predicted[loss] : predicted[0].map((v) => (loss === 0 ? -v : v));
      return rankingLosses(scores.map(inDigits), (i) => y[i] === loss);
    }
    if (model.classes) {
      const levels = decidedLevels(predicted, model.classes);
      return Float64Array.from(y, (code, i) => Number(levels[i] !== code));
    }
    const [values] = predicted;
    return y.map(loss === 'absolute' ? (v, i) => Math.abs(v - values[i]) : (v, i) => (v - values[i]) ** 2);
  };
}

/**
 * Predictions while columns of x (m×d) move. They are sums over the terms of a kernel, of which those that do not see
 * these columns are known. Quantiles, which are put in order at every row, are not such sums.
 */
function movedPredictions(model: FittedModel, x: Matrix, context: Computing): MovedPredictions {
  const none = new Float64Array(0);
  const predict = (part: FittedModel, rows: Matrix, crossOf?: (block: Matrix) => Float64Array) =>
    predictExpansion(part, rows, context, crossOf).map(({ predicted }) => predicted);
  const termOf = (part: FittedModel, kernel: KernelSpec) => {
    const held = x.rows <= PREDICTED_AT_ONCE && x.columns * x.rows * part.x.rows <= HELD;
    const cross = held ? movedCross(kernel, part.x, x, context) : undefined;
    return (rows: Matrix, columns: EncodedColumns) =>
      predict({ ...part, kernel }, rows, cross && (() => cross(rows, columns)));
  };
  if (model.x.rows === 0) return (rows) => predict(model, rows);
  const outputs = model.outputs.map(({ spread, ...output }) => output);
  if (model.kernel.kind !== 'sum' || model.taus) return termOf({ ...model, outputs }, model.kernel);
  const bare = {
    ...model,
    unpenalised: [],
    kept: new Uint32Array(0),
    outputs: outputs.map((output) => ({ ...output, beta: none })),
  };
  const features = {
    ...model,
    x: { ...model.x, rows: 0 },
    outputs: outputs.map((output) => ({ ...output, alpha: none })),
  };
  const terms = model.kernel.terms.map(({ weight, kernel }) => {
    const at = termOf(bare, kernel);
    return { weight, kernel, at, still: at(x, { from: 0, width: 0 }) };
  });
  return (rows, columns) => {
    const sums = predict(features, rows);
    for (const { weight, kernel, at, still } of terms) {
      const values = kernelsIn(seenBy(kernel, columns)) > 0 ? at(rows, columns) : still;
      for (const [o, of] of values.entries()) for (let i = 0; i < of.length; i++) sums[o][i] += weight * of[i];
    }
    return sums;
  };
}

function blocksOf({ inputs }: Transform): readonly ColumnBlock[] {
  let from = 0;
  return inputs.map((input) => {
    const block = { column: input.column, from, width: encodedWidth(input) };
    from += block.width;
    return block;
  });
}

/** At most this many rows, drawn by the seed, with those among them that `first` picks before the others. */
function someRows({ x, y }: Rows, most: number, seed: number, first: readonly number[] = []): Rows {
  if (x.rows <= most) return { x, y };
  const before = new Set(first);
  const drawn = [...first, ...permutation(x.rows, seed).filter((i) => !before.has(i))].slice(0, most);
  return { x: pickRows(x, Uint32Array.from(drawn)), y: Float64Array.from(drawn, (i) => y[i]) };
}

/**
 * Some rows of a class, or of the others if these are fewer, drawn by the seed: pairs with few rows on one side say
 * little.
 */
const fewerSide = ({ y }: Rows, level: number, seed: number): readonly number[] => {
  const rows = [...permutation(y.length, seed)];
  const own = rows.filter((i) => y[i] === level);
  return (own.length < rows.length - own.length ? own : rows.filter((i) => y[i] !== level)).slice(0, RARE);
};
