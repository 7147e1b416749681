import { inBlocks, type RunContext } from '../../contract/context';
import type { Matrix } from '../../contract/data';
import type { RaceLoss } from '../../contract/race';
import { type Problem, weightedMean } from '../../fit/problem';
import { quantileOf } from './judgedRows';

/** Predictions of some rows by output, and the amount to add to them for each tau. */
export interface BaselinePrediction {
  readonly predicted: readonly Float64Array[];
  readonly shifts: readonly (readonly number[])[];
}

/** Parts of about equally many rows that a column of numbers is cut into. */
const PARTS = 10;

/**
 * Predicts the same for all rows: the mean of `fitted`, their median, or the fractions of the classes; and quantiles
 * about it.
 */
export function predictConstant(
  problem: Problem,
  loss: RaceLoss,
  taus: readonly number[],
  fitted: Uint32Array,
  others: Uint32Array,
): BaselinePrediction {
  const { outputs } = problem;
  const weights = weightsOf(problem);
  const centres = outputs.map(({ y }) => {
    const values = Float64Array.from(fitted, (i) => y[i]);
    if (loss === 'absolute' || loss === 'pinball') return quantileOf(values, 0.5);
    return weightedMean(y, weights, fitted);
  });
  return {
    predicted: centres.map((centre) => new Float64Array(others.length).fill(centre)),
    shifts: outputs.map(({ y }, o) =>
      taus.map((tau) =>
        quantileOf(
          Float64Array.from(fitted, (i) => y[i] - centres[o]),
          tau,
        ),
      ),
    ),
  };
}

/**
 * Predicts by one column of the file: by the mean of the fitted rows with the same level, or in the same tenth of a
 * column of numbers. The column is that of the lowest squared error when each fitted row is left out of its mean.
 * Undefined if no column distinguishes rows.
 */
export function predictByColumn(
  problem: Problem,
  taus: readonly number[],
  fitted: Uint32Array,
  others: Uint32Array,
  context: RunContext,
): (BaselinePrediction & { readonly column: number }) | undefined {
  const { x, fileColumns } = problem;
  let best: { readonly column: number; readonly error: number; readonly cells: Int32Array } | undefined;
  for (let from = 0, to = 0; from < x.columns; from = to) {
    context.check();
    const column = fileColumns[from];
    while (to < x.columns && fileColumns[to] === column) to++;
    const cells = cellsOf(x, [from, to], fitted, context);
    const error = leftOutError(problem, cells, fitted);
    if (!(error >= (best?.error ?? Number.POSITIVE_INFINITY))) best = { column, error, cells };
  }
  if (best === undefined) return undefined;
  const { cells, column } = best;
  const weights = weightsOf(problem);
  const predictors = problem.outputs.map(({ y }) => cellMeans(y, weights, cells, fitted));
  const residuals = problem.outputs.map(({ y }, o) =>
    Float64Array.from(fitted, (i) => y[i] - (predictors[o].get(cells[i]) as number)),
  );
  const overall = problem.outputs.map(({ y }) => weightedMean(y, weights, fitted));
  return {
    column,
    predicted: predictors.map((means, o) => Float64Array.from(others, (i) => means.get(cells[i]) ?? overall[o])),
    shifts: residuals.map((values) => taus.map((tau) => quantileOf(values, tau))),
  };
}

/**
 * The cell of each row (n), by the encoded columns from…to−1 of one column of the file: equal values share a cell or,
 * if there are many values, those in the same tenth of the fitted rows.
 */
function cellsOf(
  { rows: n, values }: Matrix,
  [from, to]: readonly [number, number],
  fitted: Uint32Array,
  context: RunContext,
): Int32Array {
  if (to - from === 1) {
    const column = values.subarray(from * n, to * n);
    const sorted = Float64Array.from(fitted, (i) => column[i]).sort();
    const distinct = Float64Array.from(new Set(sorted));
    const edges =
      distinct.length <= PARTS
        ? distinct.slice(0, -1)
        : Float64Array.from({ length: PARTS - 1 }, (_, e) => sorted[Math.floor(((e + 1) * sorted.length) / PARTS)]);
    const cells = new Int32Array(n);
    for (const edge of edges) for (let i = 0; i < n; i++) cells[i] += Number(column[i] > edge);
    return cells;
  }
  const known = new Map<string, number>();
  const cells = new Int32Array(n);
  const look = (first: number, end: number) => {
    for (let i = first; i < end; i++) {
      const key = Array.from({ length: to - from }, (_, c) => values[(from + c) * n + i]).join(' ');
      cells[i] = known.get(key) ?? known.size;
      known.set(key, cells[i]);
    }
  };
  // A number in words takes many steps.
  inBlocks(n, context, 16 * (to - from), look);
  return cells;
}

/** The row weights, n of them; absent if all are 1. */
const weightsOf = ({ rootWeights }: Problem) => rootWeights?.map((root) => root ** 2);

/**
 * The mean squared error of each fitted row by the others of its cell, or by all others if it is alone; outputs
 * relative to their variances.
 */
function leftOutError({ outputs, rootWeights }: Problem, cells: Int32Array, fitted: Uint32Array): number {
  let total = 0;
  const count = cells.reduce((most, cell) => Math.max(most, cell + 1), 0);
  for (const { y, variance } of outputs) {
    const [sums, weights] = [new Float64Array(count), new Float64Array(count)];
    let [sum, weight] = [0, 0];
    for (const i of fitted) {
      const w = rootWeights ? rootWeights[i] ** 2 : 1;
      sums[cells[i]] += w * y[i];
      weights[cells[i]] += w;
      sum += w * y[i];
      weight += w;
    }
    for (const i of fitted) {
      const w = rootWeights ? rootWeights[i] ** 2 : 1;
      const [inCell, ofCell] = [weights[cells[i]], sums[cells[i]]];
      const mean = inCell > w ? (ofCell - w * y[i]) / (inCell - w) : (sum - w * y[i]) / (weight - w);
      total += (w * (y[i] - mean) ** 2) / (variance || 1);
    }
  }
  return total;
}

function cellMeans(
  y: Float64Array,
  weights: Float64Array | undefined,
  cells: Int32Array,
  fitted: Uint32Array,
): Map<number, number> {
  const rows = new Map<number, number[]>();
  for (const i of fitted) {
    const of = rows.get(cells[i]);
    if (of) of.push(i);
    else rows.set(cells[i], [i]);
  }
  return new Map([...rows].map(([cell, of]) => [cell, weightedMean(y, weights, of)]));
}
