import type { ComponentsSetting } from './componentsSetting';

/** In which norm the reconstruction error is measured: R^l and T^l of the paper. */
export type ErrorNorm = 'inH' | 'inL2';

/** How components are computed; random features with M = n^gamma of them. */
export type BoundedForm =
  | { readonly kind: 'empirical' }
  | { readonly kind: 'nystrom' }
  | { readonly kind: 'features'; readonly gamma: number };

type Decay = Pick<ComponentsSetting, 'decay' | 'rate'>;

/** theta from which more components no longer help by the bounds: 1 in H; alpha/(2·alpha − 1) or ½ in L². */
export function threshold(norm: ErrorNorm, { decay, rate }: Decay): number {
  if (norm === 'inH') return 1;
  return decay === 'polynomial' ? rate / (2 * rate - 1) : 0.5;
}

/** e with R^l(Sigma) or T^l(Sigma) of order n^−e: part (i) of corollaries 5, 7, 11 and 13. */
export function populationExponent(norm: ErrorNorm, { decay, rate }: Decay, theta: number): number {
  const squared = norm === 'inH' ? 1 : 2;
  return decay === 'polynomial' ? theta * (squared - 1 / rate) : squared * theta;
}

/** The upper bound on the error at n rows, up to a constant: parts (ii) to (iv) of corollaries 5, 7, 11 and 13. */
export function upperBound(norm: ErrorNorm, kernel: Decay, form: BoundedForm, theta: number, n: number): number {
  const { decay, rate } = kernel;
  const e = populationExponent(norm, kernel, theta);
  const log = Math.log(n);
  if (form.kind === 'features' && form.gamma < e) return n ** -form.gamma;
  // At theta = ½ corollary 13 has the first case, the others have the second at their thresholds.
  const first = theta < threshold(norm, kernel) || (norm === 'inL2' && decay === 'exponential' && theta === 0.5);
  if (first) return decay === 'polynomial' ? n ** -e : n ** -e * log;
  if (norm === 'inH') return decay === 'polynomial' ? (log / n) ** (1 - 1 / rate) : log ** 2 / n;
  return decay === 'exponential' && form.kind === 'nystrom' ? log / n : 1 / n;
}

/** How fast the number of landmarks must grow at least, up to a constant: parts (iii). */
export function landmarkLaw(norm: ErrorNorm, kernel: Decay, theta: number, n: number): number {
  const log = Math.log(n);
  const from = threshold(norm, kernel);
  if (norm === 'inH' && theta >= from) return (n / log) * Math.log(n / log);
  return n ** Math.min(theta, from) * log;
}
