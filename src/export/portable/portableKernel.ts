import type { Matrix } from '../../engine/contract/data';
import type { FeatureBlock, FeatureMap, KernelSpec } from '../../engine/contract/kernel';
import type { FormulaLeaf } from '../../engine/kernels/kernel';
import { kernelOf } from '../../engine/kernels/table';
import { type Formula, formulaOf, periodic } from '../kernels/formulas';
import { MAP_MEMBERS, type Said } from './mapMembers';
import type { PortableBlock, PortableKernel, PortableLeaf, PortableMap } from './portable';

export function portableKernel(kernel: KernelSpec): PortableKernel {
  switch (kernel.kind) {
    case 'sum':
      return {
        kind: 'sum',
        terms: kernel.terms.map(({ weight, kernel: term }) => ({ weight, kernel: portableKernel(term) })),
      };
    case 'product':
      return { kind: 'product', factors: kernel.factors.map(portableKernel) };
    case 'features':
      return { kind: 'features', lengthScale: kernel.lengthScale, map: portableMap(kernel.map) };
    default:
      return leafOf(kernel);
  }
}

function leafOf(leaf: FormulaLeaf): PortableLeaf {
  const { lengthScale, columns } = leaf;
  return { ...portableLeaf(formulaOf(leaf), kernelOf(leaf).argument, lengthScale), ...(columns && { columns }) };
}

function portableLeaf(
  { name, parameters, of }: Formula,
  argument: PortableLeaf['argument'],
  lengthScale: readonly number[],
): PortableLeaf {
  return { kind: 'leaf', function: name, argument, lengthScale, parameters, of };
}

export function portableBlock(block: FeatureBlock): PortableBlock {
  if (block.kind === 'units') return { kind: 'map', map: portableMap(block.map) };
  if (block.kind === 'constant') return { kind: 'constant' };
  return { kind: 'monomial', powers: block.powers.map(({ column, power }) => ({ column, power })) };
}

const matrix = (values: ArrayLike<number>, rows: number): Matrix => ({
  rows,
  columns: values.length / rows,
  values: Float64Array.from(values),
});

/** How a member of a map of d columns is said. */
const SAID: { readonly [S in Exclude<Said, 'plain'>]: (values: ArrayLike<number>, d: number) => unknown } = {
  vector: (values) => Float64Array.from(values),
  rows: matrix,
  rowsAndConstant: (values, d) => matrix(values, d + 1),
};

function portableMap(map: FeatureMap): PortableMap {
  const { inputs } = map;
  if (map.kind === 'spline') {
    const kernel = portableLeaf(periodic('spline', map.order, 2), 'difference', [1]);
    return { kind: 'spline', lengthScale: map.lengthScale, points: matrix(map.points, inputs), kernel };
  }
  if (map.kind === 'landmarks') {
    const { points, factor } = map;
    return {
      kind: 'landmarks',
      kernel: portableKernel(map.kernel),
      points: { rows: points.length / inputs, columns: inputs, values: points },
      factor: matrix(factor, Math.round(Math.sqrt(factor.length))),
    };
  }
  const kind = map.kind ?? 'units';
  const members = Object.entries<Said>(MAP_MEMBERS[kind]).flatMap(([name, said]) => {
    const value = (map as unknown as Readonly<Record<string, ArrayLike<number>>>)[name];
    return value === undefined ? [] : [[name, said === 'plain' ? value : SAID[said](value, inputs)]];
  });
  return { kind, ...Object.fromEntries(members) } as PortableMap;
}
