import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fittingFilter } from '../../src/webview/live/sliders';
import { remembered, VIEW_STATE } from '../../src/webview/protocol.schema';
import { exampleRun } from '../figures/exampleRun';

test('a remembered filter moves the sliders of a run of its kind, and only those', () => {
  const run = exampleRun({ n: 20, holdout: 0, folds: 0, method: 'tkrr' });
  const kept = { kind: 'zones', lambda: 0.5, k: 3, r: 7 } as const;
  assert.deepEqual(fittingFilter(run, kept), { kind: 'zones', lambda: 0.5, k: 0, r: 7 }, 'truncated ridge has no k');
  assert.equal(fittingFilter(run, { kind: 'flow', t: 1, momentum: 0 }), run.filter);
  assert.equal(fittingFilter(run, undefined), run.filter);
});

test('what a page remembered survives JSON', () => {
  const views = [
    {
      runId: 'a',
      tab: 'risk',
      filter: { kind: 'zones', lambda: 1e-3, k: 0, r: 12 },
      target: 2,
      range: [4, 90],
      pair: ['lambda', 'r'],
    },
    { runId: 'a', tab: 'columns', filter: { kind: 'flow', t: 3, momentum: 0.5 }, only: 'columns' },
    { runId: 'a', tab: 'rows', at: 0, only: 'rows' },
    { runId: 'a', tab: 'rows', filter: { kind: 'descent', steps: 9, stepSize: 0.1, momentum: 0 } },
  ];
  for (const view of views) assert.deepEqual(remembered(VIEW_STATE, JSON.parse(JSON.stringify(view))), view);
  const endless = { runId: 'a', tab: 'risk', filter: { kind: 'zones', lambda: 1, k: 0, r: Number.POSITIVE_INFINITY } };
  assert.deepEqual(remembered(VIEW_STATE, JSON.parse(JSON.stringify(endless))), endless);
});

test('whatever is not as it should be is left out', () => {
  const plain = { runId: '', tab: 'overview' };
  for (const value of [undefined, null, 3, 'x', {}, { tab: 'compare', runId: 7 }])
    assert.deepEqual(remembered(VIEW_STATE, value), plain);
  const bad = [
    { filter: { kind: 'zones', lambda: -1, k: 0, r: 3 } },
    { filter: { kind: 'zones', lambda: 1, k: 0.5, r: 3 } },
    { filter: { kind: 'flow', t: 1, momentum: 1 } },
    { filter: { kind: 'descent', steps: 3, stepSize: 0, momentum: 0 } },
    { filter: 'ridge' },
    { target: -1 },
    { range: [1] },
    { range: [1, 'b'] },
    { pair: ['lambda', 'm'] },
    { at: -1 },
    { at: 0.5 },
    { at: '3' },
    { only: 'x' },
  ];
  for (const value of bad) assert.deepEqual(remembered(VIEW_STATE, value), plain, JSON.stringify(value));
});
