import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunResult } from '../../src/engine/contract/run';
import { Random } from '../../src/engine/data/random';
import { classResult } from '../../src/engine/fit/classification';
import { calibrate } from '../../src/engine/statistics/calibrate';
import { probabilitiesOf } from '../../src/engine/statistics/calibration';
import { overviewOf } from '../../src/figures/fit/overview';
import { howGoodLanes } from '../../src/figures/lanes/howGood';
import { overviewFigures } from '../../src/figures/tabs';
import { deriveView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { exampleRun } from './exampleRun';

const ROWS = 300;

/** A run of two classes whose held-out rows have these scores: `yes` of them are of the second class and score `higher` on average. */
function classified(yes: number, higher: number, explained: number): RunResult {
  const random = new Random(yes);
  const codes = Float64Array.from({ length: ROWS }, (_, i) => Number(i < yes));
  return runOf(codes, [codes.map((code) => -1 + 0.1 * (random.normal() + higher * code))], explained);
}

/** The same of as many classes as there are counts of rows, whose own scores are higher by `higher`. */
function ofSeveral(counts: readonly number[], higher: readonly number[]): RunResult {
  const random = new Random(counts.length);
  const codes = Float64Array.from(counts.flatMap((rows, level) => Array.from({ length: rows }, () => level)));
  const scores = counts.map((rows, level) =>
    codes.map((code) => (2 * rows) / ROWS - 1 + 0.1 * (random.normal() + (code === level ? higher[level] : 0))),
  );
  return runOf(codes, scores, 0.03);
}

function runOf(codes: Float64Array, scores: readonly Float64Array[], explained: number): RunResult {
  const run = exampleRun({ n: 60, holdout: 30, classes: scores.length === 3 ? 3 : 2 });
  assert.ok(run.classes && run.metrics.holdout);
  const calibration = calibrate(scores, codes, run.classes.levels.length);
  assert.ok(calibration);
  const rows = Uint32Array.from({ length: ROWS }, (_, i) => i + 1);
  const leftOut = {
    scores,
    codes,
    at: rows.map((row) => row - 1),
    probabilities: probabilitiesOf(calibration, scores),
  };
  const classes = classResult(
    { levels: run.classes.levels, leftOut, calibration, threshold: 0.5 },
    { y: codes, rows, lines: rows },
    { scores, codes },
  );
  const judged = { ...run.metrics.holdout, r2: 0, r2Interval: [-0.1, 0.05] as const };
  const loo = (1 - explained) * run.variance;
  const metrics = { ...run.metrics, loo, holdout: judged };
  return { ...run, classes, metrics, paths: run.paths.map((path) => ({ ...path, loo: path.loo.map(() => loo) })) };
}

const lead = (run: RunResult) => plainText(overviewOf(deriveView(run)).lead);
const than = (run: RunResult) => plainText(overviewOf(deriveView(run)).than ?? []);

test('of a rare class that no row is predicted as, the first sentence says how well the scores tell its rows', () => {
  const run = classified(14, 2, 0.03);
  assert.match(
    lead(run),
    /^Tells which rows are more likely \S+: one that is scores above one that is not in \d\d\u202f% of pairs \(\d\d to \d\d\u202f%\)\.$/,
  );
  assert.match(than(run), /^This fit classifies 9\d\u202f% correctly; always guessing the most common class gets/);
});

test('of several classes too, by the most common one where that is told, otherwise by the one that is', () => {
  const common = ofSeveral([260, 20, 20], [1, 1, 1]);
  assert.match(
    lead(common),
    /^Tells which rows are less likely \S+: one that is not scores below one that is in \d\d\u202f% of pairs \(/,
  );
  assert.ok(lead(common).includes(`likely ${common.classes?.levels[0]}:`));
  const third = ofSeveral([260, 20, 20], [0, 0, 2]);
  assert.ok(lead(third).startsWith(`Tells which rows are more likely ${third.classes?.levels[2]}: `), lead(third));
  assert.equal(howGoodLanes(deriveView(third))?.heads.value, 'pairs in order');
});

test('classes that nothing is found of are said to be that, and no figure reads them', () => {
  const run = classified(140, 0, 0.01);
  assert.match(
    lead(run),
    /^No kernel tried finds anything that predicts \S+ better than always guessing the most common class/,
  );
  assert.doesNotMatch(than(run), /main mistake/);
  const [, share] = overviewFigures(deriveView(run)).why();
  assert.match(
    plainText(share.figure.sentence),
    /^Nothing to read here: the fit is not clearly better than always guessing/,
  );
});

test('a handful of rows of a class says nothing by itself: what is left out in training has to say nothing too', () => {
  assert.match(lead(classified(4, 0, 0.01)), /^No kernel tried/);
  assert.doesNotMatch(lead(classified(4, 0, 0.05)), /^No kernel tried/);
  assert.doesNotMatch(lead(classified(4, 9, 0.05)), /^Tells which rows/);
});

test('how good such a fit is stands beside others by pairs in order too, on the same rows', () => {
  const run = classified(14, 2, 0.03);
  const { probability, levels } = run.classes ?? {};
  assert.ok(probability && levels);
  const name = run.model.outputs[0].name;
  // A way that knows nothing, and one whose scores are those of the fit.
  const random = new Random(1);
  const noise = probability.scores[0].map(() => random.normal());
  const lanesBeside = (predicted: Float64Array) =>
    howGoodLanes(deriveView({ ...run, baselines: [{ kind: 'line', rows: 60, outputs: [{ name, predicted }] }] }));
  const beside = lanesBeside(noise);
  assert.equal(beside?.heads.value, 'pairs in order');
  const [fit, line, guess] = beside?.lanes ?? [];
  assert.equal(fit.at, probability.levels[1].rocArea?.value);
  assert.equal(guess.at, 0.5);
  assert.ok(Math.abs((line.at ?? 0) - 0.5) < 0.25);
  assert.match(plainText(beside?.sentence ?? []), /of pairs in order: clearly less, by \d+ to \d+ points\.$/);
  const linear = deriveView({
    ...run,
    kernel: { kind: 'linear', lengthScale: [1] },
    baselines: [{ kind: 'line', rows: 60, outputs: [{ name, predicted: noise }] }],
  });
  assert.deepEqual(
    howGoodLanes(linear)?.lanes.map((lane) => lane.name),
    ['straight line', 'a guess'],
  );
  const same = lanesBeside(probability.scores[0]);
  assert.match(plainText(same?.sentence ?? []), /of pairs in order: not clearly less \(0 to 0 points\)\.$/);
});
