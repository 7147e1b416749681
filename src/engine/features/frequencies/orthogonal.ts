import type { RunContext } from '../../contract/context';
import type { Random } from '../../data/random';
import type { MixtureLaw } from '../../kernels/kernel';
import { dot } from '../../linalg/dot';
import { type Frequencies, stretched } from './frequencies';
import { drawStretch } from './stretch';

/**
 * Frequencies in blocks of d that are orthogonal to each other, with uniform directions and independent lengths: chi
 * with d degrees of freedom times the kernel's stretch, as for independent frequencies. Each alone has the kernel's
 * spectral density (Yu et al. 2016, orthogonal random features).
 */
export function* orthogonalFrequencies(
  mixture: MixtureLaw,
  d: number,
  random: Random,
  context: RunContext,
): Frequencies {
  for (;;) {
    for (const direction of directions(d, random, context)) {
      const length = Math.sqrt(random.chiSquared(d));
      yield stretched(direction, length * drawStretch(mixture, random));
    }
  }
}

/**
 * d orthonormal vectors, each computed when it is requested, uniform over the orthogonal group: Gram–Schmidt on normal
 * ones, a second time if the first removed most of a vector and left its rounding ("twice is enough", Kahan and
 * Parlett).
 */
function* directions(d: number, random: Random, context: RunContext): Generator<Float64Array, void, undefined> {
  const done: Float64Array[] = [];
  while (done.length < d) {
    const vector = Float64Array.from({ length: d }, () => random.normal());
    for (let before = rootOfSquares(vector), after = 0; ; before = after) {
      for (const other of done) {
        context.check();
        takeOut(vector, other);
      }
      after = rootOfSquares(vector);
      if (after > before / 2) break;
    }
    const norm = rootOfSquares(vector);
    for (let c = 0; c < d; c++) vector[c] /= norm;
    done.push(vector);
    yield vector.slice();
  }
}

/** vector ← vector − (vector·unit)·unit. */
function takeOut(vector: Float64Array, unit: Float64Array): void {
  const d = vector.length;
  const along = dot(vector, 0, unit, 0, d);
  for (let i = 0; i < d; i++) vector[i] -= along * unit[i];
}

function rootOfSquares(vector: Float64Array): number {
  let sum = 0;
  for (const v of vector) sum += v * v;
  return Math.sqrt(sum);
}
