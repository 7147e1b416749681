/** Words of the state, and how far apart the two are that make a new one. */
const WORDS = 624;
const APART = 397;

/**
 * The Mersenne Twister MT19937: a function that draws integers uniform over 0 … 2^32 − 1. `seed` is one such number
 * (`init_genrand` of the authors' code) or several (`init_by_array`); numpy's `RandomState` draws the same numbers from
 * either. Source: Matsumoto and Nishimura, ACM Transactions on Modeling and Computer Simulation 8 (1998) 3–30, and its
 * initialisation of 2002.
 */
export function mersenneTwister(seed: number | readonly number[]): () => number {
  const state = typeof seed === 'number' ? spread(seed) : mixed(seed);
  let next = WORDS;
  return () => {
    if (next === WORDS) {
      regenerate(state);
      next = 0;
    }
    let word = state[next++];
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  };
}

/** x(k + n) = x(k + m) ⊕ (upper bit of x(k), lower 31 bits of x(k + 1)) A, for all words in place. */
function regenerate(state: Uint32Array): void {
  for (let k = 0; k < WORDS; k++) {
    const joined = (state[k] & 0x80000000) | (state[k < WORDS - 1 ? k + 1 : 0] & 0x7fffffff);
    const far = state[k < WORDS - APART ? k + APART : k + APART - WORDS];
    state[k] = far ^ (joined >>> 1) ^ (-(joined & 1) & 0x9908b0df);
  }
}

/** The part of a word that enters the next one of an initial state. */
const carried = (word: number, factor: number) => Math.imul(word ^ (word >>> 30), factor);

function spread(seed: number): Uint32Array {
  const state = new Uint32Array(WORDS);
  state[0] = seed;
  for (let k = 1; k < WORDS; k++) state[k] = carried(state[k - 1], 1_812_433_253) + k;
  return state;
}

function mixed(seeds: readonly number[]): Uint32Array {
  const state = spread(19_650_218);
  let k = 1;
  const mix = (factor: number, added: number) => {
    state[k] = (state[k] ^ carried(state[k - 1], factor)) + added;
    if (++k < WORDS) return;
    state[0] = state[WORDS - 1];
    k = 1;
  };
  const steps = Math.max(WORDS, seeds.length);
  for (let step = 0; step < steps; step++) mix(1_664_525, seeds[step % seeds.length] + (step % seeds.length));
  for (let step = 1; step < WORDS; step++) mix(1_566_083_941, -k);
  state[0] = 0x80000000;
  return state;
}
