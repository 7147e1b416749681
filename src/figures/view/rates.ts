import type { RunResult } from '../../engine/contract/run';
import { type PolynomialAlignment, polynomialAlignment, suggestedChoice } from '../../engine/spectrum/alignment';
import { defaultDecayRange, fitPowerLaw, type PowerLaw } from '../../engine/spectrum/decay';
import { type ScoreLaw, steadyLaw } from '../../engine/spectrum/scoreLaw';
import { logSpaced } from './extent';

/** Exponents fitted on directions from…to, and what TKRR Theorem 2 makes of them. */
export interface Rates {
  readonly from: number;
  readonly to: number;
  readonly decay: PowerLaw | undefined;
  /**
   * The law of the scores without its floor, as fractions of var(y), as far as it stands above a tenth of the floor.
   */
  readonly line: { readonly x: Float64Array; readonly y: Float64Array } | undefined;
  readonly alignment: PolynomialAlignment | undefined;
  /** lambda and r in the theorem's rates, its constants taken as 1; undefined where the regime is not known. */
  readonly suggested: { readonly lambda: number; readonly r: number } | undefined;
}

/** Fits the scores once, and the decay again when the stretch changes. */
export class RunRates {
  private cached: Rates | undefined;
  private fitted: (Pick<Rates, 'line'> & { readonly law: ScoreLaw | undefined }) | undefined;

  constructor(
    private readonly run: RunResult,
    private readonly unit: number,
  ) {}

  on(range?: readonly [number, number]): Rates {
    const { spectrum } = this.run;
    const { from, to } = range ? within(range, spectrum.rank) : defaultDecayRange(spectrum.rank);
    if (this.cached?.from === from && this.cached.to === to) return this.cached;
    this.fitted ??= this.fit();
    const { law, line } = this.fitted;
    const alignment = law && polynomialAlignment(spectrum, from, to, law);
    this.cached = {
      from,
      to,
      decay: spectrum.rank < 4 ? undefined : fitPowerLaw(spectrum.mu, from, to),
      line,
      alignment,
      suggested: alignment?.regime && suggested(alignment, spectrum.n),
    };
    return this.cached;
  }

  private fit() {
    const { mu, rank } = this.run.spectrum;
    const law = steadyLaw(this.run.spectrum);
    if (law === undefined) return { law, line: undefined };
    const at = (i: number) => (law.signal * (mu[i - 1] / mu[0]) ** (2 * law.gamma.value)) / i;
    const x = logSpaced(rank, 400).filter((i) => at(i) > law.floor.value / 10);
    return { law, line: { x, y: x.map((i) => at(i) / this.unit) } };
  }
}

function suggested({ alpha, gamma, floor, scale, signal }: PolynomialAlignment, n: number): Rates['suggested'] {
  return suggestedChoice({ alpha: alpha.value, gamma: gamma.value, scale, signal }, floor.value * n, n);
}

/** At least two directions, inside 1…rank. */
function within([from, to]: readonly [number, number], rank: number): { from: number; to: number } {
  const low = Math.min(Math.max(1, Math.round(from)), Math.max(1, rank - 1));
  return { from: low, to: Math.min(rank, Math.max(low + 1, Math.round(to))) };
}
