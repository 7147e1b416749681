import type { RunContext } from '../../contract/context';
import { permutation } from '../../data/random';

/** `count` of n rows (0-based) drawn evenly by `seed`, in drawing order: fewer are the first of more. */
export function uniformRows(n: number, count: number, seed: number, context?: RunContext): Uint32Array {
  return permutation(n, seed, context).slice(0, count);
}
