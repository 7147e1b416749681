import type { RunContext } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import type { FeatureMap, KernelSpec, LeafKernel, RandomFeatureMap } from '../contract/kernel';
import { Random } from '../data/random';
import { checkShape } from '../kernels/checkShape';
import type { FormulaLeaf, MixtureLaw } from '../kernels/kernel';
import { checkColumns, checkScale } from '../kernels/scaledRows';
import { mixtureOf } from '../kernels/table';
import { checkKernelOf, type FeatureMapName, mapEntry } from './mapList';
import { additiveFeatures } from './maps/additive';
import { binaryCodes } from './maps/binary';
import { type Frequencies, frequenciesAt, independentFrequencies } from './maps/frequencies';
import { hadamardFrequencies } from './maps/hadamard';
import { HALTON_DIMENSIONS, haltonPoints } from './maps/halton';
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
export function drawFeatures({ map, kernel, count, inputs, seed }: FeatureDraw, context: RunContext): FeatureMap {
  checkKernelOf(mapEntry(map), kernel);
  if (!Number.isInteger(count) || count < 1) {
    throw new KernelscopeError('parameter/invalid', `features must be a whole number of 1 or more; it is ${count}.`, {
      name: 'features',
      value: String(count),
    });
  }
  if (kernel.kind === 'sum') return sumFeatures(map, kernel, { count, inputs, seed }, context);
  const leaf = kernel as FormulaLeaf;
  checkColumns(leaf, inputs);
  checkScale(leaf.lengthScale, leaf.columns?.length ?? inputs);
  checkShape(leaf);
  return DRAWS[map]({ kernel: overColumns(leaf, inputs), count, inputs, seed }, context);
}

/** A kernel of some of `inputs` columns as one of all: no distance along the others counts. */
function overColumns({ columns, ...leaf }: FormulaLeaf, inputs: number): FormulaLeaf {
  if (columns === undefined) return leaf;
  const lengthScale = new Array<number>(inputs).fill(UNSEEN);
  columns.forEach((column, c) => {
    lengthScale[column] = leaf.lengthScale[leaf.lengthScale.length === 1 ? 0 : c];
  });
  return { ...leaf, lengthScale };
}

/** So long a length scale that frequencies divided by it move no phase. */
const UNSEEN = 1e300;

/** The golden ratio's fraction: its multiples modulo 1 fill [0, 1) evenly, wherever they end. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Features of the terms of a sum side by side. Each pair of them is of a term with the probability of its weight among all weights, by a point of an
 * evenly spread sequence with a random start, and is multiplied by the root of the weights' sum: without bias, and fewer features are the first ones of more.
 */
function sumFeatures(
  map: FeatureMapName,
  kernel: KernelSpec & { readonly kind: 'sum' },
  { count, inputs, seed }: Pick<FeatureDraw, 'count' | 'inputs' | 'seed'>,
  context: RunContext,
): RandomFeatureMap {
  const { terms } = kernel;
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const ends = terms.map((_, t) => terms.slice(0, t + 1).reduce((sum, { weight }) => sum + weight / total, 0));
  const start = new Random((seed + STARTS) >>> 0, context).uniform();
  const termOf = Uint16Array.from({ length: count }, (_, j) => {
    const point = (start + GOLDEN * Math.floor(j / 2)) % 1;
    return Math.max(
      0,
      ends.findIndex((end) => point < end),
    );
  });
  const drawn = terms.map(({ kernel: of }, t) => {
    const some = termOf.reduce((sum, term) => sum + Number(term === t), 0);
    const draw = { map, kernel: of, count: Math.max(1, some), inputs, seed: (seed + t) >>> 0 };
    return drawFeatures(draw, context) as RandomFeatureMap;
  });
  const [weights, bias] = [new Float64Array(inputs * count), new Float64Array(count)];
  const taken = terms.map(() => 0);
  termOf.forEach((t, j) => {
    const k = taken[t]++;
    weights.set(drawn[t].weights.subarray(k * inputs, (k + 1) * inputs), j * inputs);
    bias[j] = drawn[t].bias[k];
  });
  return { activation: 'cos', inputs, weights, bias, scale: Math.SQRT2 * Math.sqrt(total), recovers: kernel };
}

/** Apart from the seeds of the terms. */
const STARTS = 104_729;

/** The kernel is then one that the map takes: the table below says so to the type checker. */
interface Draw extends Omit<FeatureDraw, 'map' | 'kernel'> {
  readonly kernel: FormulaLeaf;
}

