import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportText } from '../../src/cli/reportText';
import type { RunResult } from '../../src/engine/contract/run';
import { percent } from '../../src/engine/words/numbers';
import { overviewOf } from '../../src/figures/fit/overview';
import { calibrationTable, suspectsTable } from '../../src/figures/robust/tables';
import { type FigureTab, figuresOf } from '../../src/figures/tabs';
import { factsOf } from '../../src/figures/view/facts';
import { deriveView, type RunView } from '../../src/figures/view/view';
import { noteText, plainText } from '../../src/figures/words/describe';
import { robustExample } from './robustExample';
import { robustLarge } from './robustLarge';
import { curve, figure, fitOf, huber, quantile, robustOf, viewAt } from './robustViews';

test('figures of each tab of a robust run, in order', () => {
  const ids = (run: RunResult, tab: FigureTab) => figuresOf(tab, viewAt(run)).map((f) => f.id);
  assert.deepEqual(ids(huber, 'overview'), ['how-good', 'predicted', 'spectrum', 'share', 'robust-path']);
  assert.deepEqual(ids(quantile, 'overview'), ['how-good', 'fan', 'spectrum', 'share', 'robust-path']);
  assert.deepEqual(ids(huber, 'risk'), [
    'robust-path',
    'robust-coefficients',
    'robust-support',
    'length-scale',
    'risk-lambda',
  ]);
  const rows = ['robust-alpha', 'robust-residuals'];
  assert.deepEqual(ids(huber, 'rows'), ['robust-compare', ...rows]);
  assert.deepEqual(ids(curve, 'rows'), ['robust-compare', 'curve', ...rows]);
  assert.deepEqual(ids(quantile, 'rows'), ['fan', 'calibration', ...rows]);
  assert.deepEqual(
    ids(quantile, 'columns').map((id) => id.slice(0, 8)),
    ['partial-', 'partial-', 'partial-'],
  );
  assert.deepEqual(ids(robustExample({ method: 'quantile', features: 1, holdout: 0 }), 'rows'), ['fan', ...rows]);
});

test('spectrum, alignment and risk say whose λ they show, and nothing offers to move it', () => {
  for (const tab of ['spectrum', 'alignment'] as const)
    for (const f of figuresOf(tab, viewAt(huber))) assert.match(noteText(f), /belong to ordinary ridge/, f.id);
  assert.match(plainText(figure(viewAt(huber), 'spectrum', 'spectrum').sentence), /ordinary ridge/);
  const risk = figure(viewAt(huber), 'risk', 'risk-lambda');
  assert.match(risk.title, /ridge baseline/);
  assert.equal(risk.pick, undefined);
});

test('the path marks its least score, the one-standard-error choice, and the point shown', () => {
  const fit = fitOf(huber);
  const { values, score, least } = fit.path;
  const at = (view: RunView, shape: string) =>
    figure(view, 'risk', 'robust-path').marks?.find((m) => m.shape === shape);
  assert.deepEqual(
    [at(viewAt(huber), 'circle')?.x, at(viewAt(huber), 'circle')?.y],
    [values[least.score], score[least.score]],
  );
  assert.equal(at(viewAt(huber), 'diamond')?.x, values[least.oneStandardError]);
  assert.deepEqual([at(viewAt(huber, 4), 'dot')?.x, at(viewAt(huber, 4), 'dot')?.y], [values[4], score[4]]);
  assert.equal(at(viewAt(huber), 'square')?.y, huber.metrics.holdout?.mae);
  const baseline = figure(viewAt(huber), 'risk', 'robust-path').rules?.find(({ role }) => role === 'second');
  assert.equal(baseline?.at, fit.squared.holdout?.mae);
});

test('squared losses are shown in shares of var(y), that of ordinary ridge left out beside them when nothing is held out', () => {
  const run = robustExample({ n: 24, holdout: 0, loss: 'squared' });
  const path = figure(viewAt(run), 'risk', 'robust-path');
  const { least, score } = fitOf(run).path;
  assert.equal(path.marks?.find((m) => m.shape === 'circle')?.y, score[least.score] / run.variance);
  assert.equal(path.rules?.find(({ role }) => role === 'second')?.at, run.metrics.loo / run.variance);
  assert.equal(
    figure(viewAt(curve), 'risk', 'robust-path').rules?.some(({ role }) => role === 'second'),
    false,
  );
});

test('influences are shares of each fit’s own sum, and every point opens its row', () => {
  const alpha = figure(viewAt(huber), 'rows', 'robust-alpha');
  const own = alpha.series.find((s) => s.kind === 'line' && s.role === 'main');
  const fit = fitOf(huber);
  const sizes = fit.alpha[0].map(Math.abs);
  const mean = sizes.reduce((s, v) => s + v, 0) / sizes.length;
  assert.ok(Math.abs((own?.y[0] ?? 0) - Math.max(...sizes) / mean) < 1e-12);
  const strongest = alpha.series.find((s) => s.kind === 'points' && s.role === 'second');
  const baseline = fit.squared.alpha.map(Math.abs);
  assert.equal(strongest?.rows?.[0], fit.rows[baseline.indexOf(Math.max(...baseline))]);
  const suspects = alpha.series.filter((s) => s.role === 'outlier');
  for (const s of suspects)
    assert.deepEqual(
      Array.from(s.rows ?? []),
      fit.suspects.map(({ row }) => row),
    );
});

