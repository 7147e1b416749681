import type { RunContext } from '../../../contract/context';
import { KernelscopeError } from '../../../contract/failure';
import type { Pointer } from '../exports';
import type { CoreMachine } from '../machine';
import { Merge } from './merge';

/** Below this size QL sweeps are faster than another division. */
const LEAF = 32;

/**
 * Eigenpairs of a symmetric tridiagonal matrix (diagonal `d`, off-diagonal `e`, overwritten) by divide and conquer
 * (Cuppen 1981; Gu and Eisenstat 1995): the matrix is torn into halves and rank-one couplings, and the halves' pairs
 * are joined through the secular equation. Eigenvectors that a coupling does not touch stay as they are; kernel
 * matrices have many of those. The vectors fill Q (n×n at `q`). Returns the column of Q of each eigenvalue in ascending
 * order; d holds the values by column.
 */
export function divideAndConquer(
  machine: CoreMachine,
  d: Pointer,
  e: Pointer,
  n: number,
  q: Pointer,
  context: RunContext,
): Int32Array {
  const { arena, exports } = machine;
  const mark = arena.mark();
  const diagonal = arena.view(d, n);
  const offDiagonal = arena.view(e, n);
  const couplings = tear(diagonal, offDiagonal, n);
  arena.view(q, n * n).fill(0);
  const identity = arena.view(q, n * n);
  for (let i = 0; i < n; i++) identity[i * (n + 1)] = 1;
  const starts = leafStarts(n);
  const at = arena.allocate(Math.ceil(starts.length / 2));
  new Int32Array(identity.buffer, at, starts.length).set(starts);
  if (exports.solveLeaves(starts.length - 1, at, d, e, q, n) !== 0) {
    throw new KernelscopeError('numerics/failed', 'The eigenvalues did not converge. Please report this file.');
  }
  const order = new Int32Array(n);
  for (let leaf = 1; leaf < starts.length; leaf++) sortColumns(diagonal, order, starts[leaf - 1], starts[leaf]);

  const merge = new Merge(machine, d, n, q, order);
  let done = 0;
  const solve = (from: number, size: number): void => {
    if (size <= LEAF) return;
    const half = size >> 1;
    solve(from, half);
    solve(from + half, size - half);
    merge.join({ from, half, size }, couplings[from + half - 1], context);
    done += size ** 3;
    // The halves' halves … sum to a third more than the last merge.
    context.progress(done / (1.34 * n ** 3), 'solving the tridiagonal problem');
  };
  solve(0, n);
  arena.release(mark);
  return order;
}

/** Takes the couplings between all halves out of the matrix; returns them by the row above. */
function tear(diagonal: Float64Array, offDiagonal: Float64Array, n: number): Float64Array {
  const couplings = new Float64Array(n);
  const visit = (from: number, size: number): void => {
    if (size <= LEAF) return;
    const half = size >> 1;
    const above = from + half - 1;
    const coupling = offDiagonal[above];
    couplings[above] = coupling;
    offDiagonal[above] = 0;
    diagonal[above] -= Math.abs(coupling);
    diagonal[above + 1] -= Math.abs(coupling);
    visit(from, half);
    visit(from + half, size - half);
  };
  visit(0, n);
  return couplings;
}

function leafStarts(n: number): number[] {
  const starts: number[] = [];
  const visit = (from: number, size: number): void => {
    if (size <= LEAF) {
      starts.push(from);
      return;
    }
    visit(from, size >> 1);
    visit(from + (size >> 1), size - (size >> 1));
  };
  visit(0, n);
  return [...starts, n];
}

function sortColumns(d: Float64Array, order: Int32Array, from: number, to: number): void {
  order.set(
    Array.from({ length: to - from }, (_, i) => from + i).sort((i, j) => d[i] - d[j]),
    from,
  );
}
