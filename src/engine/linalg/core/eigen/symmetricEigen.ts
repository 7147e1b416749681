import { partOf, type RunContext } from '../../../contract/context';
import { KernelscopeError } from '../../../contract/failure';
import type { Pointer } from '../exports';
import type { CoreMachine } from '../machine';
import { applyReflectors } from './applyReflectors';
import { divideAndConquer } from './divideAndConquer';
import { tridiagonalise } from './tridiagonalise';

/** Shares of the time that the three steps take, for progress. */
const REDUCED = 0.5;
const SOLVED = 0.65;

/**
 * Eigenpairs of the symmetric matrix at `a` (n×n, lower triangle): the vectors replace it, the values are returned ascending.
 * Peak of the arena beyond `a`: 1.5·n² numbers and lower terms. Throws `numerics/failed` when an entry is not finite.
 */
export function symmetricEigen(machine: CoreMachine, a: Pointer, n: number, context: RunContext): Float64Array {
  const { arena } = machine;
  const unscale = scaleToOne(machine, a, n);
  const { d, e, tau } = tridiagonalise(machine, a, n, partOf(context, 0, REDUCED));
  const q = arena.allocate(n * n);
  const order = divideAndConquer(machine, d, e, n, q, partOf(context, REDUCED, SOLVED));
  applyReflectors(machine, a, tau, n, q, partOf(context, SOLVED, 1));
  const diagonal = arena.view(d, n);
  const vectors = arena.view(q, n * n);
  const target = arena.view(a, n * n);
  for (let j = 0; j < n; j++) target.set(vectors.subarray(order[j] * n, (order[j] + 1) * n), j * n);
  context.progress(1, 'forming the eigenvectors');
  return Float64Array.from(order, (c) => diagonal[c] * unscale);
}

/** The eigenvalues alone, ascending; what is at `a` is overwritten. */
export function symmetricEigenvalues(machine: CoreMachine, a: Pointer, n: number, context: RunContext): Float64Array {
  const unscale = scaleToOne(machine, a, n);
  const { d, e } = tridiagonalise(machine, a, n, partOf(context, 0, 0.95));
  if (machine.exports.tridiagonalValues(n, d, e) === 0) {
    throw new KernelscopeError('numerics/failed', 'The eigenvalues did not converge. Please report this file.');
  }
  context.progress(1, 'finding the eigenvalues');
  return machine.arena
    .view(d, n)
    .slice()
    .sort()
    .map((v) => v * unscale);
}

/** Scales the lower triangle by a power of two, which is exact, so that its largest entry is about 1; returns the inverse. */
function scaleToOne(machine: CoreMachine, a: Pointer, n: number): number {
  const largest = machine.exports.largestOfLower(n, a, n);
  if (Number.isNaN(largest)) {
    throw new KernelscopeError(
      'numerics/failed',
      'The kernel matrix holds values that are not finite numbers. Check the length scale and the columns for very large values.',
    );
  }
  if (largest === 0) return 1;
  const exponent = Math.max(-1000, Math.min(1000, Math.floor(Math.log2(largest))));
  if (exponent !== 0) machine.exports.scaleLower(n, a, n, 2 ** -exponent);
  return 2 ** exponent;
}
