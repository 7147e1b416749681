import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Race } from '../../src/engine/contract/race';
import { overviewOf } from '../../src/figures/fit/overview';
import { howGoodLanes } from '../../src/figures/lanes/howGood';
import { betterRival, plainRival, rivalMargin } from '../../src/figures/lanes/rival';
import { deriveView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { exampleRun } from './exampleRun';
import { exampleRace, raceWithHuber, withDifference, withRace } from './raceExample';

const run = exampleRun();
const { holdout } = run;
assert.ok(holdout);

/** The example with this race, and a straight line that misses held-out rows by `times` what the fit misses. */
function viewOf(
  race: Race,
  times = 1,
  parameters = [{ name: 'kernel', title: 'Kernel', value: race.chosen ?? '', rule: '' }],
) {
  assert.ok(holdout);
  const { observed, predicted } = holdout;
  // The same sizes on average, in another order of rows.
  const misses = Array.from(observed, (v, i) => v - predicted[i]);
  const line = observed.map((v, i) => v - times * misses[(i + 7) % misses.length]);
  const outputs = [{ name: run.target, predicted: line }];
  return deriveView({
    ...withRace(run, race),
    parameters,
    baselines: [{ kind: 'line', rows: 120, outputs }],
  });
}

function said(...of: Parameters<typeof viewOf>) {
  const view = viewOf(...of);
  return [plainText(plainRival(view) ?? []), plainText(rivalMargin(view) ?? [])];
}

const good = { value: 0.02, interval: [-0.02, 0.06], share: 0.014, verdict: 'as good' } as const;
const unclear = { value: 0.04, interval: [-0.1, 0.18], share: 0.03, verdict: 'unclear' } as const;

test('a straight line that is as good on the folds, and not told apart on new rows, is said to be', () => {
  const race = withDifference(exampleRace(), 'line', good);
  assert.deepEqual(said(race), [
    'A straight line is as good here.',
    'On the same folds its error is 1\u202f% higher (−1 to 4).',
  ]);
  assert.deepEqual(said(race, 30), ['', ''], 'new rows tell it apart');
});

test('one that is not clearly worse is said to be that where it is less than 5 % behind', () => {
  assert.equal(said(withDifference(exampleRace(), 'line', unclear))[0], 'A straight line is not clearly worse here.');
  assert.equal(said(withDifference(exampleRace(), 'line', { ...unclear, share: 0.2 }))[0], '');
  assert.equal(said(exampleRace())[0], '');
});

test('where the typical new row does not tell a straight line from the fit, the folds say by how much it is worse', () => {
  const sentenceOf = (race: Race, times = 1) => plainText(howGoodLanes(viewOf(race, times))?.sentence ?? []);
  const worse = { value: 0.3, interval: [0.15, 0.45], share: 0.21, verdict: 'worse' } as const;
  const race = withDifference(exampleRace(), 'line', worse);
  const folds = / On folds of the other rows its error is \d+\u202f% higher \(\d+ to \d+\)\.$/;
  assert.match(sentenceOf(race), /^Not clearly closer than a straight line/);
  assert.match(sentenceOf(race), folds);
  assert.doesNotMatch(sentenceOf(race, 30), folds, 'the new rows say it themselves');
  assert.doesNotMatch(sentenceOf(withDifference(exampleRace(), 'line', { ...unclear, share: 0.2 })), folds);
  assert.doesNotMatch(sentenceOf(withDifference(raceWithHuber(), 'line', worse)), folds, 'rows far out decide');
});

test('of several as good the plainest is named, and nothing is said of a run that is not the chosen one', () => {
  const both = withDifference(withDifference(exampleRace(), 'line', good), 'column', good);
  assert.equal(said(both)[0], '“flow” alone is as good here.');
  const other = [{ name: 'kernel', title: 'Kernel', value: 'laplace', rule: 'set' }];
  assert.equal(said(both, 1, other)[0], '');
});

test('where the straight line itself is chosen, that no kernel is clearly better is the finding', () => {
  const race = { ...exampleRace(), chosen: 'line' } as const;
  const linear = [{ name: 'kernel', title: 'Kernel', value: 'linear', rule: '' }];
  assert.equal(said(race, 1, linear)[0], 'No kernel tried is clearly better than a straight line.');
  assert.equal(said(withDifference(race, 'laplace', { verdict: 'better' }), 1, linear)[0], '');
});

test('where rows far out decide squared errors and Huber’s loss is lower, that is the finding in place of a rival as good by squares', () => {
  const race = withDifference(raceWithHuber(), 'line', good);
  assert.deepEqual(said(race), [
    "Rows far out decide this fit. With Huber's loss the mean absolute error is 12\u202f% ± 4 lower.",
    '',
  ]);
  assert.equal(said(withDifference(raceWithHuber(false), 'line', good))[0], 'A straight line is as good here.');
  assert.equal(said(raceWithHuber())[0], '', 'no rival is near');
});

test('what needs no kernel and is closer to new rows, or has a lower error on them, comes first', () => {
  assert.ok(holdout);
  const { observed, predicted } = holdout;
  const leadOf = (line: Float64Array, race?: Race) => {
    const baselines = [{ kind: 'line', rows: 120, outputs: [{ name: run.target, predicted: line }] }] as const;
    const view = deriveView({ ...(race ? withRace(run, race) : run), baselines });
    return [plainText(overviewOf(view).lead), plainText(betterRival(view) ?? [])];
  };
  const times = (of: (i: number) => number) => observed.map((v, i) => v - of(i) * (v - predicted[i]));
  assert.equal(leadOf(times(() => 0.3))[0], 'A straight line is closer to these rows.');
  assert.equal(leadOf(times(() => 2))[1], '');
  // The typical miss is the same, and the largest are smaller.
  const sizes = observed.map((v, i) => Math.abs(v - predicted[i])).sort();
  const cut = sizes[Math.floor(0.6 * sizes.length)];
  const without = times((i) => Math.min(1, cut / Math.abs(observed[i] - predicted[i])));
  assert.deepEqual(leadOf(without), new Array(2).fill('A straight line is better on these rows.'));
  // Folds that say the opposite leave it open.
  const worse = { value: 1, interval: [0.5, 1.5], share: 0.5, verdict: 'worse' } as const;
  assert.equal(leadOf(without, withDifference(exampleRace(), 'line', worse))[1], '');
  // A fit that is a straight line itself has none beside it, and one that is lower by less than 1 % is not better.
  const linear = {
    ...run,
    kernel: { kind: 'linear', lengthScale: [1] } as const,
    baselines: [{ kind: 'line', rows: 120, outputs: [{ name: run.target, predicted: without }] }] as const,
  };
  assert.equal(betterRival(deriveView(linear)), undefined);
  assert.equal(leadOf(times(() => 0.999))[1], '');
});
