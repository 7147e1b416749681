import type { RunContext } from '../../../contract/context';
import type { Pointer } from '../exports';
import type { CoreMachine } from '../machine';

/** Columns reduced between two updates of the trailing matrix. */
const PANEL = 32;

export interface Tridiagonal {
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
export function tridiagonalise(machine: CoreMachine, a: Pointer, n: number, context: RunContext): Tridiagonal {
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
