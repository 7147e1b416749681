import type { RunContext } from '../contract/context';
import type { Matrix } from '../contract/data';
import { permutation } from '../data/random';
import type { Problem } from '../fit/problem';
import { pickRows } from '../kernels/rows';

/** Rows on which the pilot trains, and on which it is tested: predicting costs little, and more rows scatter less. */
const TRAIN_ROWS = 1000;
const TEST_ROWS = 2000;
/** This fraction of the rows trains if there are fewer than both parts call for. */
const TRAIN = 0.7;

/**
 * Some of the training rows: their features, and each output divided by its standard deviation over them, times the
 * roots of the weights.
 */
export interface PilotRows {
  readonly x: Matrix;
  readonly y: readonly Float64Array[];
  readonly rootWeights?: Float64Array;
}

/**
 * A seeded sample of the training rows in random order, in two parts: outputs are centred and divided so that their
 * weighted variance over the pilot's training rows is 1. An output that does not vary there is ignored.
 */
export function pilotRows(
  problem: Problem,
  seed: number,
  context: RunContext,
): { readonly train: PilotRows; readonly holdout: PilotRows } {
  const n = problem.x.rows;
  const train = Math.min(TRAIN_ROWS, Math.round(TRAIN * n));
  const order = permutation(n, seed, context).slice(0, train + TEST_ROWS);
  const scales = problem.outputs.map(({ y }) => scaleOf(order.slice(0, train), y, problem.rootWeights));
  const part = (picked: Uint32Array): PilotRows => {
    const { rootWeights } = problem;
    const roots = rootWeights && Float64Array.from(picked, (i) => rootWeights[i]);
    const y = problem.outputs.map(({ y: values }, o) =>
      Float64Array.from(picked, (row, i) => ((values[row] - scales[o].mean) / scales[o].sd) * (roots?.[i] ?? 1)),
    );
    return { x: pickRows(problem.x, picked), y, ...(roots && { rootWeights: roots }) };
  };
  return { train: part(order.slice(0, train)), holdout: part(order.slice(train)) };
}

/** Rows from…to of a pilot's part. */
export function pilotBlock({ x, y, rootWeights }: PilotRows, from: number, to: number): PilotRows {
  const rows = Uint32Array.from({ length: to - from }, (_, i) => from + i);
  return {
    x: pickRows(x, rows),
    y: y.map((values) => values.slice(from, to)),
    ...(rootWeights && { rootWeights: rootWeights.slice(from, to) }),
  };
}

function scaleOf(rows: Uint32Array, y: Float64Array, roots: Float64Array | undefined) {
  const weightOf = (i: number) => (roots ? roots[i] ** 2 : 1);
  let [total, sum] = [0, 0];
  for (const i of rows) {
    total += weightOf(i);
    sum += weightOf(i) * y[i];
  }
  const mean = sum / total;
  let squares = 0;
  for (const i of rows) squares += weightOf(i) * (y[i] - mean) ** 2;
  return { mean, sd: squares > 0 ? Math.sqrt(squares / total) : Number.POSITIVE_INFINITY };
}
