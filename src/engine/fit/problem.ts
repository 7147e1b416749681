import { inBlocks, type RunContext } from '../contract/context';
import type { Design, Folds, Matrix, RowDivision } from '../contract/data';
import { fileColumn } from '../data/fileColumn';
import { divide, divisionOn } from '../data/folds';
import { pickRows } from '../kernels/rows';

/** One column of right-hand sides: a target, or the indicator of a class. */
export interface Output {
  readonly name: string;
  /** n values in units of the target; classes: 1 and 0, with two classes 1 and −1. */
  readonly y: Float64Array;
  /** y with outliers drawn in, if a robust fit has found any; the fit is fitted to and judged by these values. */
  readonly near?: Float64Array;
  /** y times the roots of the row weights; y itself without weights. */
  readonly weighted: Float64Array;
  /** Weighted mean and variance. */
  readonly mean: number;
  readonly variance: number;
  /** Held-out values in the same coding; absent if nothing is held out. */
  readonly heldOut?: Float64Array;
}

/** The training rows of a fit in the form that every spectral method works on. */
export interface Problem {
  readonly x: Matrix;
  /** The column of the file that each encoded column comes from (data/fileColumn.ts). */
  readonly fileColumns: Int32Array;
  readonly outputs: readonly Output[];
  /** Names of the classes if the outputs are classes, which share one filter; the largest output decides. */
  readonly classes?: readonly string[];
  /** The roots of the row weights, mean square 1; absent if all are 1. */
  readonly rootWeights?: Float64Array;
  /** Codes of the classes, for stratified folds. */
  readonly codes?: Float64Array;
  /** Factors of the row weights by level; absent when all are 1. */
  readonly classWeights?: readonly number[];
  /** The division of rows into folds, if the person set one. */
  readonly division?: RowDivision;
  /** Rows of the same number are copies of each other. */
  readonly copies?: Int32Array;
}

/** The division that keeps rows together: the one the person set, otherwise that of copies; undefined if every row is free. */
export const divisionOf = ({ division, copies }: Pick<Problem, 'division' | 'copies'>): RowDivision | undefined =>
  division ?? (copies && { kind: 'together', unit: copies });

/** The rows in k folds, stratified by class if every row is free. */
export function foldsOf(problem: Problem, k: number, seed: number): Folds {
  const division = divisionOf(problem);
  const { x, codes } = problem;
  return divide(x.rows, k, seed, { codes, division });
}

export function problemOf(design: Design, context: RunContext, classWeights?: readonly number[]): Problem {
  const { train, holdout, classes, division, copies } = design;
  const { x, weights } = train;
  const rootWeights = weights?.map(Math.sqrt);
  const output = (name: string, y: Float64Array, heldOut?: Float64Array): Output => ({
    name,
    ...valuesOf(y, weights, rootWeights, context),
    ...(heldOut && { heldOut }),
  });
  const shared = {
    x,
    fileColumns: fileColumn(design.transform),
    rootWeights,
    division,
    copies,
  };
  if (!classes) {
    const outputs = [design.target, ...design.moreTargets].map((name, t) =>
      output(name, t === 0 ? train.y : train.more[t - 1], t === 0 ? holdout?.y : holdout?.more[t - 1]),
    );
    return { ...shared, outputs };
  }
  const heldOut = holdout && classOutputs(holdout.y, classes.length);
  const outputs = classOutputs(train.y, classes.length).map((y, o) =>
    output(classes.length === 2 ? classes[1] : classes[o], y, heldOut?.[o]),
  );
  return { ...shared, outputs, classes, codes: train.y, ...(classWeights && { classWeights }) };
}

/** The problem of the same rows with other values of the targets. */
export function withTargets(problem: Problem, ys: readonly Float64Array[], context: RunContext): Problem {
  const { outputs, rootWeights } = problem;
  const weights = rootWeights?.map((root) => root ** 2);
  return {
    ...problem,
    outputs: outputs.map((output, o) => ({ ...output, ...valuesOf(ys[o], weights, rootWeights, context) })),
  };
}

/** Deviations between a target's mean and 0 beyond which a search works with differences from the mean. */
const FAR_FROM_ZERO = 1e3;

/**
 * The same problem for a search with an unpenalised constant, which absorbs the mean of each target: if that is far
 * from 0 it is subtracted, as squares of such values lose the digits in which candidates differ.
 */
export function nearZero(problem: Problem, context: RunContext): Problem {
  const { outputs, classes } = problem;
  const far = outputs.map(({ mean, variance }) => mean ** 2 > FAR_FROM_ZERO ** 2 * variance);
  if (classes || !far.includes(true)) return problem;
  return withTargets(
    problem,
    outputs.map(({ y, mean }, o) => (far[o] ? y.map((v) => v - mean) : y)),
    context,
  );
}

function valuesOf(
  y: Float64Array,
  weights: Float64Array | undefined,
  rootWeights: Float64Array | undefined,
  context: RunContext,
): Pick<Output, 'y' | 'weighted' | 'mean' | 'variance'> {
  context.check();
  const mean = weightedMean(y, weights);
  const squares = new Float64Array(y.length);
  inBlocks(y.length, context, 1, (from, to) => {
    for (let i = from; i < to; i++) squares[i] = (y[i] - mean) ** 2;
  });
  context.check();
  const weighted = rootWeights ? y.map((v, i) => v * rootWeights[i]) : y;
  return { y, weighted, mean, variance: weightedMean(squares, weights) };
}

/** Codes of `count` classes as outputs: 1 and −1 for the second of two, 1 and 0 for each of more. */
export function classOutputs(codes: Float64Array, count: number): Float64Array[] {
  const indicator = (level: number, off: number) => codes.map((code) => (code === level ? 1 : off));
  return count === 2 ? [indicator(1, -1)] : Array.from({ length: count }, (_, level) => indicator(level, 0));
}

/** The mean over `rows` (0-based), or over all; 0 if no row counts. There are n `weights`. */
export function weightedMean(values: Float64Array, weights?: Float64Array, rows?: ArrayLike<number>): number {
  let sum = 0;
  let total = 0;
  for (let k = 0; k < (rows ?? values).length; k++) {
    const i = rows ? rows[k] : k;
    const w = weights ? weights[i] : 1;
    sum += w * values[i];
    total += w;
  }
  return total > 0 ? sum / total : 0;
}

/** The problem of these training rows (0-based) alone. */
export function problemOnRows(
  { x, fileColumns, outputs, classes, rootWeights, codes, division, copies }: Problem,
  rows: Uint32Array,
): Problem {
  const at = (values: Float64Array) => Float64Array.from(rows, (i) => values[i]);
  const divided = divisionOn(division, rows);
  return {
    x: pickRows(x, rows),
    fileColumns,
    outputs: outputs.map(({ heldOut: _, ...output }) => ({
      ...output,
      y: at(output.y),
      weighted: at(output.weighted),
    })),
    ...(classes && { classes }),
    ...(rootWeights && { rootWeights: at(rootWeights) }),
    ...(codes && { codes: at(codes) }),
    ...(divided && { division: divided }),
    ...(copies && { copies: Int32Array.from(rows, (i) => copies[i]) }),
  };
}
