import { solve } from './gaussianElimination';

export type RobustExampleMethod = 'ksgd' | 'kl-inf' | 'kl1' | 'huber' | 'quantile';

/** Coefficients at each strength for centred y, by the shortest algorithm that gets there. `k` is the kernel matrix, by rows. */
export function coefficientsAlong(
  method: RobustExampleMethod,
  k: readonly Float64Array[],
  y: Float64Array,
  strengths: Float64Array,
  tau: number,
): { readonly alpha: readonly Float64Array[]; readonly weights: readonly Float64Array[] } {
  const n = y.length;
  const ones = () => new Float64Array(n).fill(1);
  if (method === 'ksgd') return { alpha: signSteps(k, y, strengths), weights: [] };
  if (method === 'huber') {
    const found = Array.from(strengths, (lambda) => reweighted(k, y, lambda));
    return { alpha: found.map(({ alpha }) => alpha), weights: found.map(({ weights }) => weights) };
  }
  const alpha = Array.from(strengths, (s) => {
    if (method === 'kl1') return boxDual(k, y, -Infinity, Infinity, s);
    if (method === 'kl-inf') return boxDual(k, y, -s, s, 0);
    const c = 1 / (n * s);
    return boxDual(k, y, c * (tau - 1), c * tau, 0);
  });
  return { alpha, weights: alpha.map(ones) };
}

export const product = (k: readonly Float64Array[], a: Float64Array): Float64Array =>
  Float64Array.from(k, (row) => row.reduce((s, v, j) => s + v * a[j], 0));

/** Coordinate descent on ½a'Ka − y'a + eps·||a||_1 in a box, with a little of the identity so that it ends. */
function boxDual(k: readonly Float64Array[], y: Float64Array, low: number, high: number, eps: number): Float64Array {
  const a = new Float64Array(y.length);
  const f = new Float64Array(y.length);
  for (let sweep = 0; sweep < 400; sweep++) {
    for (let i = 0; i < y.length; i++) {
      const pull = y[i] - f[i] + k[i][i] * a[i];
      const soft = Math.sign(pull) * Math.max(0, Math.abs(pull) - eps);
      const next = Math.min(high, Math.max(low, soft / (k[i][i] + 1e-6)));
      const step = next - a[i];
      if (step === 0) continue;
      a[i] = next;
      for (let j = 0; j < y.length; j++) f[j] += step * k[i][j];
    }
  }
  return a;
}

function signSteps(k: readonly Float64Array[], y: Float64Array, times: Float64Array): Float64Array[] {
  const a = new Float64Array(y.length);
  let t = 0;
  return Array.from(times, (until) => {
    for (const step = 0.05; t + step <= until; t += step) {
      const f = product(k, a);
      for (let i = 0; i < y.length; i++) a[i] += step * Math.sign(y[i] - f[i]);
    }
    return a.slice();
  });
}

/** Huber with c = 1.345 robust scales: (K + n·lambda·W^-1)·a = y, twenty times over. */
function reweighted(k: readonly Float64Array[], y: Float64Array, lambda: number) {
  const n = y.length;
  let weights = new Float64Array(n).fill(1);
  let alpha = new Float64Array(n);
  for (let round = 0; round < 20; round++) {
    const system = k.map((row, i) => Array.from(row, (v, j) => v + (i === j ? (n * lambda) / weights[i] : 0)));
    alpha = Float64Array.from(solve(system, [...y]));
    const f = product(k, alpha);
    const residuals = y.map((v, i) => v - f[i]);
    const scale = 1.4826 * middle(residuals.map(Math.abs)) || 1e-12;
    weights = residuals.map((r) => Math.min(1, (1.345 * scale) / Math.max(Math.abs(r), 1e-300)));
  }
  return { alpha, weights };
}

/** The value at this fraction of the sorted ones. */
export function quantileOf(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

export const middle = (values: ArrayLike<number>): number => quantileOf(values, 0.5);
