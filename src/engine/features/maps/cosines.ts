import type { RunContext } from '../../contract/context';
import { KernelscopeError } from '../../contract/failure';
import type { FeatureMap } from '../../contract/kernel';
import type { Random } from '../../data/random';
import type { FormulaLeaf, MixtureLaw } from '../../kernels/kernel';
import { SPECTRAL_NAMES } from '../../kernels/leafNames';
import { mixtureOf } from '../../kernels/table';
import { plural } from '../../words/sentence';
import { type Frequencies, frequenciesAt, independentFrequencies } from '../frequencies/frequencies';
import { hadamardFrequencies } from '../frequencies/hadamard';
import { HALTON_DIMENSIONS, haltonPoints } from '../frequencies/halton';
import { orthogonalFrequencies } from '../frequencies/orthogonal';
import { SOBOL_DIMENSIONS, sobolPoints } from '../frequencies/sobol';
import { mixes } from '../frequencies/stretch';
import type { Draw, DrawnMap } from '../map';
import { randomFeatures } from '../randomFeatures';

export const fourier: DrawnMap = {
  title: 'Fourier features',
  description: 'Cosines of independent random frequencies, each with a random phase: the classical choice.',
  kernels: SPECTRAL_NAMES,
  sums: true,
  draw({ kernel, count, inputs, seed }, context) {
    const { lengthScale } = kernel;
    const drawn = { activation: 'cos', mixture: mixtureIn(kernel), count, inputs, lengthScale, seed } as const;
    return { ...randomFeatures(drawn, context), recovers: kernel };
  },
};

export const fourierPaired: DrawnMap = {
  title: 'Paired Fourier features',
  description: 'Sine and cosine of each random frequency: avoids the error of random phases.',
  kernels: SPECTRAL_NAMES,
  sums: true,
  draw: (draw, context) => drawPairs(draw, context, independentFrequencies),
};

export const orthogonal: DrawnMap = {
  title: 'Orthogonal Fourier features',
  description: 'Sine and cosine of random frequencies, orthogonal in blocks: lower error than independent ones.',
  kernels: SPECTRAL_NAMES,
  sums: true,
  draw: (draw, context) => drawPairs(draw, context, orthogonalFrequencies),
};

export const sobol: DrawnMap = {
  title: 'Fourier features at Sobol points',
  description: 'Sine and cosine of frequencies that fill their space evenly: lowest error where columns are few.',
  kernels: SPECTRAL_NAMES,
  sums: true,
  draw: (draw, context) => drawPairs(draw, context, sequenceFrequencies('sobol', sobolPoints, SOBOL_DIMENSIONS)),
};

export const halton: DrawnMap = {
  title: 'Fourier features at Halton points',
  description: 'As sobol, with the Halton sequence.',
  kernels: SPECTRAL_NAMES,
  sums: true,
  draw: (draw, context) => drawPairs(draw, context, sequenceFrequencies('halton', haltonPoints, HALTON_DIMENSIONS)),
};

export const hadamard: DrawnMap = {
  title: 'Hadamard-structured Fourier features',
  description: 'Sine and cosine of frequencies made from few random numbers by Walsh–Hadamard transforms.',
  kernels: SPECTRAL_NAMES,
  sums: true,
  draw: (draw, context) => drawPairs(draw, context, hadamardFrequencies),
};

/**
 * Codes sign(cos(w·x + b) + t), b uniform on [0, 2π), t on [−1, 1] (Raginsky and Lazebnik 2009; RF appendix E). Their kernel is
 * `binaryKernel` of the one that the frequencies are of.
 */
export const binary: DrawnMap = {
  title: 'Random binary codes',
  description:
    'Signs of randomly shifted cosines. Their kernel is a mixture of the given one at multiples of the distance.',
  kernels: SPECTRAL_NAMES,
  draw({ kernel, scales, count, inputs, random }) {
    const frequencies = independentFrequencies(mixtureIn(kernel), inputs, random);
    const weights = new Float64Array(inputs * count);
    const bias = new Float64Array(count);
    const thresholds = new Float64Array(count);
    for (let j = 0; j < count; j++) {
      const frequency = frequencies.next().value;
      for (let c = 0; c < inputs; c++) weights[j * inputs + c] = frequency[c] / scales[c];
      bias[j] = 2 * Math.PI * random.uniform();
      thresholds[j] = 2 * random.uniform() - 1;
    }
    return { activation: 'binary', inputs, weights, bias, scale: 1, thresholds, recovers: kernel };
  },
};

type DrawFrequencies = (mixture: MixtureLaw, d: number, random: Random, context: RunContext) => Frequencies;

/**
 * Pairs sqrt(2)·cos(w·x + b), sqrt(2)·sin(w·x + b) of one frequency and one phase. Summed over a pair the phase drops out, which leaves
 * cos(w·(x − z)) without the second cosine that a lone feature has; and a feature whose partner is cut off is still one of
 * random Fourier features, without bias, because of its phase.
 */
function drawPairs(
  { kernel, scales, count, inputs, random }: Draw,
  context: RunContext,
  drawFrequencies: DrawFrequencies,
): FeatureMap {
  const frequencies = drawFrequencies(mixtureIn(kernel), inputs, random, context);
  const weights = new Float64Array(inputs * count);
  const bias = new Float64Array(count);
  for (let j = 0; j < count; j += 2) {
    const frequency = frequencies.next().value;
    const phase = 2 * Math.PI * random.uniform();
    for (let k = j; k < Math.min(count, j + 2); k++) {
      for (let c = 0; c < inputs; c++) weights[k * inputs + c] = frequency[c] / scales[c];
      bias[k] = k === j ? phase : phase - Math.PI / 2;
    }
  }
  return { activation: 'cos', inputs, weights, bias, scale: Math.SQRT2, recovers: kernel };
}

/** Frequencies at a sequence of points in at most `most` dimensions. */
function sequenceFrequencies(map: string, points: typeof sobolPoints, most: number): DrawFrequencies {
  return (mixture, d, random, context) => {
    const dimensions = d + Number(mixes(mixture));
    if (dimensions > most) {
      throw new KernelscopeError(
        'parameter/invalid',
        `featureMap: ${map} takes at most ${most} dimensions, and ${d} encoded ${plural(d, 'column makes', 'columns make')} ${dimensions}. Choose featureMap=orthogonal.`,
        { name: 'featureMap', value: map },
      );
    }
    return frequenciesAt(mixture, d, points(dimensions, random), context);
  };
}

function mixtureIn(kernel: FormulaLeaf): MixtureLaw {
  const mixture = mixtureOf(kernel);
  if (mixture === undefined) throw new RangeError(`${kernel.kind} has no spectral density`);
  return mixture;
}
