import type { RunContext } from '../../../contract/context';
import type { Pointer } from '../exports';
import type { CoreMachine } from '../machine';
import { type Deflation, deflate, type Halves } from './deflate';

/** Columns of the joined vectors formed at once. */
const STRIP = 256;

/**
 * Joins solved halves of a tridiagonal problem. One object serves all merges of a problem and holds their workspace, n²/2 numbers
 * and a little: the vectors that are to be replaced are copied there in packed form, since every column with entries in both
 * halves has cost another its place, and the matrix S that combines them takes the place they had in Q.
 */
export class Merge {
  private readonly packed: Pointer;
  private readonly weights: Pointer;
  private readonly strip: Pointer;
  private readonly numbers: Pointer;
  private readonly integers: Pointer;

  constructor(
    private readonly machine: CoreMachine,
    private readonly d: Pointer,
    private readonly n: number,
    private readonly q: Pointer,
    /** Columns of Q in ascending order of value, within each solved part; kept up to date. */
    private readonly order: Int32Array,
  ) {
    const { arena } = machine;
    this.packed = arena.allocate(((n + 1) * (n + 1)) / 2 + n);
    this.weights = arena.allocate(n * Math.min(STRIP, n));
    this.strip = arena.allocate(n * Math.min(STRIP, n));
    this.numbers = arena.allocate(5 * n);
    this.integers = arena.allocate(n);
  }

  /** Couples the halves by `coupling`; afterwards all their columns hold pairs of the joined problem. */
  join(halves: Halves, coupling: number, context: RunContext): void {
    const { from, half, size } = halves;
    const { machine, n, q, order } = this;
    const d = machine.arena.view(this.d, n);
    const vectors = machine.arena.view(q, n * n);
    const middle = from + half;
    const z = machine.arena.view(this.numbers, n);
    const sign = coupling < 0 ? -1 : 1;
    for (let c = from; c < middle; c++) z[c] = vectors[c * n + middle - 1] * Math.SQRT1_2;
    for (let c = middle; c < from + size; c++) z[c] = sign * vectors[c * n + middle] * Math.SQRT1_2;
    const rho = 2 * Math.abs(coupling);
    const ascending = mergedOrder(d, order, halves);
    const deflation = deflate({ d, z, rho }, ascending, halves, (left, right, cosine, sine) => {
      machine.exports.rotate(size, q + (left * n + from) * 8, (right - left) * n * 8, cosine, sine);
    });
    if (deflation.columns.length > 0) this.replace(rho, deflation, halves, context);
    order.set(
      ascending.sort((i, j) => d[i] - d[j]),
      from,
    );
  }

  /** Solves the part that deflation left and replaces its columns by the joined vectors. */
  private replace(rho: number, { columns, topOnly, both }: Deflation, halves: Halves, context: RunContext): void {
    const { from, half, size } = halves;
    const { machine, n, q } = this;
    const { arena, exports } = machine;
    const k = columns.length;
    const numbers = (slot: number) => this.numbers + slot * n * 8;
    const d = arena.view(this.d, n);
    const z = arena.view(numbers(0), n);
    const values = arena.view(numbers(1), k);
    const nonZero = arena.view(numbers(2), k);
    const roots = arena.view(numbers(3), k);
    for (let i = 0; i < k; i++) {
      values[i] = d[columns[i]];
      nonZero[i] = z[columns[i]];
    }
    // Columns with entries in the top half alone come first, in the bottom half alone last: two products skip the zeros.
    const positions = groupedPositions(topOnly, both, k);
    let tops = 0;
    let boths = 0;
    for (let i = 0; i < k; i++) {
      tops += topOnly[i];
      boths += both[i];
    }
    const upper = tops + boths;
    const lower = k - tops;
    const rest = size - half;
    const packedRest = this.packed + upper * half * 8;
    this.pack(columns, positions, { tops, upper }, halves, packedRest);
    const free = columns.slice().sort();
    const places = new Int32Array(z.buffer, this.integers, 2 * n);
    places.set(free);
    places.set(positions, n);
    const s = q + from * 8;
    exports.joinHalves(
      k,
      rho,
      numbers(1),
      numbers(2),
      numbers(3),
      numbers(4),
      s,
      n,
      this.integers,
      this.integers + 4 * n,
    );
    machine.settle();
    context.check();
    const vectors = arena.view(q, n * n);
    const columnOf = (j: number, rows: number) => vectors.subarray(free[j] * n + from, free[j] * n + from + rows);
    const weights = arena.view(this.weights, k * Math.min(STRIP, k));
    const strip = arena.view(this.strip, size * Math.min(STRIP, k));
    for (let j0 = 0; j0 < k; j0 += STRIP) {
      const width = Math.min(STRIP, k - j0);
      for (let j = 0; j < width; j++) weights.set(columnOf(j0 + j, k), j * k);
      exports.gemm(0, 0, half, width, upper, 1, this.packed, half, this.weights, k, 0, this.strip, size);
      const below = this.strip + half * 8;
      exports.gemm(0, 0, rest, width, lower, 1, packedRest, rest, this.weights + tops * 8, k, 0, below, size);
      machine.settle();
      context.check();
      for (let j = 0; j < width; j++) {
        columnOf(j0 + j, size).set(strip.subarray(j * size, (j + 1) * size));
        d[free[j0 + j]] = roots[j0 + j];
      }
    }
  }

  /**
   * Copies the nonzero parts of the remaining columns: top halves of the first `upper`, bottom halves from `tops` on.
   */
  private pack(
    columns: Int32Array,
    positions: Int32Array,
    { tops, upper }: { readonly tops: number; readonly upper: number },
    { from, half, size }: Halves,
    packedRest: Pointer,
  ): void {
    const rest = size - half;
    const { arena } = this.machine;
    const vectors = arena.view(this.q, this.n * this.n);
    const top = arena.view(this.packed, upper * half);
    const bottom = arena.view(packedRest, (columns.length - tops) * rest);
    for (let i = 0; i < columns.length; i++) {
      const start = columns[i] * this.n + from;
      const position = positions[i];
      if (position < upper) top.set(vectors.subarray(start, start + half), position * half);
      if (position >= tops) bottom.set(vectors.subarray(start + half, start + half + rest), (position - tops) * rest);
    }
  }
}

/** Columns of both halves in one ascending order. */
function mergedOrder(d: Float64Array, order: Int32Array, { from, half, size }: Halves): Int32Array {
  const merged = new Int32Array(size);
  let i = from;
  let j = from + half;
  for (let o = 0; o < size; o++) {
    const left = j === from + size || (i < from + half && d[order[i]] <= d[order[j]]);
    merged[o] = order[left ? i++ : j++];
  }
  return merged;
}

/**
 * The new position of each remaining column when those of the top half come first, then those of both halves, then the
 * rest.
 */
function groupedPositions(topOnly: Uint8Array, both: Uint8Array, k: number): Int32Array {
  const positions = new Int32Array(k);
  let next = 0;
  for (let i = 0; i < k; i++) if (topOnly[i] === 1) positions[i] = next++;
  for (let i = 0; i < k; i++) if (both[i] === 1) positions[i] = next++;
  for (let i = 0; i < k; i++) if (topOnly[i] === 0 && both[i] === 0) positions[i] = next++;
  return positions;
}
