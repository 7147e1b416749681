import { atStage, partOf, type RunContext, silently } from '../contract/context';
import type { Matrix, Sample, Transform } from '../contract/data';
import type { Importance } from '../contract/explain';
import { KernelscopeError } from '../contract/failure';
import { featureCount } from '../contract/featureCount';
import type { Model } from '../contract/model';
import { encodedWidth } from '../data/encodeRows';
import { permutation } from '../data/random';
import { pickRows, rowBlock } from '../kernels/rows';
import type { LinearAlgebra } from '../linalg/linalg';
import { predictExpansion } from '../model/predict';
import { decidedLevels } from '../statistics/classes';
import { studentQuantile } from '../statistics/student';
import { count } from '../words/numbers';

/** Held-out rows at most, and, of many columns or training rows, at least. */
export const MOST_ROWS = 2000;
const LEAST_ROWS = 100;
/** How often a column is shuffled at most and at least: of two shuffles the part of the variance that is theirs can be told. */
const REPETITIONS = 10;
const LEAST_REPETITIONS = 2;
/** Kernel values times encoded columns that are computed at most: beside a fit about a second of one core, asked for by itself about a minute. */
export const BESIDE_FIT = 1e10;
const ON_REQUEST = 6e11;
/** The cost of a kernel value or a feature beside its columns, in the same unit. */
const VALUE = 60;
/** Fewer rows tell nothing of a rise. */
export const FEWEST_ROWS = 10;
/** The rows on which predictions show which of very many columns to measure. */
const COMPARED = 8;
/** With more columns than this, one that only seems to matter would be the rule. */
const SINGLY = 20;
/** The largest quantile that `studentQuantile` finds. */
const LARGEST_QUANTILE = 0.9999;

/** A model before the run names its version. */
export type FittedModel = Omit<Model, 'version' | 'read'>;

/** How much is measured: `columns` 0 if nothing can be. */
export interface ImportancePlan {
  readonly rows: number;
  readonly repetitions: number;
  readonly columns: number;
}

/**
 * The plan for so many held-out rows and columns of the file within a budget, `each` being the cost of the prediction of a row. Rows come before
 * repetitions, since they lower the error more; columns are left out where each would have fewer than 100 rows.
 */
export function importancePlan(rows: number, columns: number, each: number, budget: number): ImportancePlan {
  const fewest = LEAST_REPETITIONS * Math.min(rows, LEAST_ROWS);
  const all = Math.floor(budget / each);
  const some = Math.max(0, Math.floor((all - COMPARED * (columns + 1)) / fewest));
  const measured = all >= fewest * columns ? columns : some;
  if (measured === 0) return { rows: 0, repetitions: 0, columns: 0 };
  const predicted = Math.floor((measured < columns ? all - COMPARED * (columns + 1) : all) / measured);
  const taken = Math.min(rows, MOST_ROWS, Math.floor(predicted / LEAST_REPETITIONS));
  return { rows: taken, repetitions: Math.min(REPETITIONS, Math.floor(predicted / taken)), columns: measured };
}

/** The cost of the prediction of a row, in kernel values or features times encoded columns. */
const costOfRow = ({ x, unpenalised }: FittedModel): number =>
  (x.rows + unpenalised.reduce((sum, block) => sum + (block.kind === 'units' ? featureCount(block.map) : 1), 0)) *
  (x.columns + VALUE);

/** The importance of columns on request. Throws `parameter/invalid` where it cannot be measured. */
export function importanceOf(
  model: Model,
  heldOut: Sample | undefined,
  seed: number,
  linalg: LinearAlgebra,
  context: RunContext,
): Importance {
  const found = measureImportance(model, heldOut, { seed, budget: ON_REQUEST }, linalg, context);
  if (found) return found;
  throw new KernelscopeError(
    'parameter/invalid',
    model.components
      ? 'Principal components predict no column, so there is no column importance. Fit a target to measure it.'
      : `Column importance is measured on held-out rows. This run has ${count(heldOut?.rows.length ?? 0)}, and at least ${FEWEST_ROWS} are needed: hold out more rows.`,
    { name: 'holdout' },
  );
}