test('the steps of errors hold every row within reach, and suspects stand where they lie or at the edge', () => {
  const view = viewAt(huber);
  const { errors, centre, scale, suspects } = robustOf(view);
  const figures = figure(view, 'rows', 'robust-residuals');
  const [band] = figures.series;
  const shares = Array.from(band.upper ?? []).filter((_, i) => i % 2 === 0);
  const within = errors.filter((r) => Math.abs((r - centre) / scale) < 6.75).length / errors.length;
  assert.ok(Math.abs(shares.reduce((s, v) => s + v, 0) - within) < 1e-12);
  const points = figures.series.find((s) => s.role === 'outlier');
  suspects.forEach(({ scaled }, i) => {
    assert.equal(points?.x[i], Math.max(-7, Math.min(7, scaled)));
  });
});

test('calibration is that of the levels shown, as fitted and along the path', () => {
  const { observed } = quantile.holdout ?? { observed: new Float64Array() };
  for (const at of [undefined, 2]) {
    const view = viewAt(quantile, at);
    const levels = robustOf(view).heldOut?.levels ?? [];
    const points = figure(view, 'rows', 'calibration').series.find((s) => s.kind === 'points');
    const below = levels.map((level) => observed.filter((v, j) => v <= level[j]).length / observed.length);
    assert.deepEqual(Array.from(points?.y ?? []), below);
    assert.deepEqual(
      calibrationTable(view).rows.map(({ cells }) => cells[1]),
      below.map(percent),
    );
  }
  assert.equal(calibrationTable(viewAt(huber)).rows.length, 0);
});

test('the fan stands on rows in order of the middle level, thinned evenly when they are many', () => {
  const fan = figure(viewAt(quantile), 'rows', 'fan');
  const middle = fan.series.find((s) => s.kind === 'line');
  assert.deepEqual(
    Array.from(middle?.y ?? []),
    Array.from(middle?.y ?? []).sort((a, b) => a - b),
  );
  const [band] = fan.series;
  for (let j = 0; j < band.x.length; j++) assert.ok(band.y[j] <= (band.upper?.[j] ?? 0));
  const large = robustLarge(600, 1000, true);
  const thinned = figure(viewAt(large), 'rows', 'fan');
  assert.equal(thinned.series[0].x.length, 400);
  assert.match(thinned.x.title, /400 of 1,000 held-out rows/);
});

test('suspect rows open their lines, the furthest first, with weights as fitted', () => {
  const fit = fitOf(huber);
  const table = suspectsTable(viewAt(huber));
  assert.deepEqual(
    table.rows.slice(0, 3).map(({ line }) => line),
    fit.suspects.slice(0, 3).map(({ line }) => line),
  );
  // The three rows that were shifted.
  assert.deepEqual(new Set(table.rows.slice(0, 3).map(({ cells }) => cells[0])), new Set(['6', '15', '24']));
  assert.equal(table.columns[table.columns.length - 1].title, 'Weight');
  assert.ok(!suspectsTable(viewAt(huber, 1)).columns.some(({ title }) => title === 'Weight'));
  assert.match(suspectsTable(viewAt(huber), 2).title, /the furthest 2 of/);
});

test('curves no slider moves are handed over as the same arrays', () => {
  const facts = factsOf(huber);
  const [a, b] = [1, 6].map((at) => figuresOf('risk', deriveView(huber, huber.filter, facts, { at })));
  for (const id of ['robust-path', 'robust-coefficients', 'robust-support']) {
    const before = a.find((f) => f.id === id)?.series ?? [];
    const after = b.find((f) => f.id === id)?.series ?? [];
    assert.ok(before.length > 1);
    before.forEach((s, k) => {
      if (s.name !== '') assert.ok(s.x === after[k].x && s.y === after[k].y, `${id}: ${s.name}`);
    });
  }
});

test('the report of the command line has the path, the rows, and the table of calibration', () => {
  const text = reportText(quantile);
  assert.match(text, /Held-out rows below each level\n {4}τ {2}Share below/);
  assert.match(text, /Error along the path\. /);
  assert.match(text, /Influence of rows\. /);
  assert.match(text, /Ordinary ridge, effective dimension\. /);
  const robust = reportText(huber);
  assert.match(robust, /Suspect rows/);
  assert.doesNotMatch(robust, /each level|leave-one-out R²|left out in turn/i);
});

test('a drag along the path at n = 5,000 (printed, not asserted: machines differ)', (t) => {
  for (const quantiles of [false, true]) {
    const run = robustLarge(5000, 500, quantiles);
    const facts = factsOf(run);
    for (const tab of ['overview', 'rows', 'columns', 'risk'] as const) {
      const times = Array.from({ length: 5 }, (_, k) => {
        const from = performance.now();
        const view = deriveView(run, run.filter, facts, { at: 21 + k });
        figuresOf(tab, view);
        if (tab === 'overview') overviewOf(view);
        return performance.now() - from;
      }).sort((a, b) => a - b);
      t.diagnostic(`${run.method.id}, ${tab}: median ${times[2].toFixed(1)} ms, worst ${times[4].toFixed(1)} ms`);
    }
  }
});

test('where all coefficients have one size a sentence stands in place of their figures', () => {
  const run = robustExample({ n: 30, holdout: 10, method: 'ksgd' });
  const { path } = fitOf(run);
  assert.ok(run.robust);
  const points = path.values.length;
  const values = path.coefficients.values.map((a, i) => (a < 0 ? -1 : 1) * path.values[i % points]);
  const coefficients = { ...path.coefficients, values };
  const support = path.support.map(() => fitOf(run).rows.length);
  const alike: RunResult = { ...run, robust: { ...run.robust, path: { ...path, coefficients, support } } };
  const figures = figuresOf('risk', viewAt(alike));
  assert.deepEqual(
    figures.map(({ id }) => id).filter((id) => /coefficients|support/.test(id)),
    [],
  );
  assert.match(noteText(figures[0]), /The coefficients of all rows have the same size/);
  assert.ok(
    figuresOf('risk', viewAt(run)).some(({ id }) => id === 'robust-coefficients'),
    'drawn where they differ',
  );
});
