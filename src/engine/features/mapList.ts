import { KernelscopeError } from '../contract/failure';
import type { KernelSpec } from '../contract/kernel';
import { kernelText } from '../kernels/kernelWords';
import { leafNameOf, SPECTRAL_NAMES } from '../kernels/leafNames';
import type { KernelName } from '../kernels/table';

export type FeatureMapName =
  | 'fourier'
  | 'fourierPaired'
  | 'orthogonal'
  | 'sobol'
  | 'halton'
  | 'hadamard'
  | 'binary'
  | 'taylor'
  | 'maclaurin'
  | 'tensorSketch'
  | 'gaussianSketch'
  | 'rademacherSketch'
  | 'step'
  | 'relu'
  | 'reluSquared'
  | 'tanh'
  | 'erf'
  | 'spline'
  | 'exponential'
  | 'histogram'
  | 'chiSquared'
  | 'intersection';

/** A kind of random features, for forms and messages. Formulas: docs/features.md. */
export interface MapEntry {
  readonly name: FeatureMapName;
  /** As a heading says it: "Orthogonal Fourier features". */
  readonly title: string;
  readonly description: string;
  /** Kernels by their names in an expression. Empty: the map has a kernel of its own, and only the length scale of the given one counts. */
  readonly kernels: readonly KernelName[];
  /** Also sums of these, some of the features for each term. */
  readonly sums?: true;
  /** Rows must not have negative values: histograms. */
  readonly nonNegative?: true;
}

export const FEATURE_MAPS: readonly MapEntry[] = [
  {
    name: 'orthogonal',
    title: 'Orthogonal Fourier features',
    description: 'Sine and cosine of random frequencies, orthogonal in blocks: lower error than independent ones.',
    kernels: SPECTRAL_NAMES,
    sums: true,
  },
  {
    name: 'fourier',
    title: 'Fourier features',
    description: 'Cosines of independent random frequencies, each with a random phase: the classical choice.',
    kernels: SPECTRAL_NAMES,
    sums: true,
  },
  {
    name: 'fourierPaired',
    title: 'Paired Fourier features',
    description: 'Sine and cosine of each random frequency: avoids the error of random phases.',
    kernels: SPECTRAL_NAMES,
    sums: true,
  },
  {
    name: 'sobol',
    title: 'Fourier features at Sobol points',
    description: 'Sine and cosine of frequencies that fill their space evenly: lowest error where columns are few.',
    kernels: SPECTRAL_NAMES,
    sums: true,
  },
  {
    name: 'halton',
    title: 'Fourier features at Halton points',
    description: 'As sobol, with the Halton sequence.',
    kernels: SPECTRAL_NAMES,
    sums: true,
  },
  {
    name: 'hadamard',
    title: 'Hadamard-structured Fourier features',
    description: 'Sine and cosine of frequencies made from few random numbers by Walsh–Hadamard transforms.',
    kernels: SPECTRAL_NAMES,
    sums: true,
  },
  {
    name: 'binary',
    title: 'Random binary codes',
    description:
      'Signs of randomly shifted cosines. Their kernel is a mixture of the given one at multiples of the distance.',
    kernels: SPECTRAL_NAMES,
  },
  {
    name: 'taylor',
    title: 'Taylor features',
    description: 'Monomials times a Gaussian, for length scales that are large compared with the data.',
    kernels: ['gaussian'],
  },
  {
    name: 'tensorSketch',
    title: 'Tensor sketches',
    description: 'Random sketches of all products of columns, by convolution.',
    kernels: ['polynomial'],
  },
  {
    name: 'maclaurin',
    title: 'Random Maclaurin features',
    description: 'Products of random signed sums of the columns.',
    kernels: ['polynomial'],
  },
  {
    name: 'gaussianSketch',
    title: 'Gaussian sketches',
    description: 'Random linear combinations of the columns with normal coefficients.',
    kernels: ['linear'],
  },
  {
    name: 'rademacherSketch',
    title: 'Rademacher sketches',
    description: 'Random linear combinations of the columns with coefficients of 1 and −1.',
    kernels: ['linear'],
  },
  {
    name: 'step',
    title: 'Random step units',
    description: 'On which side of a random plane through the origin a row lies.',
    kernels: ['arcCosine0'],
  },
  {
    name: 'relu',
    title: 'Random ReLU units',
    description: 'Hidden units max(w·x + b, 0) of a network with random weights.',
    kernels: ['reluNetwork', 'arcCosine1'],
  },
  {
    name: 'reluSquared',
    title: 'Random squared ReLU units',
    description: 'Hidden units max(w·x, 0)² of a network with random weights.',
    kernels: ['arcCosine2'],
  },
  {
    name: 'tanh',
    title: 'Random tanh units',
    description: 'Hidden units tanh(w·x + b) of a network with random weights.',
    kernels: ['tanhNetwork'],
  },
  {
    name: 'erf',
    title: 'Random erf units',
    description: 'Hidden units erf(w·x + b) of a network with random weights.',
    kernels: ['erfNetwork'],
  },
  {
    name: 'spline',
    title: 'Spline features',
    description: 'Periodic splines of half the order about random points.',
    kernels: ['spline'],
  },
  {
    name: 'exponential',
    title: 'Maclaurin features of the exponential',
    description: 'Products of a random number of random signed sums of the columns: the kernel exp(x·z).',
    kernels: [],
  },
  {
    name: 'histogram',
    title: 'Laplace features of histograms',
    description: 'Decaying exponentials of columns that are counts or shares: the kernel prod exp(−sqrt(x + z)).',
    kernels: [],
    nonNegative: true,
  },
  {
    name: 'chiSquared',
    title: 'Additive chi-squared features',
    description: 'For columns that are counts or shares: the kernel sum 2xz/(x + z).',
    kernels: [],
    nonNegative: true,
  },
  {
    name: 'intersection',
    title: 'Histogram intersection features',
    description: 'For columns that are counts or shares: the kernel sum min(x, z).',
    kernels: [],
    nonNegative: true,
  },
];

