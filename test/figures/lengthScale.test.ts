import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunResult } from '../../src/engine/contract/run';
import { lengthScaleFigure } from '../../src/figures/fit/lengthScale';
import { deriveView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { robustExample } from './robustExample';

/** The run as version 0.1 stored it: the strengths of a robust search stood where ridge regression has its lambda. */
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

/** A search on 40 rows over octaves, then on 100 about the best of them. */
function searched(coarse: readonly number[], fine: readonly number[]): string {
  const run = robustExample({ n: 24, holdout: 8, method: 'ksgd' });
  const search = {
    rule: 'least leave-one-out error',
    criterion: 'loo',
    lengthScale: Float64Array.of(0.5, 1, 2, 4, 8, 1.4, 2, 2.8),
    score: Float64Array.of(...coarse, ...fine),
    rows: Uint32Array.of(40, 40, 40, 40, 40, 100, 100, 100),
    lambda: new Float64Array(8).fill(0.1),
  } as const;
  const { robust: _, ...plain } = run;
  return plainText(lengthScaleFigure(deriveView({ ...plain, search }))?.sentence ?? []);
}

test('half and twice the length scale are compared on the same rows, or not at all', () => {
  // On 40 rows 1 has 20 % more than 2 and 4 has 50 % more; errors on 100 rows are half as large.
  const sentence = searched([3, 1.2, 1, 1.5, 2], [0.55, 0.5, 0.54]);
  assert.match(sentence, /20\u202f% higher at half, 50\u202f% higher at twice/);
  // On 40 rows 1 was better than 2: nothing is said of it.
  assert.doesNotMatch(searched([3, 0.9, 1, 1.5, 2], [0.55, 0.5, 0.54]), /at half/);
});

test('the last of the finest scales is at no edge of the search where coarser ones went beyond', () => {
  assert.doesNotMatch(searched([3, 1.2, 1, 1.1, 2], [0.55, 0.5, 0.49]), /end of the range/);
});
