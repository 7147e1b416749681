import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { searchArd } from '../../../src/engine/search/ardSearch';
import { searchLengthScale } from '../../../src/engine/search/lengthScaleSearch';
import type { SearchProblem } from '../../../src/engine/search/searchProblem';
import { firstGuess, likelihoodSlope, oneScale, tune } from '../../../src/engine/search/tune';
import { core } from '../testCore';
import { decades, madeProblem, weightedProblem } from './madeProblem';

const CRITERIA = ['loo', 'marginalLikelihood'] as const;
const lambdas = decades(-8, 0, 2);

/** The same problem with one more target: a class of which only the last `rows` rows are. */
function withRareClass(problem: SearchProblem, rows: number): SearchProblem {
  const n = problem.x.rows;
  const rare = Float64Array.from({ length: n }, (_, i) => (i >= n - rows ? 1 : 0));
  return { ...problem, y: [...problem.y, rare.map((v, i) => v * (problem.rootWeights?.[i] ?? 1))] };
}

for (const criterion of CRITERIA)
  for (const rows of [0, 1, 2, 3])
    test(`a class of ${rows} rows, which samples of rows may lack, is searched with by ${criterion}`, () => {
      const rule = (seed: number) => ({ criterion, lambdas, start: [1], seed });
      for (const [seed, problem] of [madeProblem(700, 2, { targets: 2 })].flatMap((p) => [
        [1, p] as const,
        [2, weightedProblem(p)] as const,
      ])) {
        const found = searchLengthScale(withRareClass(problem, rows), rule(seed), quietWith(core));
        assert.ok(Number.isFinite(found.score) && found.lengthScale.every((v) => v > 0 && Number.isFinite(v)));
        if (rows > 0) continue;
        const without = searchLengthScale(problem, rule(seed), quietWith(core));
        assert.deepEqual(found.lengthScale, without.lengthScale);
        assert.ok(Math.abs(found.score / without.score - 1) < 1e-9);
      }
    });

test('a target that is the same in all rows changes neither a likelihood nor its slope, and alone says nothing', () => {
  for (const given of [madeProblem(60, 2, { targets: 2 }), weightedProblem(madeProblem(60, 2))]) {
    const constant = Float64Array.from({ length: 60 }, (_, i) => 0.1 * (given.rootWeights?.[i] ?? 1));
    for (const flat of [constant, new Float64Array(60)]) {
      const more = { ...given, y: [flat, ...given.y] };
      const at = Float64Array.of(Math.log(0.7), Math.log(0.1));
      const [a, b] = [given, more].map((problem) => likelihoodSlope(problem, oneScale(2), at, quietWith(core)));
      assert.ok(a && b);
      assert.ok(Math.abs(a.value - b.value) < 1e-12);
      a.gradient.forEach((v, i) => {
        assert.ok(Math.abs(v - b.gradient[i]) < 1e-12);
      });
      const alone = { ...given, y: [flat] };
      const start = firstGuess(alone, oneScale(2), 0.7, undefined, quietWith(core));
      const tuned = tune(alone, { groups: oneScale(2), budget: 20 }, start, quietWith(core));
      assert.deepEqual([tuned?.value, tuned?.scales], [0, start.scales]);
    }
  }
});

test('one scale for each column is found beside a class that the rows lack', () => {
  const problem = madeProblem(300, 2, { targets: 2 });
  const groups = { of: Int32Array.of(0, 1), count: 2 };
  const rule = { criterion: 'loo', lambdas, start: [1], seed: 3 } as const;
  const [a, b] = [problem, withRareClass(problem, 0)].map((each) => searchArd(each, groups, rule, quietWith(core)));
  assert.deepEqual(a.lengthScale, b.lengthScale);
});
