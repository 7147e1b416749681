import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext, type RunContext } from '../../../../src/engine/contract/context';
import { KernelscopeError } from '../../../../src/engine/contract/failure';
import { formOf } from '../../../../src/engine/kernels/formOf';
import { type Block, full } from '../../../../src/engine/linalg/linalg';
import type { Native } from '../../../../src/engine/linalg/native/bind';
import { nativeAlgebra } from '../../../../src/engine/linalg/native/nativeAlgebra';
import { reference } from '../reference/reference';
import { lacking, loadedLibraries } from './machineLibraries';

const libraries = loadedLibraries();
const skip = lacking(libraries);
const cores = libraries.map(({ candidate, native }) => ({
  name: `${native.name}${candidate.wide ? ', 64-bit integers' : ''}`,
  linalg: nativeAlgebra(native, 2, reference),
}));
const failsWith = (code: string) => (e: unknown) => e instanceof KernelscopeError && e.failure.code === code;

/** Numbers in (−1, 1), the same every time. */
const filled = (length: number, seed: number): Float64Array =>
  Float64Array.from({ length }, (_, i) => Math.sin((i + 1) * (seed + 0.37) * 1.618));

/** rows×columns inside a larger array of shared memory, as the embedded core's are. */
function shared(rows: number, columns: number, seed: number): Block {
  const [offset, lead] = [3, rows + 2];
  const values = new Float64Array(new SharedArrayBuffer(8 * (offset + lead * columns + 5)));
  values.set(filled(values.length, seed));
  return { values, offset, lead };
}

const copy = (block: Block): Block => ({ ...block, values: block.values.slice() });

function close(actual: Float64Array, expected: Float64Array, tolerance = 1e-11): void {
  assert.equal(actual.length, expected.length);
  for (let i = 0; i < actual.length; i++) {
    const error = Math.abs(actual[i] - expected[i]);
    assert.ok(error <= tolerance || Object.is(actual[i], expected[i]), `${i}: ${actual[i]} and ${expected[i]}`);
  }
}

// Elsewhere these tests are skipped without a library; in CI that would hide that none of them ran.
const inCi = Boolean(process.env.CI) && process.env.CI !== 'false';
test('there is a library to test with', { skip: !inCi && skip }, () => assert.ok(cores.length > 0));

