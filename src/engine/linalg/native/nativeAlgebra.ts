import type { RunContext } from '../../contract/context';
import { KernelscopeError } from '../../contract/failure';
import { count } from '../../words/numbers';
import { checkBlock } from '../checkBlock';
import type { Block, LinearAlgebra } from '../linalg';
import type { Native } from './bind';

/** Largest n whose workspace 1 + 6n + 2n² a 32-bit integer counts (LAPACK, dsyevd). */
const EIGEN_32 = 32_766;
/**
 * Operations of which one thread takes half a millisecond. Fewer gain nothing by more threads, which wait for one another: of Cholesky's
 * many short steps two threads make a multiple.
 */
const SMALL = 5e7;

/**
 * Products and factorisations by the machine's own library; kernel matrices, elementary functions and memory remain the
 * `embedded` core's, whose arrays the library works on in place. A call into the library cannot be interrupted: the
 * context is checked before and after, and whoever must cancel in between ends the process.
 */
export function nativeAlgebra(native: Native, threads: number, embedded: LinearAlgebra): LinearAlgebra {
  const calls: Calls = {
    native,
    operands: new Operands(native.maximum),
    run(context, operations, work) {
      context.check();
      // Set before every call, since the number is that of the process, whose other threads set it too.
      native.setThreads(operations < SMALL ? 1 : threads);
      const value = work();
      context.check();
      return value;
    },
  };
  return {
    core: { backEnd: 'native', name: native.name, threads },
    ...(native.shared && { onOneThread: (alone: LinearAlgebra) => nativeAlgebra(native, 1, alone) }),
    allocate: (length) => embedded.allocate(length),
    scope: (body) => embedded.scope(body),
    kernelMatrix: (...given) => embedded.kernelMatrix(...given),
    map: (...given) => embedded.map(...given),
    ...products(calls),
    ...factorisations(calls),
  };
}

/** The library, the checks of its arguments, and how it is called: `run` sets its threads by the number of operations. */
interface Calls {
  readonly native: Native;
  readonly operands: Operands;
  readonly run: <T>(context: RunContext, operations: number, work: () => T) => T;
}

function products({ native, operands, run }: Calls): Pick<LinearAlgebra, 'gemm' | 'syrk' | 'gemv'> {
  return {
    gemm(transposeA, transposeB, m, n, k, alpha, a, b, beta, c, context) {
      operands.lengths(m, n, k);
      const left = operands.block(a, transposeA ? k : m, transposeA ? m : k);
      const right = operands.block(b, transposeB ? n : k, transposeB ? k : n);
      const into = operands.block(c, m, n);
      if (m === 0 || n === 0) return;
      run(context, 2 * m * n * k, () =>
        native.gemm(
          transposeA,
          transposeB,
          m,
          n,
          k,
          alpha,
          left,
          leadingDimension(a),
          right,
          leadingDimension(b),
          beta,
          into,
          leadingDimension(c),
        ),
      );
    },

    syrk(transposed, n, k, alpha, a, beta, c, context) {
      operands.lengths(n, k);
      const factor = operands.block(a, transposed ? k : n, transposed ? n : k);
      const into = operands.block(c, n, n);
      if (n === 0) return;
      run(context, n * n * k, () =>
        native.syrk(transposed, n, k, alpha, factor, leadingDimension(a), beta, into, leadingDimension(c)),
      );
    },

    gemv(transposed, m, n, alpha, a, x, beta, y, context) {
      const matrix = operands.block(a, m, n);
      const from = operands.whole(x, transposed ? m : n);
      const length = transposed ? n : m;
      const into = operands.whole(y, length);
      if (length === 0) return;
      // Some releases of OpenBLAS scale y by 0 here, which keeps a NaN that y held.
      if (beta === 0) into.fill(0, 0, length);
      // BLAS leaves y unchanged if A has no entries, whatever beta is.
      if (m === 0 || n === 0) {
        for (let i = 0; i < length; i++) into[i] *= beta;
        return;
      }
      // An entry of A is read for two operations, which takes as long as sixteen.
      run(context, 16 * m * n, () =>
        native.gemv(transposed, m, n, alpha, matrix, leadingDimension(a), from, beta, into),
      );
    },
  };
}

type Factorisations = 'cholesky' | 'solveLower' | 'solveLowerRight' | 'symmetricEigen' | 'symmetricEigenvalues';

