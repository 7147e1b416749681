import { permutation } from '../../data/random';

/** `count` of n rows (0-based) drawn evenly by `seed`, in drawing order: fewer are the first of more. */
export function uniformRows(n: number, count: number, seed: number): Uint32Array {
  return permutation(n, seed).slice(0, count);
}