for (const { name, linalg } of cores) {
  test(`${name}: gemm on blocks of shared memory, in all four transpositions`, () => {
    for (const [ta, tb] of [
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ]) {
      const [m, n, k] = [7, 5, 9];
      const a = ta ? shared(k, m, 1) : shared(m, k, 1);
      const b = tb ? shared(n, k, 2) : shared(k, n, 2);
      const [mine, theirs] = [shared(m, n, 3), copy(shared(m, n, 3))];
      linalg.gemm(ta, tb, m, n, k, 0.5, a, b, -2, mine, quietContext);
      reference.gemm(ta, tb, m, n, k, 0.5, a, b, -2, theirs, quietContext);
      close(mine.values, theirs.values);
    }
  });

  test(`${name}: syrk leaves the upper triangle alone`, () => {
    for (const transposed of [false, true]) {
      const a = transposed ? shared(4, 6, 1) : shared(6, 4, 1);
      const [mine, theirs] = [shared(6, 6, 2), copy(shared(6, 6, 2))];
      linalg.syrk(transposed, 6, 4, 2, a, 0.5, mine, quietContext);
      reference.syrk(transposed, 6, 4, 2, a, 0.5, theirs, quietContext);
      close(mine.values, theirs.values);
    }
  });

  test(`${name}: gemv, with what y held when beta is 0`, () => {
    const a = shared(6, 4, 1);
    for (const transposed of [false, true]) {
      const x = filled(transposed ? 6 : 4, 2);
      const y = filled(transposed ? 4 : 6, 3);
      for (const beta of [0, 1, -0.5]) {
        const [mine, theirs] = [y.slice(), y.slice()];
        if (beta === 0) mine.fill(Number.NaN);
        linalg.gemv(transposed, 6, 4, 3, a, x, beta, mine, quietContext);
        reference.gemv(transposed, 6, 4, 3, a, x, beta, theirs, quietContext);
        close(mine, theirs);
      }
    }
  });

  test(`${name}: Cholesky and the solves with its factor`, () => {
    const n = 60;
    const k = definite(n);
    const [mine, theirs] = [k.slice(), k.slice()];
    assert.equal(linalg.cholesky(mine, n, quietContext), undefined);
    reference.cholesky(theirs, n, quietContext);
    close(mine, theirs);
    for (const transposed of [false, true]) {
      for (const solve of ['solveLower', 'solveLowerRight'] as const) {
        const [b, expected] = [filled(n * 3, 4), filled(n * 3, 4)];
        linalg[solve](mine, n, transposed, b, 3, quietContext);
        reference[solve](mine, n, transposed, expected, 3, quietContext);
        close(b, expected, 1e-9);
      }
    }
  });

  test(`${name}: Cholesky names the pivot that is not positive or no number`, () => {
    const n = 200;
    for (const [value, at] of [
      [-1, 150],
      [0, 0],
      [Number.NaN, 7],
      [Number.NaN, 199],
    ]) {
      const k = definite(n);
      k[at * n + at] = value;
      assert.deepEqual(linalg.cholesky(k, n, quietContext), { pivot: at + 1 }, `${value} at ${at}`);
    }
  });

  test(`${name}: eigenpairs reconstruct the matrix, over 300 orders of magnitude`, () => {
    const n = 80;
    for (const scale of [1e-150, 1, 1e150]) {
      const k = definite(n).map((v) => v * scale);
      const { values, vectors } = linalg.symmetricEigen(k.slice(), n, quietContext);
      const back = new Float64Array(n * n);
      for (let e = 0; e < n; e++)
        for (let j = 0; j < n; j++)
          for (let i = 0; i < n; i++) back[j * n + i] += (values[e] / scale) * vectors[e * n + i] * vectors[e * n + j];
      close(
        back,
        k.map((v) => v / scale),
      );
      const alone = linalg.symmetricEigenvalues(k.slice(), n, quietContext);
      close(
        alone.map((v) => v / scale),
        values.map((v) => v / scale),
      );
    }
  });

  test(`${name}: an entry that is not finite is a failure and not a wait`, () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const k = definite(30);
      k[10 * 30 + 20] = bad;
      assert.throws(() => linalg.symmetricEigen(k.slice(), 30, quietContext), /row 21, column 11/);
      assert.throws(() => linalg.symmetricEigenvalues(k.slice(), 30, quietContext), failsWith('numerics/failed'));
      k.copyWithin(20 * 30 + 10, 10 * 30 + 20, 10 * 30 + 21);
      k[10 * 30 + 20] = 0;
      assert.doesNotThrow(() => linalg.symmetricEigen(k, 30, quietContext), 'the upper triangle is not read');
    }
  });

  test(`${name}: what is beyond an array is refused before the library sees it`, () => {
    const room = full(new Float64Array(20), 5);
    const [a, b, short] = [new Float64Array(25), new Float64Array(25), new Float64Array(24)];
    const calls: (() => unknown)[] = [
      () => linalg.gemm(false, false, 5, 4, 5, 1, room, full(a, 5), 0, full(b, 5), quietContext),
      () => linalg.gemm(false, false, 5, 5, 5, 1, full(a, 5), full(b, 5), 0, room, quietContext),
      () => linalg.gemm(false, false, 5, 5, 5, 1, { ...full(a, 5), offset: 1 }, room, 0, full(b, 5), quietContext),
      () => linalg.gemm(false, false, 5, 5, 5, 1, { ...full(a, 5), lead: 4 }, room, 0, full(b, 5), quietContext),
      () => linalg.gemm(false, false, 5, 5, 0.5, 1, full(a, 5), room, 0, full(b, 5), quietContext),
      () => linalg.gemm(false, false, -1, 5, 5, 1, full(a, 5), room, 0, full(b, 5), quietContext),
      () => linalg.syrk(false, 5, 5, 1, room, 0, full(b, 5), quietContext),
      () => linalg.syrk(false, 5, 4, 1, room, 0, { ...full(b, 5), offset: -1 }, quietContext),
      () => linalg.gemv(false, 5, 4, 1, room, a.subarray(0, 3), 0, b, quietContext),
      () => linalg.gemv(true, 5, 4, 1, room, a, 0, b.subarray(0, 3), quietContext),
      () => linalg.cholesky(short, 5, quietContext),
      () => linalg.solveLower(short, 5, false, a, 5, quietContext),
      () => linalg.solveLower(a, 5, false, short, 5, quietContext),
      () => linalg.solveLowerRight(a, 5, false, short, 5, quietContext),
      () => linalg.symmetricEigen(short, 5, quietContext),
      () => linalg.symmetricEigenvalues(short, 5, quietContext),
      () => linalg.symmetricEigen(a, Number.NaN, quietContext),
    ];
    for (const [i, call] of calls.entries()) assert.throws(call, RangeError, String(i));
  });

  test(`${name}: matrices without rows or columns`, () => {
    const none = full(new Float64Array(0), 0);
    const c = full(Float64Array.of(1, 2, 3, 4), 2);
    linalg.gemm(false, false, 0, 0, 0, 1, none, none, 0, none, quietContext);
    linalg.gemm(false, false, 2, 2, 0, 1, { ...none, lead: 2 }, none, 0.5, c, quietContext);
    assert.deepEqual([...c.values], [0.5, 1, 1.5, 2]);
    const beyond = { values: c.values, offset: 6, lead: 2 };
    linalg.gemm(false, true, 2, 2, 0, 1, beyond, beyond, 1, c, quietContext);
    assert.deepEqual([...c.values], [0.5, 1, 1.5, 2]);
    linalg.gemv(true, 0, 2, 1, none, new Float64Array(0), 2, c.values, quietContext);
    assert.deepEqual([...c.values], [1, 2, 1.5, 2]);
    assert.equal(linalg.cholesky(new Float64Array(0), 0, quietContext), undefined);
    assert.equal(linalg.symmetricEigen(new Float64Array(0), 0, quietContext).values.length, 0);
  });

  test(`${name}: NaN in, NaN out`, () => {
    const a = full(definite(9), 9);
    a.values[4] = Number.NaN;
    const c = full(new Float64Array(81), 9);
    linalg.gemm(false, false, 9, 9, 9, 1, a, full(new Float64Array(81), 9), 0, c, quietContext);
    assert.ok(Number.isNaN(c.values[4]));
  });
}

