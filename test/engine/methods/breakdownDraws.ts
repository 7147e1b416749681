import { fitWinner, raceOf } from '../../../src/engine/compare/race/racedFit';
import type { Design } from '../../../src/engine/contract/data';
import type { Parameters } from '../../../src/engine/contract/method';
import type { RobustFit } from '../../../src/engine/contract/robust';
import { Random } from '../../../src/engine/data/random';
import type { FitContext, Method } from '../../../src/engine/fit/method';
import { targetMethods } from '../../../src/engine/methods/registry';
import { madeDesign, madeSample, normals } from '../madeRows';

/**
 * Contaminations of the target: a tenth of the rows far off by so many standard deviations of the noise-free target, or
 * Cauchy noise.
 */
export const CONTAMINATIONS = {
  clean: 0,
  '10 % at ±10²': 1e2,
  '10 % at ±10⁴': 1e4,
  '10 % at ±10⁸': 1e8,
  Cauchy: undefined,
} as const;
export type Contamination = keyof typeof CONTAMINATIONS;

/** Every robust, sparse and quantile method of the registry. */
export const ROBUST_METHODS: readonly Method[] = targetMethods.filter(({ family }) => family === 'robust');

const NOISE = 0.1;
const SHARE = 0.1;

/** sin(πx/2) at n places on [−10, 10] with noise of 0.1, the target of SIGN's first figures, and what it is without noise. */
export function contaminated(
  kind: Contamination,
  seed: number,
  n = 300,
): { readonly design: Design; readonly truth: Float64Array } {
  const random = new Random(1000 + seed);
  const next = normals(2000 + seed);
  const values = Float64Array.from({ length: n }, () => 20 * random.uniform() - 10);
  const truth = values.map((x) => Math.sin((Math.PI * x) / 2));
  const far = CONTAMINATIONS[kind];
  const y = truth.map((v) => v + NOISE * (far === undefined ? next() / next() : next()));
  if (far !== undefined) {
    const rows = Array.from({ length: n }, (_, i) => ({ i, at: random.uniform() })).sort((a, b) => a.at - b.at);
    for (const { i } of rows.slice(0, far === 0 ? 0 : SHARE * n))
      y[i] = truth[i] + far * Math.SQRT1_2 * (random.uniform() < 0.5 ? -1 : 1);
  }
  return { design: madeDesign(madeSample({ rows: n, columns: 1, values }, y)), truth };
}

/** Fraction of the variance of the noise-free values that a fit's values explain. */
export function explained(truth: Float64Array, fitted: Float64Array): number {
  const mean = truth.reduce((sum, v) => sum + v, 0) / truth.length;
  const left = truth.reduce((sum, v, i) => sum + (v - fitted[i]) ** 2, 0);
  return 1 - left / truth.reduce((sum, v) => sum + (v - mean) ** 2, 0);
}

/** A robust method's fit of the rows; with the kernel 'auto', after a race, as in a person's fit. */
export function robustFit(method: Method, kernel: string, design: Design, context: FitContext): RobustFit {
  const given: Parameters = kernel === 'auto' ? {} : { kernel };
  const outcome = kernel === 'auto' ? raceOf(method, design, given, context, { pool: { workers: 0 } }) : undefined;
  const { robust } = outcome ? fitWinner(method, design, given, outcome, context) : method.run(design, given, context);
  if (robust === undefined) throw new Error(`${method.id} is no robust method`);
  return robust;
}
