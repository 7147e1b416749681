import type { ModelOutput } from '../../contract/model';
import type { Computing } from '../../linalg/linalg';
import { decomposeGram } from '../../spectrum/decomposeKernel';
import { featureResidualKernel } from '../../spectrum/residualKernel';
import type { ResidualKernel } from '../../spectrum/spectrum';
import { errorIntervals, modelSpread } from '../errorIntervals';
import type { FitSession } from '../session';
import { gramOf } from './expansion';
import type { RobustTask } from './ridgeBaseline';

/** The intervals around the level that predicts, from its residuals on rows left out (n, NaN elsewhere), on the kernel of the fit itself. */
export function robustIntervals(
  task: RobustTask,
  leftOut: Float64Array,
  session: FitSession,
): Pick<ModelOutput, 'intervalWidth' | 'spread'> {
  const { expansion } = task;
  const decompose = (rows: Uint32Array) => decomposed(task, rows, session.silent());
  const { intervalWidth, size } = errorIntervals(leftOut, session.seed, decompose, session);
  if (size === undefined) return { intervalWidth };
  const alpha = new Float64Array(leftOut.length);
  size.rows.forEach((row, j) => {
    alpha[row] = size.alpha[j];
  });
  const coefficients = { alpha: expansion.coefficients(alpha), beta: Float64Array.of(size.constant) };
  return { intervalWidth, spread: modelSpread(size, coefficients) };
}

/** The residual kernel of some of the rows with a constant. */
function decomposed({ kernel, expansion }: RobustTask, rows: Uint32Array, context: Computing): ResidualKernel {
  const n = rows.length;
  const constant = { values: new Float64Array(n).fill(1), columns: 1 };
  return context.linalg.scope(() => {
    const gram = gramOf(expansion.gram, rows, context.linalg);
    if (gram.kind === 'dense') return decomposeGram(kernel, gram.k, n, constant, context);
    const { m, z } = gram;
    const tall = new Float64Array(n * m);
    for (let i = 0; i < n; i++) for (let j = 0; j < m; j++) tall[j * n + i] = z[i * m + j];
    return featureResidualKernel(tall, n, m, constant.values, 1, context);
  });
}
