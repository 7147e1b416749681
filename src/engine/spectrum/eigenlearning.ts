export interface Eigenlearning {
  /** The effective ridge on new rows, per sample; lambda ≤ kappa ≤ lambda + trace(K)/n². */
  readonly kappa: number;
  /** L_i = mu_i/(mu_i + kappa): the share of direction i that is learnt on new rows. n of them. */
  readonly learnability: Float64Array;
  /** E_noise = n/(n − sum L_i²): the factor by which noise, and all that is not learnt, grows on new rows. */
  readonly noiseFactor: number;
}

/**
 * Learnability of each direction (CKRR 5.1 after Simon et al.; docs/methods.md): kappa solves
 * sum_i mu_i/(mu_i + kappa) + n·lambda/kappa = n. `mu` are eigenvalues of K/n, `lambda` > 0 is per sample.
 * The paper prints lambda where n·lambda belongs in this notation.
 */
export function eigenlearning(mu: Float64Array, n: number, lambda: number): Eigenlearning {
  const kappa = solveKappa(mu, n, lambda);
  const learnability = new Float64Array(mu.length);
  let free = n - mu.length; // n − sum L_i², without the cancellation when nearly everything is learnt
  for (let i = 0; i < mu.length; i++) {
    const share = mu[i] / (mu[i] + kappa);
    learnability[i] = share;
    free += (kappa / (mu[i] + kappa)) * (1 + share);
  }
  return { kappa, learnability, noiseFactor: n / free };
}

/** Newton's method on log kappa inside a shrinking bracket: the balance falls strictly as kappa grows. */
function solveKappa(mu: Float64Array, n: number, lambda: number): number {
  let trace = 0;
  for (let i = 0; i < mu.length; i++) trace += mu[i];
  let low = lambda;
  let high = lambda + trace / n;
  let kappa = Math.sqrt(low * high);
  for (let step = 0; step < 100; step++) {
    let balance = (n * lambda) / kappa - n;
    let slope = -(n * lambda) / kappa; // d balance / d log kappa
    for (let i = 0; i < mu.length; i++) {
      const share = mu[i] / (mu[i] + kappa);
      balance += share;
      slope -= share * (1 - share);
    }
    if (balance > 0) low = kappa;
    else high = kappa;
    let next = kappa * Math.exp(-balance / slope);
    if (!(next > low && next < high)) next = Math.sqrt(low * high);
    if (Math.abs(next - kappa) <= 1e-14 * kappa) return next;
    kappa = next;
  }
  return kappa;
}
