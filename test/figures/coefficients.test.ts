import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeatureBlock } from '../../src/engine/contract/kernel';
import type { RunResult } from '../../src/engine/contract/run';
import { coefficientsTable } from '../../src/figures/fit/unpenalised';
import { deriveView } from '../../src/figures/view/view';
import { exampleRun } from './exampleRun';

/** The example with these coefficients of x1, x2 = 1 of an indicator, and their product, in columns of these deviations. */
function withTerms(beta: readonly number[], scale: readonly number[], standardise: boolean): RunResult {
  const run = exampleRun({ n: 30, holdout: 0, folds: 0, search: false });
  const term = (name: string, ...columns: number[]): FeatureBlock => ({
    kind: 'monomial',
    name,
    powers: columns.map((column) => ({ column, power: 1 })),
  });
  const { model, request, target } = run;
  return {
    ...run,
    request: { ...request, design: { ...request.design, standardise } },
    coefficientErrors: Float64Array.of(0.1, 0.2, 0.1, 0.1),
    model: {
      ...model,
      transform: { ...model.transform, scale: [...scale] },
      unpenalised: [{ kind: 'constant' }, term('area', 0), term('town=Ulm', 1), term('area*town=Ulm', 0, 1)],
      kept: Uint32Array.of(0, 1, 2, 3),
      outputs: [{ ...model.outputs[0], name: target, beta: Float64Array.from(beta) }],
    },
  };
}

test('of standardised columns the coefficients stand per unit of the columns too, where a unit there is', () => {
  const { columns, rows } = coefficientsTable(deriveView(withTerms([310, 106, -3.5, 7], [35, 0.4, 1], true)));
  assert.equal(columns.at(-1)?.title, 'Per unit');
  const [intercept, area, ulm, product] = rows.map(({ cells }) => cells.at(-1) ?? '');
  assert.equal(intercept, '');
  for (const [text, value, error] of [
    [area, 106 / 35, 0.2 / 35],
    [ulm, -3.5 / 0.4, 0.1 / 0.4],
    [product, 7 / (35 * 0.4), 0.1 / (35 * 0.4)],
  ] as const) {
    const [shown, half] = text.replace('−', '-').split(' ± ').map(Number);
    assert.ok(Math.abs(shown / value - 1) < 5e-3, text);
    // Student's t of some 29 degrees of freedom.
    assert.ok(half / error > 1.9 && half / error < 2.2, text);
  }
  const plain = coefficientsTable(deriveView(withTerms([310, 106, -3.5, 7], [1, 1, 1], false)));
  assert.ok(!plain.columns.some(({ title }) => title === 'Per unit'));
});
