import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ParameterValue } from '../../../src/engine/contract/method';
import { huber } from '../../../src/engine/methods/huber';
import { madeDesign, madeRows, madeSample, normals } from '../madeRows';
import { fitted } from './fitting';

const N = 80;

/** The notes of a fit of Huber's loss at the freest end of its path that no freer fit was tried. */
function edgeNotes(target: (a: number, b: number) => number, given: Record<string, ParameterValue>): number {
  const x = madeRows(N, 2, 3);
  const y = Float64Array.from({ length: N }, (_, i) => target(x.values[i], x.values[N + i]));
  const { notes, robust } = fitted(huber, madeDesign(madeSample(x, y)), { ...given, folds: 4 });
  assert.equal(robust?.at, 0, 'the freest fit of the path was chosen');
  return notes.filter(({ code }) => code === 'path/edge').length;
}

test('the freest robust fit calls for more freedom only where the error still falls', () => {
  const noise = normals(1);
  // A line needs no penalty: a freer fit would change nothing.
  assert.equal(
    edgeNotes((a, b) => a - b + 0.5 * noise(), { kernel: 'linear' }),
    0,
  );
  assert.equal(
    edgeNotes((a) => Math.sin(3 * a), { kernel: 'gaussian', lengthScale: 20 }),
    1,
  );
});
