import { type RunContext, silently } from '../contract/context';
import type { Design, Matrix } from '../contract/data';
import type { Parameters } from '../contract/method';
import type { Baseline } from '../contract/run';
import { permutation } from '../data/random';
import { ridgeFilter } from '../filters/zones';
import { weighClasses } from '../fit/classification';
import { type Problem, problemOf, problemOnRows } from '../fit/problem';
import { coarseLambdaGrid } from '../fit/spectral/axisGrid';
import { type Computing, full } from '../linalg/linalg';
import { coefficients } from '../model/coefficients';
import { indexOfLeast } from '../spectrum/indexOfLeast';
import { leaveOneOutPaths } from '../spectrum/leaveOneOut';
import { featureResidualKernel } from '../spectrum/residualKernel';
import { spectrumOf } from '../spectrum/spectrum';
import { multiplyRows } from '../spectrum/weighted';
import { predictByColumn } from './race/baselines';

/**
 * The most cells and rows of the training matrix that baselines are fitted to; from a larger one, a sample is drawn by
 * the seed.
 */
const MOST_NUMBERS = 2e6;
const MOST_ROWS = 20_000;
/** The largest lambda tried, as a multiple of the largest eigenvalue. */
const MOST_LAMBDA = 100;
/** With more encoded columns no straight line is fitted. */
const MOST_COLUMNS = 1000;

/**
 * Baselines without a kernel, fitted to the weighted training rows, and their predictions of the held-out rows: a
 * straight line (ridge regression on the encoded columns at the lowest leave-one-out error) and the best single column.
 * None if nothing is held out.
 */
export function heldOutBaselines(given: Design, parameters: Parameters, context: Computing): readonly Baseline[] {
  const { design } = weighClasses(given, parameters);
  const { train, holdout, transform } = design;
  const { rows: n, columns: d } = train.x;
  if (!holdout || holdout.rows.length === 0 || n < 2 || d === 0) return [];
  const quiet = silently(context);
  const most = Math.min(MOST_ROWS, Math.max(2, Math.floor(MOST_NUMBERS / d)));
  const all = problemOf(design, quiet);
  const problem =
    n > most
      ? problemOnRows(
          all,
          permutation(n, Number(parameters.seed ?? 0), quiet)
            .slice(0, most)
            .sort(),
        )
      : all;
  const line = d <= MOST_COLUMNS ? straightLine(problem, holdout.x, quiet) : undefined;
  const column =
    transform.inputs.length > 1 && holdout.x.rows * d <= MOST_NUMBERS ? byColumn(problem, holdout.x, quiet) : undefined;
  const baseline = (predicted: readonly Float64Array[]): Omit<Baseline, 'kind'> => ({
    rows: problem.x.rows,
    outputs: problem.outputs.map(({ name }, o) => ({ name, predicted: predicted[o] })),
  });
  return [
    ...(column
      ? [{ kind: 'column', column: transform.inputs[column.column].column, ...baseline(column.predicted) } as const]
      : []),
    ...(line ? [{ kind: 'line', ...baseline(line) } as const] : []),
  ];
}

/** One lambda for all outputs; undefined if all rows are equal. */
function straightLine(
  { x, outputs, rootWeights }: Problem,
  others: Matrix,
  context: Computing,
): Float64Array[] | undefined {
  const { rows: n, columns: d } = x;
  const intercept = rootWeights ?? new Float64Array(n).fill(1);
  const z = rootWeights ? multiplyRows(x.values, rootWeights) : x.values;
  const residual = featureResidualKernel(z, n, d, intercept, 1, context);
  const { basis } = residual;
  if (basis.rank === 0) return undefined;
  const ys = outputs.map(({ weighted }) => weighted);
  // From almost no ridge to almost the mean.
  const lambdas = coarseLambdaGrid(MOST_LAMBDA * basis.mu[0]);
  const filter = ridgeFilter(lambdas[0], n);
  const paths = leaveOneOutPaths(basis, ys, filter, 'lambda', lambdas, context);
  const errors = lambdas.map((_, l) => paths.reduce((sum, path, o) => sum + path[l] / (outputs[o].variance || 1), 0));
  const lambda = lambdas[indexOfLeast(errors)];
  return ys.map((y) => {
    const { alpha, beta } = coefficients(
      residual,
      y,
      spectrumOf(basis, y).coordinates,
      { ...filter, lambda },
      rootWeights,
    );
    const weights = new Float64Array(d);
    context.linalg.gemv(true, n, d, 1, full(x.values, n), alpha, 0, weights, context);
    const predicted = new Float64Array(others.rows).fill(beta[0]);
    context.linalg.gemv(false, others.rows, d, 1, full(others.values, others.rows), weights, 1, predicted, context);
    return predicted;
  });
}

/** `predictByColumn` takes one matrix: the training rows, then the others. */
function byColumn(problem: Problem, others: Matrix, context: RunContext) {
  const { rows: n, columns: d, values } = problem.x;
  const m = others.rows;
  const stacked = new Float64Array((n + m) * d);
  for (let c = 0; c < d; c++) {
    stacked.set(values.subarray(c * n, (c + 1) * n), c * (n + m));
    stacked.set(others.values.subarray(c * m, (c + 1) * m), c * (n + m) + n);
  }
  const from = (first: number, count: number) => Uint32Array.from({ length: count }, (_, i) => first + i);
  return predictByColumn(
    { ...problem, x: { rows: n + m, columns: d, values: stacked } },
    [],
    from(0, n),
    from(n, m),
    context,
  );
}
