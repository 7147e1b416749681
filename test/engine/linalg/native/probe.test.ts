import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NativeLibrary } from '../../../../src/engine/linalg/linalg';
import { bind, type Native } from '../../../../src/engine/linalg/native/bind';
import type { Koffi, Library } from '../../../../src/engine/linalg/native/koffi';
import { probe, WORTHWHILE } from '../../../../src/engine/linalg/native/probe';
import { verify } from '../../../../src/engine/linalg/native/verify';
import { reference } from '../reference/reference';
import { koffiHere, lacking, loadedLibraries } from './machineLibraries';

const libraries = loadedLibraries();
const ours = { embedded: reference, onOneThread: () => reference };
const koffi = koffiHere()?.koffi as Koffi;
const skip = lacking(libraries);
const missing: NativeLibrary = { file: 'libof-nowhere.so.9', prefix: '', suffix: '', wide: false };

test('every library of this machine passes the verification', { skip }, () => {
  for (const { native, candidate } of libraries) assert.equal(verify(native), undefined, candidate.file);
});

test('a library says which it is', { skip }, () => {
  for (const { native } of libraries) assert.match(native.name, /^(OpenBLAS|MKL) \d|Accelerate|flexiblas/);
});

const spoilt: readonly [string, (native: Native) => Native][] = [
  ['product', (n) => ({ ...n, gemm: (...given) => void given[11].fill(1) })],
  ['product', (n) => ({ ...n, gemm: (...[ta, tb, ...rest]) => n.gemm(!ta, tb, ...rest) })],
  ['symmetric product', (n) => ({ ...n, syrk: (...given) => void given[7].fill(0) })],
  ['product with a vector', (n) => ({ ...n, gemv: (...[t, ...rest]) => n.gemv(!t, ...rest) })],
  ['Cholesky factor', (n) => ({ ...n, potrf: () => 0 })],
  ['Cholesky factor', (n) => ({ ...n, potrf: (...given) => Math.min(1, n.potrf(...given)) })],
  ['triangular solve', (n) => ({ ...n, trsm: (right, _, ...rest) => n.trsm(right, false, ...rest) })],
  ['eigendecomposition', (n) => ({ ...n, syevd: (v, ...rest) => (v ? n.syevd(v, ...rest) : 0) })],
];
for (const [what, spoil] of spoilt) {
  test(`a wrong ${what} is noticed`, { skip }, () => {
    assert.equal(verify(spoil(libraries[0].native)), `its ${what} is wrong`);
  });
}

test('the fastest right library is found, with its speed in words', { skip }, () => {
  const { qualified, said } = probe(koffi, [missing, ...libraries.map((l) => l.candidate)], ours);
  assert.ok(qualified && qualified.ratio > WORTHWHILE);
  assert.equal(qualified.algebra.core.backEnd, 'native');
  assert.match(said, /^Native linear algebra: .*, [\d,]+\.\d times as fast as the embedded core\.$/);
});

test('a library no faster than the core is left alone, and the sentence says so', { skip }, () => {
  const [{ candidate }] = libraries;
  const instant = { ...reference, gemm() {} };
  const { qualified, said } = probe(koffi, [candidate], { embedded: instant, onOneThread: () => instant });
  assert.equal(qualified, undefined);
  assert.match(said, /^No native linear algebra is used: .* is only 0\.0 times as fast as the embedded core\.$/);
});

test('threads share a library that can do without threads of its own, and no OpenBLAS that may lack locks', () => {
  const made = (answers: Readonly<Record<string, number>>) => {
    const func = (name: string) => {
      if (!(name in answers) && /^(openblas|MKL|mkl|flexiblas)_/.test(name)) throw new Error(name);
      return () => answers[name] ?? 0;
    };
    return bind({ load: () => ({ func }) }, missing).shared;
  };
  const setter = { openblas_set_num_threads: 0 };
  assert.equal(made({ ...setter, openblas_get_parallel: 1 }), true);
  assert.equal(made({ ...setter, openblas_get_parallel: 2 }), true);
  assert.equal(made({ ...setter, openblas_get_parallel: 0 }), false);
  assert.equal(made({ MKL_Set_Num_Threads: 0 }), true);
  assert.equal(made({}), false);
});

test('without a library there is one sentence', () => {
  const nothing: Koffi = {
    load() {
      throw new Error('no such file');
    },
  };
  assert.deepEqual(probe(nothing, [missing], ours), {
    said: 'No native linear algebra is used: no OpenBLAS, MKL or Accelerate with LAPACK was found.',
  });
});

/** A library that has only the functions named, and what was asked of it. */
function library(has: (name: string) => boolean): { koffi: Koffi; asked: string[] } {
  const asked: string[] = [];
  const made: Library = {
    func(name) {
      if (!has(name)) throw new Error(`no ${name}`);
      asked.push(name);
      return () => undefined;
    },
  };
  return { koffi: { load: () => made }, asked };
}

test('BLAS without LAPACK does not qualify', () => {
  const { koffi } = library((name) => name.startsWith('cblas_'));
  assert.throws(() => bind(koffi, missing), /dpotrf/);
  assert.equal(probe(koffi, [missing], ours).qualified, undefined);
});

test("Accelerate's functions are found without the trailing underscore", () => {
  const { koffi, asked } = library(
    (name) => name.endsWith('$NEWLAPACK') && !name.includes('_$') && !/openblas/.test(name),
  );
  bind(koffi, { ...missing, suffix: '$NEWLAPACK' });
  assert.deepEqual(asked.slice(0, 6), [
    'cblas_dgemm$NEWLAPACK',
    'cblas_dsyrk$NEWLAPACK',
    'cblas_dgemv$NEWLAPACK',
    'cblas_dtrsm$NEWLAPACK',
    'dpotrf$NEWLAPACK',
    'dsyevd$NEWLAPACK',
  ]);
});
