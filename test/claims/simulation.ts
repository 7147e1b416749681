import type { ClaimId } from '../../src/engine/contract/claim';

/** How a claim came out in a draw in which it was said; "cannot tell" where that was said in its place. */
export type Outcome = 'true' | 'false' | 'cannot tell';

/** Draws from a process whose truth is known, each with the product's statements about it. */
export interface Simulation {
  readonly name: string;
  readonly claims: readonly ClaimId[];
  /** How many draws, with the seeds 1, 2, …: in the test suite, which may name the seeds of small draws instead, and by the benchmark. */
  readonly draws: { readonly suite: number | readonly number[]; readonly whole: number };
  /** A claim that has no entry was not said. */
  readonly draw: (seed: number) => Promise<Partial<Record<ClaimId, Outcome>>>;
}

/** Counts for a claim over some draws. */
export interface Tally {
  readonly draws: number;
  readonly said: number;
  readonly wrong: number;
  readonly untold: number;
}

export async function tallies(
  { claims, draw }: Simulation,
  seeds: number | readonly number[],
): Promise<ReadonlyMap<ClaimId, Tally>> {
  const counts = new Map(claims.map((id) => [id, { draws: 0, said: 0, wrong: 0, untold: 0 }]));
  for (const seed of typeof seeds === 'number' ? Array.from({ length: seeds }, (_, i) => i + 1) : seeds) {
    const outcomes = await draw(seed);
    for (const [id, tally] of counts) {
      const outcome = outcomes[id];
      tally.draws++;
      if (outcome === 'cannot tell') tally.untold++;
      else if (outcome) tally.said++;
      if (outcome === 'false') tally.wrong++;
    }
  }
  return counts;
}

/**
 * The fraction of a claim's statements that were false, and its Monte-Carlo standard error; undefined where it was
 * never said.
 */
export function rateOf({ said, wrong }: Tally): { readonly rate: number; readonly standardError: number } | undefined {
  if (said === 0) return undefined;
  const rate = wrong / said;
  return { rate, standardError: Math.sqrt(Math.max(rate * (1 - rate), 1 / said / said) / said) };
}
