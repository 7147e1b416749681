import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledError, quietContext, type RunContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { full } from '../../../src/engine/linalg/linalg';
import {
  type ConjugateGradientOptions,
  type DefiniteSystem,
  conjugateGradient as solve,
} from '../../../src/engine/solvers/conjugateGradient';
import { normals, relativeError } from '../madeRows';
import { core } from '../testCore';

/** The solution, with the iterations that it took, and whether the tolerance was reached. */
function conjugateGradient(
  system: DefiniteSystem,
  right: Float64Array,
  options: ConjugateGradientOptions,
  context: RunContext,
) {
  const found = solve(system, right, options, context);
  const iterations = found.residuals.length - 1;
  return { ...found, iterations, converged: found.residuals[iterations] <= options.tolerance };
}

const exactly = { tolerance: 1e-13, limit: 500 };

/** Q·diag(values)·Q' with Q from the eigenvectors of a random symmetric matrix. */
function matrixOf(values: ArrayLike<number>, seed: number): Float64Array {
  const n = values.length;
  const next = normals(seed);
  const q = core.scope(() =>
    core
      .symmetricEigen(
        Float64Array.from({ length: n * n }, () => next()),
        n,
        quietContext,
      )
      .vectors.slice(),
  );
  const a = new Float64Array(n * n);
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) for (let e = 0; e < n; e++) a[i + j * n] += q[i + e * n] * values[e] * q[j + e * n];
  return a;
}

function systemOf(a: Float64Array, size: number, columns: number): DefiniteSystem {
  return {
    size,
    columns,
    apply: (x, into) =>
      core.gemm(false, false, size, columns, size, 1, full(a, size), full(x, size), 0, full(into, size), quietContext),
  };
}

/** A^-1·b by Cholesky. */
function solved(a: Float64Array, size: number, b: Float64Array, columns: number): Float64Array {
  const [factor, x] = [a.slice(), b.slice()];
  assert.equal(core.cholesky(factor, size, quietContext), undefined);
  core.solveLower(factor, size, false, x, columns, quietContext);
  core.solveLower(factor, size, true, x, columns, quietContext);
  return x;
}

const N = 80;
const spread = Float64Array.from({ length: N }, (_, i) => 10 ** (-4 * (i / (N - 1))));
const a = matrixOf(spread, 1);
const next = normals(2);
const b = Float64Array.from({ length: 3 * N }, () => next());
const wanted = solved(a, N, b, 3);

test('the solution is that of a direct solve, for one and for several right-hand sides', () => {
  for (const columns of [1, 3]) {
    const found = conjugateGradient(systemOf(a, N, columns), b.slice(0, columns * N), exactly, quietContext);
    assert.ok(found.converged);
    assert.ok(relativeError(found.solution, wanted.subarray(0, columns * N)) < 1e-10);
  }
});

test('several right-hand sides end where each would alone', () => {
  const together = conjugateGradient(systemOf(a, N, 3), b, { tolerance: 1e-6, limit: 500 }, quietContext);
  for (let c = 0; c < 3; c++) {
    const own = b.slice(c * N, (c + 1) * N);
    const alone = conjugateGradient(systemOf(a, N, 1), own, { tolerance: 1e-6, limit: 500 }, quietContext);
    assert.ok(relativeError(together.solution.subarray(c * N, (c + 1) * N), alone.solution) < 1e-9);
    assert.ok(alone.iterations <= together.iterations);
  }
});

test('a matrix of p distinct eigenvalues takes p iterations', () => {
  const few = matrixOf(
    Float64Array.from({ length: 40 }, (_, i) => [1, 3, 10, 25][i % 4]),
    3,
  );
  const found = conjugateGradient(systemOf(few, 40, 1), b.slice(0, 40), { tolerance: 1e-9, limit: 40 }, quietContext);
  assert.equal(found.iterations, 4);
  assert.equal(found.residuals.length, 5);
  assert.equal(found.residuals[0], 1);
});