/**
 * Permutation importance (Breiman 2001; Fisher, Rudin and Dominici 2019) on held-out rows: the rise of the mean loss when a column's values
 * are shuffled among them, as a mean over shuffles, with an interval over rows. Undefined for components, where fewer than ten rows are held
 * out, and where not even one column can be measured within the budget.
 */
export function measureImportance(
  model: FittedModel,
  heldOut: Sample | undefined,
  { seed, budget }: { readonly seed: number; readonly budget: number },
  linalg: LinearAlgebra,
  context: RunContext,
): Importance | undefined {
  const { inputs } = model.transform;
  if (model.components || !heldOut || heldOut.rows.length < FEWEST_ROWS || inputs.length === 0) return undefined;
  const plan = importancePlan(heldOut.rows.length, inputs.length, costOfRow(model), budget);
  if (plan.columns === 0) return undefined;
  const { x, y } = someRows(heldOut, plan.rows, seed);
  const blocks = blocksOf(model.transform);
  const measured =
    plan.columns < blocks.length ? mostMoving(model, x, blocks, plan.columns, linalg, silently(context)) : blocks;
  const losses = lossesOf(model, y, linalg);
  const steps = 1 + measured.length;
  const stepAt = (step: number, stage: string) => atStage(partOf(context, step / steps, (step + 1) / steps), stage);
  const own = losses(x, stepAt(0, 'predicting'));
  const shuffles = Array.from({ length: plan.repetitions }, (_, r) => cycle(x.rows, (seed + 7919 * (r + 1)) >>> 0));
  const level = 1 - 0.05 / (measured.length > SINGLY ? measured.length : 1);
  const quantile = studentQuantile(Math.min(LARGEST_QUANTILE, (1 + level) / 2), x.rows - 1);
  const columns = measured.map((block, j) => {
    const part = stepAt(1 + j, `shuffling ${block.column}`);
    const { rise, error } = riseOf(x, block, own, shuffles, losses, part);
    return { column: block.column, rise, interval: [rise - quantile * error, rise + quantile * error] as const };
  });
  const unmeasured = blocks.filter((block) => !measured.includes(block)).map(({ column }) => column);
  return {
    rows: x.rows,
    repetitions: plan.repetitions,
    loss: model.classes ? 'wrong' : absolute(model) ? 'absolute' : 'squared',
    target: model.classes?.column ?? model.outputs[0].name,
    baseline: meanOf(own),
    level: Math.min(2 * LARGEST_QUANTILE - 1, level),
    columns: columns.sort((a, b) => b.rise - a.rise),
    ...(unmeasured.length > 0 && { unmeasured }),
  };
}

/**
 * The rise of the mean loss and its standard error. With q_i(j) = L_i(z_j) − L_i(z_i), the loss of row i with the column's values of row j above its
 * own, the rise is the mean of q_i(π(i)) over rows and shuffles π. Row i enters it by the mean A_i of q_i(π(i)), and by the values it lends, the mean
 * B_i of q_j(i) over the rows j that had them. The variance of A_i + B_i, over m, is that of the rise and more: it counts the noise of A and of B,
 * by the choice of the other row, twice. The larger of the two, which repeated shuffles tell, is taken off.
 */
function riseOf(
  x: Matrix,
  block: ColumnBlock,
  own: Float64Array,
  shuffles: readonly Uint32Array[],
  losses: (x: Matrix, context: RunContext) => Float64Array,
  context: RunContext,
): { readonly rise: number; readonly error: number } {
  const m = own.length;
  const [as, squares, lent, lentSquares] = Array.from({ length: 4 }, () => new Float64Array(m));
  shuffles.forEach((order, r) => {
    context.check();
    const dealt = losses(permuted(x, block, order), partOf(context, r / shuffles.length, (r + 1) / shuffles.length));
    for (let i = 0; i < m; i++) {
      const q = dealt[i] - own[i];
      as[i] += q;
      squares[i] += q * q;
      lent[order[i]] += q;
      lentSquares[order[i]] += q * q;
    }
  });
  const times = shuffles.length;
  const within = (sums: Float64Array, of: Float64Array) =>
    meanOf(of.map((square, i) => (square - sums[i] ** 2 / times) / (times - 1)));
  const spread = varianceOf(as.map((a, i) => (a + lent[i]) / times));
  const twice = Math.max(within(as, squares), within(lent, lentSquares)) / times;
  return { rise: meanOf(as) / times, error: Math.sqrt(Math.max(spread / 2, spread - twice) / m) };
}

