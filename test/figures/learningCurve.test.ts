import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LearningPoints, RunResult } from '../../src/engine/contract/run';
import { learningCurveFigure } from '../../src/figures/spectral/learningCurve';
import { deriveView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { exampleRun } from './exampleRun';

const run = exampleRun();
const points = {
  rows: Float64Array.of(25, 50),
  error: Float64Array.of(3, 2),
  standardError: Float64Array.of(0.3, 0.2),
};
const sentenceOf = (learning: LearningPoints, more: Partial<RunResult> = {}) =>
  learningCurveFigure(deriveView({ ...run, learning, ...more }))?.sentence ?? [];
const compared = (ratio: number, logStandardError: number): LearningPoints => ({
  ...points,
  doubling: { rows: [50, 90], error: [2 * ratio ** 2, 2], logStandardError },
});

test('more rows are said to help, to help little, or neither, as the interval of the paired errors lies', () => {
  for (let ratio = 0.9; ratio < 1.3; ratio += 0.01)
    for (const error of [0.001, 0.01, 0.05, 0.2, 1]) {
      const sentence = sentenceOf(compared(ratio, error));
      const margin = (1.96 * error) / 2;
      const help = Math.log(ratio) > margin;
      const little = Math.max(0, Math.log(ratio)) + margin < Math.log(1.05);
      const expected = help ? 'more-rows-help' : little ? 'more-rows-help-little' : undefined;
      assert.equal(sentence[0].claim, expected, plainText(sentence));
      assert.match(plainText(sentence), help ? /should still help/ : little ? /help little/ : /cannot be told/);
    }
});

test('what is many times as large is told so, not by hundreds of percents', () => {
  const said = plainText(sentenceOf(compared(95.14, 0.1)));
  assert.match(
    said,
    /^With 50 rows the RMSE is 95 times \(86 to 105\) that with 90, on the same rows left out: more rows should still help\.$/,
  );
  assert.match(plainText(sentenceOf(compared(3, 2))), /is between 0\.42 and 21 times that with 90/);
});

test('nothing is claimed by a run of before, or by a fit that explains nothing', () => {
  assert.match(plainText(sentenceOf(points)), /not compared/);
  const [path] = run.paths;
  const nothing = {
    metrics: { ...run.metrics, loo: run.variance, holdout: undefined },
    paths: [{ ...path, loo: path.loo.map(() => run.variance) }],
  } as Partial<RunResult>;
  for (const learning of [compared(1.3, 0.01), compared(1, 0.001)]) {
    const sentence = sentenceOf(learning, nothing);
    assert.equal(sentence[0].claim, undefined);
    assert.match(plainText(sentence), /cannot be told/);
  }
});
