import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overviewOf } from '../../src/figures/fit/overview';
import { nextSteps } from '../../src/figures/next/nextSteps';
import { spectralFigures, spectralMakers } from '../../src/figures/spectral/tabs';
import { overviewFigures } from '../../src/figures/tabs';
import { deriveView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { exampleRun } from './exampleRun';

/** A run as that of a target that the columns say nothing about would be judged. */
function hopelessRun() {
  const run = exampleRun();
  const { holdout } = run.metrics;
  assert.ok(holdout);
  const judged = { ...holdout, r2: 0.01, r2Interval: [-0.08, 0.04] as const };
  const still = run.parameters.map((p) => (p.name === 'kernel' ? { ...p, rule: 'set' } : p));
  const paths = run.paths.map((path) => ({ ...path, loo: path.loo.map(() => 0.99 * run.variance) }));
  return { ...run, parameters: still, paths, metrics: { ...run.metrics, loo: 0.99 * run.variance, holdout: judged } };
}

test('of a hopeless target one sentence is said, and no figure or step sends anybody on a search', () => {
  const view = deriveView(hopelessRun());
  const { lead, than } = overviewOf(view);
  assert.match(
    plainText(lead),
    /^No kernel tried finds anything that predicts pressure better than its mean, in the columns that were read\.$/,
  );
  assert.match(
    plainText(than ?? []),
    /^Typical miss \S+; always predicting the mean: \S+\. 40 new rows, .*; R² \S+ \(−0\.08 to 0\.04\)\.$/,
  );
  for (const tab of ['alignment', 'risk'] as const)
    for (const { id, sentence } of spectralFigures(tab, view))
      if (/^(scores|share|errors|risk|length-scale|learnability|conditioning)/.test(id))
        assert.match(plainText(sentence), /^Nothing to read here/, id);
  const [, share] = overviewFigures(view).why();
  assert.match(plainText(share.figure.sentence), /^Nothing to read here/);
  assert.ok(!nextSteps(view).some(({ kind }) => kind === 'kernel'));
});

test('each figure of the theory is made under its id', () => {
  for (const run of [exampleRun(), exampleRun({ n: 24, holdout: 6, method: 'three-zone' }), exampleRun({ classes: 3 })])
    for (const tab of ['spectrum', 'alignment', 'risk'] as const)
      for (const [id, make] of Object.entries(spectralMakers(tab, deriveView(run)))) assert.equal(make()?.id ?? id, id);
});

test('where there is a signal every figure speaks', () => {
  const view = deriveView(exampleRun());
  const said = spectralFigures('alignment', view).map(({ sentence }) => plainText(sentence));
  assert.ok(said.every((text) => !text.startsWith('Nothing to read')));
});

test('a lambda that somebody set badly does not speak for the columns', () => {
  const run = exampleRun();
  const hopeless = hopelessRun();
  const { lead } = overviewOf(deriveView({ ...hopeless, paths: run.paths }));
  assert.doesNotMatch(plainText(lead), /say nothing/);
});

test('nothing is said to be found only where no column raises the error beyond chance', () => {
  const run = hopelessRun();
  const importance = (low: number, target = run.target) => ({
    rows: 40,
    repetitions: 10,
    loss: 'squared' as const,
    target,
    baseline: 0.99 * run.variance,
    level: 0.95,
    columns: [
      { column: 'speed', rise: 0.1 * run.variance, interval: [low, 0.2 * run.variance] as const },
      { column: 'angle', rise: 0, interval: [-0.01, 0.01] as const },
    ],
  });
  const leadOf = (measured: ReturnType<typeof importance>) =>
    overviewOf(deriveView({ ...run, importance: measured })).lead;
  const nothing = (measured: ReturnType<typeof importance>) =>
    leadOf(measured).some(({ claim }) => claim === 'nothing-found');
  assert.ok(nothing(importance(-0.01)));
  assert.ok(!nothing(importance(0.01)));
  assert.ok(nothing(importance(0.01, 'another target')));
});
