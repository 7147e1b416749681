import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitRequest } from '../../src/choices/fitRequest';
import type { MethodSpec } from '../../src/engine/contract/method';
import { changedRequest } from '../../src/extension/fit/changedRequest';
import { raceFittedBy, requestWith, withApproximation, withMethod, withWinner } from '../../src/extension/fit/request';
import { exampleRace, raceOfMany } from '../figures/raceExample';
import { chosen, method, parameter, source } from './madeRequest';

test('a candidate of the race is fitted with its kernel, its length scales chosen as there; all else stays', () => {
  const request = fitRequest(source, method, { target: 'y', parameters: { lambda: 1e-3, lengthScaleRule: 'cv' } }, {});
  const parameters = (kernel: 'laplace' | 'linear', byColumn: boolean) =>
    requestWith(request, { kind: 'kernel', kernel, byColumn }).parameters;
  const { lengthScaleRule: _, ...others } = request.parameters;
  assert.deepEqual(parameters('laplace', false), {
    ...others,
    kernel: 'laplace',
    lengthScaleRule: 'marginalLikelihood',
  });
  assert.deepEqual(parameters('laplace', true), { ...others, kernel: 'laplace', lengthScaleRule: 'ard' });
  assert.deepEqual(parameters('linear', false), { ...others, kernel: 'linear' });
});

test('another kernel takes nothing of the one before; a filter that sliders set for that goes with it', () => {
  const request = fitRequest(source, method, { target: 'y', parameters: { kernel: 'laplace', lambda: 1e-3 } }, {});
  const other = (given: typeof request) => requestWith(given, { kind: 'anyKernel', kernel: 'auto' }).parameters;
  assert.deepEqual(other(request), { ...request.parameters, kernel: 'auto' });
  const used = { ...request, parameters: { ...request.parameters, lengthScale: 2, lengthScaleRule: 'loo' } };
  assert.deepEqual(other(used), { kernel: 'auto', seed: 0 });
});

test('another method takes the rows, and of the parameters those that it has, but no filter', () => {
  const request = fitRequest(source, method, { target: 'y', parameters: { lambda: 1e-3, lengthScale: 2 } }, {});
  const other: MethodSpec = { ...method, id: 'huber', parameters: ['lambda', 'lengthScale', 'c'].map(parameter) };
  const { design, method: id, parameters } = withMethod(request, other);
  assert.deepEqual([design, id, parameters], [request.design, 'huber', { lengthScale: 2 }]);
});

test('Huber is fitted with the kernel that the race chose, at its length scales where the run shows that one', () => {
  const request = fitRequest(source, method, { target: 'y', parameters: { lambda: 1e-3 } }, {});
  const huber: MethodSpec = {
    ...method,
    id: 'huber',
    parameters: ['kernel', 'lengthScale', 'lengthScaleRule', 'c'].map(parameter),
  };
  const shown = (kernel: string) => [
    chosen('kernel', kernel, ''),
    chosen('lengthScale', 1.5, ''),
    chosen('lambda', 1e-3, ''),
  ];
  const race = exampleRace();
  const fitted = (kernel: string) => withWinner({ request, race, parameters: shown(kernel) }, huber);
  assert.deepEqual(fitted('matern32'), {
    ...request,
    method: 'huber',
    parameters: { kernel: 'matern32', lengthScale: 1.5 },
  });
  assert.deepEqual(fitted('laplace').parameters, { kernel: 'matern32', lengthScaleRule: 'marginalLikelihood' });
  assert.deepEqual(withWinner({ request, parameters: shown('laplace') }, huber), withMethod(request, huber));
});

test('landmarks and random features are as many as were judged, of the chosen kernel at its length scales', () => {
  const request = fitRequest(source, method, { target: 'y', parameters: { lambda: 1e-3 } }, {});
  const run = {
    request,
    race: { ...raceOfMany(), chosen: 'matern32-columns' } as const,
    parameters: [chosen('kernel', 'matern32', ''), chosen('lengthScale', '1 2', '')],
  };
  const other = (id: MethodSpec['id'], count: string): MethodSpec => ({
    ...method,
    id,
    parameters: ['kernel', 'lengthScale', 'lengthScaleRule', count].map(parameter),
  });
  const byLandmarks = withApproximation(run, 'landmarks', other('nystrom-ridge', 'landmarks'));
  const kernel = { kernel: 'matern32', lengthScale: '1 2' };
  assert.deepEqual(byLandmarks, { ...request, method: 'nystrom-ridge', parameters: { ...kernel, landmarks: 500 } });
  // From there the other one, which has no landmarks.
  const byFeatures = withApproximation({ ...run, request: byLandmarks }, 'features', other('rf-ridge', 'features'));
  assert.deepEqual(byFeatures, {
    ...request,
    method: 'rf-ridge',
    parameters: { ...kernel, features: 500, sampling: 'even' },
  });
  const laplace = { ...run, parameters: [chosen('kernel', 'laplace', '')] };
  assert.deepEqual(withApproximation(laplace, 'features', other('rf-ridge', 'features')).parameters, {
    kernel: 'matern32',
    lengthScaleRule: 'ard',
    features: 500,
    sampling: 'even',
  });
});

test('a fit by random features keeps the race, which says that it is they', () => {
  const race = raceOfMany();
  const fitted = ({ lanes }: typeof race) =>
    lanes.filter(({ approximates }) => approximates?.fitted).map(({ id }) => id);
  const after = raceFittedBy(race, 'features');
  assert.deepEqual([fitted(race), fitted(after)], [['landmarks'], ['features']]);
  assert.deepEqual(raceFittedBy(after, 'landmarks'), race);
});

test('classes, and the last rows held out, change the rows and the target alone', () => {
  const request = fitRequest(source, method, { target: 'y' }, {});
  assert.deepEqual(requestWith(request, { kind: 'classes' }), {
    ...request,
    design: { ...request.design, task: 'classify' },
  });
  assert.deepEqual(requestWith(request, { kind: 'lastRows', share: 0.25, by: 'day' }).design, {
    ...request.design,
    holdout: { kind: 'fraction', fraction: 0.25 },
    splitBy: { kind: 'blocks', by: 'day' },
  });
});

test('ridge and truncated ridge are fitted to the same rows, without the strength of the method before', async () => {
  const before = fitRequest(source, method, { target: 'y', parameters: { lambda: 1e-3, lengthScale: 2 } }, {});
  const run = { request: { ...before, method: 'kcd' }, parameters: [chosen('lengthScale', 2, 'set')] };
  for (const id of ['krr', 'tkrr'] as const) {
    const spec: MethodSpec = { ...method, id, parameters: ['lambda', 'lengthScale'].map(parameter) };
    const services = { engine: { call: async () => [spec] } } as never;
    const after = await changedRequest(services, run as never, { kind: id });
    assert.deepEqual(after, { ...before, method: id, parameters: { lengthScale: 2 } });
  }
});
