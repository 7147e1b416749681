import type { Matrix } from '../../engine/contract/data';
import type { FeatureBlock, FeatureMap, KernelSpec, RandomFeatureMap } from '../../engine/contract/kernel';
import type { FormulaLeaf } from '../../engine/kernels/kernel';
import { kernelOf } from '../../engine/kernels/table';
import { type Formula, formulaOf, periodic } from '../kernels/formulas';
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

type MapKind = Exclude<FeatureMap['kind'], undefined> | 'units';
type MapOf<K extends MapKind> = K extends 'units' ? RandomFeatureMap : Extract<FeatureMap, { readonly kind: K }>;

const matrix = (values: ArrayLike<number>, rows: number): Matrix => ({
  rows,
  columns: values.length / rows,
  values: Float64Array.from(values),
});

const MAPS: { readonly [K in MapKind]: (map: MapOf<K>) => PortableMap } = {
  units: ({ activation, inputs, weights, bias, scale, thresholds, factors }) => ({
    kind: 'units',
    activation,
    weights: matrix(weights, inputs),
    bias,
    scale,
    ...(thresholds && { thresholds }),
    ...(factors && { factors }),
  }),
  maclaurin: ({ lengthScale, scale, offset, degrees, coefficients, signs, inputs }) => ({
    kind: 'maclaurin',
    lengthScale,
    scale,
    offset,
    degrees: Float64Array.from(degrees),
    coefficients,
    signs: matrix(signs, inputs + 1),
  }),
  tensorSketch: ({ lengthScale, scale, offset, count, width, degree, buckets, signs, inputs }) => ({
    kind: 'tensorSketch',
    lengthScale,
    scale,
    offset,
    count,
    width,
    degree,
    buckets: matrix(buckets, inputs + 1),
    signs: matrix(signs, inputs + 1),
  }),
  taylor: ({ lengthScale, scale, starts, indices, factors }) => ({
    kind: 'taylor',
    lengthScale,
    scale,
    starts: Float64Array.from(starts),
    indices: Float64Array.from(indices),
    factors,
  }),
  histogram: ({ weights, inputs }) => ({ kind: 'histogram', weights: matrix(weights, inputs) }),
  additive: ({ columns, frequencies, phases, factors }) => ({
    kind: 'additive',
    columns: Float64Array.from(columns),
    frequencies,
    phases,
    factors,
  }),
  spline: ({ order, lengthScale, points, inputs }) => ({
    kind: 'spline',
    lengthScale,
    points: matrix(points, inputs),
    kernel: portableLeaf(periodic('spline', order, 2), 'difference', [1]),
  }),
  landmarks: ({ kernel, points, factor, inputs }) => ({
    kind: 'landmarks',
    kernel: portableKernel(kernel),
    points: { rows: points.length / inputs, columns: inputs, values: points },
    factor: matrix(factor, Math.round(Math.sqrt(factor.length))),
  }),
};

function portableMap(map: FeatureMap): PortableMap {
  return (MAPS[map.kind ?? 'units'] as (map: FeatureMap) => PortableMap)(map);
}
