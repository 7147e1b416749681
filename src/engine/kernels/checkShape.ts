import { KernelscopeError } from '../contract/failure';
import type { FormulaShape, KernelTemplate } from './kernel';
import { namingOf } from './leafNames';
import { kernelOf } from './table';

/** The most kernels of one formula in a sum or product: each costs as much as an entire simple fit. */
export const MOST_LEAVES = 64;
/** The deepest nesting of sums and products. */
export const DEEPEST = 8;

/** 1 for a kernel of one formula. */
export function leafCount(kernel: KernelTemplate): number {
  return partsOf(kernel).reduce((sum, part) => sum + leafCount(part), 0) || 1;
}

/** 0 for a kernel of one formula, 1 for a sum or product of such. */
export function kernelDepth(kernel: KernelTemplate): number {
  return partsOf(kernel).reduce((most, part) => Math.max(most, 1 + kernelDepth(part)), 0);
}

function partsOf(kernel: KernelTemplate): readonly KernelTemplate[] {
  if (kernel.kind === 'sum') return kernel.terms.map((term) => term.kernel);
  return kernel.kind === 'product' ? kernel.factors : [];
}

type Numbers = Readonly<Record<string, number>>;

/** Throws `parameter/invalid` unless every number of the shape is one that its kernel allows. */
export function checkShape(shape: FormulaShape): void {
  const naming = namingOf(shape);
  if (naming === undefined) {
    const [key, value] = Object.entries(shape).find(([name]) => name !== 'kind') ?? ['kind', shape.kind];
    throw invalid(`There is no ${shape.kind} kernel of ${key} ${value}.`, key, value);
  }
  for (const { name, holds, need } of kernelOf(shape).parameters) {
    const value = (shape as unknown as Numbers)[name];
    if (!holds(value) || !Number.isFinite(value)) throw unmet(naming.title, need, name, value);
  }
}

/** The same for a length scale that goes into the form. */
export function checkFormScale(shape: FormulaShape, lengthScale: number): void {
  if (lengthScale > 0 && Number.isFinite(lengthScale)) return;
  throw unmet(namingOf(shape)?.title ?? shape.kind, 'a length scale above 0', 'lengthScale', lengthScale);
}

/** True if a value read from a file is a kernel's shape that passes `checkShape`. Further members are ignored. */
export function isShape(value: Readonly<Record<string, unknown>>): boolean {
  if (typeof value.kind !== 'string') return false;
  const shape = value as unknown as FormulaShape;
  return (
    namingOf(shape) !== undefined &&
    kernelOf(shape).parameters.every(({ name, holds }) => {
      const number = value[name];
      return typeof number === 'number' && Number.isFinite(number) && holds(number);
    })
  );
}

function unmet(title: string, need: string, name: string, value: number): KernelscopeError {
  return invalid(`The ${title} kernel needs ${need}, and it must be finite; it was given ${value}.`, name, value);
}

function invalid(sentence: string, parameter: string, value: unknown): KernelscopeError {
  return new KernelscopeError('parameter/invalid', sentence, { parameter, value: String(value) });
}
