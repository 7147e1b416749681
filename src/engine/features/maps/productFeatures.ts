import type { Matrix } from '../../contract/data';
import type { MaclaurinMap } from '../../contract/kernel';
import { scaleRows } from '../../kernels/scaledRows';
import { type Computing, full } from '../../linalg/linalg';

/** Projections computed at a time, rows times factors. */
const ENTRIES = 2 ** 21;

/** Writes the products of signed sums of the rows of x (n×d) into `into` (n×M). */
export function productFeatures(map: MaclaurinMap, x: Matrix, context: Computing, into: Float64Array): void {
  const { degrees, coefficients, lengthScale } = map;
  const n = x.rows;
  const rows = scaleRows(x, lengthScale);
  const most = degrees.reduce((a, b) => Math.max(a, b), 1);
  // Groups of features that fit the space, however many factors one has.
  const space = Math.max(most, Math.floor(ENTRIES / Math.max(1, n)));
  for (let from = 0, sign = 0; from < degrees.length; ) {
    let [to, factors] = [from, 0];
    while (to < degrees.length && factors + degrees[to] <= space) factors += degrees[to++];
    context.linalg.scope(() => {
      const projected = projections(map, rows, sign, factors, context);
      for (let j = from, factor = 0; j < to; j++) {
        const feature = into.subarray(j * n, (j + 1) * n);
        feature.fill(coefficients[j]);
        for (const end = factor + degrees[j]; factor < end; factor++)
          for (let i = 0; i < n; i++) feature[i] *= projected[factor * n + i];
      }
    });
    sign += factors * (map.inputs + 1);
    from = to;
  }
}

/** sqrt(scale)·w·x + w_(d+1)·sqrt(offset) of `factors` sign vectors, the first at `at`: n×factors in the core's memory. */
function projections(
  { signs, inputs, scale, offset }: MaclaurinMap,
  x: Matrix,
  at: number,
  factors: number,
  context: Computing,
): Float64Array {
  const { linalg } = context;
  const n = x.rows;
  const weights = linalg.allocate(inputs * factors);
  const projected = linalg.allocate(n * factors);
  for (let f = 0, o = at; f < factors; f++) {
    for (let c = 0; c < inputs; c++) weights[f * inputs + c] = signs[o++];
    projected.fill(signs[o++] * Math.sqrt(offset), f * n, (f + 1) * n);
  }
  const root = Math.sqrt(scale);
  const [rows, w, into] = [full(x.values, n), full(weights, inputs), full(projected, n)];
  linalg.gemm(false, false, n, factors, inputs, root, rows, w, 1, into, context);
  return projected;
}
