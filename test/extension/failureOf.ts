import assert from 'node:assert/strict';
import { KernelscopeError } from '../../src/engine/contract/failure';

/** The error with which a call fails. */
export async function failureOf(call: Promise<unknown>): Promise<KernelscopeError> {
  const error = await call.then(
    () => assert.fail('it did not fail'),
    (e: unknown) => e,
  );
  assert.ok(error instanceof KernelscopeError, String(error));
  return error;
}
