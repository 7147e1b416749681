import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overviewTables } from '../../src/cli/reportParts';
import type { Overview } from '../../src/figures/fit/overview';

test('a long value of a setting, as of a length scale for each of many columns, does not push the other cells away', () => {
  for (const columns of [1, 3, 60, 20_000]) {
    const value = Array.from({ length: columns }, (_, j) => (1 + j / 7).toFixed(3)).join(' ');
    const parameters = [{ name: 'length scale', value, rule: 'set' }];
    const [, [table]] = overviewTables({ numbers: [], parameters } as unknown as Overview);
    assert.ok('rows' in table);
    const [, shown] = table.rows[0];
    assert.ok(shown.length <= 40);
    assert.equal(shown === value, value.length <= 40);
  }
});
