import type { RunContext } from '../contract/context';
import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { RandomFeatureMap } from '../contract/kernel';
import { type LinearAlgebra, whole } from '../linalg/linalg';

/** activation(x_i·w_j + b_j)·scale·factor_j as an n×M matrix, rows n×d; written into `into` (n·M entries) when given. */
export function featureMatrix(
  map: RandomFeatureMap,
  x: Matrix,
  linalg: LinearAlgebra,
  context: RunContext,
  into: Float64Array = new Float64Array(x.rows * map.bias.length),
): Float64Array {
  checkInputs(map.inputs, x.columns);
  const { weights, bias } = map;
  const { rows: n, columns: d, values } = x;
  const count = bias.length;
  for (let j = 0; j < count; j++) into.fill(bias[j], j * n, (j + 1) * n);
  linalg.gemm(false, false, n, count, d, 1, whole(values, n), whole(weights, d), 1, whole(into, n), context);
  activate(map, into, n, linalg, context);
  return into;
}

/** Throws `model/columns` where features made for `inputs` encoded columns meet rows of `found`. */
export function checkInputs(inputs: number, found: number): void {
  if (found === inputs) return;
  throw new KernelscopeError(
    'model/columns',
    `The random features were made for ${inputs} encoded columns, but the rows have ${found}. Choose the columns they were made for.`,
    { expected: inputs, found },
  );
}

/** The n×M projections in `into` become features. */
function activate(map: RandomFeatureMap, into: Float64Array, n: number, linalg: LinearAlgebra, context: RunContext) {
  const { activation, scale, thresholds, factors } = map;
  if (activation === 'binary') linalg.map('cos', into, 1, 0, context);
  else if (activation === 'cos' || activation === 'tanh' || activation === 'erf')
    linalg.map(activation, into, 1, 0, context);
  for (let j = 0; j < map.bias.length; j++) {
    const factor = scale * (factors === undefined ? 1 : factors[j]);
    const feature = into.subarray(j * n, (j + 1) * n);
    if (activation === 'relu') rectify(feature, factor);
    else if (activation === 'reluSquared') rectifySquared(feature, factor);
    else if (activation === 'step') stepOf(feature, factor);
    else if (activation === 'binary') signOf(feature, thresholds === undefined ? 0 : thresholds[j], factor);
    else if (factor !== 1) for (let i = 0; i < n; i++) feature[i] *= factor;
  }
}

// Without branches, which half of all projections would take unforeseen. NaN stays NaN: a row that is not a number has no side.

function rectify(values: Float64Array, factor: number): void {
  for (let i = 0; i < values.length; i++) values[i] = factor * Math.max(0, values[i]);
}

function rectifySquared(values: Float64Array, factor: number): void {
  for (let i = 0; i < values.length; i++) {
    const v = Math.max(0, values[i]);
    values[i] = factor * v * v;
  }
}

/** 1 above 0: a positive number rounds up to 1 or more, another one to 0 or less. */
function stepOf(values: Float64Array, factor: number): void {
  for (let i = 0; i < values.length; i++) values[i] = factor * Math.min(1, Math.max(0, Math.ceil(values[i])));
}

/** Of value + threshold; 1 at 0 (RF remark 1). */
function signOf(values: Float64Array, threshold: number, factor: number): void {
  for (let i = 0; i < values.length; i++) {
    const above = 2 * Math.floor(values[i] + threshold) + 1;
    values[i] = factor * Math.min(1, Math.max(-1, above));
  }
}
