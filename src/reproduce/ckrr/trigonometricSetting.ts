import type { Random } from '../../engine/data/random';
import { formOf } from '../../engine/kernels/formOf';
import { type Computing, full } from '../../engine/linalg/linalg';
import { kernelsOf } from '../matrices';
import { ConditionalPath, meanSquare, predictConditional } from './conditionalPath';

/** s of the kernel 1 + sum_i i^-2s·cos(i(x − z)) on [0, 2π] (CKRR section 6). */
export const SMOOTHNESS = 0.75;

/** Test points, equally spaced over the circle: integrals of the smooth part are exact there, and nothing is left to chance. */
const TESTS = 256;
export const TEST_POINTS = Float64Array.from({ length: TESTS }, (_, i) => (2 * Math.PI * i) / TESTS);

/** cos(0·x) … cos(k·x), sin(x) … sin(k·x) of m points as an m×(2k+1) matrix, ordered 1, cos x, sin x, cos 2x, …: F of the paper. */
export function harmonics(x: Float64Array, k: number): Float64Array {
  const m = x.length;
  const f = new Float64Array(m * (2 * k + 1)).fill(1, 0, m);
  for (let j = 1; j <= k; j++)
    for (let i = 0; i < m; i++) {
      f[i + (2 * j - 1) * m] = Math.cos(j * x[i]);
      f[i + 2 * j * m] = Math.sin(j * x[i]);
    }
  return f;
}

/** Eigenvalues of that kernel for uniform rows, of 1, cos x, sin x, cos 2x, …, up to a frequency: the functions have unit norm. */
export function harmonicEigenvalues(most: number): Float64Array {
  return Float64Array.from({ length: 2 * most + 1 }, (_, j) => (j === 0 ? 1 : ((j + 1) >> 1) ** (-2 * SMOOTHNESS) / 2));
}

/** One training sample: uniform points, and unit noise to be scaled. */
export interface TrigonometricSample {
  readonly x: Float64Array;
  readonly noise: Float64Array;
}

export function drawSample(n: number, random: Random): TrigonometricSample {
  const x = Float64Array.from({ length: n }, () => 2 * Math.PI * random.uniform());
  return { x, noise: Float64Array.from({ length: n }, () => random.normal()) };
}

/** k(X, X) and k(T, X) for the test points T. Takes most of the time: a series is summed for every pair. */
const testKernels = (x: Float64Array, context: Computing) =>
  kernelsOf({ kind: 'trigonometric', smoothness: SMOOTHNESS }, x, TEST_POINTS, 1, context);

/** Takes the first k frequencies out of a kernel matrix of this smoothness between x (m) and z (n): the residual kernel K_P of CKRR 5.1, in place. */
function withoutHarmonics(
  kernel: Float64Array,
  x: Float64Array,
  z: Float64Array,
  k: number,
  context: Computing,
  smoothness = SMOOTHNESS,
): void {
  const { linalg } = context;
  const [m, n] = [x.length, z.length];
  const left = harmonics(x, k);
  for (let j = 1; j <= 2 * k; j++) {
    const eigenvalue = ((j + 1) >> 1) ** (-2 * smoothness);
    for (let i = 0; i < m; i++) left[i + j * m] *= eigenvalue;
  }
  const right = full(harmonics(z, k), n);
  linalg.gemm(false, true, m, n, 2 * k + 1, -1, full(left, m), right, 1, full(kernel, m), context);
}

/** The kernel 1 + sum_i i^-2s·cos(i(x − z)) of these rows without its first k frequencies (n×n); where `top` is given sum_{i ≤ top} cos(i(x − z)). */
export function residualOfSeries(
  x: Float64Array,
  k: number,
  smoothness: number,
  context: Computing,
  top = 0,
): Float64Array {
  const { linalg } = context;
  const n = x.length;
  const kernel = linalg.allocate(n * n);
  const all = full(harmonics(x, top), n);
  if (top > 0) linalg.gemm(false, true, n, n, 2 * top + 1, 1, all, all, 0, full(kernel, n), context);
  else linalg.kernelMatrix(formOf({ kind: 'trigonometric', smoothness }), x, n, x, n, 1, true, context, kernel);
  withoutHarmonics(kernel, x, x, k, context, top > 0 ? 0 : smoothness);
  return kernel;
}

/** Rows with their targets, and the lambda (per sample) that they are fitted with. */
interface RidgeTask {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly lambda: number;
}

/** The highest frequency that is unpenalised; 'none' for ridge, which penalises everything. */
type Unpenalised = number | 'none';

/** Conditional ridge with frequencies 0 … k unpenalised, at the test points, for each k of `ks`; n ≥ 2k + 1. `gram` is overwritten. */
function predictionsOf(
  { gram, cross }: ReturnType<typeof testKernels>,
  { x, y, lambda }: RidgeTask,
  ks: readonly Unpenalised[],
  context: Computing,
): Float64Array[] {
  const most = Math.max(0, ...ks.filter((k) => k !== 'none'));
  const tests = harmonics(TEST_POINTS, most);
  const path = new ConditionalPath(gram, harmonics(x, most), 2 * most + 1, y, lambda, context);
  const solved = (k: Unpenalised) => path.at(k === 'none' ? 0 : 2 * k + 1);
  return ks.map((k) => predictConditional(cross, TESTS, tests, solved(k), context));
}

export const conditionalPredictions = (task: RidgeTask, ks: readonly Unpenalised[], context: Computing) =>
  context.linalg.scope(() => predictionsOf(testKernels(task.x, context), task, ks, context));

/**
 * The cost of conditioning (CKRR Def. 4.1) of one sample: mean squared distance, over the circle, between conditional ridge
 * on y = f + sigma·noise and f's part in F plus ridge with the residual kernel K_P on the rest of y.
 * `inside` and `outside` are the parts of f in and out of F.
 */
export function costOfConditioning(
  { x, noise }: TrigonometricSample,
  { inside, outside }: { readonly inside: (x: number) => number; readonly outside: (x: number) => number },
  k: number,
  sigma: number,
  lambda: number,
  context: Computing,
): number {
  const { linalg } = context;
  const n = x.length;
  const rest = x.map((v, i) => outside(v) + sigma * noise[i]);
  const y = x.map((v, i) => inside(v) + rest[i]);
  return linalg.scope(() => {
    const kernels = testKernels(x, context);
    const residual = linalg.allocate(n * n);
    residual.set(kernels.gram);
    const [learnt] = predictionsOf(kernels, { x, y, lambda }, [k], context);
    withoutHarmonics(residual, x, x, k, context);
    withoutHarmonics(kernels.cross, TEST_POINTS, x, k, context);
    const [told] = predictionsOf({ ...kernels, gram: residual }, { x, y: rest, lambda }, ['none'], context);
    for (let i = 0; i < TESTS; i++) told[i] += inside(TEST_POINTS[i]);
    return meanSquare(learnt, told);
  });
}
