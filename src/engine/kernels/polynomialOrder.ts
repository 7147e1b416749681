import { KernelscopeError } from '../contract/failure';
import type { FeatureBlock } from '../contract/kernel';
import type { KernelTemplate } from './kernel';
import { traitsOf } from './table';

/**
 * The order m up to which a kernel is only conditionally positive definite: a'Ka ≥ 0 for every a that is orthogonal to
 * all polynomials of degree < m at the rows, so a fit needs those unpenalised. 0: positive definite; 1: constants; 2:
 * constants and linear terms; … Throws `parameter/invalid` for a product with a factor of order above 0, which has no
 * order at all.
 */
export function polynomialOrder(kernel: KernelTemplate): number {
  if (kernel.kind === 'sum') return Math.max(...kernel.terms.map((term) => polynomialOrder(term.kernel)));
  if (kernel.kind !== 'product') return traitsOf(kernel).order(kernel);
  for (const factor of kernel.factors) {
    if (polynomialOrder(factor) === 0) continue;
    throw new KernelscopeError(
      'parameter/invalid',
      `kernel: ${conditionalIn(factor)} is positive definite only with unpenalised polynomials, so a product with it is not a kernel. Add it to the others with +, or use another factor.`,
      { name: 'kernel', value: conditionalIn(factor) },
    );
  }
  return 0;
}

/** True if the kernel has an order: no product in it has a factor of order above 0. */
export function isDefinable(kernel: KernelTemplate): boolean {
  if (kernel.kind === 'sum') return kernel.terms.every((term) => isDefinable(term.kernel));
  return (
    kernel.kind !== 'product' || kernel.factors.every((factor) => isDefinable(factor) && polynomialOrder(factor) === 0)
  );
}

function conditionalIn(kernel: KernelTemplate): string {
  if (kernel.kind === 'sum')
    return conditionalIn((kernel.terms.find((t) => polynomialOrder(t.kernel) > 0) ?? kernel.terms[0]).kernel);
  return kernel.kind === 'product' ? 'product' : kernel.kind;
}

/**
 * All monomials of degree < `order` in d columns, by degree: the constant, the columns, their squares and products, … There are
 * (d + order − 1 choose d). `names` (d) name the columns, c1, c2, … by default.
 */
export function polynomialBlocks(
  order: number,
  d: number,
  names: readonly string[] = Array.from({ length: d }, (_, c) => `c${c + 1}`),
): FeatureBlock[] {
  const blocks: FeatureBlock[] = order > 0 ? [{ kind: 'constant' }] : [];
  // Columns with repetition, never falling: [0, 0, 2] is x_0²·x_2.
  let columns: number[][] = Array.from({ length: d }, (_, c) => [c]);
  for (let degree = 1; degree < order; degree++) {
    for (const chosen of columns) {
      const powers = powersOf(chosen);
      blocks.push({ kind: 'monomial', powers, name: monomialName(powers, names) });
    }
    columns = columns.flatMap((chosen) => {
      const last = chosen[chosen.length - 1];
      return Array.from({ length: d - last }, (_, more) => [...chosen, last + more]);
    });
  }
  return blocks;
}

/** "age", "age^2", "age*height^3"; "1" for the product of nothing. */
export function monomialName(powers: readonly MonomialPower[], names: readonly string[]): string {
  if (powers.length === 0) return '1';
  return powers.map(({ column, power }) => (power === 1 ? names[column] : `${names[column]}^${power}`)).join('*');
}

type MonomialPower = (FeatureBlock & { kind: 'monomial' })['powers'][number];

/** A key that is the same for the same monomial however it is written; '' for a block that is not a monomial. */
export function monomialKey(block: FeatureBlock): string {
  if (block.kind === 'units') return '';
  const columns =
    block.kind === 'constant' ? [] : block.powers.flatMap((p) => new Array<number>(p.power).fill(p.column));
  return `monomial ${columns.sort((a, b) => a - b).join(' ')}`;
}

function powersOf(columns: readonly number[]): MonomialPower[] {
  return [...new Set(columns)].map((column) => ({ column, power: columns.filter((c) => c === column).length }));
}
