import type { KernelForm } from '../linalg/kernelForm';
import { checkFormScale, checkShape } from './checkShape';
import type { FormulaShape } from './kernel';
import { kernelOf } from './table';

/** A kernel with at most one length scale, 1 if omitted. */
export type ScaledShape = FormulaShape & { readonly lengthScale?: number };

/**
 * The form that the core computes. For a kernel whose form does not include the length scale (`scaleInForm`), rows must
 * be divided by it first. Throws `parameter/invalid` for numbers that make no kernel.
 */
export function formOf(shape: ScaledShape): KernelForm {
  const { lengthScale = 1 } = shape;
  checkShape(shape);
  checkFormScale(shape, lengthScale);
  return kernelOf(shape).form(shape, lengthScale);
}
