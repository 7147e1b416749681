import type { KernelSpec, LeafShape } from '../contract/kernel';
import { cauchy } from './families/cauchy';
import { multiquadric, negativeDistance, polyharmonic, thinPlate } from './families/conditional';
import { gaussian } from './families/gaussian';
import { laplace, matern32, matern52 } from './families/matern';
import { arcCosine, network } from './families/network';
import { spline, trigonometric } from './families/periodic';
import { linear, polynomial } from './families/polynomial';
import type { FormulaLeaf, FormulaShape, Kernel, KernelTraits, MixtureLaw } from './kernel';

/** Every kernel, most used first: names, words, checks, forms, searches, features and documents follow from it. */
export const KERNELS = {
  gaussian,
  matern52,
  matern32,
  laplace,
  cauchy,
  linear,
  polynomial,
  network,
  arcCosine,
  spline,
  trigonometric,
  thinPlate,
  polyharmonic,
  negativeDistance,
  multiquadric,
} as const satisfies { readonly [K in FormulaShape['kind']]: Kernel<K> };

/** The traits of random features φ: their kernel is φ(x)·φ(z)/M, whatever they were drawn for. */
const FEATURES: KernelTraits<'features'> = { argument: 'innerProduct', scaleFree: true, order: () => 0 };

/** A name of the kernel expression. */
export type KernelName = (typeof KERNELS)[FormulaShape['kind']]['names'][number]['name'];

export function kernelOf(shape: FormulaShape): Kernel {
  return KERNELS[shape.kind];
}

export function traitsOf(shape: LeafShape): KernelTraits {
  return shape.kind === 'features' ? FEATURES : kernelOf(shape);
}

/** The kernel if it has one formula; undefined for sums, products and random features. */
export function formulaLeaf(kernel: KernelSpec): FormulaLeaf | undefined {
  return kernel.kind === 'sum' || kernel.kind === 'product' || kernel.kind === 'features' ? undefined : kernel;
}

/** The mixture of Gaussians that the kernel is; undefined if it has no spectral density to draw from. */
export function mixtureOf(kernel: KernelSpec): MixtureLaw | undefined {
  const leaf = formulaLeaf(kernel);
  return leaf && kernelOf(leaf).spectral?.mixture(leaf);
}
