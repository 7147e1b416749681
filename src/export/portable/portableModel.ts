import type { Matrix } from '../../engine/contract/data';
import type { FeatureBlock, FeatureMap, KernelSpec } from '../../engine/contract/kernel';
import type { Model } from '../../engine/contract/model';
import { copied } from '../../engine/contract/schema';
import type { FormulaLeaf } from '../../engine/kernels/kernel';
import { kernelOf } from '../../engine/kernels/table';
import type { ScoreRidge } from '../../engine/model/preImages';
import { type Formula, formulaOf, periodic } from '../kernels/formulas';
import {
  ARRAY_MAPS,
  KNOWN,
  PORTABLE_FORMAT,
  type PortableBlock,
  type PortableKernel,
  type PortableLeaf,
  type PortableMap,
  type PortableModel,
  type PortableOutput,
  ROWS,
  ROWS_AND_CONSTANT,
} from './portable';
import { type IntervalBasis, portableInterval, portableProjection } from './portableInterval';

/** A model that predicts with arithmetic alone; the intervals of a spectral fit need a basis. */
export function portableModel(
  model: Model,
  intervals: boolean,
  basis?: IntervalBasis,
  inverse?: ScoreRidge,
): PortableModel {
  const { transform, components, taus, classes, quality } = model;
  const { kinds, frozen } = model.read;
  // No interval is shown for classes.
  const wanted = intervals && !classes;
  const projection = basis && portableProjection(model, basis);
  return {
    format: 'kernelscope portable model',
    version: PORTABLE_FORMAT,
    kernelscope: model.version,
    method: model.method,
    read: {
      ...copied(KNOWN.read, model.read),
      ...(kinds && { kinds: Object.entries(kinds).map(([column, kind]) => ({ column, kind })) }),
      ...(frozen && { frozen: copied(KNOWN.frozen, frozen) }),
    },
    inputs: transform.inputs.map((input) => copied(KNOWN.input, input)),
    missing: transform.missing,
    encoded: { names: transform.names, centre: transform.centre, scale: transform.scale },
    kernel: portableKernel(model.kernel),
    rows: model.x,
    features: model.unpenalised.map(portableBlock),
    kept: model.kept,
    outputs: model.outputs.map((output, o): PortableOutput => {
      const { name, alpha, beta } = output;
      const interval = wanted ? portableInterval(output, o, basis) : undefined;
      return { name, alpha, beta, ...(interval && { interval }) };
    }),
    ...(projection && { projection }),
    ...(classes && { classes: copied(KNOWN.classes, classes) }),
    ...(taus && { quantiles: taus }),
    ...(components && {
      components: {
        coefficients: {
          rows: components.meanWeights.length,
          columns: components.offset.length,
          values: components.coefficients,
        },
        offset: components.offset,
        meanWeights: components.meanWeights,
        constant: components.constant,
        ownScale: components.ownScale,
        ...(inverse && { inverse }),
      },
    }),
    ...(quality && { quality: copied(KNOWN.quality, quality) }),
  };
}

/** True when the training rows are decomposed: for intervals of a spectral fit. */
export function hasProjection({ outputs, classes }: Model, intervals: boolean): boolean {
  return intervals && !classes && outputs.length > 0 && outputs.every(({ filter }) => filter !== undefined);
}

function portableKernel(kernel: KernelSpec): PortableKernel {
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

function portableBlock(block: FeatureBlock): PortableBlock {
  if (block.kind === 'units') return { kind: 'map', map: portableMap(block.map) };
  if (block.kind === 'constant') return { kind: 'constant' };
  return { kind: 'monomial', powers: block.powers.map(({ column, power }) => ({ column, power })) };
}

const matrix = (values: ArrayLike<number>, rows: number): Matrix => ({
  rows,
  columns: values.length / rows,
  values: Float64Array.from(values),
});

/** A member of a map of d columns as its schema has it. */
function said(member: unknown, value: unknown, d: number): unknown {
  if (member === ROWS) return matrix(value as Float64Array, d);
  if (member === ROWS_AND_CONSTANT) return matrix(value as Float64Array, d + 1);
  return ArrayBuffer.isView(value) ? Float64Array.from(value as Float64Array) : value;
}

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
  if (map.kind === 'field') {
    const rows = map.points.length / inputs;
    const points = { rows, columns: inputs, values: map.points };
    return { kind: 'field', kernel: portableKernel(map.kernel), points, coefficients: matrix(map.coefficients, rows) };
  }
  const kind = map.kind ?? 'units';
  const values = { ...map, kind } as Readonly<Record<string, unknown>>;
  const members = Object.entries(ARRAY_MAPS[kind].members).filter(([name]) => values[name] !== undefined);
  return Object.fromEntries(
    members.map(([name, member]) => [name, said(member, values[name], inputs)]),
  ) as unknown as PortableMap;
}
