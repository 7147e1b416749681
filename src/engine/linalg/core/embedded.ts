import { quietContext, type RunContext } from '../../contract/context';
import { KernelscopeError } from '../../contract/failure';
import { checkBlock } from '../checkBlock';
import { type Core, type Eigen, type Elementary, type FailedPivot, full, type LinearAlgebra } from '../linalg';
import { symmetricEigen, symmetricEigenvalues } from './eigen/symmetricEigen';
import { elementaryId } from './elementary';
import type { CoreExports } from './exports';
import { kernelMatrix } from './kernelMatrix';
import { type Build, CoreMachine, defaultThreads, type MemoryKind, relaxedWorks } from './machine';
import { place, putBack } from './operands';

export interface EmbeddedOptions {
  /** Threads, the calling one among them, that are started at once; by default as many as cores, once the work is worth it. */
  readonly threads?: number;
  /** By default the relaxed build if the engine supports it. */
  readonly build?: Build;
  /** Bytes that the machine has to spare now: its memory grows by no more. Without bound by default. */
  readonly spare?: () => number;
  /** By default shared, and plain if there is no shared memory. */
  readonly memory?: MemoryKind;
}

/** The WebAssembly core; nothing is started before its first operation. */
export function createEmbedded(options: EmbeddedOptions = {}): Embedded {
  return new Embedded(options);
}

/**
 * The WebAssembly core behind the interface of the engine. Its memory is created with the first operation, its threads
 * once the work is worth them; both again after a trap or after `dispose`.
 */
class Embedded implements LinearAlgebra {
  readonly core: Core;
  private machine: CoreMachine | undefined;
  private readonly build: Build;
  private readonly spare: EmbeddedOptions['spare'];
  private readonly memory: EmbeddedOptions['memory'];
  private readonly atOnce: boolean;

  constructor(options: EmbeddedOptions) {
    const { threads = defaultThreads(), build = relaxedWorks() ? 'relaxed' : 'plain' } = options;
    this.build = build;
    this.spare = options.spare;
    this.memory = options.memory;
    this.atOnce = options.threads !== undefined;
    this.core = { backEnd: 'embedded', name: `WebAssembly, ${build} SIMD`, threads };
  }

  /** The most bytes in use at once since memory was last returned. */
  get peakBytes(): number {
    return this.machine?.arena.peak ?? 0;
  }

  /** Ends the threads and gives the memory back; arrays allocated before are of no use afterwards. */
  dispose(): void {
    this.machine?.dispose();
    this.machine = undefined;
  }

  allocate(length: number): Float64Array {
    const { arena } = this.started();
    return arena.view(arena.allocate(length), length);
  }

  scope<T>(body: () => T): T {
    const machine = this.started();
    const mark = machine.arena.mark();
    try {
      return body();
    } finally {
      machine.arena.release(mark);
    }
  }

  readonly gemm: LinearAlgebra['gemm'] = (transposeA, transposeB, m, n, k, alpha, a, b, beta, c, context) => {
    const [rowsA, columnsA] = transposeA ? [k, m] : [m, k];
    const [rowsB, columnsB] = transposeB ? [n, k] : [k, n];
    checkBlock('A', a, rowsA, columnsA);
    checkBlock('B', b, rowsB, columnsB);
    checkBlock('C', c, m, n);
    this.compute(context, (exports, machine) => {
      const { arena } = machine;
      const pa = place(arena, a, rowsA, columnsA);
      const pb = place(arena, b, rowsB, columnsB);
      const pc = place(arena, c, m, n, beta !== 0);
      const [ta, tb] = [Number(transposeA), Number(transposeB)];
      exports.gemm(ta, tb, m, n, k, alpha, pa.at, pa.lead, pb.at, pb.lead, beta, pc.at, pc.lead);
      machine.settle();
      putBack(arena, pc, c, m, n);
    });
  };

  readonly syrk: LinearAlgebra['syrk'] = (transposed, n, k, alpha, a, beta, c, context) => {
    const [rows, columns] = transposed ? [k, n] : [n, k];
    checkBlock('A', a, rows, columns);
    checkBlock('C', c, n, n);
    this.compute(context, (exports, machine) => {
      const pa = place(machine.arena, a, rows, columns);
      const pc = place(machine.arena, c, n, n);
      exports.syrk(Number(transposed), n, k, alpha, pa.at, pa.lead, beta, pc.at, pc.lead);
      machine.settle();
      putBack(machine.arena, pc, c, n, n);
    });
  };

  readonly gemv: LinearAlgebra['gemv'] = (transposed, m, n, alpha, a, x, beta, y, context) => {
    const [inside, outside] = transposed ? [m, n] : [n, m];
    checkBlock('A', a, m, n);
    checkBlock('x', full(x, inside), inside, 1);
    checkBlock('y', full(y, outside), outside, 1);
    this.compute(context, (exports, { arena }) => {
      const pa = place(arena, a, m, n);
      const px = place(arena, full(x, inside), inside, 1);
      const py = place(arena, full(y, outside), outside, 1, beta !== 0);
      exports.gemv(Number(transposed), m, n, alpha, pa.at, pa.lead, px.at, beta, py.at);
      putBack(arena, py, full(y, outside), outside, 1);
    });
  };

