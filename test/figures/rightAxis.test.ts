import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AxisSpec, FigureSpec } from '../../src/engine/contract/figure';
import { toCsv } from '../../src/figures/csv';
import { r2At, r2Text } from '../../src/figures/layout/axes';
import { layoutFigure } from '../../src/figures/layout/figure';
import { errorsFigure } from '../../src/figures/spectral/errors';
import { allFigures } from '../../src/figures/tabs';
import { deriveView } from '../../src/figures/view/view';
import { describe, footnotesOnce, noteText } from '../../src/figures/words/describe';
import { exampleRun } from './exampleRun';
import { robustExample } from './robustExample';

const run = exampleRun({ n: 60, holdout: 20 });
const measure = (text: string) => 6 * Array.from(text).length;
const shares: AxisSpec = { title: '', scale: 'log', domain: [0.01, 2], format: 'plain', r2: { variance: 1 } };

test('an error reads as the R² that it is, in as many decimals as it has', () => {
  assert.equal(r2Text(shares, 0.08), '0.92');
  assert.equal(r2Text(shares, 0.5), '0.5');
  assert.equal(r2Text(shares, 1), '0');
  assert.equal(r2Text(shares, 2), '−1');
  assert.equal(r2Text(shares, 0.0002), '0.9998');
  const root = { ...shares, r2: { variance: 100, root: true } };
  assert.equal(r2At(root, 5), 0.75);
  assert.equal(r2Text(root, 5), '0.75');
  assert.ok(Number.isNaN(r2At({ ...shares, r2: undefined }, 1)));
});

test('R² stands right of the prediction error at its ticks, and is one minus the leave-one-out error over the variance of the same rows', () => {
  const figure = errorsFigure(deriveView(run), 'lambda');
  const { shapes, area } = layoutFigure(figure, { width: 480, height: 260, measure, highContrast: false });
  const texts = shapes.flatMap((shape) => (shape.kind === 'text' ? [shape] : []));
  const right = texts.filter(({ x, text }) => x > area.right && x < area.right + 12 && /^[−\d.]+$/.test(text));
  const left = texts.filter(({ x, text }) => x < area.left && /^[\d.]+$/.test(text));
  assert.ok(right.length >= 3);
  assert.deepEqual(
    right.map(({ text, y }) => [y, text]),
    left.map(({ text, y }) => [y, r2Text(shares, Number(text))]),
  );
  assert.equal(
    texts.some(({ text }) => text === 'R²'),
    true,
  );
  const loo = figure.series.find(({ role }) => role === 'loo');
  const [path] = run.paths;
  assert.ok(loo);
  assert.equal(r2At(figure.y, loo.y[path.least.loo]), 1 - path.loo[path.least.loo] / run.variance);
  assert.match(describe(figure), /As R squared, from .* to .*the variance of the 60 training rows/);
  assert.equal(toCsv(figure), toCsv({ ...figure, y: { ...figure.y, r2: undefined } }), 'CSV is unaffected');
});

test('no axis reads R² where that is not said of the same rows: classes, other losses, the estimate without noise', () => {
  const r2 = (figures: readonly FigureSpec[]) => figures.filter(({ y }) => y.r2).map(({ id }) => id);
  assert.deepEqual(r2(allFigures(deriveView(run))), ['errors-lambda', 'learning-curve']);
  assert.deepEqual(r2(allFigures(deriveView(exampleRun({ n: 60, holdout: 20, classes: 3 })))), []);
  const huber = allFigures(deriveView(robustExample({ n: 60, holdout: 20, method: 'huber' })));
  assert.equal(huber.find(({ id }) => id === 'robust-path')?.y.r2, undefined);
});

test('a footnote is told once in a section, and each figure keeps its own for itself', () => {
  const figures = allFigures(deriveView(exampleRun({ n: 40, holdout: 12, method: 'tkrr' })));
  const told = footnotesOnce(figures).flat();
  assert.equal(new Set(told).size, told.length);
  const risks = figures.filter(({ id }) => id.startsWith('risk-') && id !== 'risk-map');
  assert.equal(risks.length, 2);
  for (const one of risks) assert.match(noteText(one), /Excess risk is estimated on the training rows/);
  const maps = figures.filter(({ id }) => id.endsWith('-map'));
  assert.doesNotMatch(noteText(maps[0]), /Click/, 'no advice where nothing can be clicked');
  assert.match(noteText(maps[0], { acts: true }), /Click to move the dot/);
});
