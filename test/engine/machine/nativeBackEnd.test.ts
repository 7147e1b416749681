import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nativeWherePossible } from '../../../src/engine/machine/nativeBackEnd';
import { koffiHere } from '../linalg/native/machineLibraries';
import { reference } from '../linalg/reference/reference';

const koffi = process.platform === 'linux' ? koffiHere()?.koffi : undefined;

test('C sees how long threads of OpenBLAS spin before a library is looked for, unless the person said it', {
  skip: koffi === undefined && 'no koffi for Linux',
}, () => {
  const seen = (name: string) => koffi?.load('libc.so.6').func('getenv', 'str', ['str'])(name);
  const look = () => {
    const said: string[] = [];
    const embedded = () => ({ linalg: reference, notes: () => [] });
    const log = (sentence: string) => void said.push(sentence);
    nativeWherePossible({ embedded, onOneThread: () => reference, bundles: '/nowhere', log })(1);
    assert.match(said.join(), /no bridge to native libraries/);
    return seen('OPENBLAS_THREAD_TIMEOUT');
  };
  delete process.env.OPENBLAS_THREAD_TIMEOUT;
  assert.equal(look(), '20');
  process.env.OPENBLAS_THREAD_TIMEOUT = '26';
  assert.equal(look(), '26');
  delete process.env.OPENBLAS_THREAD_TIMEOUT;
});
