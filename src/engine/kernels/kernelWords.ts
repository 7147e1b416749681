import { KernelscopeError } from '../contract/failure';
import { capitalised } from '../words/sentence';
import type { KernelTemplate, LeafTemplate } from './kernel';
import { leafNameOf } from './leafNames';

/**
 * The expression that `parseKernel` reads back as the same kernel. A kernel of random features has none: it is
 * described in words, which `parseKernel` refuses.
 */
export function kernelText(kernel: KernelTemplate): string {
  if (kernel.kind === 'sum') {
    const terms = kernel.terms.map(({ weight, kernel: term }) => {
      // The weights of a bracketed sum's terms belong to that sum.
      const text = term.kind === 'sum' ? `(${kernelText(term)})` : kernelText(term);
      return weight === 1 ? text : `${weight}*${text}`;
    });
    return terms.join(' + ');
  }
  if (kernel.kind === 'product')
    return kernel.factors
      .map((factor) => (isLeaf(factor) ? kernelText(factor) : `(${kernelText(factor)})`))
      .join(' * ');
  return leafText(kernel);
}

/**
 * The title for headings: "Gaussian kernel", "Gaussian + linear kernel", "Linear × periodic spline kernel". Without
 * weights and settings.
 */
export function kernelTitle(kernel: KernelTemplate): string {
  const words = `${titleOf(kernel)} kernel`;
  return capitalised(words);
}

function titleOf(kernel: KernelTemplate): string {
  if (isOverColumns(kernel)) return 'sum over columns';
  if (kernel.kind === 'sum') return kernel.terms.map((term) => titleOf(term.kernel)).join(' + ');
  if (kernel.kind === 'product')
    return kernel.factors
      .map((factor) => (factor.kind === 'sum' ? `(${titleOf(factor)})` : titleOf(factor)))
      .join(' × ');
  return leafNameOf(kernel)?.leaf.title ?? 'random-feature';
}

function leafText(leaf: LeafTemplate): string {
  if (leaf.kind === 'features') return `${leaf.map.bias.length} random ${leaf.map.activation} features`;
  const named = leafNameOf(leaf);
  if (named === undefined) throw new KernelscopeError('parameter/invalid', `There is no kernel "${leaf.kind}".`);
  const settings = named.leaf.kernel.parameters.map(({ name }) => `${name}=${named.values[name]}`);
  const { lengthScale, columns } = leaf;
  if (columns) settings.push(`columns=${listText(columns.map((column) => column + 1))}`);
  const implied =
    lengthScale === undefined || (named.leaf.kernel.scaleFree && lengthScale.length === 1 && lengthScale[0] === 1);
  if (!implied) settings.push(`lengthScale=${listText(lengthScale)}`);
  return settings.length === 0 ? named.leaf.name : `${named.leaf.name}(${settings.join(', ')})`;
}

const listText = (values: readonly number[]) => (values.length === 1 ? values[0] : `[${values.join(', ')}]`);

function isLeaf(kernel: KernelTemplate): boolean {
  return kernel.kind !== 'sum' && kernel.kind !== 'product';
}

/** True for a sum in which columns have their own kernels. */
const isOverColumns = (kernel: KernelTemplate): boolean =>
  kernel.kind === 'sum' && kernel.terms.some(({ kernel: term }) => 'columns' in term && term.columns !== undefined);
