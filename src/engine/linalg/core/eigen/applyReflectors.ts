import type { RunContext } from '../../../contract/context';
import type { Pointer } from '../exports';
import type { CoreMachine } from '../machine';

/** Reflectors applied together. */
const GROUP = 96;

/**
 * Q ← H_0·H_1·…·H_{n−2}·Q (n×n at `q`) with the reflectors that `tridiagonalise` left in `a` and `tau`, in groups of the
 * compact form I − V·T·V' (Schreiber and Van Loan 1989), so that the work is matrix products. Progress 0…1.
 */
export function applyReflectors(
  machine: CoreMachine,
  a: Pointer,
  tau: Pointer,
  n: number,
  q: Pointer,
  context: RunContext,
): void {
  const { arena, exports } = machine;
  const mark = arena.mark();
  const count = n - 1;
  const v = arena.allocate(n * GROUP);
  const scaled = arena.allocate(n * GROUP);
  const product = arena.allocate(n * GROUP);
  const t = arena.allocate(GROUP * GROUP);
  const inner = arena.allocate(GROUP * GROUP);
  const reflectors = arena.view(a, n * n);
  const factors = arena.view(tau, n);
  for (let j1 = count; j1 > 0; j1 -= GROUP) {
    const j0 = Math.max(0, j1 - GROUP);
    const width = j1 - j0;
    const rows = n - 1 - j0;
    const vectors = arena.view(v, rows * width);
    for (let j = 0; j < width; j++) {
      vectors.fill(0, j * rows, j * rows + j);
      vectors.set(reflectors.subarray((j0 + j) * n + j0 + j + 1, (j0 + j + 1) * n), j * rows + j);
    }
    exports.gemm(1, 0, width, width, rows, 1, v, rows, v, rows, 0, inner, width);
    triangle(arena.view(inner, width * width), factors.subarray(j0, j1), width, arena.view(t, width * width));
    const below = q + (j0 + 1) * 8;
    exports.gemm(0, 0, rows, width, width, 1, v, rows, t, width, 0, scaled, rows);
    exports.gemm(1, 0, width, n, rows, 1, v, rows, below, n, 0, product, width);
    exports.gemm(0, 0, rows, n, width, -1, scaled, rows, product, width, 1, below, n);
    machine.settle();
    context.check();
    context.progress(1 - (j0 / count) ** 2, 'forming the eigenvectors');
  }
  arena.release(mark);
}

/** Upper triangular T (w×w) with H_0·…·H_{w−1} = I − V·T·V', from V'V and the factors. */
function triangle(inner: Float64Array, tau: Float64Array, width: number, t: Float64Array): void {
  t.fill(0);
  for (let j = 0; j < width; j++) {
    for (let i = 0; i < j; i++) {
      let sum = 0;
      for (let l = i; l < j; l++) sum += t[l * width + i] * inner[j * width + l];
      t[j * width + i] = -tau[j] * sum;
    }
    t[j * width + j] = tau[j];
  }
}
