import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unpenalisedText } from '../../src/figures/fit/unpenalised';
import { filterRows } from '../../src/figures/spectral/filter';
import { moveFilter } from '../../src/figures/view/axes';
import { deriveView, targetsOf, targetView } from '../../src/figures/view/view';
import { exampleRun } from './exampleRun';

test('another target brings its own units, filter and rows, and leaves nothing of the first behind', () => {
  const run = exampleRun({ n: 30, holdout: 8, more: true });
  assert.deepEqual(targetsOf(run), ['pressure', 'pressure squared']);
  const other = targetView(run, 1);
  assert.equal(other.target, 'pressure squared');
  assert.equal(other.variance, run.others[0].variance);
  assert.equal(other.holdout, run.others[0].holdout);
  assert.equal(other.data, run.data);
  assert.equal(targetView(run, 0), run);
  const { holdout: _, ...bare } = run.others[0];
  assert.equal(targetView({ ...run, others: [bare] }, 1).holdout, undefined);
});

test('k stays below r while λ stands between them; a cut-off moves both', () => {
  const zones = { kind: 'zones', lambda: 1e-3, k: 3, r: 10 } as const;
  const axes = ['lambda', 'k', 'r'] as const;
  assert.deepEqual(moveFilter(axes, zones, 'k', 12), { ...zones, k: 12, r: 13 });
  assert.deepEqual(moveFilter(axes, zones, 'r', 2), { ...zones, k: 1, r: 2 });
  assert.deepEqual(moveFilter(axes, zones, 'r', 0), { ...zones, k: 0, r: 1 });
  assert.deepEqual(moveFilter(axes, zones, 'lambda', 1), { ...zones, lambda: 1 });
  assert.deepEqual(moveFilter(['r'], { ...zones, k: 10 }, 'r', 4), { ...zones, k: 4, r: 4 });
  assert.deepEqual(moveFilter(['t'], { kind: 'flow', t: 1, momentum: 0.5 }, 't', 3), {
    kind: 'flow',
    t: 3,
    momentum: 0.5,
  });
});

test('the table of parameters tells every filter in its own words, and the λ that others stand for', () => {
  const names = (method: 'three-zone' | 'kgf' | 'kgd' | 'cutoff') =>
    filterRows(deriveView(exampleRun({ n: 24, holdout: 0, folds: 0, method }))).map(({ name }) => name);
  assert.deepEqual(names('three-zone'), ['λ per sample', 'n·λ', 'k, directions unpenalised', 'r, directions used']);
  assert.deepEqual(names('kgf'), ['t, flow time', 'comparable λ of ridge', 'comparable n·λ of ridge']);
  assert.deepEqual(names('kgd'), ['steps of descent', 'step size', 'comparable λ of ridge', 'comparable n·λ of ridge']);
  assert.deepEqual(names('cutoff'), ['r, directions used', 'comparable λ of ridge', 'comparable n·λ of ridge']);
});

test('gradient flow at t shrinks like ridge with n·λ = 1/t', () => {
  const run = exampleRun({ n: 24, holdout: 0, folds: 0, method: 'kgf' });
  assert.ok(run.filter.kind === 'flow');
  const view = deriveView(run);
  assert.ok(Math.abs(view.lambda * 24 * run.filter.t - 1) < 1e-12);
});

test('unpenalised features are named, units counted, dropped columns left out', () => {
  const map = {
    activation: 'relu',
    inputs: 1,
    weights: new Float64Array(8),
    bias: new Float64Array(8),
    scale: 1,
  } as const;
  const unpenalised = [
    { kind: 'constant' },
    { kind: 'monomial', powers: [{ column: 0, power: 1 }], name: 'age' },
    { kind: 'monomial', powers: [{ column: 0, power: 2 }], name: 'age²' },
    { kind: 'units', map, name: 'random ReLU feature' },
  ] as const;
  const all = Uint32Array.from({ length: 11 }, (_, i) => i);
  assert.equal(unpenalisedText({ unpenalised, kept: all }), 'intercept, age, age², 8 random ReLU features');
  assert.equal(
    unpenalisedText({ unpenalised, kept: Uint32Array.of(0, 2, 3) }),
    'intercept, age², 1 random ReLU feature',
  );
  assert.equal(unpenalisedText({ unpenalised: [], kept: new Uint32Array() }), '');
});
