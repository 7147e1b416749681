import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAPERS, paperOf } from '../../src/figures/papers';
import { recipes } from '../../src/reproduce/registry';

test('every reproduction names a paper, and every paper has a reproduction', () => {
  const named = new Set(recipes.map(({ spec }) => paperOf(spec)));
  assert.deepEqual(named, new Set(Object.values(PAPERS)));
});
