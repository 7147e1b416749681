import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { Random } from '../../../src/engine/data/random';
import { defaultScale } from '../../../src/engine/kernels/defaultScale';
import { fillKernel, parseKernel } from '../../../src/engine/kernels/expression';
import { kernelText } from '../../../src/engine/kernels/kernelWords';
import { medianHeuristic } from '../../../src/engine/kernels/medianHeuristic';
import { madeRows } from '../madeRows';

const x = madeRows(30, 4, 1);
const of = (text: string) => defaultScale(parseKernel(text), x, new Random(3), quietContext);

test('kernels of distances, also beside others, take the median distance', () => {
  const median = medianHeuristic(x, new Random(3), quietContext);
  for (const text of [
    'gaussian',
    'multiquadric',
    'gaussian + linear',
    'matern52 * polynomial',
    'spline(lengthScale=4)*cauchy',
  ])
    assert.deepEqual(of(text), {
      lengthScale: [median.lengthScale],
      rule: 'median distance over 435 pairs of rows',
    });
});

test('networks and polynomials take the root of the number of columns', () => {
  for (const text of ['reluNetwork', 'arcCosine1 + linear', 'polynomial', 'polynomial + erfNetwork'])
    assert.deepEqual(of(text), { lengthScale: [2], rule: 'root of the number of encoded columns' });
});

test('periodic kernels take periods just longer than the data, column by column', () => {
  const rows = { rows: 4, columns: 3, values: Float64Array.of(0, 1, 2, 3, -5, 5, 0, 0, 7, 7, 7, 7) };
  const { lengthScale, rule } = defaultScale(
    parseKernel('spline + 2*trigonometric'),
    rows,
    new Random(0),
    quietContext,
  );
  assert.deepEqual(lengthScale, [3.75, 12.5, 1]);
  assert.match(rule, /range of each column/);
  assert.match(kernelText(fillKernel(parseKernel('spline'), lengthScale)), /\[3\.75, 12\.5, 1\]/);
});

test('a periodic kernel beside another needs a period of its own', () => {
  assert.throws(
    () => of('gaussian * trigonometric'),
    (error) =>
      error instanceof KernelscopeError &&
      error.failure.code === 'parameter/invalid' &&
      /trigonometric is its period.*gaussian.*trigonometric\(lengthScale=4\)/.test(error.message),
  );
});

test('nothing open, nothing chosen', () => {
  assert.deepEqual(of('linear + thinPlate').lengthScale, [1]);
});
