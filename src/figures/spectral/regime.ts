import type { Sentence } from '../../engine/contract/figure';
import type { PolynomialAlignment, Regime } from '../../engine/spectrum/alignment';
import { count, fixed, sci } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import type { TableRow } from '../tableSpec';
import type { Rates } from '../view/rates';
import type { RunView } from '../view/view';

/** Where γ stands on the line of regimes, and what follows from it (TKRR Thm 2). */
export interface RegimeFinding {
  readonly regime: Regime;
  readonly gamma: number;
  readonly sentence: Sentence;
}

const MEANING: Readonly<Record<Regime, string>> = {
  'under-aligned':
    'it is rougher than the functions the kernel favours, so a rougher kernel or a shorter length scale may fit it better.',
  'just-aligned': 'it is as smooth as the kernel asks and no smoother; ridge reaches the best rate there is.',
  'weakly aligned': 'it is smoother than the kernel asks, and ridge makes full use of that.',
  'over-aligned':
    'it is so smooth that ridge alone no longer gains; cutting the spectrum off, or a smoother kernel, may fit it faster.',
};

/** Undefined when too few scores rise above the noise to tell. */
export function regimeFinding(view: RunView): RegimeFinding | undefined {
  const { alignment } = view.rates();
  if (alignment === undefined) return undefined;
  const { regime, gamma, gammaStandardError } = alignment;
  const error = gammaStandardError > 0 ? `${fixed(gamma, 2)} ± ${fixed(gammaStandardError, 2)}` : fixed(gamma, 2);
  return {
    regime,
    gamma,
    sentence: sentence('The target is ', regime, ` with this kernel (γ ≈ ${error}): ${MEANING[regime]}`),
  };
}

export function alignmentRows(
  alignment: PolynomialAlignment | undefined,
  suggested: Rates['suggested'],
  rank: number,
): TableRow[] {
  if (alignment === undefined) return [];
  const { alpha, gamma, rateTruncated, rateRidge } = alignment;
  return [
    { cells: ['decay exponent α', fixed(alpha, 2)] },
    { cells: ['alignment exponent γ', fixed(gamma, 2)] },
    { cells: ['rate exponent s, truncated ridge', fixed(rateTruncated, 2)] },
    { cells: ['rate exponent s, ridge', fixed(rateRidge, 2)] },
    ...(suggested ? [{ cells: ['suggested λ (Theorem 2)', sci(suggested.lambda)] }] : []),
    ...(suggested ? [{ cells: ['suggested r (Theorem 2)', suggested.r >= rank ? 'all' : count(suggested.r)] }] : []),
  ];
}
