import type { Matrix } from '../../../src/engine/contract/data';
import type { KernelSpec } from '../../../src/engine/contract/kernel';
import { Random } from '../../../src/engine/data/random';
import type { FeatureMapName } from '../../../src/engine/features/table';
import oracle from '../../oracles/features.json';

/** One for each column of the oracle's rows. */
export const ARD = oracle.maps.lengthScale;

export interface MapCase {
  readonly map: FeatureMapName;
  readonly kernel: KernelSpec;
  /** The oracle's name of the kernel that is recovered, where it has one. */
  readonly oracle?: string;
  /** Columns of the rows that it is tried on; all 3 when left out. Products of functions with poles have too heavy tails for averages. */
  readonly columns?: number;
}

const spectral = ['gaussian', 'laplace', 'matern32', 'matern52', 'cauchy'] as const;
const fourier = ['fourier', 'fourierPaired', 'orthogonal', 'sobol', 'halton', 'hadamard'] as const;
const gaussian: KernelSpec = { kind: 'gaussian', lengthScale: ARD };
const linear: KernelSpec = { kind: 'linear', lengthScale: ARD };
const polynomial: KernelSpec = { kind: 'polynomial', degree: 3, scale: 0.7, offset: 0.4, lengthScale: ARD };
const network = (activation: 'relu' | 'tanh' | 'erf'): KernelSpec => ({
  kind: 'network',
  activation,
  weight: 1.7,
  bias: 0.3,
  lengthScale: ARD,
});

/** A product of all columns and kernels of single ones. */
const sum: KernelSpec = {
  kind: 'sum',
  terms: [
    { weight: 0.5, kernel: { kind: 'matern32', lengthScale: ARD } },
    { weight: 1.3, kernel: { kind: 'laplace', columns: [1], lengthScale: [0.8] } },
    { weight: 0.2, kernel: { kind: 'gaussian', columns: [2, 0], lengthScale: [1.5, 0.7] } },
  ],
};

/** Every map, with every kernel that it recovers. */
export const CASES: readonly MapCase[] = [
  ...fourier.flatMap((map) =>
    spectral.map((kind) => ({ map, kernel: { kind, lengthScale: ARD } as KernelSpec, oracle: kind })),
  ),
  { map: 'fourier', kernel: sum },
  { map: 'orthogonal', kernel: sum },
  { map: 'sobol', kernel: sum },
  { map: 'binary', kernel: gaussian, oracle: 'binary' },
  { map: 'binary', kernel: { kind: 'matern32', lengthScale: [1.1] } },
  { map: 'taylor', kernel: gaussian, oracle: 'gaussian' },
  { map: 'maclaurin', kernel: polynomial, oracle: 'polynomial' },
  { map: 'geometricMaclaurin', kernel: polynomial, oracle: 'polynomial' },
  { map: 'tensorSketch', kernel: polynomial, oracle: 'polynomial' },
  { map: 'exponential', kernel: gaussian, oracle: 'exponential' },
  { map: 'gaussianSketch', kernel: linear, oracle: 'linear' },
  { map: 'rademacherSketch', kernel: linear, oracle: 'linear' },
  { map: 'step', kernel: { kind: 'arcCosine', order: 0, lengthScale: ARD } },
  { map: 'sign', kernel: gaussian },
  { map: 'relu', kernel: { kind: 'arcCosine', order: 1, lengthScale: ARD } },
  { map: 'reluSquared', kernel: { kind: 'arcCosine', order: 2, lengthScale: ARD } },
  { map: 'relu', kernel: network('relu') },
  { map: 'tanh', kernel: network('tanh') },
  { map: 'erf', kernel: network('erf') },
  { map: 'spline', kernel: { kind: 'spline', order: 4, lengthScale: ARD }, oracle: 'spline' },
  { map: 'spline', kernel: { kind: 'spline', order: 3.2, lengthScale: ARD } },
  { map: 'spline', kernel: { kind: 'spline', order: 2, lengthScale: [0.9] }, columns: 1 },
  { map: 'spline', kernel: { kind: 'spline', order: 1.7, lengthScale: [1] }, columns: 1 },
  { map: 'histogram', kernel: gaussian, oracle: 'histogram' },
  { map: 'chiSquared', kernel: gaussian, oracle: 'chiSquared' },
  { map: 'chiSquaredEven', kernel: gaussian, oracle: 'chiSquared' },
  { map: 'intersectionEven', kernel: gaussian, oracle: 'intersection' },
  { map: 'jensenShannon', kernel: gaussian },
  { map: 'hellinger', kernel: gaussian },
  { map: 'intersection', kernel: gaussian, oracle: 'intersection' },
];

export const titleOf = ({ map, kernel }: MapCase): string =>
  `${map} of ${kernel.kind}${'order' in kernel ? ` ${kernel.order}` : ''}`;

/** n×d rows, uniform on [0, 1.2]: histograms are among the maps. */
export function positiveRows(n: number, d: number, seed: number): Matrix {
  const random = new Random(seed);
  return { rows: n, columns: d, values: Float64Array.from({ length: n * d }, () => 1.2 * random.uniform()) };
}
