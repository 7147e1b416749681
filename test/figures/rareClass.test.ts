import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunResult } from '../../src/engine/contract/run';
import { Random } from '../../src/engine/data/random';
import { classResult } from '../../src/engine/fit/classification';
import { calibrate, probabilitiesOf } from '../../src/engine/statistics/calibration';
import { overviewOf } from '../../src/figures/fit/overview';
import { overviewFigures } from '../../src/figures/tabs';
import { deriveView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { exampleRun } from './exampleRun';

const ROWS = 300;

/** A run of two classes whose held-out rows have these scores: `yes` of them are of the second class and score `higher` on average. */
function classified(yes: number, higher: number, explained: number): RunResult {
  const run = exampleRun({ n: 60, holdout: 30, classes: 2 });
  assert.ok(run.classes && run.metrics.holdout);
  const random = new Random(yes);
  const codes = Float64Array.from({ length: ROWS }, (_, i) => Number(i < yes));
  const scores = [codes.map((code) => -1 + 0.1 * (random.normal() + higher * code))];
  const calibration = calibrate(scores, codes, 2);
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
