import { atStage, partOf, type RunContext } from '../contract/context';
import type { Matrix, Sample, Transform } from '../contract/data';
import type { Importance } from '../contract/explain';
import { KernelscopeError } from '../contract/failure';
import type { Model } from '../contract/model';
import { encodedWidth } from '../data/encodeRows';
import { permutation } from '../data/random';
import type { LinearAlgebra } from '../linalg/linalg';
import { predictExpansion } from '../model/predict';
import { decidedLevels } from '../statistics/classes';
import { count } from '../words/numbers';

/** Held-out rows at most, and at least where there are many columns or training rows. */
export const MOST_ROWS = 2000;
const LEAST_ROWS = 200;
/** How often a column is shuffled. */
const REPETITIONS = 10;
const LEAST_REPETITIONS = 3;
/** Kernel values, times columns, that are computed at most: some minute on one core. */
const BUDGET = 4e11;
/** What a kernel value takes beside its columns, in the same unit. */
const KERNEL_VALUE = 20;
/** Fewer rows tell nothing of a rise. */
const FEWEST_ROWS = 10;

/**
 * Permutation importance (Breiman 2001; Fisher, Rudin and Dominici 2019) on held-out rows: the rise of the mean loss when a column's values
 * are shuffled among them, as a mean over permutations, with a 95 % interval over rows.
 *
 * With L_i(z_j) the loss of row i with the column's values of row j, the rise is mean L_i(z_π(i)) − mean L_i(z_i). Row i enters it by its
 * own loss, by its other columns and by the values it lends; its influence is A_i + B_i, with A_i the mean of L_i(z_π(i)) − L_i(z_i) over
 * permutations and B_i that of the same rise in the rows that had its values. The standard error is the deviation of A_i + B_i over sqrt(m).
 */
export function importanceOf(
  model: Model,
  heldOut: Sample | undefined,
  seed: number,
  linalg: LinearAlgebra,
  context: RunContext,
): Importance {
  if (model.components || !heldOut || heldOut.rows.length < FEWEST_ROWS)
    throw new KernelscopeError(
      'parameter/invalid',
      model.components
        ? 'Principal components predict no column, so there is no column importance. Fit a target to measure it.'
        : `Column importance is measured on held-out rows. This run has ${count(heldOut?.rows.length ?? 0)}, and at least ${FEWEST_ROWS} are needed: hold out more rows.`,
      { name: 'holdout' },
    );
  const { inputs } = model.transform;
  const each = Math.max(1, model.x.rows) * (model.x.columns + KERNEL_VALUE) * inputs.length;
  const most = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, Math.floor(BUDGET / (each * LEAST_REPETITIONS))));
  const { x, y } = firstRows(heldOut, most, seed);
  const m = x.rows;
  const repetitions = Math.max(LEAST_REPETITIONS, Math.min(REPETITIONS, Math.floor(BUDGET / (each * m))));
  const losses = lossesOf(model, y, linalg);
  const steps = 1 + inputs.length * repetitions;
  const stepAt = (step: number, stage: string) => atStage(partOf(context, step / steps, (step + 1) / steps), stage);
  const own = losses(x, stepAt(0, 'predicting'));
  const baseline = meanOf(own);
  const columns = blocksOf(model.transform).map(({ column, from, width }, j) => {
    const [as, lent] = [new Float64Array(m), new Float64Array(m)];
    for (let r = 0; r < repetitions; r++) {
      const part = stepAt(1 + j * repetitions + r, `shuffling ${column}`);
      part.progress(0, column);
      part.check();
      const order = permutation(m, (seed + 7919 * (r + 1)) >>> 0, part);
      const dealt = losses(permuted(x, from, width, order), part);
      for (let i = 0; i < m; i++) {
        as[i] += dealt[i] / repetitions;
        lent[order[i]] += (dealt[i] - own[i]) / repetitions;
      }
    }
    const rise = meanOf(as) - baseline;
    const influence = as.map((a, i) => a - own[i] + lent[i]);
    const half = 1.96 * Math.sqrt(varianceOf(influence) / m);
    return { column, rise, interval: [rise - half, rise + half] as const };
  });
  return {
    rows: m,
    repetitions,
    loss: model.classes ? 'wrong' : absolute(model) ? 'absolute' : 'squared',
    target: model.classes?.column ?? model.outputs[0].name,
    baseline,
    level: 0.95,
    columns: columns.sort((a, b) => b.rise - a.rise),
  };
}

/** Fits that are no filter were chosen by errors that outliers do not rule. */
const absolute = ({ outputs }: Model): boolean => outputs.some(({ filter }) => filter === undefined);

/** The loss of each row (m) of encoded rows, for the first target. */
function lossesOf(
  model: Model,
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

/** Where each input's columns stand in X. */
function blocksOf({ inputs }: Transform): { column: string; from: number; width: number }[] {
  let from = 0;
  return inputs.map((input) => {
    const block = { column: input.column, from, width: encodedWidth(input) };
    from += block.width;
    return block;
  });
}

function permuted({ rows, columns, values }: Matrix, from: number, width: number, order: Uint32Array): Matrix {
  const dealt = values.slice();
  for (let j = from; j < from + width; j++)
    for (let i = 0; i < rows; i++) dealt[j * rows + i] = values[j * rows + order[i]];
  return { rows, columns, values: dealt };
}

/** At most this many rows, drawn by the seed. */
function firstRows({ x, y }: Sample, most: number, seed: number): { readonly x: Matrix; readonly y: Float64Array } {
  if (x.rows <= most) return { x, y };
  const drawn = permutation(x.rows, seed).subarray(0, most);
  const values = new Float64Array(most * x.columns);
  for (let j = 0; j < x.columns; j++)
    for (let i = 0; i < most; i++) values[j * most + i] = x.values[j * x.rows + drawn[i]];
  return { x: { rows: most, columns: x.columns, values }, y: Float64Array.from(drawn, (i) => y[i]) };
}

const meanOf = (values: Float64Array): number => values.reduce((sum, v) => sum + v, 0) / values.length;

function varianceOf(values: Float64Array): number {
  const mean = meanOf(values);
  return values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (values.length - 1);
}
