import type { RunResult } from '../../src/engine/contract/run';
import { Random } from '../../src/engine/data/random';

/** The run with a target of this gamma: mu_i ~ i^−4, and its scores without chance beside a floor. */
export function alignedRun(run: RunResult, gamma: number): RunResult {
  const { spectrum } = run;
  const mu = Float64Array.from({ length: 400 }, (_, i) => (i + 1) ** -4);
  const random = new Random(4);
  const coordinates = mu.map((v, i) => {
    const noise = 0.003 * random.normal();
    return (random.uniform() < 0.5 ? -1 : 1) * Math.sqrt(v ** (2 * gamma) / (i + 1)) + noise;
  });
  return { ...run, notes: [], live: { partial: [] }, spectrum: { ...spectrum, n: 401, mu, rank: 400, coordinates } };
}
