import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunResult } from '../../src/engine/contract/run';
import { lengthScaleFigure } from '../../src/figures/spectral/lengthScale';
import { deriveView } from '../../src/figures/view/view';
import { robustExample } from './robustExample';

/** As version 0.1 stored it: the strengths of a robust search stood where ridge regression has its lambda. */
function asStoredBefore(run: RunResult): RunResult {
  const { search } = run;
  assert.ok(search && 'strength' in search);
  const { axis: _, strength: lambda, ...tried } = search;
  return { ...run, search: { ...tried, lambda } };
}

for (const [method, sign] of [
  ['ksgd', 't'],
  ['kl1', 'ε'],
  ['kl-inf', 'c'],
] as const)
  test(`${method}: the search names its own strength, in runs stored by 0.1 too`, () => {
    const run = robustExample({ n: 24, holdout: 8, method });
    const figure = lengthScaleFigure(deriveView(run));
    assert.ok(figure?.note?.includes(` at its best ${sign} (`), figure?.note);
    assert.deepEqual(lengthScaleFigure(deriveView(asStoredBefore(run))), figure);
  });
