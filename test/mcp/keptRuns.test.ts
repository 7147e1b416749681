import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyRun } from '../../src/engine/contract/run';
import { KEPT, KeptRuns } from '../../src/mcp/keptRuns';

const request = { source: { kind: 'path', path: '/data/rows.csv' } };
const run = (bytes: number) => ({ request, values: { length: bytes, buffer: {} } }) as unknown as AnyRun;
/** A run that claims so many bytes, without them. */
function claiming(bytes: number): AnyRun {
  const values = new Float64Array(1);
  Object.defineProperty(values.buffer, 'byteLength', { value: bytes });
  return { ...run(0), values } as unknown as AnyRun;
}

test('the newest is taken where none is named; ids are never used again', () => {
  const kept = new KeptRuns();
  assert.throws(() => kept.get(undefined), /fit a file first/);
  assert.throws(() => kept.get('model-1'), /no model model-1\. None is kept yet/);
  const [a, b] = [claiming(1), claiming(1)];
  assert.deepEqual([kept.add(a).id, kept.add(b).id], ['model-1', 'model-2']);
  const { where, ...newest } = kept.get(undefined);
  assert.deepEqual(newest, { id: 'model-2', run: b, file: '/data/rows.csv' });
  assert.match(where, /in memory as model-2/);
  assert.equal(kept.get('model-1').run, a);
  assert.throws(() => kept.get('model-3'), /Known: model-1, model-2\./);
});

test('the oldest leave when there are too many, or too large ones', () => {
  const many = new KeptRuns();
  for (let i = 0; i <= KEPT.runs; i++) many.add(claiming(1));
  assert.throws(() => many.get('model-1'), /no model model-1/);
  assert.equal(many.get('model-2').id, 'model-2');
  const large = new KeptRuns();
  for (const bytes of [0.4, 0.5, 0.3]) large.add(claiming(bytes * KEPT.bytes));
  assert.throws(() => large.get('model-1'));
  assert.equal(large.get('model-2').id, 'model-2');
  large.add(claiming(2 * KEPT.bytes));
  assert.deepEqual(large.get(undefined).id, 'model-4');
  assert.throws(() => large.get('model-3'));
});