/** A random order in which each of m rows takes the values of another one. */
function cycle(m: number, seed: number): Uint32Array {
  const drawn = permutation(m, seed);
  const order = new Uint32Array(m);
  drawn.forEach((row, i) => {
    order[row] = drawn[(i + 1) % m];
  });
  return order;
}

/** The columns that move the predictions of a few rows most when they take the values of other rows, in the order of the file. */
function mostMoving(
  model: FittedModel,
  x: Matrix,
  blocks: readonly ColumnBlock[],
  wanted: number,
  linalg: LinearAlgebra,
  context: RunContext,
): readonly ColumnBlock[] {
  const few = rowBlock(x, 0, Math.min(COMPARED, x.rows));
  const predicted = (at: Matrix) => predictExpansion(model, at, linalg, context).map((output) => output.predicted);
  const here = predicted(few);
  const next = Uint32Array.from({ length: few.rows }, (_, i) => (i + 1) % few.rows);
  const moves = blocks.map((block) => {
    context.check();
    const there = predicted(permuted(few, block, next));
    return there.reduce((sum, values, o) => sum + values.reduce((all, v, i) => all + (v - here[o][i]) ** 2, 0), 0);
  });
  const ranked = [...blocks.keys()].sort((a, b) => moves[b] - moves[a]).slice(0, wanted);
  return blocks.filter((_, c) => ranked.includes(c));
}

/** Fits that are no filter were chosen by errors that outliers do not rule. */
const absolute = ({ outputs }: FittedModel): boolean => outputs.some(({ filter }) => filter === undefined);

/** The loss of each row (m) of encoded rows, for the first target. */
function lossesOf(
  model: FittedModel,
  y: Float64Array,
  linalg: LinearAlgebra,
): (x: Matrix, context: RunContext) => Float64Array {
  return (x, context) => {
    const rows = predictExpansion(model, x, linalg, context);
    if (model.classes) {
      const levels = decidedLevels(
        rows.map(({ predicted }) => predicted),
        model.classes,
      );
      return Float64Array.from(y, (code, i) => Number(levels[i] !== code));
    }
    const [{ predicted }] = rows;
    return y.map(absolute(model) ? (v, i) => Math.abs(v - predicted[i]) : (v, i) => (v - predicted[i]) ** 2);
  };
}

/** The place of an input's encoded columns in X. */
interface ColumnBlock {
  readonly column: string;
  readonly from: number;
  readonly width: number;
}

function blocksOf({ inputs }: Transform): readonly ColumnBlock[] {
  let from = 0;
  return inputs.map((input) => {
    const block = { column: input.column, from, width: encodedWidth(input) };
    from += block.width;
    return block;
  });
}

function permuted({ rows, columns, values }: Matrix, { from, width }: ColumnBlock, order: Uint32Array): Matrix {
  const dealt = values.slice();
  for (let j = from; j < from + width; j++)
    for (let i = 0; i < rows; i++) dealt[j * rows + i] = values[j * rows + order[i]];
  return { rows, columns, values: dealt };
}

/** At most this many rows, drawn by the seed. */
function someRows({ x, y }: Sample, most: number, seed: number): { readonly x: Matrix; readonly y: Float64Array } {
  if (x.rows <= most) return { x, y };
  const drawn = permutation(x.rows, seed).slice(0, most);
  return { x: pickRows(x, drawn), y: Float64Array.from(drawn, (i) => y[i]) };
}

const meanOf = (values: Float64Array): number => values.reduce((sum, v) => sum + v, 0) / values.length;

function varianceOf(values: Float64Array): number {
  const mean = meanOf(values);
  return values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (values.length - 1);
}
