import type { Approximation } from '../../contract/approximation';
import type { SpectrumData } from '../../contract/run';
import { polynomialAlignment } from '../../spectrum/alignment';
import { defaultDecayRange, fitPowerLaw } from '../../spectrum/decay';
import { fixed } from '../../words/numbers';

/** The way features were drawn, as far as the theory distinguishes it. */
export type Drawn = 'features' | 'leverageFeatures' | 'landmarks' | 'leverageLandmarks';

/**
 * The exponent with which the number of features must grow for the rate of the full kernel: M = n^exponent·log n (RF theorem 3 with compatibility a,
 * which is theorem 2 at a = 1; a = g for leverage scores by example 2). For landmarks the largest leverage of a row, which grows like lambda^−a, decides
 * alone: RF section 3, "Comparison with Nyström", has a = 1 and a = g.
 */
export function featureExponent(drawn: Drawn, r: number, g: number, a = drawn.startsWith('leverage') ? g : 1): number {
  const landmarks = drawn === 'landmarks' || drawn === 'leverageLandmarks';
  return (landmarks ? a : a + (1 + g - a) * (2 * r - 1)) / (2 * r + g);
}

const WORDS: Readonly<Record<Drawn, (a: string) => string>> = {
  features: (a) => `RF theorem 3, a = ${a}`,
  leverageFeatures: () => 'RF theorem 3, leverage scores',
  landmarks: (a) => `Nyström, uniform sampling, a = ${a}`,
  leverageLandmarks: () => 'Nyström, leverage scores',
};

/**
 * The number of features and the lambda, in units of mu_1, that theory recommends at n rows, all constants taken as 1.
 * g and a are measured on the pilot if it determines them, otherwise g = 1/alpha from mu_i ~ i^−alpha (so that
 * N(lambda) ~ lambda^−g) and a = 1; r is from the alignment scores xi_i² ~ i^(−2·r·alpha−1). All are clipped to where
 * the theorems hold: g in (0, 1], a in [g, 1], r in [1/2, 1]. If the scores show no regime, r is the worst case;
 * without an estimate g is too: sqrt(n)·log n. The interval is that of the counts over those of g and r, and over a up
 * to 1 for features and landmarks that were not chosen by scores: those not seen may have a larger leverage.
 */
export function recommendedCount(
  spectrum: SpectrumData,
  drawn: Drawn,
  dimensions: Approximation['dimensions'],
): Approximation['recommended'] {
  const { n, mu, rank } = spectrum;
  const { from, to } = defaultDecayRange(rank);
  const decay = rank < 4 ? undefined : fitPowerLaw(mu, from, to);
  const alignment = polynomialAlignment(spectrum, from, to);
  const within = (least: number) => (v: number) => Math.min(1, Math.max(least, v));
  const falls = decay && decay.exponent > 0 ? 1 / decay.exponent : 1;
  const g = within(0.01)(dimensions?.gamma.value ?? falls);
  const rs = (alignment?.gamma.interval ?? [0.5, 1]).map(within(0.5));
  const r = alignment?.regime ? within(0.5)(alignment.gamma.value) : 0.5;
  const scored = drawn === 'leverageFeatures' || drawn === 'leverageLandmarks';
  const compatible = (given: number, gamma: number) => (scored ? gamma : within(gamma)(given));
  const a = compatible(dimensions?.alpha.value ?? 1, g);
  const countAt = (exponent: number) => Math.min(n, Math.max(1, Math.round(n ** exponent * Math.log(n))));
  const exponent = featureExponent(drawn, r, g, a);
  const counts =
    dimensions &&
    [r, ...rs].flatMap((source) =>
      [g, ...dimensions.gamma.interval.map(within(0.01))].flatMap((gamma) =>
        [dimensions.alpha.interval[0], 1].map((given) =>
          countAt(featureExponent(drawn, source, gamma, compatible(given, gamma))),
        ),
      ),
    );
  return {
    count: countAt(exponent),
    lambda: (mu[0] ?? 1) * n ** (-1 / (2 * r + g)),
    g,
    r,
    a,
    ...(counts && { interval: [Math.min(...counts), Math.max(...counts)] as const }),
    rule: `${WORDS[drawn](fixed(a, 2))}: n^${fixed(exponent, 2)}·log n`,
  };
}
