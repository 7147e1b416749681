import { permutation } from './random';

/**
 * A fold 0 … k−1 for each of n rows, at random, sizes equal or one apart. With the classes' codes (n of them) the rows of
 * every class are spread in the same way: their numbers in two folds are equal or one apart too.
 */
export function assignFolds(n: number, k: number, seed: number, codes?: ArrayLike<number>): Uint16Array {
  const order = permutation(n, seed);
  // A stable sort: rows stay in random order within their class, and dealing goes on from one class to the next.
  const dealt = codes ? Uint32Array.from(Array.from(order).sort((a, b) => codes[a] - codes[b])) : order;
  const folds = new Uint16Array(n);
  for (let i = 0; i < n; i++) folds[dealt[i]] = i % k;
  return folds;
}