const DRAWS: Readonly<Record<FeatureMapName, (draw: Draw, context: RunContext) => FeatureMap>> = {
  fourier: ({ kernel, count, inputs, seed }, context) => {
    const { lengthScale } = kernel;
    const drawn = { activation: 'cos', mixture: mixtureIn(kernel), count, inputs, lengthScale, seed } as const;
    return { ...randomFeatures(drawn, context), recovers: kernel };
  },
  fourierPaired: (draw, context) => paired(draw, context, independentFrequencies),
  orthogonal: (draw, context) => paired(draw, context, orthogonalFrequencies),
  sobol: (draw, context) => paired(draw, context, sequenceFrequencies('sobol', sobolPoints, SOBOL_DIMENSIONS)),
  halton: (draw, context) => paired(draw, context, sequenceFrequencies('halton', haltonPoints, HALTON_DIMENSIONS)),
  hadamard: (draw, context) => paired(draw, context, hadamardFrequencies),
  binary: ({ kernel, count, inputs, seed }, context) => {
    const random = new Random(seed, context);
    const frequencies = independentFrequencies(mixtureIn(kernel), inputs, random);
    return binaryCodes(frequencies, count, inputs, kernel.lengthScale, random, kernel);
  },
  taylor: ({ kernel, count, inputs, seed }, context) =>
    taylorFeatures(kernel.lengthScale, count, inputs, seed, context),
  maclaurin: ({ kernel, count, inputs, seed }, context) => {
    const polynomial = kernel as LeafKernel & { kind: 'polynomial' };
    return polynomialMaclaurin(polynomial, polynomial.degree, count, inputs, seed, context);
  },
  tensorSketch: ({ kernel, count, inputs, seed }, context) => {
    const polynomial = kernel as LeafKernel & { kind: 'polynomial' };
    return tensorSketch(polynomial, polynomial.degree, count, inputs, seed, context);
  },
  gaussianSketch: ({ kernel, count, inputs, seed }, context) =>
    linearSketch('gaussian', kernel as LeafKernel & { kind: 'linear' }, count, inputs, seed, context),
  rademacherSketch: ({ kernel, count, inputs, seed }, context) =>
    linearSketch('rademacher', kernel as LeafKernel & { kind: 'linear' }, count, inputs, seed, context),
  step: units,
  relu: units,
  reluSquared: units,
  tanh: units,
  erf: units,
  spline: ({ kernel, count, inputs, seed }, context) => {
    const { order, lengthScale } = kernel as LeafKernel & { kind: 'spline' };
    return splineFeatures(order, lengthScale, count, inputs, seed, context);
  },
  exponential: ({ kernel: { lengthScale }, count, inputs, seed }, context) =>
    exponentialMaclaurin({ lengthScale, scale: 1, offset: 0 }, count, inputs, seed, context),
  histogram: ({ kernel, count, inputs, seed }, context) =>
    histogramFeatures(kernel.lengthScale, count, inputs, seed, context),
  chiSquared: ({ kernel, count, inputs, seed }, context) =>
    additiveFeatures('chiSquared', kernel.lengthScale, count, inputs, seed, context),
  intersection: ({ kernel, count, inputs, seed }, context) =>
    additiveFeatures('intersection', kernel.lengthScale, count, inputs, seed, context),
};

type DrawFrequencies = (mixture: MixtureLaw, d: number, random: Random, context: RunContext) => Frequencies;

function paired({ kernel, count, inputs, seed }: Draw, context: RunContext, frequencies: DrawFrequencies): FeatureMap {
  const random = new Random(seed, context);
  const drawn = frequencies(mixtureIn(kernel), inputs, random, context);
  return pairedCosines(drawn, count, inputs, kernel.lengthScale, random, kernel);
}

function mixtureIn(kernel: FormulaLeaf): MixtureLaw {
  const mixture = mixtureOf(kernel);
  if (mixture === undefined) throw new RangeError(`${kernel.kind} has no spectral density`);
  return mixture;
}

function units(draw: Draw, context: RunContext): FeatureMap {
  const { kernel } = draw;
  if (kernel.kind === 'arcCosine') return arcCosineUnits(kernel, draw, context);
  return networkUnits(kernel as LeafKernel & { kind: 'network' }, draw, context);
}

/** By a sequence of points in at most `most` dimensions. */
function sequenceFrequencies(map: FeatureMapName, points: typeof sobolPoints, most: number): DrawFrequencies {
  return (mixture, d, random, context) => {
    const dimensions = d + Number(mixes(mixture));
    if (dimensions > most) {
      throw new KernelscopeError(
        'parameter/invalid',
        `featureMap: ${map} takes at most ${most} dimensions, and ${d} encoded columns make ${dimensions}. Choose featureMap=orthogonal.`,
        { name: 'featureMap', value: map },
      );
    }
    return frequenciesAt(mixture, d, points(dimensions, random), context);
  };
}
