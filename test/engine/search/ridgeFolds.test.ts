import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Folds } from '../../../src/engine/contract/data';
import { divide } from '../../../src/engine/data/folds';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { decomposeAt, type SearchProblem } from '../../../src/engine/search/searchProblem';
import { foldErrors } from '../../../src/engine/spectrum/folds';
import { ridgeFoldErrors } from '../../../src/engine/spectrum/ridgeFolds';
import { core } from '../testCore';
import { decades, madeProblem, weightedProblem } from './madeProblem';

const lambdas = decades(-9, 0, 3);

function agree(problem: SearchProblem, scale: number, folds: Folds): void {
  const n = problem.x.rows;
  const { basis } = decomposeAt(problem, [scale], 0, quietWith(core));
  const found = ridgeFoldErrors(basis, problem.y, folds, lambdas, quietWith(core));
  const path = { filter: { kind: 'zones', k: 0, r: n, lambda: 1 }, axis: 'lambda', values: lambdas } as const;
  problem.y.forEach((y, t) => {
    const { error, standardError } = foldErrors(basis, y, folds, path, quietWith(core));
    lambdas.forEach((lambda, l) => {
      // The series stops at 1e-10; at small lambda both sides carry rounding over lambda.
      const bound = 1e-9 + 1e-15 / lambda;
      const near = (a: number, b: number) => assert.ok(Math.abs(a / b - 1) < bound, `${scale}, ${lambda}: ${a}, ${b}`);
      near(found[t].error[l], error[l]);
      near(found[t].standardError[l], standardError[l]);
    });
  });
}

for (const [name, problem] of [
  ['no features', madeProblem(120, 2, { intercept: false })],
  ['an intercept', madeProblem(120, 2)],
  ['weights and two targets', weightedProblem(madeProblem(120, 2, { targets: 2 }))],
] as const) {
  test(`ridge fold errors with ${name} are the general ones, at full rank and at low rank`, () => {
    for (const scale of [0.05, 0.5, 3]) agree(problem, scale, { of: divide(120, 7, 1).of, count: 7 });
  });
}

test('a feature that lives in one fold alone counts as in the general form', () => {
  const problem = madeProblem(60, 2);
  const folds = divide(60, 5, 1).of;
  const values = new Float64Array(120).fill(1);
  for (let i = 0; i < 60; i++) values[60 + i] = folds[i] === 2 ? i + 1 : 0;
  agree({ ...problem, features: { values, columns: 2 } }, 0.5, { of: folds, count: 5 });
});
