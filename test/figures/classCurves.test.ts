import assert from 'node:assert/strict';
import { test } from 'node:test';
import { precisionRecallFigure, rocFigure } from '../../src/figures/fit/classCurves';
import { confusionFigure } from '../../src/figures/fit/classes';
import { classesAt, fittedThreshold, thresholdPath } from '../../src/figures/fit/classView';
import { overviewOf } from '../../src/figures/fit/overview';
import { partialFigures } from '../../src/figures/fit/partial';
import { reliabilityFigure } from '../../src/figures/fit/reliability';
import { deriveView, targetView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { exampleRun } from './exampleRun';
import { scaled } from './scaled';

const two = exampleRun({ n: 120, holdout: 60, classes: 2 });
const three = exampleRun({ n: 120, holdout: 60, classes: 3 });
const at = (threshold: number, filter = two.filter) => deriveView(two, filter, undefined, { threshold });

test('matrix, lead, curves and marks follow the threshold, and are those of the fit where it stands', () => {
  assert.equal(fittedThreshold(two), 0.5);
  const fitted = deriveView(two);
  assert.deepEqual(classesAt(at(0.5)), classesAt(fitted));
  const { probability } = two.classes ?? {};
  assert.ok(probability);
  for (const threshold of [0.2, 0.5, 0.9]) {
    const view = at(threshold);
    const taken: number = probability.probabilities[0].filter((p) => p > threshold).length;
    const classes = classesAt(view);
    assert.ok(classes?.live);
    assert.equal(classes.confusion[1] + classes.confusion[3], taken);
    const roc = rocFigure(view);
    const dot = roc?.marks?.find(({ shape }) => shape === 'dot');
    assert.ok(roc && dot);
    assert.equal(dot.text, threshold.toFixed(2));
    const [curve] = roc.series;
    const on = Array.from(curve.x).some((x, i) => x === dot.x && curve.y[i] === dot.y);
    assert.ok(on, `the mark stands on the curve at ${threshold}`);
    assert.equal(
      roc.marks?.some(({ shape }) => shape === 'ring'),
      threshold !== 0.5,
    );
    assert.match(plainText(roc.sentence), new RegExp(`^At ${threshold.toFixed(2)} finds`));
    assert.ok(precisionRecallFigure(view)?.marks?.some(({ y }) => y === classes.confusion[3] / taken));
  }
  assert.notDeepEqual(confusionFigure(at(0.1))?.surface?.cells, confusionFigure(at(0.9))?.surface?.cells);
  assert.notEqual(plainText(overviewOf(at(0.01)).lead), plainText(overviewOf(fitted).lead));
});

test('a moved λ moves scores and curves, and the area with them', () => {
  const moved = at(0.5, scaled(two, 1e3));
  const area = (view: typeof moved) => /under the curve (\S+)/.exec(plainText(rocFigure(view)?.sentence ?? []))?.[1];
  assert.ok(classesAt(moved)?.live);
  assert.notEqual(area(moved), area(deriveView(two)));
  assert.match(reliabilityFigure(moved)?.note ?? '', /calibration does not follow the sliders/);
});

test('errors along the threshold are those of the matrix', () => {
  const path = thresholdPath(deriveView(two));
  assert.ok(path);
  for (const l of [9, 49, 89]) {
    const classes = classesAt(at(path.values[l]));
    assert.ok(classes && Math.abs(path.wrong[l] - (1 - classes.accuracy)) < 1e-12);
  }
  assert.ok(path.wrong.every((v) => v >= path.wrong[path.least]));
  assert.equal(thresholdPath(deriveView(three)), undefined);
});

test('of several classes the curves are those of the class looked at', () => {
  for (const target of [0, 1, 2]) {
    const view = deriveView(targetView(three, target));
    const classes = classesAt(view);
    assert.ok(classes?.probable);
    const { level } = classes.probable;
    assert.equal(classes.levels[level], view.run.target);
    const [own, all] = [classes.confusion[level * 3 + level], [0, 1, 2].map((p) => classes.confusion[level * 3 + p])];
    assert.equal(rocFigure(view)?.marks?.[0].y, own / all.reduce((a, b) => a + b, 0));
  }
});

test('groups of the reliability figure hold all rows, and few rows make none', () => {
  const figure = reliabilityFigure(deriveView(two));
  const points = figure?.series.find(({ kind }) => kind === 'points');
  assert.ok(figure && points && points.x.length === 6);
  assert.match(figure.note ?? '', /^Groups of 10 rows .*Log-loss .*Brier score/);
  for (let g = 1; g < points.x.length; g++) assert.ok(points.x[g] > points.x[g - 1]);
  assert.equal(reliabilityFigure(deriveView(exampleRun({ n: 60, holdout: 20, classes: 2 }))), undefined);
});

test('a run of an earlier version has its matrix and none of these', () => {
  assert.ok(two.classes);
  const { probability: _, calibration: __, threshold: ___, ...classes } = two.classes;
  const view = deriveView({ ...two, classes });
  assert.ok(confusionFigure(view));
  assert.deepEqual(
    [rocFigure(view), precisionRecallFigure(view), reliabilityFigure(view)],
    [undefined, undefined, undefined],
  );
  assert.equal(fittedThreshold(view.run), undefined);
});

test('partial dependence of classes is a probability, and says how far it moves', () => {
  const [item, ...rest] = two.live.partial;
  const probability = item.grid.map((_, g) => 0.2 + (0.5 * g) / (item.grid.length - 1));
  const run = { ...two, live: { ...two.live, partial: [{ ...item, probability }, ...rest] } };
  const figure = partialFigures(deriveView(run)).find(({ id }) => id === `partial-${item.column}`);
  assert.deepEqual(figure?.series.find(({ name }) => name === 'average probability')?.y, probability);
  assert.equal(figure?.y.format, 'percent');
  assert.match(plainText(figure.sentence), /^Moves the probability by 50 points: lowest near .*, highest near/);
  const moved = partialFigures(deriveView(run, scaled(run, 10))).find(({ id }) => id === figure.id);
  assert.match(moved?.note ?? '', /Does not follow the sliders/);
});
