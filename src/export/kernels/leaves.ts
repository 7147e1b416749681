import type { PortableKernel, PortableLeaf, PortableMap, PortableModel } from '../portable/portable';

/** Every leaf of a model's kernel and of its features' kernels, each formula once. */
export function leavesOf(model: PortableModel): PortableLeaf[] {
  const byName = new Map<string, PortableLeaf>();
  const visitMap = (map: PortableMap) => {
    if ('kernel' in map) visit(map.kernel);
  };
  const visit = (kernel: PortableKernel): void => {
    if (kernel.kind === 'sum') for (const term of kernel.terms) visit(term.kernel);
    else if (kernel.kind === 'product') kernel.factors.forEach(visit);
    else if (kernel.kind === 'features') visitMap(kernel.map);
    else byName.set(kernel.function, kernel);
  };
  // A model without rows predicts by its features alone.
  if (model.rows.rows > 0) visit(model.kernel);
  for (const block of model.features) if (block.kind === 'map') visitMap(block.map);
  return [...byName.values()];
}
