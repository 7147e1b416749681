import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { type FeatureBlock, featureCount } from '../contract/kernel';
import { monomialName } from '../kernels/polynomialOrder';
import type { Computing } from '../linalg/linalg';
import { evaluateFeatures } from './featureMaps';

/**
 * The unpenalised features of rows `x` (n×d) as an n×p matrix: the blocks' columns side by side. Throws `model/columns`
 * if a block was made for other columns.
 */
export function evaluateBlocks(blocks: readonly FeatureBlock[], x: Matrix, context: Computing): Matrix {
  const n = x.rows;
  const columns = blocks.reduce((sum, block) => sum + blockWidth(block), 0);
  const values = new Float64Array(n * columns);
  let at = 0;
  for (const block of blocks) {
    const width = blockWidth(block);
    const part = values.subarray(at * n, (at + width) * n);
    if (block.kind === 'units') evaluateFeatures(block.map, x, context, part);
    else {
      part.fill(1);
      if (block.kind === 'monomial')
        for (const factor of block.powers) multiplyBy(part, x, factor.column, factor.power);
    }
    at += width;
  }
  return { rows: n, columns, values };
}

/** The number of columns of F that a block makes. */
export function blockWidth(block: FeatureBlock): number {
  return block.kind === 'units' ? featureCount(block.map) : 1;
}

/**
 * A name for each of the p columns: "intercept", "age^2", "age*height", "random ReLU feature 3". Monomials are named by the encoded
 * columns they are made of.
 */
export function blockNames(blocks: readonly FeatureBlock[], encodedNames: readonly string[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'constant') return ['intercept'];
    if (block.kind === 'monomial') return [monomialName(block.powers, encodedNames)];
    return Array.from({ length: blockWidth(block) }, (_, j) => `${block.name} ${j + 1}`);
  });
}

function multiplyBy(part: Float64Array, { rows, columns, values }: Matrix, column: number, power: number): void {
  if (column >= columns) {
    throw new KernelscopeError(
      'model/columns',
      `An unpenalised feature is made of encoded column ${column + 1}, but the rows have ${columns}. Choose the columns it was made for.`,
      { expected: column + 1, found: columns },
    );
  }
  for (let i = 0; i < rows; i++) part[i] *= values[column * rows + i] ** power;
}
