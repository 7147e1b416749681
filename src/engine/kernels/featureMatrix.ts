import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { RandomFeatureMap } from '../contract/kernel';
import { type Computing, full } from '../linalg/linalg';
import { counted } from '../words/sentence';

/** activation(x_i·w_j + b_j)·scale·factor_j as an n×M matrix, rows n×d; written into `into` (n·M entries) when given. */
export function featureMatrix(
  map: RandomFeatureMap,
  x: Matrix,
  context: Computing,
  into: Float64Array = new Float64Array(x.rows * map.bias.length),
): Float64Array {
  checkInputCount(map.inputs, x.columns);
  const { weights, bias } = map;
  const { rows: n, columns: d, values } = x;
  const count = bias.length;
  for (let j = 0; j < count; j++) into.fill(bias[j], j * n, (j + 1) * n);
  context.linalg.gemm(false, false, n, count, d, 1, full(values, n), full(weights, d), 1, full(into, n), context);
  activate(map, into, n, context);
  return into;
}

/**
 * Throws `model/columns` if the rows have another number of `columns` than the `inputs` that the features were made
 * for.
 */
export function checkInputCount(inputs: number, columns: number): void {
  if (columns === inputs) return;
  throw new KernelscopeError(
    'model/columns',
    `The random features were made for ${counted(inputs, 'encoded column')}, but the rows have ${columns}. Choose the columns they were made for.`,
    { expected: inputs, found: columns },
  );
}

type Activation = RandomFeatureMap['activation'];

/**
 * The steps from projections to features: an elementary function of all of them, then for each feature a transformation
 * and a factor.
 */
interface Unit {
  readonly elementary?: 'cos' | 'tanh' | 'erf';
  turn(values: Float64Array, factor: number, threshold: number): void;
}

const UNITS: Readonly<Record<Activation, Unit>> = {
  cos: { elementary: 'cos', turn: scale },
  relu: { turn: rectify },
  tanh: { elementary: 'tanh', turn: scale },
  erf: { elementary: 'erf', turn: scale },
  step: { turn: stepOf },
  sign: { turn: sideOf },
  reluSquared: { turn: rectifySquared },
  binary: { elementary: 'cos', turn: signOf },
  identity: { turn: scale },
};

/** True if a value read from a file names an activation. */
export function isActivation(value: unknown): value is Activation {
  return typeof value === 'string' && Object.hasOwn(UNITS, value);
}

/** Turns the n×M projections in `into` into features. */
function activate(map: RandomFeatureMap, into: Float64Array, n: number, context: Computing) {
  const { thresholds, factors } = map;
  const { elementary, turn } = UNITS[map.activation];
  if (elementary) context.linalg.map(elementary, into, 1, 0, context);
  for (let j = 0; j < map.bias.length; j++)
    turn(into.subarray(j * n, (j + 1) * n), map.scale * (factors?.[j] ?? 1), thresholds?.[j] ?? 0);
}

function scale(values: Float64Array, factor: number): void {
  if (factor !== 1) for (let i = 0; i < values.length; i++) values[i] *= factor;
}

// Without branches, which half of all projections would take unforeseen. NaN stays NaN: such a row is on no side.

function rectify(values: Float64Array, factor: number): void {
  for (let i = 0; i < values.length; i++) values[i] = factor * Math.max(0, values[i]);
}

function rectifySquared(values: Float64Array, factor: number): void {
  for (let i = 0; i < values.length; i++) {
    const v = Math.max(0, values[i]);
    values[i] = factor * v * v;
  }
}

/** 1 above 0, 0 elsewhere: a positive number rounds up to 1 or more, any other to 0 or less. */
function stepOf(values: Float64Array, factor: number): void {
  for (let i = 0; i < values.length; i++) values[i] = factor * Math.min(1, Math.max(0, Math.ceil(values[i])));
}

/** 1 above 0, −1 elsewhere (RF remark 1). */
function sideOf(values: Float64Array, factor: number): void {
  for (let i = 0; i < values.length; i++) values[i] = factor * Math.min(1, Math.max(-1, 2 * Math.ceil(values[i]) - 1));
}

/** 1 where value + threshold is 0 or more, −1 elsewhere (RF remark 1). */
function signOf(values: Float64Array, factor: number, threshold: number): void {
  for (let i = 0; i < values.length; i++) {
    const above = 2 * Math.floor(values[i] + threshold) + 1;
    values[i] = factor * Math.min(1, Math.max(-1, above));
  }
}