test('the exact inverse as preconditioner takes one iteration, the diagonal fewer than none', () => {
  const scales = Float64Array.from({ length: N }, (_, i) => 10 ** (i % 5));
  const near = matrixOf(
    Float64Array.from({ length: N }, (_, i) => 1 + i / N),
    4,
  );
  const scaled = near.map((v, o) => v * Math.sqrt(scales[o % N] * scales[Math.floor(o / N)]));
  const plain = systemOf(scaled, N, 1);
  const right = b.slice(0, N);
  const direct = solved(scaled, N, right, 1);
  const jacobi: DefiniteSystem = {
    ...plain,
    precondition: (x, into) => {
      for (let i = 0; i < N; i++) into[i] = x[i] / scaled[i * (N + 1)];
    },
  };
  const inverse: DefiniteSystem = { ...plain, precondition: (x, into) => into.set(solved(scaled, N, x, 1)) };
  const [none, diagonal, exact] = [plain, jacobi, inverse].map((system) => {
    const found = conjugateGradient(system, right, { tolerance: 1e-12, limit: 2000 }, quietContext);
    assert.ok(found.converged);
    assert.ok(relativeError(found.solution, direct) < 1e-8);
    return found.iterations;
  });
  assert.equal(exact, 1);
  assert.ok(diagonal < none / 2, `${diagonal} iterations with, ${none} without`);
});

test('the limit ends it, and the residual says so', () => {
  const found = conjugateGradient(systemOf(a, N, 1), b.slice(0, N), { tolerance: 1e-13, limit: 5 }, quietContext);
  assert.equal(found.converged, false);
  assert.equal(found.iterations, 5);
  assert.equal(found.residuals.length, 6);
});

test('a right-hand side of zeros has the solution zero', () => {
  const mixed = b.slice(0, 2 * N).fill(0, N);
  const { solution } = conjugateGradient(systemOf(a, N, 2), mixed, exactly, quietContext);
  assert.ok(solution.subarray(N).every((v) => v === 0));
  const zero = new Float64Array(N);
  assert.equal(conjugateGradient(systemOf(a, N, 1), zero, exactly, quietContext).iterations, 0);
});

test('a matrix or preconditioner that is not positive definite is told with where and by how much', () => {
  const indefinite = matrixOf(
    Float64Array.from({ length: 20 }, (_, i) => (i === 0 ? -5 : 1)),
    6,
  );
  const cases: readonly (readonly [DefiniteSystem, RegExp])[] = [
    [systemOf(indefinite, 20, 1), /iteration \d+: the matrix is not positive definite/],
    [{ size: 20, columns: 1, apply: (_, into) => into.fill(Number.NaN) }, /iteration 1: the matrix/],
    [{ ...systemOf(a, 20, 1), precondition: (x, into) => into.set(x.map((v) => -v)) }, /the preconditioner/],
  ];
  for (const [system, sentence] of cases) {
    assert.throws(
      () => conjugateGradient(system, b.slice(0, 20), exactly, quietContext),
      (error: unknown) => {
        assert.ok(error instanceof KernelscopeError);
        assert.equal(error.failure.code, 'numerics/failed');
        assert.match(error.failure.message, sentence);
        assert.equal(error.failure.data?.column, 1);
        assert.ok(Number(error.failure.data?.form) <= 0 || error.failure.data?.form === 'NaN');
        return true;
      },
    );
  }
});

test('progress never falls, and a cancelled run throws', () => {
  const fractions: number[] = [];
  let looks = 0;
  const watched: RunContext = {
    cancelled: false,
    progress: (fraction) => fractions.push(fraction),
    check() {
      if (++looks > 6) throw cancelledError();
    },
  };
  assert.throws(() => conjugateGradient(systemOf(a, N, 1), b.slice(0, N), exactly, watched), {
    message: cancelledError().message,
  });
  assert.equal(fractions.length, 6);
  assert.ok(fractions.every((v, i) => v >= (fractions[i - 1] ?? 0) && v <= 1));
});
