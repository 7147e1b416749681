import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partLine } from '../../../src/engine/words/dataWords';

test('a line of several files is a line of one of them', () => {
  const part = (name: string, before?: number) => ({
    name,
    path: `/p/${name}`,
    bytes: 1,
    modified: 1,
    ...(before !== undefined && { before }),
  });
  const file = { name: 'p (3 files)', path: '/p', parts: [part('a.csv', 0), part('b.csv', 40), part('c.csv')] };
  assert.deepEqual(partLine(file, 40), { name: 'a.csv', path: '/p/a.csv', line: 40 });
  assert.deepEqual(partLine(file, 42), { name: 'b.csv', path: '/p/b.csv', line: 2 });
  assert.deepEqual(partLine({ name: 'x.csv', path: '/x.csv' }, 7), { name: 'x.csv', path: '/x.csv', line: 7 });
});
