import type { RandomFeatureMap } from '../../engine/contract/kernel';
import type { Random } from '../../engine/data/random';

export type Activation = 'cos' | 'relu' | 'tanh';

/** As a person reads it. */
export const ACTIVATION_NAME: Readonly<Record<Activation, string>> = { cos: 'cos', relu: 'ReLU', tanh: 'tanh' };

/**
 * Random features of CKRR section 6 (a)–(c) for rows of `inputs` columns: cos(w·x + b) with b uniform on [0, 2π], or the
 * activation of w·x + b with b uniform on [−1, 1]; w normal with standard deviation `spread`. One feature is drawn after the
 * other: fewer features are the first ones of more.
 */
export function drawPaperFeatures(
  activation: Activation,
  count: number,
  inputs: number,
  spread: number,
  random: Random,
): RandomFeatureMap {
  const weights = new Float64Array(inputs * count);
  const bias = new Float64Array(count);
  for (let j = 0; j < count; j++) {
    for (let c = 0; c < inputs; c++) weights[j * inputs + c] = spread * random.normal();
    bias[j] = activation === 'cos' ? 2 * Math.PI * random.uniform() : 2 * random.uniform() - 1;
  }
  return { activation, inputs, weights, bias, scale: 1 };
}
