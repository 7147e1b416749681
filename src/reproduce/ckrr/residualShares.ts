import { type Computing, full } from '../../engine/linalg/linalg';
import { tallQr } from '../../engine/linalg/tallQr';
import { kappaOf } from '../../engine/spectrum/softThresholding';
import type { Run } from '../study';

/** The four spectra of CKRR appendix F. */
export interface NamedSpectrum {
  readonly name: string;
  readonly lambdas: Float64Array;
  /** a of lambda_i = i^-a, with half a unit of its last digit: c ≈ a. */
  readonly printed?: { readonly value: number; readonly error: number };
}

/** Modes, as in the authors' program; the exponential spectrum is below 10^-43 after a thousand. */
export const MODES = 10_000;
const EXPONENTIAL_MODES = 1000;

function spectra(modes: number): NamedSpectrum[] {
  const powerLaw = (power: number, error: number): NamedSpectrum => ({
    name: `λᵢ = i^(−${power})`,
    lambdas: Float64Array.from({ length: modes }, (_, i) => (i + 1) ** -power),
    printed: { value: power, error },
  });
  return [
    powerLaw(4, 0.5),
    powerLaw(2, 0.5),
    powerLaw(1.1, 0.05),
    {
      name: 'λᵢ = e^(−0.1i)',
      lambdas: Float64Array.from({ length: Math.min(modes, EXPONENTIAL_MODES) }, (_, i) => Math.exp(-0.1 * (i + 1))),
    },
  ];
}

export type ShownSpectra = ReturnType<typeof spectraShown>;

/** The spectra, and how many of their first modes can be shown of each, `most` at most. */
export function spectraShown(modes: number, most: number) {
  const named = spectra(modes);
  return { named, wanted: Math.min(most, ...named.map(({ lambdas }) => lambdas.length)) };
}

/**
 * The factor that eigenlearning (Simon et al., CKRR 5.1) puts before kappa²/(lambda + kappa)² when the k features stand in the
 * place of k samples without noise or ridge: k/(k − sum L_i²), L_i = lambda_i/(lambda_i + kappa).
 */
export function learningFactor(lambdas: Float64Array, k: number): number {
  const kappa = kappaOf(lambdas, k);
  let squares = 0;
  for (const lambda of lambdas) squares += (lambda / (lambda + kappa)) ** 2;
  return k / (k - squares);
}

/** Slope through the origin: c of mu_i/lambda_i ≈ c·predicted. */
export function factorThrough(predicted: Float64Array, shares: Float64Array): number {
  let xy = 0;
  let xx = 0;
  for (let i = 0; i < predicted.length; i++) {
    xy += predicted[i] * shares[i];
    xx += predicted[i] * predicted[i];
  }
  return xy / xx;
}

/**
 * mu_i/lambda_i = 1 − 2·lambda_i·M_ii + sum_j lambda_j²·M_ij² (CKRR Thm 5.2) of one draw of k Gaussian features, for the first
 * `wanted` of the modes. With Q an orthonormal basis (modes×k) of the scaled draws sqrt(lambda_i)·xi_i, row by row, the
 * share is 1 − 2·||q_i||² + sum_j (lambda_j/lambda_i)·(q_i·q_j)²: no inverse of G, whose condition is that of Q squared.
 * `draws` (modes×k, standard normal) is overwritten.
 */
export function residualShares(
  lambdas: Float64Array,
  draws: Float64Array,
  k: number,
  wanted: number,
  context: Computing,
): Float64Array {
  const { linalg } = context;
  const m = lambdas.length;
  for (let j = 0; j < k; j++) for (let i = 0; i < m; i++) draws[i + j * m] *= Math.sqrt(lambdas[i]);
  tallQr(draws, m, k, context);
  return linalg.scope(() => {
    // sum_j lambda_j·(q_i·q_j)² = q_i'·(Q'·Lambda·Q)·q_i.
    const scaled = linalg.allocate(m * k);
    for (let j = 0; j < k; j++) for (let i = 0; i < m; i++) scaled[i + j * m] = lambdas[i] * draws[i + j * m];
    const inner = linalg.allocate(k * k);
    linalg.gemm(true, false, k, k, m, 1, full(draws, m), full(scaled, m), 0, full(inner, k), context);
    const product = linalg.allocate(wanted * k);
    linalg.gemm(false, false, wanted, k, k, 1, full(draws, m), full(inner, k), 0, full(product, wanted), context);
    const shares = new Float64Array(wanted);
    for (let i = 0; i < wanted; i++) {
      let length = 0;
      let form = 0;
      for (let j = 0; j < k; j++) {
        const q = draws[i + j * m];
        length += q * q;
        form += q * product[i + j * wanted];
      }
      shares[i] = 1 - 2 * length + form / lambdas[i];
    }
    return shares;
  });
}

/** kappa²/(lambda_i + kappa)² for the first `wanted` modes (CKRR (4)). */
export function predictedShares(lambdas: Float64Array, kappa: number, wanted: number): Float64Array {
  return lambdas.subarray(0, wanted).map((lambda) => (kappa / (lambda + kappa)) ** 2);
}

/** The shares of one draw for each spectrum; all see the same draws, so that they can be compared. */
export function drawnShares({ named, wanted }: ShownSpectra, k: number, run: Run<object, unknown>): Float64Array[] {
  const { linalg, random } = run;
  const modes = Math.max(...named.map(({ lambdas }) => lambdas.length));
  const normal = linalg.allocate(modes * k);
  for (let j = 0; j < k; j++) {
    run.check();
    for (let i = 0; i < modes; i++) normal[i + j * modes] = random.normal();
  }
  return named.map(({ lambdas }) => {
    const m = lambdas.length;
    return linalg.scope(() => {
      const draws = linalg.allocate(m * k);
      for (let j = 0; j < k; j++) draws.set(normal.subarray(j * modes, j * modes + m), j * m);
      return residualShares(lambdas, draws, k, wanted, run);
    });
  });
}

/** Means over draws, spectrum by spectrum. */
export function meanShares(draws: readonly (readonly Float64Array[])[]): Float64Array[] {
  const means = draws[0].map((shares) => new Float64Array(shares.length));
  for (const shares of draws)
    means.forEach((mean, s) => {
      for (let i = 0; i < mean.length; i++) mean[i] += shares[s][i] / draws.length;
    });
  return means;
}
