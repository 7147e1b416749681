import type { FeatureBlock, KernelSpec, RandomFeatureMap } from '../contract/kernel';
import { kernelText } from '../kernels/kernelWords';
import { fingerprint } from '../spectrum/cache';

/** What tells kernels apart: their expression, and the drawn numbers of random features. */
export function kernelKey(kernel: KernelSpec): string {
  if (kernel.kind === 'sum') return kernel.terms.map((t) => `${t.weight}*(${kernelKey(t.kernel)})`).join('+');
  if (kernel.kind === 'product') return kernel.factors.map((factor) => `(${kernelKey(factor)})`).join('*');
  return kernel.kind === 'features' ? mapKey(kernel.map) : kernelText(kernel);
}

export function blocksKey(blocks: readonly FeatureBlock[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'constant') return '1';
      return block.kind === 'monomial' ? JSON.stringify(block.powers) : mapKey(block.map);
    })
    .join('|');
}

function mapKey({ activation, scale, weights, bias }: RandomFeatureMap): string {
  return `${activation} ${scale} ${fingerprint(weights, bias)}`;
}
