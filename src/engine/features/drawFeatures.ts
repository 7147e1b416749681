import { quietContext, type RunContext } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import type { FeatureMap, KernelSpec, LeafKernel } from '../contract/kernel';
import { Random } from '../data/random';
import { checkShape } from '../kernels/checkShape';
import type { FormulaLeaf, MixtureLaw } from '../kernels/kernel';
import { checkScale } from '../kernels/scaledRows';
import { mixtureOf } from '../kernels/table';
import { checkKernelOf, type FeatureMapName, mapEntry } from './mapList';
import { additiveFeatures } from './maps/additive';
import { binaryCodes } from './maps/binary';
import { type Frequencies, frequenciesAt, independentFrequencies } from './maps/frequencies';
import { hadamardFrequencies } from './maps/hadamard';
import { haltonPoints } from './maps/halton';
import { histogramFeatures } from './maps/histogram';
import { exponentialMaclaurin, polynomialMaclaurin } from './maps/maclaurin';
import { arcCosineUnits, networkUnits } from './maps/networkUnits';
import { orthogonalFrequencies } from './maps/orthogonal';
import { pairedCosines } from './maps/pairedCosines';
import { linearSketch } from './maps/sketch';
import { SOBOL_DIMENSIONS, sobolPoints } from './maps/sobol';
import { splineFeatures } from './maps/splineFeatures';
import { mixes } from './maps/stretch';
import { taylorFeatures } from './maps/taylor';
import { tensorSketch } from './maps/tensorSketch';
import { randomFeatures } from './randomFeatures';

export interface FeatureDraw {
  readonly map: FeatureMapName;
  readonly kernel: KernelSpec;
  /** Features M. */
  readonly count: number;
  /** Encoded columns d. */
  readonly inputs: number;
  readonly seed: number;
}

/**
 * M features of which φ·φ/M recovers the kernel without bias, with an error of order M^-1/2; binary, exponential, histogram, chiSquared
 * and intersection recover their own (docs/features.md). Fewer features are the first ones of more with the same seed. Throws
 * `parameter/invalid` where the map does not fit the kernel, naming what does, or a number is out of range.
 */
export function drawFeatures(
  { map, kernel, count, inputs, seed }: FeatureDraw,
  context: RunContext = quietContext,
): FeatureMap {
  checkKernelOf(mapEntry(map), kernel);
  const leaf = kernel as FormulaLeaf;
  checkScale(leaf.lengthScale, inputs);
  checkShape(leaf);
  if (!Number.isInteger(count) || count < 1) {
    throw new KernelscopeError('parameter/invalid', `features must be a whole number of 1 or more; it is ${count}.`, {
      name: 'features',
      value: String(count),
    });
  }
  return DRAWS[map]({ kernel: leaf, count, inputs, seed }, context);
}

/** The kernel is then one that the map takes: the table below says so to the type checker. */
interface Draw extends Omit<FeatureDraw, 'map' | 'kernel'> {
  readonly kernel: FormulaLeaf;
}

const DRAWS: Readonly<Record<FeatureMapName, (draw: Draw, context: RunContext) => FeatureMap>> = {
  fourier: ({ kernel, count, inputs, seed }) => ({
    ...randomFeatures({
      activation: 'cos',
      mixture: mixtureIn(kernel),
      count,
      inputs,
      lengthScale: kernel.lengthScale,
      seed,
    }),
    recovers: kernel,
  }),
  fourierPaired: (draw) => paired(draw, independentFrequencies),
  orthogonal: (draw, context) =>
    paired(draw, (mixture, d, random) => orthogonalFrequencies(mixture, d, random, context)),
  sobol: (draw) => paired(draw, sobolFrequencies),
  halton: (draw) =>
    paired(draw, (mixture, d, random) => frequenciesAt(mixture, d, haltonPoints(d + Number(mixes(mixture)), random))),
  hadamard: (draw) => paired(draw, hadamardFrequencies),
  binary: ({ kernel, count, inputs, seed }) => {
    const random = new Random(seed);
    const frequencies = independentFrequencies(mixtureIn(kernel), inputs, random);
    return binaryCodes(frequencies, count, inputs, kernel.lengthScale, random, kernel);
  },
  taylor: ({ kernel, count, inputs, seed }) => taylorFeatures(kernel.lengthScale, count, inputs, seed),
  maclaurin: ({ kernel, count, inputs, seed }) => {
    const polynomial = kernel as LeafKernel & { kind: 'polynomial' };
    return polynomialMaclaurin(polynomial, polynomial.degree, count, inputs, seed);
  },
  tensorSketch: ({ kernel, count, inputs, seed }) => {
    const polynomial = kernel as LeafKernel & { kind: 'polynomial' };
    return tensorSketch(polynomial, polynomial.degree, count, inputs, seed);
  },
  gaussianSketch: ({ kernel, count, inputs, seed }) =>
    linearSketch('gaussian', kernel as LeafKernel & { kind: 'linear' }, count, inputs, seed),
  rademacherSketch: ({ kernel, count, inputs, seed }) =>
    linearSketch('rademacher', kernel as LeafKernel & { kind: 'linear' }, count, inputs, seed),
  step: units,
  relu: units,
  reluSquared: units,
  tanh: units,
  erf: units,
  spline: ({ kernel, count, inputs, seed }) => {
    const { order, lengthScale } = kernel as LeafKernel & { kind: 'spline' };
    return splineFeatures(order, lengthScale, count, inputs, seed);
  },
  exponential: ({ kernel: { lengthScale }, count, inputs, seed }) =>
    exponentialMaclaurin({ lengthScale, scale: 1, offset: 0 }, count, inputs, seed),
  histogram: ({ kernel, count, inputs, seed }) => histogramFeatures(kernel.lengthScale, count, inputs, seed),
  chiSquared: ({ kernel, count, inputs, seed }) =>
    additiveFeatures('chiSquared', kernel.lengthScale, count, inputs, seed),
  intersection: ({ kernel, count, inputs, seed }) =>
    additiveFeatures('intersection', kernel.lengthScale, count, inputs, seed),
};

function paired(
  { kernel, count, inputs, seed }: Draw,
  frequencies: (mixture: MixtureLaw, d: number, random: Random) => Frequencies,
): FeatureMap {
  const random = new Random(seed);
  const drawn = frequencies(mixtureIn(kernel), inputs, random);
  return pairedCosines(drawn, count, inputs, kernel.lengthScale, random, kernel);
}

function mixtureIn(kernel: FormulaLeaf): MixtureLaw {
  const mixture = mixtureOf(kernel);
  if (mixture === undefined) throw new RangeError(`${kernel.kind} has no spectral density`);
  return mixture;
}

function units(draw: Draw): FeatureMap {
  const { kernel } = draw;
  if (kernel.kind === 'arcCosine') return arcCosineUnits(kernel, draw);
  return networkUnits(kernel as LeafKernel & { kind: 'network' }, draw);
}

function sobolFrequencies(mixture: MixtureLaw, d: number, random: Random): Frequencies {
  const dimensions = d + Number(mixes(mixture));
  if (dimensions > SOBOL_DIMENSIONS) {
    throw new KernelscopeError(
      'parameter/invalid',
      `featureMap: sobol takes at most ${SOBOL_DIMENSIONS} dimensions, and ${d} encoded columns make ${dimensions}. Choose featureMap=orthogonal.`,
      { name: 'featureMap', value: 'sobol' },
    );
  }
  return frequenciesAt(mixture, d, sobolPoints(dimensions, random));
}
