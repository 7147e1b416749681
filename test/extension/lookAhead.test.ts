import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FitRequest } from '../../src/engine/contract/run';
import { lookAhead } from '../../src/extension/fit/lookAhead';

const expected: FitRequest = {
  source: { kind: 'path', path: '/a.csv' },
  read: {},
  design: {
    target: 'y',
    missing: 'impute',
    standardise: true,
    holdout: { kind: 'fraction', fraction: 0.2 },
    seed: 0,
  },
  method: 'krr',
  parameters: {},
};

/** A look whose estimate is in the test's hands, and whether it was ended. */
function looking() {
  let [resolve, reject] = [(_: unknown) => {}, (_: Error) => {}];
  const estimate = new Promise((...ends) => {
    [resolve, reject] = ends;
  });
  let signal: AbortSignal | undefined;
  const call = (_: string, __: unknown, options: { readonly signal: AbortSignal }) => {
    signal = options.signal;
    signal.addEventListener('abort', () => reject(new Error('cancelled')));
    return estimate;
  };
  const look = lookAhead({ engine: { call }, paces: { get: () => ({}) } } as never, expected);
  return { look, resolve, reject, ended: () => signal?.aborted };
}

test('the fit that was expected has the estimate of the look', async () => {
  const { look, resolve, ended } = looking();
  const answer = look.of({ ...expected, design: { ...expected.design } }, new AbortController().signal);
  resolve({ verdict: 'go' });
  assert.deepEqual(await answer, { verdict: 'go' });
  assert.equal(ended(), false);
});

test('a look at another fit ends, and has no estimate for it', async () => {
  const { look, ended } = looking();
  assert.equal(await look.of({ ...expected, design: { ...expected.design, features: ['a'] } }), undefined);
  assert.equal(ended(), true);
});

test('what could not be estimated is asked for again', async () => {
  const { look, reject } = looking();
  reject(new Error('no such file'));
  assert.equal(await look.of(expected), undefined);
});

test('a look that is waited for ends with its fit', async () => {
  const { look, ended } = looking();
  const stop = new AbortController();
  const answer = look.of(expected, stop.signal);
  stop.abort();
  assert.equal(await answer, undefined);
  assert.equal(ended(), true);
});
