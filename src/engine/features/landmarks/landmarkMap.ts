import type { Matrix } from '../../contract/data';
import { KernelscopeError } from '../../contract/failure';
import type { KernelSpec, LandmarkMap } from '../../contract/kernel';
import { kernelGram } from '../../kernels/kernelMatrix';
import { kernelTitle } from '../../kernels/kernelWords';
import { polynomialOrder } from '../../kernels/polynomialOrder';
import { pickRows } from '../../kernels/rows';
import { choleskyWithJitter } from '../../linalg/choleskyWithJitter';
import type { Computing } from '../../linalg/linalg';
import { withinSentence } from '../../words/sentence';

/** A landmark map, and the changes to the points that making it took. */
export interface FactoredLandmarks extends LandmarkMap {
  /** The amount added to the diagonal of k(points, points) before it could be factored; 0 if none. */
  readonly jitter: number;
  /** The number of points left out because an earlier one is equal. */
  readonly repeated: number;
}

/**
 * Nyström features φ(x) = L^-1·k(points, x), L·L' = k(points, points), for `points` (m×d) in this order, without those
 * that repeat an earlier one. Time m³/3, memory m² twice. Throws `parameter/invalid` for a kernel that is positive
 * definite only with unpenalised polynomials, and what `choleskyWithJitter` throws.
 */
export function landmarkMap(kernel: KernelSpec, points: Matrix, context: Computing): FactoredLandmarks {
  checkDefinite(kernel);
  const distinct = rowsWithoutEquals(points);
  const distinctPoints = distinct.length === points.rows ? points : pickRows(points, distinct);
  return context.linalg.scope(() => {
    const { factor, jitter } = landmarkFactor(kernel, distinctPoints, context);
    return {
      kind: 'landmarks',
      inputs: points.columns,
      kernel,
      points: distinctPoints.values.slice(),
      factor: factor.slice(),
      jitter,
      repeated: points.rows - distinctPoints.rows,
    };
  });
}

/**
 * L (m×m, zero above the diagonal) with L·L' = k(points, points) + jitter·I, in the core's memory until the caller's scope ends.
 */
export function landmarkFactor(
  kernel: KernelSpec,
  points: Matrix,
  context: Computing,
): { readonly factor: Float64Array; readonly jitter: number } {
  const m = points.rows;
  const factor = kernelGram(kernel, points, context, context.linalg.allocate(m * m));
  const jitter = choleskyWithJitter(factor, m, context);
  for (let j = 1; j < m; j++) factor.fill(0, j * m, j * m + j);
  return { factor, jitter };
}

/** Landmarks approximate a positive definite kernel alone. Throws `parameter/invalid` for others. */
export function checkDefinite(kernel: KernelSpec): void {
  if (polynomialOrder(kernel) === 0) return;
  const title = kernelTitle(kernel);
  throw new KernelscopeError(
    'parameter/invalid',
    `kernel: landmarks need a positive definite kernel, and the ${withinSentence(title)} is one only with unpenalised polynomials. Choose another, such as gaussian or matern52.`,
    { name: 'kernel', value: title },
  );
}

/** The rows (0-based, ascending) that equal none before them. 0 and −0 are equal. */
export function rowsWithoutEquals({ rows, columns, values }: Matrix): Uint32Array {
  const sameHash = new Map<number, number[]>();
  const distinct: number[] = [];
  const bits = new Uint32Array(new Float64Array(1).buffer);
  const number = new Float64Array(bits.buffer);
  const equal = (a: number, b: number) => {
    for (let c = 0; c < columns; c++) if (values[c * rows + a] !== values[c * rows + b]) return false;
    return true;
  };
  for (let i = 0; i < rows; i++) {
    let hash = 0;
    for (let c = 0; c < columns; c++) {
      number[0] = values[c * rows + i] + 0;
      hash = Math.imul(hash ^ bits[0], 0x9e3779b1);
      hash = Math.imul((hash ^ (hash >>> 15)) + bits[1], 0x85ebca6b);
      hash ^= hash >>> 13;
    }
    const earlier = sameHash.get(hash);
    if (earlier?.some((j) => equal(i, j))) continue;
    if (earlier) earlier.push(i);
    else sameHash.set(hash, [i]);
    distinct.push(i);
  }
  return Uint32Array.from(distinct);
}
