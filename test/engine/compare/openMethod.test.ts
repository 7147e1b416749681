import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWay, openWayVisited } from '../../../src/engine/compare/openMethod';
import type { Parameters } from '../../../src/engine/contract/method';
import type { FitRequest } from '../../../src/engine/contract/run';

const requestFor = (parameters: Parameters = {}, open = true): FitRequest => ({
  source: { kind: 'path', path: '/data.csv' },
  read: {},
  design: { target: 'y', missing: 'impute', standardise: true, holdout: { kind: 'fraction', fraction: 0.2 }, seed: 0 },
  method: 'krr',
  ...(open && { openMethod: true }),
  parameters,
});
const MACHINE = { memory: 8e9, threads: 2 };

test('at every size an open method is fitted exactly or with landmarks, and neither asked about nor refused', () => {
  for (const columns of [1, 13, 126])
    for (const rows of [20, 300, 1000, 2000, 3000, 5000, 8000, 16_512, 50_000, 200_000, 1_000_000]) {
      const { request, approximate } = openWay(requestFor(), rows, columns, MACHINE);
      assert.equal(request.openMethod, undefined);
      assert.equal(request.method, approximate ? 'nystrom-ridge' : 'krr');
      assert.equal(request.parameters.landmarks, approximate?.count);
      if (rows <= 2000) assert.equal(approximate, undefined);
      if (rows >= 5000) assert.ok(approximate && approximate.count >= 250 && 2 * approximate.count <= rows);
    }
});

test('a method that was named, and a kernel without landmarks, stay as they were asked for', () => {
  assert.equal(openWay(requestFor({}, false), 16_512, 13, MACHINE).request.method, 'krr');
  const spline = openWay(requestFor({ kernel: 'thinPlate' }), 16_512, 2, MACHINE);
  assert.deepEqual([spline.request.method, spline.approximate], ['krr', undefined]);
});

test('what was set goes with the way; what has no meaning for it is named', () => {
  for (const way of [
    openWay(requestFor({ lambda: 1e-4, folds: 5 }), 16_512, 13, MACHINE),
    openWayVisited(requestFor({ lambda: 1e-4, folds: 5 })),
  ]) {
    assert.equal(way.request.parameters.lambda, 1e-4);
    assert.equal(way.request.parameters.folds, undefined);
    assert.match(
      way.notes.map(({ text }) => text).join(),
      /^Folds was set, but Nyström ridge regression has no such parameter/,
    );
  }
});
