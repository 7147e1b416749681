import type { Approximation } from '../../contract/approximation';
import type { SpectrumData } from '../../contract/run';
import { polynomialAlignment } from '../../spectrum/alignment';
import { defaultDecayRange, fitPowerLaw } from '../../spectrum/decay';
import { fixed } from '../../words/numbers';

/** The way features were drawn, as far as the theory distinguishes it. */
export type Drawn = 'features' | 'leverageFeatures' | 'landmarks' | 'leverageLandmarks';

const WORDS: Readonly<Record<Drawn, string>> = {
  features: 'RF theorem 2',
  leverageFeatures: 'RF theorem 3',
  landmarks: 'Nyström, uniform sampling',
  leverageLandmarks: 'Nyström, leverage scores',
};

/**
 * The exponent with which the number of features must grow for the rate of the full kernel: M = n^exponent·log n (RF theorem 2; theorem 3 with
 * compatibility a = g for leverage scores; for landmarks RF section 3, "Comparison with Nyström").
 */
export function featureExponent(drawn: Drawn, r: number, g: number): number {
  const spread = 2 * r + g;
  switch (drawn) {
    case 'features':
      return (1 + g * (2 * r - 1)) / spread;
    case 'leverageFeatures':
      return (g + (2 * r - 1)) / spread;
    case 'landmarks':
      return 1 / spread;
    case 'leverageLandmarks':
      return g / spread;
  }
}

/**
 * The number of features and the lambda, in units of mu_1, that theory wants at n rows, all constants taken as 1, from exponents estimated on the spectrum:
 * g = 1/alpha from mu_i ~ i^−alpha (so that N(lambda) ~ lambda^−g), and r from the alignment scores xi_i² ~ i^(−2·r·alpha−1), both kept
 * where the theorems hold: g in (0, 1], r in [1/2, 1]. If the scores show no regime, r is the worst case; without an estimate both are, r = 1/2 and g = 1: sqrt(n)·log n.
 */
export function recommendedCount(spectrum: SpectrumData, drawn: Drawn): Approximation['recommended'] {
  const { n, mu, rank } = spectrum;
  const { from, to } = defaultDecayRange(rank);
  const decay = rank < 4 ? undefined : fitPowerLaw(mu, from, to);
  const alignment = polynomialAlignment(spectrum, from, to);
  const g = decay && decay.exponent > 0 ? Math.min(1, 1 / decay.exponent) : 1;
  const r = alignment?.regime ? Math.min(1, Math.max(0.5, alignment.gamma.value)) : 0.5;
  const exponent = featureExponent(drawn, r, g);
  return {
    count: Math.min(n, Math.max(1, Math.round(n ** exponent * Math.log(n)))),
    lambda: (mu[0] ?? 1) * n ** (-1 / (2 * r + g)),
    g,
    r,
    rule: `${WORDS[drawn]}: n^${fixed(exponent, 2)}·log n`,
  };
}
