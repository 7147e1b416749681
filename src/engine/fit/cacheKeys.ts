import type { RunContext } from '../contract/context';
import type { FeatureBlock, FeatureMap, KernelSpec } from '../contract/kernel';
import { kernelText } from '../kernels/kernelWords';
import { fingerprint, fingerprintWithin } from '../spectrum/cache';
import type { Problem } from './problem';

/** A key that identifies training rows and their weights. It takes seconds for tens of millions of cells and can be cancelled. */
export function keyOfRows({ x, rootWeights }: Problem, context: RunContext): string {
  const weights = rootWeights ? fingerprintWithin(context, [rootWeights]) : '';
  return `${x.rows}×${x.columns} ${fingerprintWithin(context, [x.values])} ${weights}`;
}

/** A key that identifies a kernel: its expression, and the drawn numbers of random features. */
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

/** A key of every number that the features are made of. */
export function mapKey(map: FeatureMap): string {
  const parts = Object.entries(map).map(([name, value]) => {
    if (ArrayBuffer.isView(value)) return `${name}=${fingerprint(numbersOf(value))}`;
    if (Array.isArray(value)) return `${name}=${value.join(',')}`;
    return typeof value === 'object' ? `${name}=${kernelKey(value as KernelSpec)}` : `${name}=${String(value)}`;
  });
  return parts.sort().join(' ');
}

function numbersOf(values: ArrayBufferView): Float64Array {
  return values instanceof Float64Array ? values : Float64Array.from(values as Uint32Array);
}
