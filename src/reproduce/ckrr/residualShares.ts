import type { RunContext } from '../../engine/contract/context';
import type { Random } from '../../engine/data/random';
import { type LinearAlgebra, whole } from '../../engine/linalg/linalg';
import { tallQr } from '../../engine/linalg/tallQr';

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
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array {
  const m = lambdas.length;
  for (let j = 0; j < k; j++) for (let i = 0; i < m; i++) draws[i + j * m] *= Math.sqrt(lambdas[i]);
  tallQr(draws, m, k, linalg, context);
  return linalg.scope(() => {
    // sum_j lambda_j·(q_i·q_j)² = q_i'·(Q'·Lambda·Q)·q_i.
    const scaled = linalg.allocate(m * k);
    for (let j = 0; j < k; j++) for (let i = 0; i < m; i++) scaled[i + j * m] = lambdas[i] * draws[i + j * m];
    const inner = linalg.allocate(k * k);
    linalg.gemm(true, false, k, k, m, 1, whole(draws, m), whole(scaled, m), 0, whole(inner, k), context);
    const product = linalg.allocate(wanted * k);
    linalg.gemm(false, false, wanted, k, k, 1, whole(draws, m), whole(inner, k), 0, whole(product, wanted), context);
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

/** Mean shares over `repetitions` draws for each spectrum; all spectra see the same draws, so that they can be compared. */
export function meanShares(
  spectra: readonly Float64Array[],
  k: number,
  wanted: number,
  repetitions: number,
  random: Random,
  linalg: LinearAlgebra,
  context: RunContext,
): Float64Array[] {
  const modes = Math.max(...spectra.map((lambdas) => lambdas.length));
  const means = spectra.map(() => new Float64Array(wanted));
  const normal = new Float64Array(modes * k);
  for (let t = 0; t < repetitions; t++) {
    context.progress(t / repetitions, `k = ${k}, draw ${t + 1} of ${repetitions}`);
    for (let j = 0; j < k; j++) {
      context.check();
      for (let i = 0; i < modes; i++) normal[i + j * modes] = random.normal();
    }
    spectra.forEach((lambdas, s) => {
      const m = lambdas.length;
      const shares = linalg.scope(() => {
        const draws = linalg.allocate(m * k);
        for (let j = 0; j < k; j++) draws.set(normal.subarray(j * modes, j * modes + m), j * m);
        return residualShares(lambdas, draws, k, wanted, linalg, context);
      });
      for (let i = 0; i < wanted; i++) means[s][i] += shares[i] / repetitions;
    });
  }
  return means;
}
