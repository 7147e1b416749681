import type { Sample } from '../../../src/engine/contract/data';
import { Random } from '../../../src/engine/data/random';
import { madeSample, normals } from '../madeRows';

/** Noises by their laws; `a` is the first column, along which the heteroscedastic one grows. */
export const NOISES: Readonly<Record<string, (a: number, next: () => number) => number>> = {
  normal: (_, next) => 0.5 * next(),
  heteroscedastic: (a, next) => (0.15 + 0.25 * (a + 2)) * next(),
  'Student t with 3 degrees of freedom': (_, next) =>
    (0.5 * next()) / Math.sqrt((next() ** 2 + next() ** 2 + next() ** 2) / 3),
};

/** x uniform on [−2, 2]³, y = sin 2a + b²/2 + ac/2 and noise. */
export function sampled(n: number, seed: number, noise: (a: number, next: () => number) => number): Sample {
  const random = new Random(seed);
  const next = normals(seed + 1000);
  const x = { rows: n, columns: 3, values: Float64Array.from({ length: 3 * n }, () => 4 * random.uniform() - 2) };
  const y = Float64Array.from({ length: n }, (_, i) => {
    const [a, b, c] = [x.values[i], x.values[n + i], x.values[2 * n + i]];
    return Math.sin(2 * a) + (b * b) / 2 + (a * c) / 2 + noise(a, next);
  });
  return madeSample(x, y);
}
