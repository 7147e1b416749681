import type { FieldMap } from '../../contract/kernel';
import { rowBlock } from '../../kernels/rows';
import { full } from '../../linalg/linalg';
import { isSome, type MapKind } from '../map';
import { landmarkKernel } from './landmarkFeatures';

/** Rows evaluated at once, so that no matrix of all rows and points is held. */
const ROWS = 512;

/** φ = k(x, points)·coefficients. */
export const field: MapKind<FieldMap> = {
  evaluate(map, x, context, into) {
    const { linalg } = context;
    const { points, inputs, coefficients } = map;
    const n = points.length / inputs;
    const right = full(coefficients, n);
    for (let from = 0; from < x.rows; from += ROWS) {
      const block = rowBlock(x, from, Math.min(ROWS, x.rows - from));
      linalg.scope(() => {
        const values = linalg.allocate(block.rows * n);
        landmarkKernel(map, block, context, values);
        const to = { values: into, offset: from, lead: x.rows };
        const m = coefficients.length / n;
        linalg.gemm(false, false, block.rows, m, n, 1, full(values, block.rows), right, 0, to, context);
      });
    }
  },
  first(map, count) {
    return { ...map, coefficients: map.coefficients.slice(0, (count * map.points.length) / map.inputs) };
  },
  /** Recovers the kernel only at the points, and up to the span of the other unpenalised features. */
  recovers: () => undefined,
  isWhole: ({ kernel, points, coefficients }, d, isKernel) =>
    isKernel(kernel, d) &&
    isSome(points) &&
    isSome(coefficients) &&
    points.length % d === 0 &&
    coefficients.length % (points.length / d) === 0,
};
