import type { SpectrumData } from '../../engine/contract/run';
import type { Zones } from '../../engine/filters/filter';
import type { NoiseErrors, RiskCurves } from '../../engine/spectrum/risk';

/** Curves over λ with the 95 % interval of their total, all in units of y squared but the degrees of freedom. */
export interface LambdaRisks extends Omit<RiskCurves, 'cp'> {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/**
 * Computes the same as `riskPath` and `riskBand` (spectrum/risk.ts) along λ of ridge between two ends, in one pass
 * over the directions for each λ and without arrays in between: while k or r is dragged the whole path over λ is
 * computed anew in every frame.
 */
export function lambdaRisks(
  { n, mu, coordinates, unpenalised, beyond }: SpectrumData,
  { sigma2, standardError, tails = 0 }: NoiseErrors,
  { from, to }: Pick<Zones, 'from' | 'to'>,
  values: Float64Array,
): LambdaRisks {
  const floor = sigma2 / n;
  const scores = coordinates.map((c) => c * c);
  let cut = beyond.score;
  for (let i = to; i < mu.length; i++) cut += scores[i];
  const out = mu.length - to + beyond.count;
  const curve = () => new Float64Array(values.length);
  const risks = {
    bias: curve(),
    variance: curve(),
    total: curve(),
    gcv: curve(),
    degreesOfFreedom: curve(),
    lower: curve(),
    upper: curve(),
  };
  for (let l = 0; l < values.length; l++) {
    const lambda = values[l];
    let squared = cut;
    let lost = out;
    let free = out;
    let squaredShares = from;
    let df = from;
    // sum (1−g)⁴·c² and sum (1−g)⁴: Var[c²] is 4·c²·sigma²/n − 2·sigma⁴/n² on average.
    let fourthScores = cut;
    let fourth = out;
    for (let i = from; i < to; i++) {
      const scale = 1 / (mu[i] + lambda);
      const h = lambda * scale;
      const g = mu[i] * scale;
      const h2 = h * h;
      const h2c2 = h2 * scores[i];
      squared += h2c2;
      lost += h2;
      free += h;
      squaredShares += g * g;
      df += g;
      fourthScores += h2 * h2c2;
      fourth += h2 * h2;
    }
    const bias = Math.max(0, squared - floor * lost);
    const variance = floor * (unpenalised + squaredShares);
    const scatter = 4 * floor * fourthScores - 2 * floor * floor * fourth;
    const slope = (unpenalised + squaredShares - lost) / n;
    const margin = 1.959964 * Math.hypot(Math.sqrt(Math.max(0, scatter)), slope * standardError, variance * tails);
    risks.bias[l] = bias;
    risks.variance[l] = variance;
    risks.total[l] = bias + variance;
    risks.gcv[l] = free === 0 ? Number.POSITIVE_INFINITY : (n * n * squared) / (free * free);
    risks.degreesOfFreedom[l] = unpenalised + df;
    risks.lower[l] = Math.max(0, bias + variance - margin);
    risks.upper[l] = bias + variance + margin;
  }
  return risks;
}
