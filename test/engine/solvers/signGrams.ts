import { contextWith, quietContext, type RunContext } from '../../../src/engine/contract/context';
import { formOf, type ScaledShape } from '../../../src/engine/kernels/formOf';
import type { Gram } from '../../../src/engine/solvers/gram';
import type { PathSolver } from '../../../src/engine/solvers/path';
import { madeRows, madeTarget } from '../madeRows';
import { core } from '../testCore';

/** A copy of what a path solver visited. */
export interface Visited {
  readonly alpha: Float64Array;
  readonly residuals: Float64Array;
  readonly iterations: number;
  readonly remainder: number;
}

export function follow(
  solver: PathSolver,
  gram: Gram,
  y: Float64Array,
  strengths: ArrayLike<number>,
  context: RunContext = quietContext,
): Visited[] {
  const visited: Visited[] = [];
  solver(
    { gram, y, strengths: Float64Array.from(strengths) },
    ({ alpha, residuals, iterations, remainder }) => {
      visited.push({ alpha: alpha.slice(), residuals: residuals.slice(), iterations, remainder });
      return true;
    },
    contextWith(context, { linalg: core }),
  );
  return visited;
}

/** The kernel matrix of made rows in d columns, on integers when asked, and a target with noise. */
export function madeGram(
  form: ScaledShape,
  n: number,
  d: number,
  seed: number,
  whole = false,
): { gram: Gram; y: Float64Array } {
  const drawn = madeRows(n, d, seed);
  const x = whole ? { ...drawn, values: drawn.values.map(Math.round) } : drawn;
  const k = Float64Array.from(
    core.scope(() => core.kernelMatrix(formOf(form), x.values, n, x.values, n, d, true, quietContext)),
  );
  return { gram: { kind: 'dense', n, k }, y: madeTarget(x, 0.5, seed + 1) };
}

/** A quadratic kernel (1 + x·z)² on 50 rows of two columns, a target, and the six features whose inner product it is. */
export function quadraticProblem() {
  const n = 50;
  const x = madeRows(n, 2, 3);
  const root = Math.SQRT2;
  const features = Array.from({ length: n }, (_, i) => {
    const [a, b] = [x.values[i], x.values[n + i]];
    return [1, root * a, root * b, a * a, b * b, root * a * b];
  });
  return { features, ...madeGram({ kind: 'polynomial', degree: 2, scale: 1, offset: 1 }, n, 2, 3) };
}

/** The linear kernel of made rows in m columns, as a factor and as the matrix of its inner products. */
export function madeFactor(n: number, m: number, seed: number): { factor: Gram; dense: Gram; y: Float64Array } {
  const x = madeRows(n, m, seed);
  const z = Float64Array.from({ length: n * m }, (_, at) => x.values[Math.floor(at / m) + (at % m) * n]);
  const k = Float64Array.from({ length: n * n }, (_, at) => {
    let sum = 0;
    for (let f = 0; f < m; f++) sum += z[Math.floor(at / n) * m + f] * z[(at % n) * m + f];
    return sum;
  });
  return { factor: { kind: 'factor', n, m, z }, dense: { kind: 'dense', n, k }, y: madeTarget(x, 0.5, seed + 1) };
}

/** A kernel matrix that is zero off its diagonal. */
export function diagonalGram(diagonal: ArrayLike<number>): Gram {
  const n = diagonal.length;
  const k = new Float64Array(n * n);
  for (let i = 0; i < n; i++) k[i + i * n] = diagonal[i];
  return { kind: 'dense', n, k };
}

/** K·x, plainly. */
export function times(gram: Gram, x: Float64Array): Float64Array {
  if (gram.kind === 'factor') throw new RangeError('a dense matrix is wanted');
  const { n, k } = gram;
  return Float64Array.from({ length: n }, (_, i) => x.reduce((sum, value, j) => sum + k[i + j * n] * value, 0));
}

export function l1Norm(x: Float64Array): number {
  return x.reduce((sum, value) => sum + Math.abs(value), 0);
}

export function largestSize(x: Float64Array): number {
  return x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

export function largestDifference(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
}

export function logSpaced(from: number, to: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => from * (to / from) ** (i / (count - 1)));
}
