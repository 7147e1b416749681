import type { SpectrumData } from '../contract/run';

/** Effective ridges tried for each number of rows, from the ridgeless one up, before the best of them is refined. */
const TRIED = 40;

type Scored = Pick<SpectrumData, 'n' | 'unpenalised' | 'mu' | 'coordinates' | 'beyond'>;

export interface Eigenlearning {
  /** The effective ridge on new rows, per sample; never below lambda. */
  readonly kappa: number;
  /** L_i = mu_i/(mu_i + kappa): the fraction of direction i that is learnt on new rows. As many as `mu`. */
  readonly learnability: Float64Array;
  /**
   * E_noise = n/(n − p − sum L_i²): the factor by which noise, and everything that is not learnt, grows on new rows.
   */
  readonly noiseFactor: number;
}

/**
 * Learnability of each direction (CKRR 5.1 after Simon et al.; docs/methods.md): kappa solves
 * sum_i mu_i/(mu_i + kappa) + p + n·lambda/kappa = n, the p unpenalised directions being learnt in full (L = 1). `mu` are
 * eigenvalues of K/n, `lambda` > 0 is per sample. The paper prints lambda where n·lambda belongs in this notation.
 */
export function eigenlearning(mu: Float64Array, n: number, lambda: number, unpenalised = 0): Eigenlearning {
  const kappa = solveKappa(mu, n, lambda, unpenalised);
  const learnability = new Float64Array(mu.length);
  for (let i = 0; i < mu.length; i++) learnability[i] = mu[i] / (mu[i] + kappa);
  return { kappa, learnability, noiseFactor: n / rowsLeft(mu, n, kappa, unpenalised) };
}

/**
 * Predicted mean squared errors on new rows, noise included, of fits on `sizes` rows, with the spectrum of all n rows
 * taken as the population's (docs/methods.md): reliable up to n/2 rows. At one lambda (per sample), or, for 'best', at
 * the lambda of the lowest error for each size. NaN if there are no more rows than unpenalised directions.
 */
export function learningCurve(
  spectrum: SpectrumData,
  sigma2: number,
  lambda: number | 'best',
  sizes: Float64Array,
): Float64Array {
  const { mu, unpenalised: p } = spectrum;
  return sizes.map((size) => {
    if (size <= p) return Number.NaN;
    if (lambda === 'best') return leastError(spectrum, sigma2, size);
    return errorAt(spectrum, sigma2, size, solveKappa(mu, size, lambda, p));
  });
}

/**
 * The effect of leaving the first k directions unpenalised on the predicted error on new rows, in units of y squared
 * (CKRR section 5.1 before inequality 3): it pays where gain > cost.
 *
 *   gain = E·sum_i (1−L_i)²·u_i² − E'·sum_{i>k} (1−L'_i)²·u_i²,   cost = sigma²·(E' − E)
 *
 * E is E_noise and L_i the learnability; with a prime the first k are learnt in full (L = 1). Inequality (3) is this
 * for a target within the first k directions, with E' of all rows and O(sigma²·(k + 1)/n) for the rows that these k
 * take. u_i² are debiased scores; neither sum is taken below 0. `ks` are below n less the directions unpenalised
 * already.
 */
export function conditioningBenefit(
  spectrum: SpectrumData,
  sigma2: number,
  lambda: number,
  ks: Float64Array,
): { readonly gain: Float64Array; readonly cost: Float64Array } {
  const { n, mu, coordinates, unpenalised } = spectrum;
  const without = (k: number) => {
    const rest = {
      ...spectrum,
      mu: mu.subarray(k),
      coordinates: coordinates.subarray(k),
      unpenalised: unpenalised + k,
    };
    return missedAt(rest, sigma2, n, solveKappa(rest.mu, n, lambda, rest.unpenalised));
  };
  const all = without(0);
  const rests = Array.from(ks, without);
  return {
    gain: Float64Array.from(rests, ({ missed, factor }) => all.factor * all.missed - factor * missed),
    cost: Float64Array.from(rests, ({ factor }) => sigma2 * (factor - all.factor)),
  };
}

/** The part of the target that is not learnt, before the factor by which it and the noise grow on new rows. */
function missedAt({ n, mu, coordinates, unpenalised, beyond }: Scored, sigma2: number, size: number, kappa: number) {
  let missed = beyond.score - (sigma2 / n) * beyond.count;
  for (let i = 0; i < mu.length; i++) {
    const lost = kappa / (mu[i] + kappa);
    missed += lost * lost * (coordinates[i] * coordinates[i] - sigma2 / n);
  }
  // Only the sum is clipped, as in the risk: single debiased scores are rightly negative half the time.
  return { missed: Math.max(0, missed), factor: size / rowsLeft(mu, size, kappa, unpenalised) };
}

function errorAt(spectrum: Scored, sigma2: number, size: number, kappa: number): number {
  const { missed, factor } = missedAt(spectrum, sigma2, size, kappa);
  return factor * (missed + sigma2);
}

/**
 * The lowest error over lambda ≥ 0, minimised over kappa instead, which needs no equation solved. Every kappa from the
 * ridgeless one on belongs to one lambda.
 */
function leastError(spectrum: Scored, sigma2: number, size: number): number {
  const { mu, unpenalised } = spectrum;
  if (mu.length === 0 || mu[0] === 0) return errorAt(spectrum, sigma2, size, 1);
  const start = Math.log(solveKappa(mu, size, mu[0] * 1e-13, unpenalised));
  const step = (Math.log(100 * mu[0]) - start) / (TRIED - 1);
  const at = (place: number) => errorAt(spectrum, sigma2, size, Math.exp(start + place * step));
  let best = 0;
  let least = at(0);
  for (let place = 1; place < TRIED; place++) {
    const error = at(place);
    if (error < least) [best, least] = [place, error];
  }
  // Golden section between the neighbours of the best.
  let [low, high] = [Math.max(0, best - 1), Math.min(TRIED - 1, best + 1)];
  for (let round = 0; round < 16; round++) {
    const [a, b] = [high - 0.618034 * (high - low), low + 0.618034 * (high - low)];
    const [left, right] = [at(a), at(b)];
    least = Math.min(least, left, right);
    if (left < right) high = b;
    else low = a;
  }
  return least;
}

/** n − p − sum L_i², without the cancellation when nearly everything is learnt. */
function rowsLeft(mu: Float64Array, n: number, kappa: number, unpenalised: number): number {
  let left = n - unpenalised - mu.length;
  for (let i = 0; i < mu.length; i++) {
    const lost = kappa / (mu[i] + kappa);
    left += lost * (2 - lost);
  }
  return left;
}

/** Newton's method on log kappa inside a shrinking bracket: the balance falls strictly as kappa grows. */
function solveKappa(mu: Float64Array, n: number, lambda: number, unpenalised: number): number {
  let trace = 0;
  for (let i = 0; i < mu.length; i++) trace += mu[i];
  const rows = n - unpenalised;
  let low = (n * lambda) / rows;
  let high = low + trace / rows;
  let kappa = Math.sqrt(low * high);
  for (let step = 0; step < 100; step++) {
    let balance = (n * lambda) / kappa - rows;
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
