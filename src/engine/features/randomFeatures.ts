import type { RunContext } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import type { RandomFeatureMap } from '../contract/kernel';
import { Random } from '../data/random';
import type { MixtureLaw } from '../kernels/kernel';
import { drawStretch } from './frequencies/stretch';

export interface RandomFeatureOptions {
  readonly activation: RandomFeatureMap['activation'];
  /** Features M. */
  readonly count: number;
  /** Encoded columns d. */
  readonly inputs: number;
  /** The length scale, of length 1 or d; it is included in the weights, so that the map takes rows as they are. */
  readonly lengthScale: readonly number[];
  /**
   * cos only: the mixture of Gaussians that the recovered kernel is; if omitted, a single one, which is the Gaussian
   * kernel.
   */
  readonly mixture?: MixtureLaw;
  /** relu, tanh and erf only: variance of the biases, 1 by default; that of the weights is 1. */
  readonly bias?: number;
  readonly seed: number;
}

/**
 * Features φ of which φ(x)·φ(z)/M tends to a kernel as M grows, with a Monte-Carlo error of order M^-1/2:
 * - cos: sqrt(2)·cos(w·x + b), b uniform on [0, 2π), w from the kernel's spectral density (RF example 1, appendix E): `mixture`;
 * - relu, tanh, erf: activation(w·x + b) with standard normal w and normal b (RF appendix E, CKRR section 5.2): the network kernel of
 *   that activation with weight 1 and bias `bias`. relu without bias: half the arc-cosine kernel of order 1.
 * Rows are divided by `lengthScale` in all of them. One feature is drawn after the other: fewer features are the first ones of more.
 */
export function randomFeatures(options: RandomFeatureOptions, context: RunContext): RandomFeatureMap {
  const { activation, count, inputs, lengthScale, mixture = { law: 'one' }, bias: variance = 1, seed } = options;
  checkOptions(options);
  const random = new Random(seed, context);
  const weights = new Float64Array(inputs * count);
  const bias = new Float64Array(count);
  for (let j = 0; j < count; j++) {
    for (let c = 0; c < inputs; c++)
      weights[j * inputs + c] = random.normal() / (lengthScale.length === 1 ? lengthScale[0] : lengthScale[c]);
    if (activation !== 'cos') {
      bias[j] = Math.sqrt(variance) * random.normal();
      continue;
    }
    const stretch = drawStretch(mixture, random);
    for (let c = 0; c < inputs; c++) weights[j * inputs + c] *= stretch;
    bias[j] = 2 * Math.PI * random.uniform();
  }
  return { activation, inputs, weights, bias, scale: activation === 'cos' ? Math.SQRT2 : 1 };
}

function checkOptions({ count, inputs, lengthScale, bias }: RandomFeatureOptions): void {
  const fail = (name: string, value: number, need: string) =>
    new KernelscopeError('parameter/invalid', `${name} must be ${need}; it is ${value}.`, {
      name,
      value: String(value),
    });
  if (!Number.isInteger(count) || count < 1) throw fail('features', count, 'a whole number of 1 or more');
  if (lengthScale.length !== 1 && lengthScale.length !== inputs)
    throw fail('lengthScale', lengthScale.length, `one number, or ${inputs}: one for each encoded column`);
  const wrong = lengthScale.find((value) => !(value > 0 && Number.isFinite(value)));
  if (wrong !== undefined) throw fail('lengthScale', wrong, 'above 0 and finite');
  if (bias !== undefined && !(bias >= 0 && Number.isFinite(bias))) throw fail('bias', bias, 'a variance of 0 or more');
}