  cholesky(a: Float64Array, n: number, context: RunContext): FailedPivot | undefined {
    checkBlock('A', full(a, n), n, n);
    return this.compute(context, (exports, machine) => {
      const pa = place(machine.arena, full(a, n), n, n);
      const pivot = exports.cholesky(n, pa.at, n);
      machine.settle();
      putBack(machine.arena, pa, full(a, n), n, n);
      return pivot === 0 ? undefined : { pivot };
    });
  }

  readonly solveLower: LinearAlgebra['solveLower'] = (l, n, transposed, b, columns, context) => {
    this.solve(l, n, b, n, columns, context, (exports, pl, pb) =>
      exports.solveLeft(n, columns, Number(transposed), pl, n, pb, n),
    );
  };

  readonly solveLowerRight: LinearAlgebra['solveLowerRight'] = (l, n, transposed, b, rows, context) => {
    this.solve(l, n, b, rows, n, context, (exports, pl, pb) =>
      exports.solveRight(rows, n, Number(transposed), pl, n, pb, rows),
    );
  };

  symmetricEigen(a: Float64Array, n: number, context: RunContext): Eigen {
    checkBlock('A', full(a, n), n, n);
    if (n === 0) return { values: new Float64Array(0), vectors: a };
    const values = this.compute(context, (_, machine) => {
      const pa = place(machine.arena, full(a, n), n, n);
      const eigenvalues = symmetricEigen(machine, pa.at, n, context);
      putBack(machine.arena, pa, full(a, n), n, n);
      return eigenvalues;
    });
    return { values, vectors: a };
  }

  symmetricEigenvalues(a: Float64Array, n: number, context: RunContext): Float64Array {
    checkBlock('A', full(a, n), n, n);
    if (n === 0) return new Float64Array(0);
    return this.compute(context, (_, machine) =>
      symmetricEigenvalues(machine, place(machine.arena, full(a, n), n, n).at, n, context),
    );
  }

  readonly kernelMatrix: LinearAlgebra['kernelMatrix'] = (
    form,
    x,
    n,
    z,
    m,
    d,
    symmetric,
    context,
    into = new Float64Array(n * m),
  ) => {
    checkBlock('x', full(x, n), n, d);
    checkBlock('z', full(z, m), m, d);
    checkBlock('the kernel matrix', full(into, n), n, m);
    if (symmetric && n !== m) throw new RangeError('a symmetric kernel matrix has as many columns as rows');
    return this.compute(context, (_, machine) => {
      const { arena } = machine;
      const rowsX = { at: place(arena, full(x, n), n, d).at, n };
      const rowsZ = symmetric ? rowsX : { at: place(arena, full(z, m), m, d).at, n: m };
      const pc = place(arena, full(into, n), n, m, false);
      kernelMatrix(machine, form, rowsX, rowsZ, d, pc.at);
      putBack(arena, pc, full(into, n), n, m);
      return into;
    });
  };

  map(f: Elementary, values: Float64Array, scale: number, shift: number, context: RunContext): void {
    const block = full(values, values.length);
    this.compute(context, (exports, machine) => {
      const placed = place(machine.arena, block, values.length, 1);
      exports.mapAll(elementaryId(f), placed.at, values.length, scale, shift);
      machine.settle();
      putBack(machine.arena, placed, block, values.length, 1);
    });
  }

  private solve(
    l: Float64Array,
    n: number,
    b: Float64Array,
    rows: number,
    columns: number,
    context: RunContext,
    body: (exports: CoreExports, l: number, b: number) => void,
  ): void {
    checkBlock('L', full(l, n), n, n);
    checkBlock('B', full(b, rows), rows, columns);
    this.compute(context, (exports, machine) => {
      const pl = place(machine.arena, full(l, n), n, n);
      const pb = place(machine.arena, full(b, rows), rows, columns);
      body(exports, pl.at, pb.at);
      machine.settle();
      putBack(machine.arena, pb, full(b, rows), rows, columns);
    });
  }

  /** Runs one operation in a scope of its own; a trap costs the machine, and the operation, but no later one. */
  private compute<T>(context: RunContext, body: (exports: CoreExports, machine: CoreMachine) => T): T {
    const machine = this.started();
    const mark = machine.arena.mark();
    try {
      return machine.run(context, (exports) => body(exports, machine));
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      machine.dispose();
      this.machine = undefined;
      throw new KernelscopeError(
        'engine/failed',
        'The linear-algebra core stopped on an internal error and was started anew. The log has the details; please report it.',
        { why: error.message, ...(error.stack !== undefined && { stack: error.stack }) },
      );
    } finally {
      machine.arena.release(mark);
    }
  }

  private started(): CoreMachine {
    if (this.machine) return this.machine;
    const machine = new CoreMachine(this.build, this.core.threads, this.spare, this.memory);
    this.machine = machine;
    if (this.atOnce) machine.startThreads();
    warmUp(machine);
    return machine;
  }
}

/** The first calls of a WebAssembly function run in baseline code, a large one to its end: small ones call the optimiser first. */
function warmUp(machine: CoreMachine): void {
  const { arena, exports } = machine;
  const mark = arena.mark();
  const n = 96;
  const [a, b, c] = [arena.allocate(n * n), arena.allocate(n * n), arena.allocate(n * n)];
  for (const p of [a, b, c]) arena.view(p, n * n).fill(0.5);
  machine.run(quietContext, () => {
    const until = performance.now() + 12;
    for (let round = 0; round < 400 && performance.now() < until; round++)
      exports.gemm(round & 1, 0, n, n, n, 1, a, n, b, n, 0, c, n);
  });
  arena.release(mark);
}
