import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Parameters } from '../../src/engine/contract/method';
import type { Race } from '../../src/engine/contract/race';
import type { RunResult } from '../../src/engine/contract/run';
import { pairedVerdict } from '../../src/engine/statistics/pairedVerdict';
import { raceFittedBy } from '../../src/extension/fit/request';
import { nextSteps } from '../../src/figures/next/nextSteps';
import { regimeFinding } from '../../src/figures/spectral/regime';
import { deriveView } from '../../src/figures/view/view';
import { alignedRun } from './alignedRun';
import { exampleRun } from './exampleRun';
import { exampleRace, openRace, raceOfMany, raceWithHuber } from './raceExample';
import { robustExample } from './robustExample';

const run = exampleRun();
const steps = (of: RunResult) => nextSteps(deriveView(of));
const labels = (of: RunResult) => steps(of).map(({ label }) => label);
const kernel = (value: string) => ({ name: 'kernel', title: 'Kernel', value, rule: 'set' });

test('there are at most three steps, and the model can always be used', () => {
  assert.deepEqual(labels({ ...run, notes: [] }), ['Predict new rows…', 'Look at 2 rows…', 'Compare…']);
});

test('while candidates race there is nothing to do yet; then the winner is shown, if it is not', () => {
  assert.deepEqual(steps({ ...run, race: openRace() }), []);
  const raced = (value: string): RunResult => ({ ...run, parameters: [kernel(value)], race: exampleRace() });
  assert.deepEqual(labels(raced('matern32')), ['Predict new rows…', 'Look at 2 rows…', 'Export…']);
  const [first] = steps(raced('laplace'));
  assert.equal(first.label, 'Show Matérn 3/2');
  assert.deepEqual(first.act, { change: { kind: 'kernel', kernel: 'matern32', byColumn: false } });
});

test('Huber is offered where its absolute errors were lower in the race, unless the fit is robust already', () => {
  const raced = (more: Partial<RunResult>): RunResult => ({ ...run, parameters: [kernel('matern32')], ...more });
  const [first] = steps(raced({ race: raceWithHuber() }));
  assert.equal(first.label, 'Try Huber');
  assert.match(first.reason, /12\u202f% lower \(\d+ to \d+\u202f%\) on rows left out$/);
  assert.deepEqual(first.act, { change: { kind: 'huber' } });
  assert.ok(!labels(raced({ race: raceWithHuber(false) })).includes('Try Huber'));
  assert.ok(!labels(raced({ race: exampleRace() })).includes('Try Huber'));
  const { robust } = robustExample({ n: 100, holdout: 30 });
  assert.ok(!labels(raced({ race: raceWithHuber(), ...(robust && { robust }) })).includes('Try Huber'));
});

test('landmarks are offered to a fit by random features that were judged clearly worse, and to no other', () => {
  const byFeatures = raceFittedBy(raceOfMany(), 'features');
  const raced = (race: Race, given: Parameters, value = 'matern32'): RunResult => ({
    ...run,
    request: { ...run.request, parameters: given },
    parameters: [kernel(value)],
    race,
  });
  const [first] = steps(raced(byFeatures, { features: 500 }));
  assert.equal(first.label, 'Fit with 500 landmarks');
  assert.match(first.reason, /^error 9\u202f% lower \(.*\) than with the 500 random features of this fit$/);
  assert.deepEqual(first.act, { change: { kind: 'approximation', lane: 'landmarks' } });
  const toOther = (value: number, half: number): Race => ({
    ...byFeatures,
    lanes: byFeatures.lanes.map((lane) => {
      if (lane.id !== 'landmarks' || !lane.approximates?.toOther) return lane;
      const verdict = pairedVerdict([value - half, value + half], 1.38);
      const toOther = {
        ...lane.approximates.toOther,
        value,
        share: value / 1.38,
        shareHalfWidth: half / 1.38,
        verdict,
      };
      return { ...lane, approximates: { ...lane.approximates, toOther } };
    }),
  });
  const others = [
    // Worse; not clearly; of other numbers; of another kernel; an exact fit, which learnt from more rows than its
    // candidate.
    raced(raceOfMany(), { landmarks: 500 }),
    raced(toOther(-0.13, 0.14), { features: 500 }),
    raced(byFeatures, {}),
    raced(byFeatures, { features: 500 }, 'laplace'),
    raced({ ...byFeatures, lanes: raceFittedBy(byFeatures, 'none' as never).lanes }, {}),
  ];
  for (const one of others) assert.ok(!steps(one).some(({ kind }) => kind === 'approximation'));
  assert.ok(steps(raced(toOther(-0.13, 0.12), { features: 500 })).some(({ kind }) => kind === 'approximation'));
});

test('another kernel, or truncation, is offered where the interval of gamma lies on one side and nothing measured it', () => {
  const set = { parameters: [kernel('gaussian')] };
  const regimes = [0.2, 0.5, 2.5].map((gamma) => regimeFinding(deriveView(alignedRun(run, gamma)))?.regime);
  assert.deepEqual(regimes, ['under-aligned', undefined, 'over-aligned']);
  assert.equal(labels({ ...alignedRun(run, 0.2), ...set })[0], 'Try Laplace');
  assert.equal(labels({ ...alignedRun(run, 2.5), ...set })[0], 'Try truncated ridge');
  assert.deepEqual(labels({ ...alignedRun(run, 0.5), ...set }), labels({ ...run, notes: [] }));
  assert.ok(
    !labels({ ...alignedRun(run, 0.2), ...set, race: exampleRace() }).includes('Try Laplace'),
    'kernels were compared',
  );
  assert.ok(!labels({ ...alignedRun(run, 0.2), parameters: [kernel('laplace')] }).includes('Try Laplace'));
  assert.ok(!labels({ ...alignedRun(run, 2.5), axes: ['lambda', 'r'] }).includes('Try truncated ridge'));
});

test('suspect rows of a robust fit are there to look at: what a fit without them predicts was not measured', () => {
  const robust = robustExample({ n: 100, holdout: 30 });
  const suspects = robust.robust?.suspects ?? [];
  const [step] = steps(robust).filter(({ kind }) => kind === 'suspects');
  assert.ok(suspects.length > 0);
  assert.match(step.label, new RegExp(`^Look at ${suspects.length} rows?…$`));
  assert.deepEqual(step.act, { tab: 'rows' });
  assert.ok(!steps(run).some(({ kind }) => kind === 'suspects'));
});
