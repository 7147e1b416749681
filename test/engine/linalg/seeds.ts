import { Random } from '../../../src/engine/data/random';

/** One seed replays one case; without it every run of the tests tries the same cases. */
const replayed = process.env.KERNELSCOPE_SEED;
const FIRST_SEED = 20_000;

/**
 * Runs `body` on `count` cases drawn at random, each from a seed of its own. `body` draws its case, calls `describe` with
 * it in words, and then checks. A failure names the case, and the KERNELSCOPE_SEED that runs it alone.
 */
export function forRandomCases(
  count: number,
  body: (random: Random, describe: (...what: readonly unknown[]) => void) => void,
): void {
  const seeds = replayed === undefined ? Array.from({ length: count }, (_, i) => FIRST_SEED + i) : [Number(replayed)];
  for (const seed of seeds) {
    let drawn = 'a case not yet drawn';
    try {
      body(new Random(seed), (...what) => {
        drawn = what.map((w) => (typeof w === 'string' ? w : JSON.stringify(w))).join(' ');
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`KERNELSCOPE_SEED=${seed}, ${drawn}: ${message}`, { cause: error });
    }
  }
}