test('each small operation takes one thread and each large one all, whatever came before', () => {
  const all = 6;
  let set = 0;
  const taken: number[] = [];
  const call = () => {
    taken.push(set);
    return 0;
  };
  const native: Native = {
    name: 'none',
    maximum: 2 ** 31 - 1,
    setThreads: (threads) => {
      set = threads;
    },
    gemm: call,
    syrk: call,
    gemv: call,
    trsm: call,
    potrf: call,
    syevd: call,
    shared: true,
  };
  const linalg = nativeAlgebra(native, all, reference);
  const ones = (length: number) => new Float64Array(length).fill(1);
  const run: Record<string, (n: number) => unknown> = {
    gemm: (n) => {
      const block = full(ones(n * n), n);
      linalg.gemm(false, true, n, n, n, 1, block, block, 0, block, quietContext);
    },
    syrk: (n) => linalg.syrk(false, n, n, 1, full(ones(n * n), n), 0, full(ones(n * n), n), quietContext),
    gemv: (n) => linalg.gemv(false, n, n, 1, full(ones(n * n), n), ones(n), 0, ones(n), quietContext),
    cholesky: (n) => linalg.cholesky(ones(n * n), n, quietContext),
    solveLower: (n) => linalg.solveLower(ones(n * n), n, false, ones(n * n), n, quietContext),
    solveLowerRight: (n) => linalg.solveLowerRight(ones(n * n), n, false, ones(n * n), n, quietContext),
    symmetricEigen: (n) => linalg.symmetricEigen(ones(n * n), n, quietContext),
    symmetricEigenvalues: (n) => linalg.symmetricEigenvalues(ones(n * n), n, quietContext),
  };
  for (const [operation, operate] of Object.entries(run)) {
    taken.length = 0;
    for (const n of [40, 1800, 1800, 40]) {
      // Another thread of the process uses the library on its own.
      set = 1;
      operate(n);
    }
    assert.deepEqual(taken, [1, all, all, 1], operation);
  }
});

test('a cancelled context stops before the library is called', { skip }, () => {
  const cancelled: RunContext = {
    ...quietContext,
    check() {
      throw new KernelscopeError('run/cancelled', 'Cancelled.');
    },
  };
  const k = definite(10);
  assert.throws(() => cores[0].linalg.cholesky(k, 10, cancelled), failsWith('run/cancelled'));
  assert.deepEqual(k, definite(10));
});

test('memory, kernels and functions stay the embedded core’s', { skip }, () => {
  const { linalg } = cores[0];
  const inside = linalg.scope(() => {
    const values = linalg.allocate(2);
    values.set([0, 1]);
    linalg.map('exp', values, 1, 0, quietContext);
    return [...values];
  });
  assert.deepEqual(inside, [1, Math.E]);
  const rows = Float64Array.of(0, 1);
  const k = linalg.kernelMatrix(formOf({ kind: 'gaussian', lengthScale: 1 }), rows, 2, rows, 2, 1, true, quietContext);
  close(k, Float64Array.of(1, Math.exp(-0.5), Math.exp(-0.5), 1));
  assert.deepEqual(linalg.core, { backEnd: 'native', name: libraries[0].native.name, threads: 2 });
});

/** A Gaussian kernel matrix with a ridge: symmetric and positive definite. */
function definite(n: number): Float64Array {
  const k = new Float64Array(n * n);
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) k[j * n + i] = Math.exp(-((i - j) ** 2) / 8) + (i === j ? 0.1 : 0);
  return k;
}
