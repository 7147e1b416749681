import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunResult } from '../../src/engine/contract/run';
import { overviewOf } from '../../src/figures/fit/overview';
import { allFigures, figuresOf } from '../../src/figures/tabs';
import { factsOf } from '../../src/figures/view/facts';
import { deriveView, targetView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { everyText } from './everyText';
import { EXAMPLE_METHODS } from './exampleMethods';
import { exampleRun } from './exampleRun';
import { scaled } from './scaled';

const usual = exampleRun();
const small = { n: 30, holdout: 8 } as const;

/** Runs at the edges of what can happen, each of them a real fit unless said otherwise. */
const RUNS: Readonly<Record<string, () => RunResult>> = {
  usual: () => usual,
  'one feature': () => exampleRun({ features: 1 }),
  'nothing held out': () => exampleRun({ ...small, holdout: 0 }),
  'one row held out': () => exampleRun({ ...small, holdout: 1 }),
  'no folds, no search': () => exampleRun({ ...small, folds: 0, search: false }),
  'five rows': () => exampleRun({ n: 5, holdout: 2, folds: 0 }),
  'no noise': () => exampleRun({ ...small, noise: 0 }),
  'only noise': () => exampleRun({ ...small, noise: 1e4 }),
  'rank nearly one': () => exampleRun({ ...small, features: 1, lengthScale: 1e5 }),
  'a kernel that sees no neighbours': () => exampleRun({ ...small, lengthScale: 1e-3 }),
  'huge units': () => exampleRun({ ...small, scale: 1e12, offset: 3e13 }),
  'small units': () => exampleRun({ ...small, scale: 1e-12, offset: 0 }),
  'perfect fit, noise zero': () => perfect(exampleRun(small)),
  'rank one': () => ({ ...usual, spectrum: { ...usual.spectrum, rank: 1 } }),
  'held-out values all alike': () => alike(exampleRun(small)),
  ...Object.fromEntries(EXAMPLE_METHODS.map((method) => [method, () => exampleRun({ ...small, method })])),
  'two targets': () => targetView(exampleRun({ ...small, more: true }), 1),
  'two classes': () => exampleRun({ ...small, classes: 2 }),
  'three classes, the last': () => targetView(exampleRun({ ...small, classes: 3 }), 2),
  'three classes, nothing held out': () => exampleRun({ ...small, holdout: 0, classes: 3 }),
  'held-out rows that cannot be moved': () => ({ ...usual, live: { ...usual.live, holdout: undefined } }),
};

/** The run with every error exactly 0, the limit of an interpolating fit on noiseless rows. */
function perfect(run: RunResult): RunResult {
  const zero = run.paths[0].loo.map(() => 0);
  const { holdout, metrics } = run;
  if (!holdout || !metrics.holdout) throw new Error('needs held-out rows');
  return {
    ...run,
    noise: { sigma2: 0, standardError: 0, rule: 'residual variance at the fitted λ' },
    paths: run.paths.map((path) => ({
      ...path,
      loo: zero,
      gcv: zero,
      cv: zero,
      cvStandardError: zero,
      bias: zero,
      variance: zero,
      total: zero,
    })),
    metrics: {
      ...metrics,
      loo: 0,
      gcv: 0,
      cv: 0,
      cvStandardError: 0,
      holdout: { ...metrics.holdout, r2: 1, rmse: 0, mae: 0, r2Interval: [1, 1], rmseInterval: [0, 0] },
    },
    holdout: { ...holdout, predicted: holdout.observed },
  };
}

function alike(run: RunResult): RunResult {
  const { holdout, metrics } = run;
  if (!holdout || !metrics.holdout) throw new Error('needs held-out rows');
  const nan = Number.NaN;
  return {
    ...run,
    holdout: { ...holdout, observed: holdout.observed.map(() => 20) },
    metrics: { ...metrics, holdout: { ...metrics.holdout, r2: nan, r2Interval: [nan, nan] } },
  };
}

for (const [name, make] of Object.entries(RUNS))
  test(`words and numbers at the edge: ${name}`, () => {
    const run = make();
    const facts = factsOf(run);
    for (const factor of [1, 30, 1e-4, 1e9, 1e-30]) {
      const view = deriveView(run, scaled(run, factor), facts);
      for (const { where, text } of everyText(view))
        assert.doesNotMatch(
          text,
          /NaN|undefined|Infinity|null|\[object/,
          `${where} at λ × ${factor}: ${text.slice(0, 400)}`,
        );
      for (const figure of allFigures(view)) {
        const where = `${figure.id} at λ × ${factor}`;
        const said = plainText(figure.sentence);
        const words = `${where}: ${said}`;
        assert.equal(figure.sentence.filter((p) => p.strong).length, 1, `one strong part, ${words}`);
        assert.ok(said.length <= 190, `at most two lines, ${words}`);
        assert.doesNotMatch(said, /significant|optimal|\s{2}|\.\.|,,| ,|–/, words);
        assert.match(said, /[.]$/, words);
        for (const axis of [figure.x, figure.y]) {
          assert.ok(axis.domain.every(Number.isFinite) && axis.domain[1] > axis.domain[0], `${where}: ${axis.domain}`);
          // A logarithmic axis from 0 is one of log(1 + count).
          const fromZero = axis.domain[0] === 0 && axis.format === 'count';
          assert.ok(axis.scale === 'linear' || axis.domain[0] > 0 || fromZero, `${where}: ${axis.domain}`);
        }
      }
      for (const strip of overviewOf(view).numbers.map((n) => n.strip)) {
        const inside = (v: number) => v >= strip.domain[0] && v <= strip.domain[1];
        assert.ok(strip.interval === undefined || strip.interval.every((v) => Number.isNaN(v) || inside(v)));
      }
    }
  });

test('axes do not move while λ does', () => {
  for (const run of [usual, exampleRun({ features: 1 })]) {
    const facts = factsOf(run);
    const domains = (factor: number) =>
      allFigures(deriveView(run, scaled(run, factor), facts)).map((f) => [f.id, f.x.domain, f.y.domain]);
    const before = domains(1);
    for (const factor of [0.01, 0.5, 7, 1000]) assert.deepEqual(domains(factor), before);
  }
});

test('figures of each tab, in order', () => {
  const ids = (run: RunResult, tab: Parameters<typeof figuresOf>[0]) =>
    figuresOf(tab, deriveView(run)).map((f) => f.id);
  assert.deepEqual(ids(usual, 'overview'), ['how-good', 'predicted', 'spectrum', 'share', 'errors-lambda']);
  assert.deepEqual(ids(usual, 'spectrum'), ['spectrum', 'effective-dimension', 'filter']);
  assert.deepEqual(ids(usual, 'alignment'), ['scores', 'share', 'learnability', 'conditioning']);
  assert.deepEqual(ids(usual, 'risk'), [
    'risk-lambda',
    'errors-lambda',
    'learning-curve',
    'length-scale',
    'what-if-lambda',
  ]);
  assert.deepEqual(ids(usual, 'rows'), ['predicted', 'residuals', 'interval-coverage']);
  assert.deepEqual(ids(usual, 'columns').sort(), ['partial-flow', 'partial-material', 'partial-width']);
  assert.deepEqual(ids(exampleRun({ features: 1 }), 'rows'), ['predicted', 'residuals', 'curve', 'interval-coverage']);
  assert.deepEqual(ids(exampleRun({ features: 1 }), 'columns'), []);
  const bare = exampleRun({ ...small, holdout: 0, search: false });
  assert.deepEqual(ids(bare, 'overview'), ['risk-lambda', 'spectrum', 'share', 'errors-lambda']);
  assert.deepEqual(ids(bare, 'risk'), ['risk-lambda', 'errors-lambda', 'learning-curve', 'what-if-lambda']);
});

test('curves no slider moves are handed over as the same arrays', () => {
  const facts = factsOf(usual);
  const [a, b] = [1, 3].map((f) => allFigures(deriveView(usual, scaled(usual, f), facts)));
  for (const id of ['errors-lambda', 'risk-lambda', 'spectrum', 'scores', 'share', 'effective-dimension']) {
    const before = a.find((f) => f.id === id)?.series ?? [];
    const after = b.find((f) => f.id === id)?.series ?? [];
    before.forEach((s, k) => {
      if (s.name !== '') assert.ok(s.x === after[k].x && s.y === after[k].y, `${id}: ${s.name}`);
    });
  }
});
