import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { leaveOneOut, leaveOneOutPaths } from '../../../src/engine/spectrum/leaveOneOut';
import { alongNodes } from '../../../src/engine/spectrum/smoothPath';
import { relativeError } from '../madeRows';
import { core } from '../testCore';
import { madeFit } from './smallFits';

const spread = (count: number, from: number, to: number) =>
  Float64Array.from({ length: count }, (_, i) => 10 ** (from + ((to - from) * i) / (count - 1)));
const inverse = (lambdas: Float64Array) => [lambdas.map((v) => 1 / (1 + v))];

test('errors at a thousand lambdas, over few and many decades, are those of each lambda alone', () => {
  for (const kind of ['none', 'linear'] as const)
    for (const [from, to] of [
      [-10, 0],
      [-3, 2],
      [-0.01, 0.01],
    ]) {
      const { basis, y } = madeFit(80, kind);
      const lambdas = spread(1000, from, to);
      const second = y.map((v, i) => Math.abs(v) - (i % 7));
      const filter = { kind: 'zones', k: kind === 'none' ? 0 : 3, r: 60, lambda: 1 } as const;
      const paths = leaveOneOutPaths(basis, [y, second], filter, 'lambda', lambdas, quietWith(core));
      for (const [t, target] of [y, second].entries())
        for (const l of [0, 1, 333, 500, 998, 999]) {
          const { residuals } = leaveOneOut(basis, target, { ...filter, lambda: lambdas[l] });
          const alone = residuals.reduce((sum, e) => sum + (e * e) / basis.n, 0);
          const error = Math.abs(paths[t][l] / alone - 1);
          assert.ok(error < 1e-9, `${kind}, lambda ${lambdas[l]}, target ${t}: ${error}`);
        }
    }
});

test('lambdas in any order, and a curve analytic around the positive lambdas to rounding', () => {
  const lambdas = spread(700, -12, 4).toReversed();
  let asked = 0;
  const [path] = alongNodes(lambdas, (nodes) => {
    asked = nodes.length;
    return inverse(nodes);
  }) as Float64Array[];
  assert.ok(asked < 210, `${asked} nodes`);
  assert.ok(relativeError(path, inverse(lambdas)[0]) < 1e-12);
});

test('no interpolation where it saves nothing or has no range, of a curve with a kink, and of errors without end', () => {
  const lambdas = spread(1000, -8, 0);
  assert.equal(alongNodes(spread(100, -8, 0), inverse), undefined);
  assert.equal(alongNodes(new Float64Array(400).fill(0.5), inverse), undefined);
  assert.equal(alongNodes(new Float64Array(), inverse), undefined);
  assert.equal(
    alongNodes(lambdas, (nodes) => [nodes.map((v) => Math.max(v, 1e-4))]),
    undefined,
  );
  assert.equal(
    alongNodes(lambdas, (nodes) => [nodes.map(() => Number.POSITIVE_INFINITY)]),
    undefined,
  );
  assert.equal(
    alongNodes(lambdas, (nodes) => [inverse(nodes)[0], nodes.map(() => 0).fill(1, 3, 4)]),
    undefined,
  );
});
