import { partOf, silently } from '../../engine/contract/context';
import type { Matrix } from '../../engine/contract/data';
import type { RandomFeatureMap } from '../../engine/contract/kernel';
import type { Random } from '../../engine/data/random';
import { featureMatrix } from '../../engine/kernels/featureMatrix';
import { choleskyWithJitter } from '../../engine/linalg/choleskyWithJitter';
import { type Computing, full } from '../../engine/linalg/linalg';
import { tallQr } from '../../engine/linalg/tallQr';

/** A column whose part orthogonal to those before it is below this share of its length adds nothing but rounding. */
const DEPENDENT = 1e-11;

/**
 * Conditional ridge with the first k columns of F unpenalised, for any k ≤ p at the cost of one factorisation: the saddle
 * system of CKRR (METHODS §3) as least squares. With L·L' = K + n·lambda·I, G = L^-1·F = Q·R and z = L^-1·y,
 * beta = R_k^-1·Q_k'·z and alpha = L^-T·(z − Q_k·Q_k'·z). Columns that are combinations of those before them, such as a ReLU
 * that no row activates, get the coefficient 0. Lives in the caller's scope.
 */
export class ConditionalPath {
  private readonly factor: Float64Array;
  private readonly z: Float64Array;
  private readonly q: Float64Array;
  private readonly r: Float64Array;
  private readonly scores: Float64Array;
  /** Columns of F in use, ascending: column j of Q and R belongs to independent[j]. */
  private readonly independent: readonly number[];

  private readonly n: number;

  /** `gram` (n×n) is overwritten; `features` (n×p, p ≤ n) is not. y has n entries. lambda ≥ 0 is per sample. */
  constructor(
    gram: Float64Array,
    features: Float64Array,
    p: number,
    y: Float64Array,
    lambda: number,
    private readonly context: Computing,
  ) {
    const { linalg } = context;
    const n = y.length;
    this.n = n;
    for (let i = 0; i < n; i++) gram[i + i * n] += n * lambda;
    choleskyWithJitter(gram, n, context);
    this.factor = gram;
    this.z = linalg.allocate(n);
    this.z.set(y);
    linalg.solveLower(gram, n, false, this.z, 1, context);
    this.q = linalg.allocate(n * p);
    let independent = Array.from({ length: p }, (_, j) => j);
    for (;;) {
      this.r = this.factored(features, independent);
      const width = independent.length;
      const remaining = independent.filter((_, j) => {
        let length = 0;
        for (let i = 0; i <= j; i++) length = Math.hypot(length, this.r[i + j * width]);
        return Math.abs(this.r[j + j * width]) > DEPENDENT * length;
      });
      if (remaining.length === width) break;
      independent = remaining;
    }
    this.independent = independent;
    this.scores = new Float64Array(independent.length);
    if (independent.length > 0)
      linalg.gemv(true, n, independent.length, 1, full(this.q, n), this.z, 0, this.scores, context);
  }

  /** Coefficients of f(x) = k(x, X)·alpha + F(x)·beta. */
  at(k: number) {
    const { n, independent, context } = this;
    const { linalg } = context;
    const width = independent.length;
    const used = independent.filter((column) => column < k).length;
    const alpha = linalg.allocate(n);
    alpha.set(this.z);
    if (used > 0) linalg.gemv(false, n, used, -1, full(this.q, n), this.scores.slice(0, used), 1, alpha, context);
    linalg.solveLower(this.factor, n, true, alpha, 1, context);
    const beta = new Float64Array(k);
    for (let i = used - 1; i >= 0; i--) {
      let rest = this.scores[i];
      for (let j = i + 1; j < used; j++) rest -= this.r[i + j * width] * beta[independent[j]];
      beta[independent[i]] = rest / this.r[i + i * width];
    }
    return { alpha, beta };
  }

  /** Q ← the orthonormal factor of L^-1·F[:, columns]; returns R. */
  private factored(features: Float64Array, columns: readonly number[]): Float64Array {
    const { n, q, context } = this;
    const { linalg } = context;
    columns.forEach((column, j) => {
      q.set(features.subarray(column * n, (column + 1) * n), j * n);
    });
    const width = columns.length;
    if (width === 0) return new Float64Array(0);
    linalg.solveLower(this.factor, n, false, q.subarray(0, n * width), width, context);
    return tallQr(q.subarray(0, n * width), n, width, context);
  }
}

/** k(x, X)·alpha + F(x)·beta for m rows: `cross` is m×n, `features` m×p of which the first beta.length columns count. */
export function predictConditional(
  cross: Float64Array,
  m: number,
  features: Float64Array,
  { alpha, beta }: ReturnType<ConditionalPath['at']>,
  context: Computing,
): Float64Array {
  const { linalg } = context;
  const predicted = new Float64Array(m);
  linalg.gemv(false, m, alpha.length, 1, full(cross, m), alpha, 0, predicted, context);
  if (beta.length > 0) linalg.gemv(false, m, beta.length, 1, full(features, m), beta, 1, predicted, context);
  return predicted;
}

export function meanSquare(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2;
  return sum / a.length;
}

