import { quietContext } from '../src/engine/contract/context';
import type { KernelSpec } from '../src/engine/contract/kernel';
import { Random } from '../src/engine/data/random';
import { kernelGram } from '../src/engine/kernels/kernelMatrix';
import { LEAF_NAMES, type LeafName } from '../src/engine/kernels/leafNames';
import { createEmbedded } from '../src/engine/linalg/core/embedded';
import { quietWith } from '../src/engine/linalg/linalg';

/** Points of a drawing, and heights from 0 to this. */
const POINTS = 56;
const HEIGHT = 399;
/** Seed of the noise that all drawings are made of: chosen so that the first kernels are told apart well. */
const SEED = 5;
/** Length scales, or periods, across a drawing; for kernels without one, half of the span of the rows. */
const SPAN = { distance: 6, difference: 2.5, innerProduct: 3 } as const;

/**
 * One function that each kernel favours, by its name: K^(1/2)·z on equally spaced points of one column, the same noise
 * z for all. For a conditionally positive definite kernel it is that of the residual kernel, beside its polynomials.
 * With the kernel's own matrix, at the length scale 1 and its default numbers.
 */
export function kernelSketches(): Readonly<Record<string, readonly number[]>> {
  const random = new Random(SEED);
  const noise = Array.from({ length: POINTS }, () => random.normal());
  return Object.fromEntries(LEAF_NAMES.map((leaf) => [leaf.name, scaled(sample(leaf, noise))]));
}

function sample({ kernel, defaults, shape }: LeafName, z: readonly number[]): number[] {
  const spec = { ...shape(defaults), lengthScale: [1] } as KernelSpec;
  const span = SPAN[kernel.argument];
  const values = Float64Array.from(z, (_, i) => span * (i / (POINTS - 1) - 0.5));
  const linalg = createEmbedded({ threads: 1 });
  const x = { rows: POINTS, columns: 1, values };
  const gram = kernelGram(spec, x, quietWith(linalg));
  const order = kernel.order(shape(defaults));
  const beside = polynomials(values, order);
  const matrix = residual(gram, beside);
  const { values: mu, vectors } = eigenOf(linalg, matrix);
  const function_ = new Array<number>(POINTS).fill(0);
  mu.forEach((eigenvalue, j) => {
    if (eigenvalue <= 0) return;
    let coordinate = 0;
    for (let i = 0; i < POINTS; i++) coordinate += vectors[j * POINTS + i] * z[i];
    for (let i = 0; i < POINTS; i++) function_[i] += Math.sqrt(eigenvalue) * coordinate * vectors[j * POINTS + i];
  });
  return function_;
}

function eigenOf(linalg: ReturnType<typeof createEmbedded>, matrix: Float64Array) {
  const eigen = linalg.symmetricEigen(matrix, POINTS, quietContext);
  return { values: Array.from(eigen.values), vectors: eigen.vectors };
}

/** Orthonormal polynomials of degree below `order`. */
function polynomials(x: Float64Array, order: number): number[][] {
  const basis: number[][] = [];
  for (let degree = 0; degree < order; degree++) {
    const next = Array.from(x, (v) => v ** degree);
    for (const one of basis) {
      const along = next.reduce((sum, v, i) => sum + v * one[i], 0);
      one.forEach((v, i) => {
        next[i] -= along * v;
      });
    }
    const norm = Math.hypot(...next);
    basis.push(next.map((v) => v / norm));
  }
  return basis;
}

/** (I − Π)·K·(I − Π), Π the projector on the basis. */
function residual(gram: Float64Array, basis: readonly (readonly number[])[]): Float64Array {
  const project = (matrix: Float64Array) => {
    const out = matrix.slice();
    for (const one of basis)
      for (let j = 0; j < POINTS; j++) {
        let along = 0;
        for (let i = 0; i < POINTS; i++) along += one[i] * matrix[j * POINTS + i];
        for (let i = 0; i < POINTS; i++) out[j * POINTS + i] -= along * one[i];
      }
    return out;
  };
  const transposed = (matrix: Float64Array) =>
    matrix.map((_, k) => matrix[(k % POINTS) * POINTS + Math.floor(k / POINTS)]);
  return project(transposed(project(gram)));
}

function scaled(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values.map((v) => Math.round((HEIGHT * (v - low)) / (high - low)));
}
