import { permutation } from './random';

/** A fold 0 … k−1 for each of n rows, at random, sizes equal or one apart. */
export function assignFolds(n: number, k: number, seed: number): Uint16Array {
  const order = permutation(n, seed);
  const folds = new Uint16Array(n);
  for (let i = 0; i < n; i++) folds[order[i]] = i % k;
  return folds;
}