export type Activation = 'cos' | 'relu' | 'tanh';

/** As a person reads it. */
export const ACTIVATION_NAME: Readonly<Record<Activation, string>> = { cos: 'cos', relu: 'ReLU', tanh: 'tanh' };

/**
 * Random features of CKRR section 6 (a)–(c) for rows of `inputs` columns: cos(w·x + b) with b uniform on [0, 2π], or the
 * activation of w·x + b with b uniform on [−1, 1]; w normal with standard deviation `spread`. One feature is drawn after the
 * other: fewer features are the first ones of more.
 */
export function drawPaperFeatures(
  activation: Activation,
  count: number,
  inputs: number,
  spread: number,
  random: Random,
): RandomFeatureMap {
  const weights = new Float64Array(inputs * count);
  const bias = new Float64Array(count);
  for (let j = 0; j < count; j++) {
    for (let c = 0; c < inputs; c++) weights[j * inputs + c] = spread * random.normal();
    bias[j] = activation === 'cos' ? 2 * Math.PI * random.uniform() : 2 * random.uniform() - 1;
  }
  return { activation, inputs, weights, bias, scale: 1 };
}

/** Rows and the values to be learnt on them. */
export interface Labelled {
  readonly x: Matrix;
  readonly y: Float64Array;
}

export interface TwoBlockErrors {
  readonly train: Float64Array;
  readonly test: Float64Array;
}

/** Penalised features computed at once: at 10,000 rows a block of 512 takes 40 MB. */
const BLOCK = 512;

/**
 * Mean squared errors of ridge on two blocks of features (CKRR appendix G (5)) for each k of `counts`: the first k features of
 * `free` unpenalised, all m of `penalised`, divided by sqrt m, with lambda (per sample). As conditional ridge with the kernel
 * Psi·Psi'/m, so that one factorisation of n×n serves all k ≤ n. Memory 8·n·(n + test rows + 2·max k) bytes.
 */
export function twoBlockErrors(
  train: Labelled,
  test: Labelled,
  { free, penalised }: { readonly free: RandomFeatureMap; readonly penalised: RandomFeatureMap },
  counts: readonly number[],
  lambda: number,
  context: Computing,
): TwoBlockErrors {
  const { linalg } = context;
  const [n, m] = [train.x.rows, test.x.rows];
  return linalg.scope(() => {
    const gram = linalg.allocate(n * n);
    const cross = linalg.allocate(m * n);
    featureKernels(penalised, train.x, test.x, gram, cross, partOf(context, 0, 0.6));
    context.progress(0.6, 'factoring');
    const inner = silently(context);
    const most = Math.max(...counts);
    const first = slice(free, 0, most);
    const f = featureMatrix(first, train.x, inner, linalg.allocate(n * most));
    const g = featureMatrix(first, test.x, inner, linalg.allocate(m * most));
    const path = new ConditionalPath(gram, f, most, train.y, lambda, inner);
    const errors = { train: new Float64Array(counts.length), test: new Float64Array(counts.length) };
    counts.forEach((k, i) => {
      context.progress(0.9 + (0.1 * i) / counts.length, 'solving for every k');
      linalg.scope(() => {
        const coefficients = path.at(k);
        // On the training rows the residual is n·lambda·alpha.
        errors.train[i] = coefficients.alpha.reduce((sum, a) => sum + (n * lambda * a) ** 2, 0) / n;
        errors.test[i] = meanSquare(predictConditional(cross, m, g, coefficients, inner), test.y);
      });
    });
    return errors;
  });
}

/** Psi(X)·Psi(X)'/m (n×n, both triangles) and Psi(T)·Psi(X)'/m, the features taken in blocks. */
export function featureKernels(
  map: RandomFeatureMap,
  x: Matrix,
  tests: Matrix,
  gram: Float64Array,
  cross: Float64Array,
  context: Computing,
): void {
  const { linalg } = context;
  const [n, m] = [x.rows, tests.rows];
  const count = map.bias.length;
  const inner = silently(context);
  gram.fill(0);
  cross.fill(0);
  for (let from = 0; from < count; from += BLOCK) {
    context.check();
    context.progress(from / count, 'summing random features');
    const part = slice(map, from, Math.min(count, from + BLOCK));
    const width = part.bias.length;
    linalg.scope(() => {
      const left = featureMatrix(part, x, inner, linalg.allocate(n * width));
      const right = featureMatrix(part, tests, inner, linalg.allocate(m * width));
      linalg.syrk(false, n, width, 1 / count, full(left, n), 1, full(gram, n), inner);
      linalg.gemm(false, true, m, n, width, 1 / count, full(right, m), full(left, n), 1, full(cross, m), inner);
    });
  }
  for (let j = 0; j < n; j++) {
    if (j % 64 === 0) context.check();
    for (let i = j + 1; i < n; i++) gram[j + i * n] = gram[i + j * n];
  }
}

function slice(map: RandomFeatureMap, from: number, to: number): RandomFeatureMap {
  return {
    ...map,
    weights: map.weights.subarray(from * map.inputs, to * map.inputs),
    bias: map.bias.subarray(from, to),
  };
}
