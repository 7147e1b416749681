import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextWith, quietContext } from '../../../src/engine/contract/context';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { boundedBfgs } from '../../../src/engine/search/boundedBfgs';
import { criterionAt } from '../../../src/engine/search/criterion';
import { predictOthers } from '../../../src/engine/search/predictOthers';
import { ridgePoint } from '../../../src/engine/search/ridgePoint';
import { problemOn, type SearchProblem, weightedGramAt } from '../../../src/engine/search/searchProblem';
import {
  firstGuess,
  likelihoodSlope,
  oneScale,
  type ScaleGroups,
  scalesOf,
  tune,
} from '../../../src/engine/search/tune';
import { core } from '../testCore';
import { madeProblem, weightedProblem } from './madeProblem';

/** The first and the third column share a scale. */
const groups: ScaleGroups = { of: Int32Array.of(0, 1, 0), count: 2 };

function valueAt(problem: SearchProblem, of: ScaleGroups, logs: readonly number[]): number {
  return core.scope(() => {
    const values = logs.map(Math.exp);
    const gram = weightedGramAt(problem, scalesOf(of, values), quietWith(core));
    return criterionAt(gram, problem, 'marginalLikelihood', values[of.count] / problem.x.rows, quietWith(core));
  });
}

for (const kind of ['gaussian', 'matern52', 'matern32', 'laplace', 'linear'] as const)
  test(`slopes by shared length scales against differences: ${kind}`, () => {
    const problem = { ...weightedProblem(madeProblem(60, 3, { targets: 2 })), template: { kind } } as const;
    const of = kind === 'linear' ? { ...groups, count: 0 } : groups;
    const at = [...[0.6, 1.7].slice(0, of.count), 0.2].map(Math.log);
    const slope = likelihoodSlope(problem, of, Float64Array.from(at), quietWith(core));
    assert.ok(slope);
    assert.ok(Math.abs(slope.value - valueAt(problem, of, at)) < 1e-12 * Math.abs(slope.value));
    const step = 1e-5;
    at.forEach((_, c) => {
      const moved = (by: number) =>
        valueAt(
          problem,
          of,
          at.map((v, i) => (i === c ? v + by : v)),
        );
      const expected = (moved(step) - moved(-step)) / (2 * step);
      assert.ok(Math.abs(slope.gradient[c] - expected) < 1e-6, `${c}: ${slope.gradient[c]} and ${expected}`);
    });
  });

test('tuning from a start comes to where no small step is more likely', () => {
  const problem = { ...madeProblem(80, 3), template: { kind: 'matern32' } } as const;
  const one = oneScale(3);
  const guess = firstGuess(problem, one, 1.5, undefined, quietWith(core));
  const rule = { groups, budget: 60 };
  const tuned = tune(
    problem,
    rule,
    { scales: [guess.scales[0], guess.scales[0]], ridge: guess.ridge },
    quietWith(core),
  );
  assert.ok(tuned);
  const logs = [...tuned.scales, tuned.ridge].map(Math.log);
  for (const c of logs.keys())
    for (const by of [-0.2, 0.2])
      assert.ok(
        valueAt(
          problem,
          groups,
          logs.map((v, i) => (i === c ? v + by : v)),
        ) >
          tuned.value - 1e-5,
      );
  // Its curvature makes the same search short.
  let evaluations = 0;
  const counting = { ...quietContext, progress: () => void evaluations++ };
  const again = tune(
    problem,
    rule,
    { ...tuned, scales: tuned.scales.map((v) => 1.05 * v) },
    contextWith(counting, { linalg: core }),
  );
  assert.ok(again && Math.abs(again.value - tuned.value) < 1e-4);
  assert.ok(evaluations <= 6, `${evaluations} evaluations`);
});

test('a start whose matrix is not positive definite is given more ridge', () => {
  const problem = { ...madeProblem(60, 1), template: { kind: 'gaussian' } } as const;
  const start = { scales: [40], ridge: 1e-16 };
  assert.ok(tune(problem, { groups: oneScale(1), budget: 20 }, start, quietWith(core)));
});

test('a lambda that is set stays', () => {
  const problem = { ...madeProblem(60, 2), template: { kind: 'gaussian' } } as const;
  const rule = { groups: oneScale(2), lambda: 1e-3, budget: 20 };
  const tuned = tune(problem, rule, { scales: [1], ridge: 5 }, quietWith(core));
  assert.ok(Math.abs((tuned?.ridge ?? 0) / 0.06 - 1) < 1e-12);
});

