import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextWith, type RunContext } from '../../../src/engine/contract/context';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { searchArd } from '../../../src/engine/search/ardSearch';
import { criterionPath } from '../../../src/engine/search/criterion';
import { type SearchRule, searchLengthScale } from '../../../src/engine/search/lengthScaleSearch';
import { quadraticSearch } from '../../../src/engine/search/quadraticSearch';
import { decomposeAt, type SearchProblem } from '../../../src/engine/search/searchProblem';
import { core } from '../testCore';
import { decades, madeProblem, thrownBy, weightedProblem } from './madeProblem';

const CRITERIA = ['loo', 'marginalLikelihood'] as const;
const lambdas = decades(-10, 0, 4);
const rule = (criterion: 'loo' | 'marginalLikelihood'): SearchRule => ({ criterion, lambdas, start: [1], seed: 7 });

/** A scale of its own for every column. */
const each = ({ x }: SearchProblem) => ({ of: Int32Array.from({ length: x.columns }, (_, c) => c), count: x.columns });

/** The least of each criterion over a fine grid of length scales and lambdas, on all rows. */
function leastOnGrid(problem: SearchProblem): Record<(typeof CRITERIA)[number], number> {
  const least = { loo: Number.POSITIVE_INFINITY, marginalLikelihood: Number.POSITIVE_INFINITY };
  for (let step = -16; step <= 12; step += 2) {
    const residual = decomposeAt(problem, [2 ** (step / 4)], 0, quietWith(core));
    for (const criterion of CRITERIA)
      for (const v of criterionPath(residual, problem, criterion, decades(-8, 0, 8), quietWith(core)))
        least[criterion] = Math.min(least[criterion], v);
  }
  return least;
}

for (const n of [60, 300, 700]) {
  const problem = madeProblem(n, 2);
  let onGrid: ReturnType<typeof leastOnGrid> | undefined;
  for (const criterion of CRITERIA) {
    test(`the search by ${criterion} on ${n} rows comes near the best of a fine grid`, () => {
      const found = searchLengthScale(problem, rule(criterion), quietWith(core));
      onGrid ??= leastOnGrid(problem);
      const least = onGrid[criterion];
      // Both are nearly flat around the best: the search need not come closer.
      const slack = criterion === 'loo' ? 0.02 * least : 0.01;
      assert.ok(found.score < least + slack, `${found.score} at ${found.lengthScale}, grid ${least}`);
      assert.equal(found.atEdge, false);
      const { search } = found;
      assert.equal(search.criterion, criterion);
      assert.deepEqual(
        [...search.lengthScale],
        [...search.lengthScale].sort((a, b) => a - b),
      );
      const last = search.score.filter((_, i) => search.rows[i] === n);
      // On few rows the same point may come from a decomposition and from a factor.
      assert.ok(Math.abs(Math.min(...last) / found.score - 1) < 1e-9);
    });
  }
}

test('the search is repeated bit for bit with its seed, and draws other rows with another', () => {
  const problem = weightedProblem(madeProblem(600, 3, { targets: 2 }));
  const [a, b, c] = [7, 7, 8].map((seed) => searchLengthScale(problem, { ...rule('loo'), seed }, quietWith(core)));
  assert.deepEqual(a, b);
  assert.notDeepEqual(a.search.score, c.search.score);
});

test('a lambda that is set is kept', () => {
  const problem = madeProblem(300, 2);
  const found = searchLengthScale(problem, { ...rule('loo'), lambdas: Float64Array.of(1e-3) }, quietWith(core));
  assert.ok(found.search.lambda.every((lambda) => lambda === 1e-3));
  assert.equal(found.lambda, 1e-3);
});

test('a kernel that is only conditionally positive definite is searched by decompositions', () => {
  const problem = { ...madeProblem(150, 2), template: { kind: 'multiquadric', offset: 1 } } as const;
  const found = searchLengthScale(problem, rule('loo'), quietWith(core));
  const residual = decomposeAt(problem, found.lengthScale, 0, quietWith(core));
  const path = criterionPath(residual, problem, 'loo', lambdas, quietWith(core));
  assert.ok(Math.abs(Math.min(...path) / found.score - 1) < 1e-9);
});

test('a cancelled search ends at its next check', () => {
  let checks = 0;
  const context: RunContext = {
    progress() {},
    cancelled: false,
    check() {
      if (++checks > 40) throw new KernelscopeError('run/cancelled', 'Cancelled.');
    },
  };
  const error = thrownBy(() =>
    searchLengthScale(madeProblem(700, 2), rule('loo'), contextWith(context, { linalg: core })),
  );
  assert.ok(error instanceof KernelscopeError && error.failure.code === 'run/cancelled');
  assert.ok(checks <= 42, `${checks} checks`);
});

test('ARD gives columns that do not matter long scales and a smaller error', () => {
  const problem = madeProblem(260, 5, { noise: 0.05 });
  const common = searchLengthScale(problem, rule('loo'), quietWith(core));
  const found = searchArd(problem, each(problem), rule('loo'), quietWith(core));
  assert.equal(found.lengthScale.length, 5);
  const [first, second, ...rest] = found.lengthScale;
  assert.ok(Math.min(...rest) > 4 * Math.max(first, second), `${found.lengthScale}`);
  assert.ok(found.score < 0.7 * common.score, `${found.score} and ${common.score}`);
});

test('ARD gives columns of one group one scale, and says when one for all is better', () => {
  const problem = madeProblem(150, 4, { noise: 0.05 });
  const found = searchArd(problem, { of: Int32Array.of(0, 1, 1, 2), count: 3 }, rule('loo'), quietWith(core));
  assert.equal(found.lengthScale[1], found.lengthScale[2]);
  assert.notEqual(found.lengthScale[0], found.lengthScale[1]);
  const noise = madeProblem(70, 2, { seed: 3, noise: 30 });
  const common = searchArd(noise, each(noise), rule('loo'), quietWith(core));
  assert.equal(/one for each column was no better$/.test(common.search.rule), new Set(common.lengthScale).size === 1);
});

test('ARD without derivatives finds the same relevance', () => {
  const problem = madeProblem(120, 3, { noise: 0.05 });
  const template = {
    kind: 'sum',
    terms: [
      { weight: 1, kernel: { kind: 'gaussian' } },
      { weight: 0.1, kernel: { kind: 'linear' } },
    ],
  } as const;
  const found = searchArd({ ...problem, template }, each(problem), rule('loo'), quietWith(core));
  assert.ok(found.lengthScale[2] > 4 * Math.max(found.lengthScale[0], found.lengthScale[1]), `${found.lengthScale}`);
});

test('ARD is never worse than one common scale', () => {
  for (const seed of [1, 2, 3]) {
    const problem = madeProblem(70, 6, { seed, noise: 1 });
    const common = searchLengthScale(problem, rule('loo'), quietWith(core));
    assert.ok(searchArd(problem, each(problem), rule('loo'), quietWith(core)).score <= common.score);
  }
});

test('a quadratic search finds the least point of a tilted valley in few evaluations', () => {
  const valley = ([a, b]: readonly number[]) => (a - 1.3) ** 2 + 3 * (b + 0.4 * a - 0.7) ** 2 + 0.05 * (a - 1.3) ** 3;
  let calls = 0;
  const probes = quadraticSearch(2, [], 12, (at) => {
    calls++;
    return valley(at);
  });
  assert.ok(calls <= 12);
  assert.ok(probes[0].value < 0.01, `${probes[0].value} at ${probes[0].at}`);
  assert.ok(probes.every(({ value }) => value >= probes[0].value));
});
