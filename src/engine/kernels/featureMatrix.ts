import type { RunContext } from '../contract/context';
import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { RandomFeatureMap } from '../contract/kernel';
import { type LinearAlgebra, whole } from '../linalg/linalg';

/** activation(x_i·w_j + b_j)·scale as an n×M matrix, rows n×d; written into `into` (n·M entries) when given. */
export function featureMatrix(
  map: RandomFeatureMap,
  x: Matrix,
  linalg: LinearAlgebra,
  context: RunContext,
  into: Float64Array = new Float64Array(x.rows * map.bias.length),
): Float64Array {
  const { activation, inputs, weights, bias, scale } = map;
  const { rows: n, columns: d, values } = x;
  if (d !== inputs) {
    throw new KernelscopeError(
      'model/columns',
      `The random features were made for ${inputs} encoded columns, but the rows have ${d}. Choose the columns they were made for.`,
      { expected: inputs, found: d },
    );
  }
  const count = bias.length;
  for (let j = 0; j < count; j++) into.fill(bias[j], j * n, (j + 1) * n);
  linalg.gemm(false, false, n, count, d, 1, whole(values, n), whole(weights, d), 1, whole(into, n), context);
  if (activation !== 'relu') linalg.map(activation, into, 1, 0, context);
  if (activation === 'relu') for (let o = 0; o < into.length; o++) into[o] = scale * Math.max(0, into[o]);
  else if (scale !== 1) for (let o = 0; o < into.length; o++) into[o] *= scale;
  return into;
}
