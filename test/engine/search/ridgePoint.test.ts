import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEAF_NAMES } from '../../../src/engine/kernels/leafNames';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { criterionAt, criterionPath } from '../../../src/engine/search/criterion';
import { criterionSlope, slopeOf } from '../../../src/engine/search/criterionGradient';
import { invertLower } from '../../../src/engine/search/invertLower';
import { decomposeAt, type SearchProblem, weightedGramAt } from '../../../src/engine/search/searchProblem';
import { core } from '../testCore';
import { decades, madeProblem, weightedProblem } from './madeProblem';

for (const n of [1, 5, 96, 97, 230]) {
  test(`the inverse of a lower triangle of ${n} rows`, () => {
    core.scope(() => {
      const l = core.allocate(n * n);
      for (let j = 0; j < n; j++)
        for (let i = 0; i < n; i++) l[i + j * n] = i < j ? Number.NaN : i === j ? 2 + (i % 3) : Math.sin(i * j + i) / n;
      const before = l.slice();
      invertLower(l, n, quietWith(core));
      for (let j = 0; j < n; j++)
        for (let i = 0; i < n; i++) {
          let sum = 0;
          for (let k = j; k <= i; k++) sum += before[i + k * n] * l[k + j * n];
          assert.ok(Math.abs(sum - (i === j ? 1 : 0)) < 1e-12);
          if (i < j) assert.equal(l[i + j * n], 0);
        }
    });
  });
}

const problems: readonly (readonly [string, SearchProblem])[] = [
  ['plain', madeProblem(90, 2, { intercept: false })],
  ['with an intercept', madeProblem(90, 2)],
  ['with weights and three targets', weightedProblem(madeProblem(90, 2, { targets: 3 }))],
];

for (const [name, problem] of problems) {
  for (const criterion of ['loo', 'marginalLikelihood'] as const) {
    test(`${criterion} ${name}: from a Cholesky factor as from a decomposition`, () => {
      const lambdas = decades(-6, 0, 1);
      const residual = decomposeAt(problem, [0.5], 0, quietWith(core));
      const path = criterionPath(residual, problem, criterion, lambdas, quietWith(core));
      lambdas.forEach((lambda, l) => {
        const direct = core.scope(() => {
          const gram = weightedGramAt(problem, [0.5], quietWith(core));
          return criterionAt(gram, problem, criterion, lambda, quietWith(core));
        });
        assert.ok(Math.abs(direct - path[l]) < 1e-9 * Math.abs(path[l]), `${lambda}: ${direct} and ${path[l]}`);
      });
    });
  }
}

for (const { name, defaults, shape } of LEAF_NAMES) {
  const template = shape(defaults);
  const bySlope = slopeOf(template);
  if (bySlope === undefined) continue;
  for (const criterion of ['loo', 'marginalLikelihood'] as const) {
    test(`slopes of ${criterion} with the ${name} kernel against differences`, () => {
      const problem = { ...weightedProblem(madeProblem(60, 3, { targets: 2 })), template };
      const scales = [0.6, 0.9, 2];
      const at = (logs: readonly number[]) =>
        core.scope(() => {
          const gram = weightedGramAt(problem, logs.slice(0, 3).map(Math.exp), quietWith(core));
          return criterionAt(gram, problem, criterion, Math.exp(logs[3]), quietWith(core));
        });
      const logs = [...scales.map(Math.log), Math.log(3e-3)];
      const slope = criterionSlope(problem, bySlope, criterion, scales, 3e-3, quietWith(core));
      assert.ok(slope);
      assert.ok(Math.abs(slope.value - at(logs)) < 1e-12 * Math.abs(slope.value));
      const step = 1e-5;
      const expected = logs.map((_, c) => {
        const moved = (by: number) => at(logs.map((v, i) => (i === c ? v + by : v)));
        return (moved(step) - moved(-step)) / (2 * step);
      });
      const size = Math.max(...expected.map(Math.abs));
      expected.forEach((v, c) => {
        assert.ok(Math.abs(slope.gradient[c] - v) < 1e-6 * size, `${c}: ${slope.gradient[c]} and ${v}`);
      });
    });
  }
}
