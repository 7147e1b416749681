import type { Random } from '../data/random';

/** Puts numbers in random order, in place (Fisher and Yates, in Durstenfeld's form). */
export function shuffle<T extends Uint16Array | Uint32Array>(order: T, random: Random): T {
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
