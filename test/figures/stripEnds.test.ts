import assert from 'node:assert/strict';
import { test } from 'node:test';
import { componentsOverview } from '../../src/figures/components/overview';
import { componentsView } from '../../src/figures/components/view';
import { overviewOf } from '../../src/figures/fit/overview';
import { stripEnds } from '../../src/figures/view/overviewTypes';
import { deriveView } from '../../src/figures/view/view';
import { componentsExample } from './componentsExample';
import { exampleRun } from './exampleRun';
import { robustExample } from './robustExample';

test('the bar below a number says what its ends are, in the number’s own form', () => {
  const strip = { domain: [0, 1], at: 0.8 } as const;
  assert.deepEqual(stripEnds({ value: '80 %', strip }), ['0\u202f%', '100\u202f%']);
  assert.deepEqual(stripEnds({ value: '0.80', strip }), ['0', '1']);
  assert.deepEqual(stripEnds({ value: '0.1', strip: { domain: [-0.14, 1], at: 0.1 } }), ['−0.14', '1']);
});

test('every number of every kind of run has ends that differ', () => {
  const numbers = [
    ...overviewOf(deriveView(exampleRun({ n: 60, holdout: 20 }))).numbers,
    ...overviewOf(deriveView(exampleRun({ n: 60, holdout: 20, classes: 2 }))).numbers,
    ...overviewOf(deriveView(robustExample({ n: 60, holdout: 20, method: 'huber' }))).numbers,
    ...componentsOverview(componentsView(componentsExample())).numbers,
  ];
  assert.ok(numbers.length > 10);
  for (const number of numbers) {
    const [low, high] = stripEnds(number);
    assert.notEqual(low, high, number.id);
    assert.match(`${low} ${high}`, /\d/);
  }
});
