import { partOf, type RunContext, silently } from '../../engine/contract/context';
import type { Matrix } from '../../engine/contract/data';
import type { RandomFeatureMap } from '../../engine/contract/kernel';
import { featureMatrix } from '../../engine/kernels/featureMatrix';
import { type LinearAlgebra, whole } from '../../engine/linalg/linalg';
import { ConditionalPath, meanSquare, predictConditional } from './conditionalPath';

/** Rows and what is to be learnt on them. */
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
  linalg: LinearAlgebra,
  context: RunContext,
): TwoBlockErrors {
  const [n, m] = [train.x.rows, test.x.rows];
  return linalg.scope(() => {
    const gram = linalg.allocate(n * n);
    const cross = linalg.allocate(m * n);
    featureKernels(penalised, train.x, test.x, gram, cross, linalg, partOf(context, 0, 0.6));
    context.progress(0.6, 'factoring');
    const inner = silently(context);
    const most = Math.max(...counts);
    const first = firstFeatures(free, most);
    const f = featureMatrix(first, train.x, linalg, inner, linalg.allocate(n * most));
    const g = featureMatrix(first, test.x, linalg, inner, linalg.allocate(m * most));
    const path = new ConditionalPath(gram, f, most, train.y, lambda, linalg, inner);
    const errors = { train: new Float64Array(counts.length), test: new Float64Array(counts.length) };
    counts.forEach((k, i) => {
      context.progress(0.9 + (0.1 * i) / counts.length, 'solving for every k');
      linalg.scope(() => {
        const coefficients = path.at(k);
        // On the training rows the residual is n·lambda·alpha.
        errors.train[i] = coefficients.alpha.reduce((sum, a) => sum + (n * lambda * a) ** 2, 0) / n;
        errors.test[i] = meanSquare(predictConditional(cross, m, g, coefficients, linalg, inner), test.y);
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
  linalg: LinearAlgebra,
  context: RunContext,
): void {
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
      const left = featureMatrix(part, x, linalg, inner, linalg.allocate(n * width));
      const right = featureMatrix(part, tests, linalg, inner, linalg.allocate(m * width));
      linalg.syrk(false, n, width, 1 / count, whole(left, n), 1, whole(gram, n), inner);
      linalg.gemm(false, true, m, n, width, 1 / count, whole(right, m), whole(left, n), 1, whole(cross, m), inner);
    });
  }
  for (let j = 0; j < n; j++) {
    if (j % 64 === 0) context.check();
    for (let i = j + 1; i < n; i++) gram[j + i * n] = gram[i + j * n];
  }
}

const firstFeatures = (map: RandomFeatureMap, count: number): RandomFeatureMap => slice(map, 0, count);

function slice(map: RandomFeatureMap, from: number, to: number): RandomFeatureMap {
  return {
    ...map,
    weights: map.weights.subarray(from * map.inputs, to * map.inputs),
    bias: map.bias.subarray(from, to),
  };
}
