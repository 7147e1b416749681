/** The norm in which the reconstruction error is measured: R^l and T^l of NYPCA. */
export type ErrorNorm = 'inH' | 'inL2';

export type BoundedKind = 'empirical' | 'nystrom' | 'features';

/** The quantities that determine the bounds of NYPCA's theorems 3, 8 and 9. */
export interface BoundSetting {
  /** lambda_i of Sigma, descending, at least l + 1 of them. */
  readonly eigenvalues: Float64Array;
  /** Sum of the eigenvalues beyond these. */
  readonly rest: number;
  /** sup k(x, x). */
  readonly kappa: number;
  /** N_(C,inf)(t), or an upper bound on it; kappa/t if omitted. */
  readonly leverage?: (t: number) => number;
  /** The number of components. */
  readonly l: number;
  /** The number of rows. */
  readonly n: number;
  readonly delta: number;
}

/** An upper bound and the lowest probability with which it holds. */
interface StatedBound {
  readonly bound: number;
  readonly probability: number;
  readonly t: number;
  /** The fewest landmarks, or random features, for which it is stated; n for EKPCA. */
  readonly m: number;
}

const TRIED = 400;

/**
 * The upper bounds of NYPCA theorems 3(ii), 3(iii), 8(ii), 8(iii) and 9 at the t that makes them lowest among those
 * that their conditions allow for at most `most` landmarks; undefined if these allow none: n, or `most`, is then too
 * small.
 */
export function statedBound(
  norm: ErrorNorm,
  kind: BoundedKind,
  setting: BoundSetting,
  most = setting.n,
): StatedBound | undefined {
  return allowed(kind, setting)
    .map((t) => boundAt(norm, kind, setting, t))
    .filter(({ m }) => kind === 'features' || m <= most)
    .reduce<StatedBound | undefined>((a, b) => (a === undefined || b.bound < a.bound ? b : a), undefined);
}

/** Values of t between the limits that a theorem states. */
function allowed(kind: BoundedKind, setting: BoundSetting): readonly number[] {
  const { eigenvalues, kappa, n, delta } = setting;
  if (n < 2 * Math.log(2 / delta)) return [];
  const m = kind === 'features' ? featuresFor(setting) : 0;
  const further: Readonly<Record<BoundedKind, number>> = {
    empirical: 0,
    nystrom: ((9 * kappa) / n) * Math.log(n / delta),
    features: ((86 * kappa) / m) * Math.log((16 * kappa * m) / delta),
  };
  const low = Math.max(leastShift(setting), further[kind]);
  const high = eigenvalues[0] / (kind === 'features' ? 3 : 1);
  if (low > high) return [];
  return Array.from({ length: TRIED }, (_, i) => low * (high / low) ** (i / (TRIED - 1)));
}

/** The lowest t of all theorems: above the first eigenvalue they say nothing. */
export const leastShift = ({ kappa, n, delta }: Pick<BoundSetting, 'kappa' | 'n' | 'delta'>): number =>
  ((140 * kappa) / n) * Math.log((16 * kappa * n) / delta);

/** Random features of theorem 8(iii): m ≥ (2 ∨ 1024·kappa²/sum_{i>l} lambda_i²)·log(2/delta). */
function featuresFor(setting: BoundSetting): number {
  const { eigenvalues, l, delta } = setting;
  const left = eigenvalues.subarray(l).reduce((sum, v) => sum + v * v, 0);
  return Math.ceil(Math.max(2, (1024 * setting.kappa ** 2) / left) * Math.log(2 / delta));
}

function boundAt(norm: ErrorNorm, kind: BoundedKind, setting: BoundSetting, t: number): StatedBound {
  const { eigenvalues, rest, kappa, leverage = (at) => kappa / at, l, n, delta } = setting;
  const log = Math.log(2 / delta);
  const dimension = eigenvalues.reduce((sum, v) => sum + v / (v + t), rest / t);
  const next = eigenvalues[l];
  if (kind === 'features') {
    const m = featuresFor(setting);
    const share = (8 * kappa * log) / (t * m);
    const inner = dimension + 2 * share + Math.sqrt(share * dimension);
    const bound = 162 * inner * (next + t) ** 2 + (640 * kappa ** 2 * log) / (3 * n) + (256 * kappa ** 2 * log) / m;
    return { bound, probability: 1 - 12 * delta, t, m };
  }
  if (kind === 'empirical') {
    return norm === 'inH'
      ? { bound: 3 * dimension * (next + t) + (32 * kappa * log) / n, probability: 1 - 5 * delta, t, m: n }
      : { bound: 9 * dimension * (next + t) ** 2 + (64 * kappa ** 2 * log) / n, probability: 1 - 3 * delta, t, m: n };
  }
  const landmarks = Math.max(
    Math.max(67, 5 * leverage(t)) * Math.log((4 * kappa) / (t * delta)),
    ((140 * kappa) / t) * Math.log(8 / (t * delta)),
  );
  const bound =
    norm === 'inH'
      ? 6 * dimension * (next + 9 * t) + (32 * kappa * log) / n
      : 36 * dimension * (next + 9 * t) ** 2 + (32 * kappa ** 2 * log) / n;
  return { bound, probability: 1 - 11 * delta, t, m: Math.ceil(landmarks) };
}
