import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitRequest } from '../../src/choices/fitRequest';
import type { Axis, FilterSpec } from '../../src/engine/contract/filter';
import { requestAt, type SliderSetting } from '../../src/extension/fit/request';
import { chosen, method, source } from './madeRequest';

test('the fit at the sliders keeps the length scale and everything else', () => {
  const request = fitRequest(source, method, { target: 'y', parameters: { lambda: 1 } }, {});
  const parameters = [
    chosen('lengthScale', 2.5, 'lowest error'),
    chosen('lambda', 1, 'set'),
    chosen('folds', 10, 'default'),
  ];
  const filter = { filter: { kind: 'zones', lambda: 1e-4, k: 0, r: 90 } } as const;
  const at = requestAt(request, [2.5], filter, { parameters, axes: ['lambda'] });
  assert.deepEqual(at.parameters, { lambda: 1e-4, lengthScale: 2.5, seed: 0 });
  assert.deepEqual({ ...at, parameters: 0 }, { ...request, parameters: 0 });
  const classes = [...parameters, chosen('threshold', 0.2, 'where balanced classes weigh alike')];
  const thresholdAt = (threshold?: number) =>
    requestAt(request, [2.5], { ...filter, threshold }, { parameters: classes, axes: ['lambda'] }).parameters.threshold;
  assert.deepEqual([thresholdAt(0.3), thresholdAt()], [0.3, 0.2]);
  const ard = requestAt(request, [2.5, 0.125, 1e30], filter, { parameters, axes: ['lambda'] });
  assert.equal(ard.parameters.lengthScale, '2.5 0.125 1e+30');
  const without = requestAt(request, [1], filter, { parameters: parameters.slice(1), axes: ['lambda'] });
  assert.deepEqual(without.parameters, { lambda: 1e-4, seed: 0 });
});

test('the fit at another filter keeps the kernel that a race chose, with its length scales', () => {
  const request = fitRequest(source, method, { target: 'y' }, {});
  const raced = [
    chosen('kernel', 'matern32', 'lowest error of the race over 10 folds'),
    chosen('lengthScale', '0.4 2', 'highest marginal likelihood, one per column'),
    chosen('lambda', 1e-3, 'lowest leave-one-out error'),
  ];
  const filter = { filter: { kind: 'zones', lambda: 0.5, k: 0, r: 9 } } as const;
  const { parameters } = requestAt(request, [0.4, 2], filter, { parameters: raced, axes: ['lambda'] });
  assert.deepEqual(parameters, { seed: 0, kernel: 'matern32', lengthScale: '0.4 2', lambda: 0.5 });
});

test('every kind of filter becomes the parameters of its method, and no others', () => {
  const request = fitRequest(source, method, { target: 'y' }, {});
  const parametersAt = (filter: FilterSpec, axes: readonly Axis[], ...names: string[]) =>
    requestAt(request, [1], { filter }, { axes, parameters: names.map((name) => chosen(name, 7, 'lowest error')) })
      .parameters;
  const zones = { kind: 'zones', lambda: 0.5, k: 2, r: 9 } as const;
  assert.deepEqual(parametersAt(zones, ['lambda', 'k', 'r'], 'lambda', 'k', 'r'), { seed: 0, lambda: 0.5, k: 2, r: 9 });
  assert.deepEqual(parametersAt(zones, ['lambda', 'r'], 'lambda', 'r'), { seed: 0, lambda: 0.5, r: 9 });
  assert.deepEqual(parametersAt({ ...zones, lambda: 0 }, ['r'], 'r'), { seed: 0, r: 9 });
  assert.deepEqual(parametersAt({ kind: 'flow', t: 3, momentum: 0.5 }, ['t'], 't', 'momentum'), {
    seed: 0,
    t: 3,
    momentum: 0.5,
  });
  const descent = { kind: 'descent', steps: 40, stepSize: 0.25, momentum: 0 } as const;
  assert.deepEqual(parametersAt(descent, ['steps'], 'steps', 'stepSize', 'momentum'), {
    seed: 0,
    steps: 40,
    stepSize: 0.25,
    momentum: 0,
  });
  // All directions: a count that no parameter can hold is left to the method.
  assert.deepEqual(parametersAt({ ...zones, r: Number.POSITIVE_INFINITY }, ['lambda', 'r'], 'lambda'), {
    seed: 0,
    lambda: 0.5,
  });
});

test('what the method chose beside the filter stays, also where it shares a name with the filter', () => {
  const request = fitRequest(source, method, { target: 'y', parameters: { form: 'exact' } }, {});
  const parameters = [
    chosen('lambda', 1, 'lowest error'),
    chosen('k', 30, 'lowest error over a few k'),
    chosen('featureMap', 'cos', 'cos where it can be'),
    chosen('form', 'exact', 'set'),
    chosen('selection', 'loo', 'default'),
  ];
  const setting = { filter: { kind: 'zones', lambda: 0.5, k: 0, r: 90 } } as const;
  const at = requestAt(request, [1], setting, { parameters, axes: ['lambda'] });
  assert.deepEqual(at.parameters, { seed: 0, form: 'exact', lambda: 0.5, k: 30, featureMap: 'cos' });
});

test('the fit at another strength keeps what its rules chose, and ordinary ridge has no say', () => {
  const request = fitRequest(source, method, { target: 'y', parameters: { epsilon: 0.2, taus: '0.1 0.9' } }, {});
  const parameters = [
    chosen('lengthScale', 2.5, 'least mean absolute error over 10 folds'),
    chosen('epsilon', 0.2, 'set'),
    chosen('taus', '0.1 0.9', 'set'),
    chosen('landmarks', 300, 'by the number of rows'),
    chosen('folds', 10, 'default'),
    chosen('lambda', 3e-3, 'least mean absolute error over 10 folds'),
  ];
  const at = (slid: SliderSetting) => requestAt(request, [2.5], slid, { parameters, axes: ['lambda'] }).parameters;
  const kept = { seed: 0, epsilon: 0.2, taus: '0.1 0.9', lengthScale: 2.5, landmarks: 300 };
  assert.deepEqual(at({ axis: 'lambda', value: 1e-4 }), { ...kept, lambda: 1e-4 });
  // Sparse regression: epsilon is the strength itself, and a lambda is chosen by rule like anything else.
  assert.deepEqual(at({ axis: 'epsilon', value: 0.05 }), { ...kept, epsilon: 0.05, lambda: 3e-3 });
});
