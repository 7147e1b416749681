import { Random } from '../../src/engine/data/random';
import type { LabelledRows } from '../../src/reproduce/readData';

const SIDE = 6;

/** Images of two kinds that overlap: a bright band across or down, in noise. 36 x, one of them always 0. */
export function madeImages(n: number, seed: number): LabelledRows {
  const random = new Random(seed);
  const d = SIDE * SIDE;
  const x = new Float64Array(n * d);
  const y = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    y[i] = i % 2 === 0 ? 1 : -1;
    const place = random.below(SIDE);
    for (let j = 1; j < d; j++) {
      const along = y[i] > 0 ? Math.floor(j / SIDE) : j % SIDE;
      x[i + j * n] = Math.min(1, Math.max(0, (along === place ? 0.7 : 0.2) + 0.2 * random.normal()));
    }
  }
  return { n, d, x, y };
}
