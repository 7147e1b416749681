/** Features of one made-up row: a time; or a width, a flow over two decades, and one of three materials. */
export function rawRow(features: 1 | 3, next: () => number): number[] {
  if (features === 1) return [6 * next()];
  return [4 * next(), 10 ** (1 + 2.3 * next()), Math.floor(3 * next())];
}

/** The noiseless target of that row, of size about 1. */
export function signal(r: readonly number[]): number {
  if (r.length === 1) return Math.sin(2 * r[0]) * 1.3;
  return Math.sin(1.7 * r[0]) + 0.7 * Math.log10(r[1] / 140) * r[0] * 0.6 + [0, 0.5, -0.4][r[2]];
}

/** mulberry32: small and seeded. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function gauss(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}
