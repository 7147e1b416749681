import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext, type RunContext } from '../../../src/engine/contract/context';
import { sortedValues } from '../../../src/engine/statistics/sorted';
import { madeRows } from '../madeRows';

test('values are sorted as a typed array sorts them, with looks at the flag in between', () => {
  for (const n of [0, 1, 7, 65_535, 65_536, 65_537, 300_000]) {
    const { values } = madeRows(n, 1, n);
    for (let i = 0; i < n; i += 3) values[i] = i % 2 ? 0.25 : -0;
    const before = values.slice();
    assert.deepEqual(sortedValues(values, quietContext), values.slice().sort(), `${n}`);
    assert.deepEqual(values, before);
  }
  let looks = 0;
  sortedValues(madeRows(1_000_000, 1, 1).values, { ...quietContext, check: () => looks++ } as unknown as RunContext);
  assert.ok(looks >= 1_000_000 / 2 ** 16 + 4 * (1_000_000 / 2 ** 17), `${looks}`);
});
