import { partOf, type RunContext } from '../../../contract/context';
import { KernelscopeError } from '../../../contract/failure';
import type { Pointer } from '../exports';
import type { CoreMachine } from '../machine';
import { applyReflectors } from './applyReflectors';
import { divideAndConquer } from './divideAndConquer';

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

/** The eigenvalues alone, ascending; the matrix at `a` is overwritten. */
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

/** Columns reduced between two updates of the trailing matrix. */
const PANEL = 32;

interface Tridiagonal {
  /** n diagonal and n − 1 off-diagonal entries. */
  readonly d: Pointer;
  readonly e: Pointer;
  /** n − 1 factors of the reflectors, whose vectors are in A below the diagonal. */
  readonly tau: Pointer;
}

/**
 * T = Q'·A·Q for the symmetric A (n×n at `a`, lower triangle, entries of size at most 1), Q = H_0·H_1·…·H_{n−2}. A is overwritten.
 * The three results are allocated in the arena and stay there. Progress 0…1.
 */
function tridiagonalise(machine: CoreMachine, a: Pointer, n: number, context: RunContext): Tridiagonal {
  const { arena } = machine;
  const d = arena.allocate(n);
  const e = arena.allocate(n);
  const tau = arena.allocate(n);
  const mark = arena.mark();
  const width = Math.min(PANEL, n);
  const p = arena.allocate(2 * width * n);
  const q = arena.allocate(2 * width * n);
  const work = arena.allocate(machine.exports.symvWork(n));
  const row = arena.allocate(2 * width);
  for (let j = 0; j < n; j += width) {
    machine.exports.tridiagonalPanel(n, j, Math.min(width, n - j), a, n, d, e, tau, p, q, work, row);
    machine.settle();
    context.check();
    // The work left falls with the cube of the columns left.
    context.progress(1 - (Math.max(0, n - j - width) / n) ** 3, 'reducing the kernel matrix');
  }
  arena.release(mark);
  return { d, e, tau };
}
