import type { RunResult } from '../../engine/contract/run';
import { type PolynomialAlignment, polynomialAlignment, suggestedChoice } from '../../engine/spectrum/alignment';
import { defaultDecayRange, fitPowerLaw, type PowerLaw } from '../../engine/spectrum/decay';

/** Exponents fitted on directions from…to, and what TKRR Theorem 2 makes of them. */
export interface Rates {
  readonly from: number;
  readonly to: number;
  readonly decay: PowerLaw | undefined;
  readonly alignment: PolynomialAlignment | undefined;
  /** lambda and r in the theorem's rates, its constants taken as 1; undefined where the target is not aligned at all. */
  readonly suggested: { readonly lambda: number; readonly r: number } | undefined;
}

/** Fits again only when the stretch changes. */
export class RunRates {
  private cached: Rates | undefined;

  constructor(private readonly run: RunResult) {}

  on(range?: readonly [number, number]): Rates {
    const { spectrum, noise } = this.run;
    const { from, to } = range ? within(range, spectrum.rank) : defaultDecayRange(spectrum.rank);
    if (this.cached?.from === from && this.cached.to === to) return this.cached;
    const alignment = polynomialAlignment(spectrum, noise.sigma2, from, to);
    this.cached = {
      from,
      to,
      decay: spectrum.rank < 4 ? undefined : fitPowerLaw(spectrum.mu, from, to),
      alignment,
      suggested: alignment && suggestedChoice(alignment, noise.sigma2, spectrum.n),
    };
    return this.cached;
  }
}

/** At least two directions, inside 1…rank. */
function within([from, to]: readonly [number, number], rank: number): { from: number; to: number } {
  const low = Math.min(Math.max(1, Math.round(from)), Math.max(1, rank - 1));
  return { from: low, to: Math.min(rank, Math.max(low + 1, Math.round(to))) };
}
