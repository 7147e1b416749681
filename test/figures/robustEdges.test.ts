import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunResult } from '../../src/engine/contract/run';
import { overviewOf } from '../../src/figures/fit/overview';
import { calibrationTable, suspectsTable } from '../../src/figures/robust/tables';
import { allFigures } from '../../src/figures/tabs';
import { factsOf } from '../../src/figures/view/facts';
import { deriveView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { everyText } from './everyText';
import { robustExample } from './robustExample';

const small = { n: 24, holdout: 8 } as const;

const RUNS: Readonly<Record<string, () => RunResult>> = {
  huber: () => robustExample(),
  'sign gradient descent': () => robustExample({ ...small, method: 'ksgd' }),
  'bounded coefficients': () => robustExample({ ...small, method: 'kl-inf' }),
  'sparse coefficients': () => robustExample({ ...small, method: 'kl1' }),
  'one feature': () => robustExample({ ...small, features: 1 }),
  'scored by squares': () => robustExample({ ...small, loss: 'squared' }),
  quantiles: () => robustExample({ ...small, method: 'quantile' }),
  'quantiles of one feature': () => robustExample({ ...small, method: 'quantile', features: 1 }),
  'one quantile': () => robustExample({ ...small, method: 'quantile', taus: [0.8] }),
  'five quantiles': () => robustExample({ ...small, method: 'quantile', taus: [0.1, 0.3, 0.5, 0.7, 0.9] }),
  'nothing held out': () => robustExample({ ...small, holdout: 0 }),
  'quantiles, nothing held out': () => robustExample({ ...small, holdout: 0, method: 'quantile' }),
  'one row held out': () => robustExample({ ...small, holdout: 1 }),
  'no outliers': () => robustExample({ ...small, outliers: 0 }),
  'only noise': () => robustExample({ ...small, noise: 1e3 }),
  'huge units': () => robustExample({ ...small, scale: 1e12, offset: 3e13 }),
  'small units': () => robustExample({ ...small, scale: 1e-12, offset: 0 }),
  'no values along the path': () => robustExample({ ...small, live: false }),
  'quantiles, no values along the path': () => robustExample({ ...small, live: false, method: 'quantile' }),
  'errors without a scale': () => withoutScale(robustExample(small)),
  'nothing scored': () => unscored(robustExample(small)),
  'a path of one point': () => onePoint(robustExample({ ...small, live: false, features: 1 })),
};

/** The run with all rows met exactly. */
function withoutScale(run: RunResult): RunResult {
  const { robust } = run;
  if (!robust) throw new Error('needs a robust fit');
  const fitted = [robust.observed];
  const { live: _, ...kept } = robust;
  return {
    ...run,
    robust: {
      ...kept,
      fitted,
      errors: new Float64Array(run.robust?.observed.length ?? 0),
      scale: 0,
      centre: 0,
      beyond: 0,
      suspects: [],
      suspectCount: 0,
    },
  };
}

function unscored(run: RunResult): RunResult {
  const { robust } = run;
  if (!robust) throw new Error('needs a robust fit');
  const none = robust.path.score.map(() => Number.NaN);
  return { ...run, robust: { ...robust, path: { ...robust.path, score: none, scoreStandardError: none } } };
}

function onePoint(run: RunResult): RunResult {
  const { robust } = run;
  if (!robust?.curve) throw new Error('needs a robust fit of one feature');
  const { path, at, curve } = robust;
  const here = (values: Float64Array) => values.slice(at, at + 1);
  const points = path.values.length;
  return {
    ...run,
    robust: {
      ...robust,
      at: 0,
      path: {
        ...path,
        values: here(path.values),
        score: here(path.score),
        scoreStandardError: here(path.scoreStandardError),
        training: here(path.training),
        support: here(path.support),
        largest: here(path.largest),
        remainder: here(path.remainder),
        least: { score: 0, oneStandardError: 0 },
        coefficients: {
          at: path.coefficients.at,
          values: path.coefficients.values.filter((_, o) => o % points === at),
        },
      },
      curve: { ...curve, values: curve.values.map((v) => v.filter((_, o) => o % points === at)) },
    },
  };
}

for (const [name, make] of Object.entries(RUNS))
  test(`words and numbers of robust runs at the edge: ${name}`, () => {
    const run = make();
    const facts = factsOf(run);
    const last = (run.robust?.path.values.length ?? 1) - 1;
    for (const at of [undefined, 0, Math.floor(last / 2), last, -1, last + 5]) {
      const view = deriveView(run, run.filter, facts, at === undefined ? {} : { at });
      const [figures, overview] = [allFigures(view), overviewOf(view)];
      for (const { where, text } of everyText(view))
        assert.doesNotMatch(text, /NaN|undefined|Infinity|null|\[object/, `${where} at ${at}: ${text.slice(0, 400)}`);
      for (const table of [suspectsTable(view), calibrationTable(view)])
        assert.doesNotMatch(table.rows.flatMap((r) => r.cells).join(' '), /NaN|undefined|Infinity|null/, table.id);
      const said = [['lead', overview.lead] as const, ...figures.map((f) => [f.id, f.sentence] as const)];
      for (const [id, sentence] of said) {
        const text = plainText(sentence);
        const strong = sentence.filter((p) => p.strong).length;
        assert.ok(strong === 1 || (id === 'lead' && strong === 2), `one strong part, ${id} at ${at}: ${text}`);
        assert.ok(text.length <= 190, `at most two lines, ${id}: ${text}`);
        assert.doesNotMatch(text, /significant|optimal|\s{2}|\.\.|,,| ,|–/, `${id} at ${at}: ${text}`);
        assert.match(text, /[.]$/, `${id}: ${text}`);
      }
      for (const figure of figures)
        for (const axis of [figure.x, figure.y]) {
          assert.ok(
            axis.domain.every(Number.isFinite) && axis.domain[1] > axis.domain[0],
            `${figure.id}: ${axis.domain}`,
          );
          assert.ok(axis.scale === 'linear' || axis.domain[0] > 0, `${figure.id}: ${axis.domain}`);
        }
      for (const { id, strip } of overview.numbers) {
        const inside = (v: number) => Number.isNaN(v) || (v >= strip.domain[0] && v <= strip.domain[1]);
        assert.ok(inside(strip.at) && (strip.interval ?? []).every(inside), `${id} at ${at}: ${JSON.stringify(strip)}`);
      }
    }
  });

test('axes and the kinds of series stay the same along the path, so that charts need not be made anew', () => {
  for (const make of [RUNS.huber, RUNS.quantiles, RUNS['one feature'], RUNS['quantiles of one feature']]) {
    const run = make();
    const facts = factsOf(run);
    const shape = (at: number) =>
      allFigures(deriveView(run, run.filter, facts, { at })).map((f) => [
        f.id,
        f.x.domain,
        f.y.domain,
        f.series.map((s) => [s.kind, s.role, s.faint]),
      ]);
    const numbers = (at: number) => overviewOf(deriveView(run, run.filter, facts, { at })).numbers.map(({ id }) => id);
    const { at = 0 } = run.robust ?? {};
    for (const other of [0, 5, 13]) {
      assert.deepEqual(shape(other), shape(at));
      assert.deepEqual(numbers(other), numbers(at));
    }
  }
});
