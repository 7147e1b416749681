import type { LeafShape } from '../contract/kernel';
import type { FormulaShape, Kernel, KernelNaming } from './kernel';
import { KERNELS, type KernelName, kernelOf } from './table';

/** A name of the kernel expression, and the kernel it names. */
export interface LeafName {
  readonly name: KernelName;
  readonly title: string;
  readonly kernel: Kernel;
  /** Its numbers if none are given. */
  readonly defaults: Readonly<Record<string, number>>;
  shape(values: Readonly<Record<string, number>>): FormulaShape;
}

/** Every kernel with one formula that a person can request by name, most used first. */
export const LEAF_NAMES: readonly LeafName[] = Object.entries<Kernel>(KERNELS).flatMap(([kind, kernel]) =>
  kernel.names.map(({ name, title, fixed }) => ({
    name: name as KernelName,
    title,
    kernel,
    defaults: Object.fromEntries(kernel.parameters.map((parameter) => [parameter.name, parameter.default])),
    shape: (values) => ({ kind, ...fixed, ...values }) as FormulaShape,
  })),
);

/** The names of kernels with a spectral density, from which random Fourier features are drawn. */
export const SPECTRAL_NAMES: readonly KernelName[] = LEAF_NAMES.filter(({ kernel }) => kernel.spectral).map(
  ({ name }) => name,
);

/** The titles of kernels that need unpenalised polynomials, in words: "thin-plate, … or multiquadric". */
export const CONDITIONAL_TITLES: string = LEAF_NAMES.filter(
  ({ kernel, defaults, shape }) => kernel.order(shape(defaults)) > 0,
)
  .map(({ title }) => title.replaceAll(' ', '-'))
  .join(', ')
  .replace(/, ([^,]*)$/, ' or $1');

/** The entry of a kernel above, and the numbers it was given. Random features have no name: undefined. */
export function leafNameOf(shape: LeafShape): { leaf: LeafName; values: Readonly<Record<string, number>> } | undefined {
  if (shape.kind === 'features') return undefined;
  const naming = namingOf(shape);
  const leaf = LEAF_NAMES.find(({ name }) => name === naming?.name);
  return leaf && { leaf, values: shape as unknown as Readonly<Record<string, number>> };
}

/**
 * The naming whose fixed parts the shape has; undefined for a shape that no kernel has, such as one stored by another
 * version.
 */
export function namingOf(shape: FormulaShape): KernelNaming | undefined {
  const has = ([key, value]: [string, unknown]) => (shape as Readonly<Record<string, unknown>>)[key] === value;
  if (!Object.hasOwn(KERNELS, shape.kind)) return undefined;
  return kernelOf(shape).names.find(({ fixed }) => Object.entries(fixed ?? {}).every(has));
}
