import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DesignOptions } from '../../../src/engine/contract/data';
import { sharesOf } from '../../../src/engine/parts/rowShares';

test('of a few rows that are visited none are held out unless a person says so, as of rows that are held', () => {
  const shareOf = (rows: number, byDefault: boolean, more: Partial<DesignOptions> = {}) =>
    sharesOf({ seed: 0, holdout: { kind: 'fraction', fraction: 0.2, ...(byDefault && { byDefault }) }, ...more }, rows)
      .heldOut;
  for (const rows of [5, 30, 47]) {
    assert.equal(shareOf(rows, true), 0);
    assert.equal(shareOf(rows, false), 0.2);
    assert.equal(shareOf(rows, true, { splitBy: { kind: 'group', column: 'unit' } }), 0.2);
  }
  assert.equal(shareOf(48, true), 0.2);
});
