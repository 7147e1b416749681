import type { Matrix } from '../../contract/data';
import type { LandmarkMap } from '../../contract/kernel';
import { isNumbers } from '../../contract/shape';
import { fillPanel, type PreparedKernel, prepareKernel } from '../../kernels/kernelPanel';
import type { Computing } from '../../linalg/linalg';
import { isSome, type MapKind } from '../map';

/** φ = k(x, points)·L^-T. */
export const landmarks: MapKind<LandmarkMap> = {
  evaluate(map, x, context, into) {
    context.linalg.scope(() => {
      landmarkKernel(map, x, context, into);
      whitenLandmarks(map, into, x.rows, context);
    });
  },
  /** The leading block of L is the first landmarks' own factor. */
  first(map, count) {
    const m = map.points.length / map.inputs;
    const points = new Float64Array(count * map.inputs);
    for (let c = 0; c < map.inputs; c++) points.set(map.points.subarray(c * m, c * m + count), c * count);
    const factor = new Float64Array(count * count);
    for (let j = 0; j < count; j++) factor.set(map.factor.subarray(j * m, j * m + count), j * count);
    return { ...map, points, factor };
  },
  recovers: ({ kernel }) => kernel,
  /** The factor's diagonal is divided by. */
  isWhole({ kernel, points, factor }, d, isKernel) {
    if (!(isKernel(kernel, d) && isSome(points) && points.length % d === 0)) return false;
    const m = points.length / d;
    return isNumbers(factor, m * m) && Array.from({ length: m }, (_, j) => factor[j * (m + 1)]).every((v) => v > 0);
  },
};

/** k(x, points) of the rows of x, n×m, into `into`. */
export function landmarkKernel(
  { kernel, points, inputs }: Pick<LandmarkMap, 'kernel' | 'points' | 'inputs'>,
  x: Matrix,
  context: Computing,
  into: Float64Array,
): void {
  const m = points.length / inputs;
  context.linalg.scope(() => {
    // Prepared with the landmarks first, whose means then centre the distances: a row's features are the same in any block of rows.
    const landmarks = { rows: m, columns: inputs, values: points };
    const prepared = turned(prepareKernel(kernel, landmarks, x, context));
    fillPanel(prepared, { from: 0, rows: x.rows }, { from: 0, rows: m }, into, context);
  });
}

/** Turns rows of kernel values (n×m), or means of such rows, into features in place. */
export function whitenLandmarks(
  { factor, points, inputs }: LandmarkMap,
  rows: Float64Array,
  n: number,
  context: Computing,
): void {
  context.linalg.solveLowerRight(factor, points.length / inputs, true, rows, n, context);
}

/** alpha = L^-T·w (m): coefficients of k(x, points), of weights of the features. */
export function landmarkCoefficients({ factor }: LandmarkMap, weights: Float64Array, context: Computing): Float64Array {
  const alpha = weights.slice();
  context.linalg.solveLower(factor, alpha.length, true, alpha, 1, context);
  return alpha;
}

/** k(z, x) in place of k(x, z). */
function turned(prepared: PreparedKernel): PreparedKernel {
  switch (prepared.kind) {
    case 'sum':
      return { ...prepared, terms: prepared.terms.map((term) => ({ ...term, kernel: turned(term.kernel) })) };
    case 'product':
      return { ...prepared, factors: prepared.factors.map(turned) };
    case 'features':
      return { ...prepared, rows: [prepared.rows[1], prepared.rows[0]], x: prepared.z, z: prepared.x };
    case 'form':
      return { ...prepared, x: prepared.z, z: prepared.x };
  }
}