export function mapEntry(name: string): MapEntry {
  const entry = FEATURE_MAPS.find((candidate) => candidate.name === name);
  if (entry !== undefined) return entry;
  throw new KernelscopeError(
    'parameter/invalid',
    `There is no feature map "${name}". Choose one of ${FEATURE_MAPS.map((known) => known.name).join(', ')}.`,
    { name: 'featureMap', value: name },
  );
}

/** The map that a kernel gets where none is asked for; undefined for products, and kernels without an integral over random numbers. */
export function mapFor(kernel: KernelSpec): FeatureMapName | undefined {
  return FEATURE_MAPS.find((entry) => entry.kernels.length > 0 && isOf(entry, kernel))?.name;
}

/** Whether the map is one of this kernel. */
export function hasMap(map: string, kernel: KernelSpec): boolean {
  const entry = mapEntry(map);
  return entry.kernels.length > 0 && isOf(entry, kernel);
}

function isOf({ kernels, sums }: MapEntry, kernel: KernelSpec): boolean {
  if (kernel.kind === 'sum' && !sums) return false;
  const named = kernel.kind === 'sum' ? kernel.terms.map((term) => nameOf(term.kernel)) : [nameOf(kernel)];
  return named.every((name) => name !== undefined && (kernels.length === 0 || kernels.includes(name)));
}

/** The same. Throws `parameter/invalid` for a kernel that has none. */
export function defaultMap(kernel: KernelSpec): FeatureMapName {
  const name = mapFor(kernel);
  if (name !== undefined) return name;
  const known = [...new Set(FEATURE_MAPS.flatMap(({ kernels }) => kernels))];
  throw new KernelscopeError(
    'parameter/invalid',
    `kernel: there are no random features of ${kernelText(kernel)}. Choose landmarks, which take every positive definite kernel, or one of ${known.join(', ')}.`,
    { name: 'kernel', value: kernelText(kernel) },
  );
}

/** Throws `parameter/invalid`, naming what fits, where the map is not one of this kernel. */
export function checkKernelOf(entry: MapEntry, kernel: KernelSpec): void {
  if (isOf(entry, kernel)) return;
  // Says which map or method the kernel has instead.
  const other = entry.kernels.length === 0 ? undefined : defaultMap(kernel);
  const takes = entry.kernels.length === 0 ? 'a single kernel for its length scale' : entry.kernels.join(', ');
  const advice = other === undefined ? 'Leave sums and products out.' : `For this kernel, choose featureMap=${other}.`;
  throw new KernelscopeError(
    'parameter/invalid',
    `featureMap: ${entry.name} takes ${takes}, not ${kernelText(kernel)}. ${advice}`,
    { name: 'featureMap', value: entry.name, kernel: kernelText(kernel) },
  );
}

/** Its name in an expression; undefined for sums, products and random features. */
function nameOf(kernel: KernelSpec): KernelName | undefined {
  return kernel.kind === 'sum' || kernel.kind === 'product' ? undefined : leafNameOf(kernel)?.leaf.name;
}