function factorisations(calls: Calls): Pick<LinearAlgebra, Factorisations> {
  const { native, operands, run } = calls;
  return {
    cholesky(a, n, context) {
      const matrix = operands.whole(a, n, n);
      if (n === 0) return undefined;
      const info = run(context, n ** 3 / 3, () => native.potrf(n, matrix));
      // A NaN is not "≤ 0", so that the library may miss it: the factor's diagonal reveals it.
      const last = info > 0 ? info - 1 : n;
      for (let i = 0; i < last; i++)
        if (!(matrix[i * n + i] > 0 && matrix[i * n + i] < Infinity)) return { pivot: i + 1 };
      return info > 0 ? { pivot: info } : undefined;
    },

    solveLower(l, n, transposed, b, columns, context) {
      const factor = operands.whole(l, n, n);
      const right = operands.whole(b, n, columns);
      if (n === 0 || columns === 0) return;
      run(context, n * n * columns, () => native.trsm(false, transposed, n, columns, factor, n, right, n));
    },

    solveLowerRight(l, n, transposed, b, rows, context) {
      const factor = operands.whole(l, n, n);
      const left = operands.whole(b, rows, n);
      if (n === 0 || rows === 0) return;
      run(context, n * n * rows, () => native.trsm(true, transposed, rows, n, factor, n, left, rows));
    },

    symmetricEigen(a, n, context) {
      const matrix = operands.whole(a, n, n);
      const values = new Float64Array(n);
      context.progress(0, 'decomposing the kernel matrix');
      decompose(calls, true, n, matrix, values, context);
      context.progress(1, 'decomposing the kernel matrix');
      return { values, vectors: matrix.length === n * n ? matrix : matrix.subarray(0, n * n) };
    },

    symmetricEigenvalues(a, n, context) {
      const values = new Float64Array(n);
      decompose(calls, false, n, operands.whole(a, n, n), values, context);
      return values;
    },
  };
}

/** Throws where the matrix has more rows than LAPACK can count, where it is not finite, and where the decomposition fails. */
function decompose(
  { native, run }: Calls,
  vectors: boolean,
  n: number,
  matrix: Float64Array,
  values: Float64Array,
  context: RunContext,
): void {
  if (n === 0) return;
  if (n > EIGEN_32 && native.maximum < 2 ** 32) {
    throw new KernelscopeError(
      'memory/too-large',
      `${native.name} decomposes matrices of at most ${count(EIGEN_32)} rows. Use fewer rows.`,
      { n },
    );
  }
  context.check();
  checkLower(matrix, n);
  const info = run(context, (4 / 3) * n ** 3, () => native.syevd(vectors, n, matrix, values));
  if (info !== 0)
    throw new KernelscopeError('numerics/failed', 'The eigenvalues of the kernel matrix could not be computed.', {
      info,
    });
}

/** LAPACK may never return from a matrix with a NaN. */
function checkLower(a: Float64Array, n: number): void {
  for (let j = 0; j < n; j++) {
    let sum = 0;
    // x·0 is 0 for every finite x and NaN for the others, so that one test suffices for a column.
    for (let i = j, o = j * n + j; i < n; i++, o++) sum += a[o] * 0;
    if (sum === 0) continue;
    const i = a.subarray(j * n + j, (j + 1) * n).findIndex((entry) => !Number.isFinite(entry)) + j;
    throw new KernelscopeError(
      'numerics/failed',
      `The matrix to decompose is not finite in row ${i + 1}, column ${j + 1}. Look for extreme values in that row.`,
      { row: i + 1, column: j + 1 },
    );
  }
}

/**
 * Checks of the arguments of native functions before each call: every operand against its array, and its lengths
 * against the library's integers.
 */
class Operands {
  constructor(
    /** Largest length the library's integers hold. */
    private readonly maximum: number,
  ) {}

  /** Checks that lengths are integers, not negative, and fit. */
  lengths(...lengths: readonly number[]): void {
    for (const length of lengths) {
      if (!Number.isSafeInteger(length) || length < 0 || length > this.maximum)
        throw new RangeError(`${length} is no length of a matrix`);
    }
  }

  /** The block from its first entry on, once checked. A block without entries may be anywhere. */
  block(block: Block, rows: number, columns: number): Float64Array {
    const { values, offset, lead } = block;
    this.lengths(rows, columns, lead);
    if (lead < rows) throw new RangeError(`columns of ${rows} entries cannot lie ${lead} apart`);
    checkBlock('operand', block, rows, columns);
    return offset === 0 ? values : values.subarray(offset);
  }

  /** A matrix or vector that begins its array. */
  whole(values: Float64Array, rows: number, columns = 1): Float64Array {
    return this.block({ values, offset: 0, lead: rows }, rows, columns);
  }
}

/** LAPACK requires a distance of at least 1 even between columns without entries. */
const leadingDimension = ({ lead }: Block): number => Math.max(1, lead);
