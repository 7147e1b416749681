import type { Random } from '../../engine/data/random';

/**
 * Rows uniform on [0, 1] and the kernel k(x, z) = sum_i lambda_i·e_i(x)·e_i(z) with e_i = √2·cos(pi·i·x), i = 1 … D. The e_i are
 * orthonormal in L² with mean 0, so that the covariance operator has eigenvalues exactly lambda_i, the mean element is 0, and in
 * coordinates of √lambda_i·e_i the space H is R^D with Sigma = diag(lambda): errors of any projection are exact expectations.
 */
export interface ComponentsSetting {
  /** polynomial i^−rate (the paper's alpha), exponential exp(−rate·i) (its tau). */
  readonly decay: 'polynomial' | 'exponential';
  readonly rate: number;
  /** D. */
  readonly dimension: number;
}

export function covarianceEigenvalues({ decay, rate, dimension }: ComponentsSetting): Float64Array {
  return Float64Array.from({ length: dimension }, (_, i) =>
    decay === 'polynomial' ? (i + 1) ** -rate : Math.exp(-rate * (i + 1)),
  );
}

/** A sample as far as principal components need it. */
export interface ComponentsSample {
  /** n points. As they are independent, the first m are m landmarks drawn uniformly without replacement. */
  readonly x: Float64Array;
  /** Means of e_i over the rows, D. */
  readonly mean: Float64Array;
  /** Covariance of the e_i as a U-statistic (divisor n − 1), D×D, both triangles. */
  readonly covariance: Float64Array;
}

/**
 * n rows. 2·e_i·e_j = e_(i−j) + e_(i+j) up to factors of √2, so the covariance needs but 2D means over the rows; cosines by
 * Chebyshev's recurrence, in turns of 64 so that its error stays near 1e-13.
 */
export function drawComponentsSample(
  n: number,
  dimension: number,
  random: Random,
  check: () => void,
): ComponentsSample {
  const x = Float64Array.from({ length: n }, () => random.uniform());
  const cosines = new Float64Array(2 * dimension + 1);
  for (let i = 0; i < n; i++) {
    if (i % 500 === 0) check();
    eachCosine(x[i], 2 * dimension, (k, v) => {
      cosines[k] += v;
    });
  }
  for (let k = 0; k < cosines.length; k++) cosines[k] /= n;
  const mean = cosines.subarray(1, dimension + 1).map((v) => Math.SQRT2 * v);
  const covariance = new Float64Array(dimension ** 2);
  const unbiased = n / (n - 1);
  for (let j = 0; j < dimension; j++)
    for (let i = j; i < dimension; i++) {
      const v = unbiased * (cosines[i - j] + cosines[i + j + 2] - mean[i] * mean[j]);
      covariance[i + j * dimension] = v;
      covariance[j + i * dimension] = v;
    }
  return { x, mean, covariance };
}

/** √lambda_i·e_i of the points as columns, D×m: k(·, x_j) in coordinates. */
export function kernelSections(
  x: Float64Array,
  eigenvalues: Float64Array,
  into: Float64Array,
  check: () => void,
): Float64Array {
  const d = eigenvalues.length;
  const scale = eigenvalues.map((v) => Math.sqrt(2 * v));
  x.forEach((at, j) => {
    if (j % 500 === 0) check();
    eachCosine(at, d, (k, v) => {
      if (k > 0) into[k - 1 + j * d] = scale[k - 1] * v;
    });
  });
  return into;
}

const TURN = 64;

/** cos(pi·k·x) for k = 0 … most. */
function eachCosine(x: number, most: number, take: (k: number, v: number) => void): void {
  const twice = 2 * Math.cos(Math.PI * x);
  let before = 0;
  let now = 0;
  for (let k = 0; k <= most; k++) {
    if (k % TURN === 0) {
      before = Math.cos(Math.PI * (k - 1) * x);
      now = Math.cos(Math.PI * k * x);
    } else {
      const next = twice * now - before;
      before = now;
      now = next;
    }
    take(k, now);
  }
}
