import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FilterSpec } from '../../src/engine/contract/filter';
import { moveFilter } from '../../src/figures/view/axes';

const zones = { kind: 'zones', lambda: 0.1, k: 4, r: 20 } as const;
const axes = ['lambda', 'k', 'r'] as const;

test('a place between two counts is the nearer one', () => {
  assert.deepEqual(moveFilter(axes, zones, 'k', 6.6), { ...zones, k: 7 });
  assert.deepEqual(moveFilter(axes, zones, 'r', 11.2), { ...zones, r: 11 });
  const cut: FilterSpec = { kind: 'zones', lambda: 0, k: 5, r: 5 };
  assert.deepEqual(moveFilter(['r'], cut, 'r', 8.7), { ...cut, k: 9, r: 9 });
  const descent: FilterSpec = { kind: 'descent', steps: 3, stepSize: 0.1, momentum: 0 };
  assert.deepEqual(moveFilter(['steps'], descent, 'steps', 41.4), { ...descent, steps: 41 });
});

test('amounts stay as they are', () => {
  assert.deepEqual(moveFilter(axes, zones, 'lambda', 0.25), { ...zones, lambda: 0.25 });
  const flow: FilterSpec = { kind: 'flow', t: 1, momentum: 0 };
  assert.deepEqual(moveFilter(['t'], flow, 't', 2.5), { ...flow, t: 2.5 });
});

test('with ridge between them k and r keep one direction apart', () => {
  assert.deepEqual(moveFilter(axes, zones, 'k', 20), { ...zones, k: 20, r: 21 });
  assert.deepEqual(moveFilter(axes, zones, 'r', 3), { ...zones, k: 2, r: 3 });
  assert.deepEqual(moveFilter(axes, zones, 'r', 0), { ...zones, k: 0, r: 1 });
});
