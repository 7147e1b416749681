import type { KernelForm } from '../linalg/kernelForm';
import { checkFormScale, checkShape } from './checkShape';
import type { FormulaShape } from './kernel';
import { kernelOf } from './table';

/** A kernel with one length scale at most, 1 where it is left out. */
export type ScaledShape = FormulaShape & { readonly lengthScale?: number };

/**
 * What the core computes. A kernel that does not take the length scale into its form (`scaleInForm`) wants its rows divided by it
 * before. Throws `parameter/invalid` for numbers that make no kernel.
 */
export function formOf(shape: ScaledShape): KernelForm {
  const { lengthScale = 1 } = shape;
  checkShape(shape);
  checkFormScale(shape, lengthScale);
  return kernelOf(shape).form(shape, lengthScale);
}