for (const [name, problem] of [
  ['with an intercept', madeProblem(50, 2, { targets: 2 })],
  ['without', madeProblem(50, 2, { intercept: false })],
  ['with weights', weightedProblem(madeProblem(50, 2))],
] as const)
  test(`other rows are predicted as leave-one-out says, ${name}`, () => {
    // Leaving out one row at the same total ridge: its residual is that of the closed form on all rows.
    const whole = { ...problem, template: { kind: 'gaussian' } } as const;
    const [scale, ridge] = [[0.8], 0.05];
    const fitted = Uint32Array.from({ length: 49 }, (_, i) => i + 1);
    const [[predicted]] = predictOthers(
      whole,
      core.scope(() => weightedGramAt(whole, scale, quietWith(core)).slice()),
      ridge,
      fitted,
      [Uint32Array.of(0)],
      quietWith(core),
    );
    const all = core.scope(() => {
      const gram = weightedGramAt(whole, scale, quietWith(core));
      const point = ridgePoint(gram, whole, ridge / 50, quietWith(core));
      return (point?.coefficients[0][0] ?? 0) / (point?.diagonal[0] ?? 1);
    });
    const root = whole.rootWeights?.[0] ?? 1;
    assert.ok(Math.abs(whole.y[0][0] / root - predicted[0] - all / root) < 1e-9);
    assert.equal(problemOn(whole, fitted).x.rows, 49);
  });

for (const [name, problem] of [
  ['with an intercept', madeProblem(60, 2, { targets: 2 })],
  ['without', madeProblem(60, 2, { intercept: false })],
  ['with weights', weightedProblem(madeProblem(60, 2))],
] as const)
  test(`each part is predicted by a fit of all rows but its own, ${name}`, () => {
    const whole = { ...problem, template: { kind: 'matern32' } } as const;
    const [all, ridge] = [Uint32Array.from({ length: 60 }, (_, i) => i), 0.02];
    // The middle part is of one row, the first larger than a leaf of anything; no rows come in order.
    const parts = [9, 1, 17].map((length, k) => Uint32Array.from({ length }, (_, i) => (k + 3 * i + 7) % 60));
    const always = all.filter((row) => !parts.some((part) => part.includes(row)));
    const gram = core.scope(() => weightedGramAt(whole, [0.9], quietWith(core)).slice());
    const predicted = predictOthers(whole, gram, ridge, always, parts, quietWith(core));
    for (const [k, part] of parts.entries()) {
      const rest = all.filter(
        (row) => !part.includes(row) && (always.includes(row) || parts.some((p) => p.includes(row))),
      );
      const some = problemOn(whole, rest);
      const coefficients = core.scope(() => {
        const of = weightedGramAt(some, [0.9], quietWith(core));
        return ridgePoint(of, some, ridge / rest.length, quietWith(core))?.coefficients ?? [];
      });
      whole.y.forEach((y, t) => {
        const a = coefficients[t];
        const at = (row: number) => a.reduce((sum, v, i) => sum + v * gram[rest[i] * 60 + row], 0);
        const root = (row: number) => whole.rootWeights?.[row] ?? 1;
        // The constant is what the kernel's part leaves of the first fitted row.
        const first = rest.findIndex((row) => root(row) > 0);
        const constant = whole.features ? (y[rest[first]] - at(rest[first]) - ridge * a[first]) / root(rest[first]) : 0;
        part.forEach((row, i) => {
          const expected = root(row) > 0 ? at(row) / root(row) + constant : predicted[k][t][i];
          assert.ok(Math.abs(predicted[k][t][i] - expected) < 1e-9, `${predicted[k][t][i]} ${expected}`);
        });
      });
    }
  });

test('a search that starts with the curvature at hand takes Newton’s step at once', () => {
  const bounds = { lower: Float64Array.of(-9, -9), upper: Float64Array.of(9, 9) };
  const valley = (at: Float64Array) => ({
    value: (at[0] - 1) ** 2 + 50 * (at[1] + 0.5) ** 2,
    gradient: Float64Array.of(2 * (at[0] - 1), 100 * (at[1] + 0.5)),
  });
  const inverse = Float64Array.of(0.5, 0, 0, 0.01);
  const found = boundedBfgs(Float64Array.of(0.4, 0), bounds, 1e-12, 20, valley, inverse);
  assert.ok(found && found.evaluations <= 3 && Math.abs(found.at[1] + 0.5) < 1e-9);
});
