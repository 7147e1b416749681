import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classScoresFigure } from '../../src/figures/fit/classes';
import { predictedFigure, residualsFigure } from '../../src/figures/fit/predicted';
import { residualsTable } from '../../src/figures/fit/tables';
import { factsOf } from '../../src/figures/view/facts';
import { residualRows } from '../../src/figures/view/residualRows';
import { deriveView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { largeApproximation } from './approximationExample';
import { generator } from './exampleData';
import { exampleRun } from './exampleRun';
import { scaled } from './scaled';

const large = largeApproximation(1e5, 30_000, 20);
const view = deriveView(large);

test('of many held-out rows evenly fewer are drawn, and the furthest of those beyond three RMSE', () => {
  const observed = large.holdout?.observed ?? new Float64Array();
  const predicted = large.holdout?.predicted ?? new Float64Array();
  const rmse = large.metrics.holdout?.rmse ?? 0;
  const sizes = observed.map((v, j) => Math.abs(v - predicted[j]));
  const beyond = sizes.filter((v) => v > 3 * rmse).length;
  const { lower, upper } = large.holdout ?? { lower: predicted, upper: predicted };
  const outside = observed.filter((v, j) => v < lower[j] || v > upper[j]).length;
  for (const figure of [predictedFigure(view), residualsFigure(view)]) {
    assert.ok(figure);
    const [main, far] = figure.series;
    assert.equal(main.x.length, 5000);
    assert.deepEqual([main.x[1], main.rows?.[1], main.lines?.[1]], [predicted[6], 31, 32]);
    assert.equal(
      far.x.length,
      Math.min(figure.id === 'predicted' ? 300 : 1000, figure.id === 'predicted' ? outside : beyond),
    );
    assert.match(figure.note ?? '', /Drawn: every 6th row, 5,000 of 30,000/);
  }
  const within = sizes.filter((v) => v <= rmse).length / sizes.length;
  const sentence = plainText(residualsFigure(view)?.sentence ?? []);
  assert.ok(sentence.startsWith(`${Math.round(100 * within)}`), sentence);
  const worst = sizes.indexOf(sizes.reduce((a, b) => Math.max(a, b)));
  assert.equal(residualsTable(view).rows[0].line, large.holdout?.lines[worst]);
});

test('few rows are drawn all, as the same arrays, without a word', () => {
  const run = exampleRun();
  const figure = predictedFigure(deriveView(run));
  assert.equal(figure?.series[0].y, run.holdout?.observed);
  assert.equal(figure?.note, undefined);
});

test('the worst come largest first, all beyond three RMSE and a handful when there are none', () => {
  const next = generator(5);
  const predicted = Float64Array.from({ length: 400 }, () => next());
  const rows = Uint32Array.from(predicted, (_, j) => j + 1);
  const holdout = { rows, lines: rows, observed: predicted.map((v, j) => v + (j === 7 ? 50 : next())), predicted };
  const found = residualRows({ ...holdout, lower: predicted, upper: predicted }, predicted, 3);
  assert.equal(found.outliers, 1);
  assert.equal(found.worst[0], 7);
  assert.ok(found.worst.length >= 50);
  const sorted = Array.from(found.residual, Math.abs).sort((a, b) => b - a);
  assert.deepEqual(
    found.worst.slice(0, 50).map((j) => Math.abs(found.residual[j])),
    sorted.slice(0, 50),
  );
});

test('rows that nothing can move are gone through once, whatever the sliders do', () => {
  const facts = factsOf(large);
  const drawn = (factor: number) => predictedFigure(deriveView(large, scaled(large, factor), facts))?.series[0];
  assert.equal(drawn(2)?.y, drawn(3)?.y);
  assert.equal(drawn(2)?.x, drawn(3)?.x);
});

test('scores of classes are drawn at a thousand places at most, from the first to the last', () => {
  const run = exampleRun({ n: 30, holdout: 12, classes: 2 });
  const { classes } = run;
  const observed = Float64Array.from({ length: 5000 }, (_, j) => (j % 2 === 0 ? 1 : -1));
  const predicted = observed.map((v, j) => v + j / 1000);
  const rows = Uint32Array.from(observed, (_, j) => j + 1);
  const holdout = { rows, lines: rows, observed, predicted, lower: predicted, upper: predicted };
  const figure = classScoresFigure(deriveView({ ...run, ...(classes && { classes }), holdout }));
  for (const { x, y } of figure?.series ?? []) {
    assert.equal(x.length, 1000);
    assert.deepEqual([y[0], y[999]], [1 / 2500, 1]);
  }
  assert.equal(figure?.series[1].x[999], predicted[4998]);
});
