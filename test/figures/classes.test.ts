import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wilson } from '../../src/engine/statistics/classes';
import { classScoresFigure, confusionFigure } from '../../src/figures/fit/classes';
import { classesAt } from '../../src/figures/fit/classView';
import { overviewOf } from '../../src/figures/fit/overview';
import { figuresOf } from '../../src/figures/tabs';
import { deriveView, targetsOf, targetView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { exampleRun } from './exampleRun';
import { scaled } from './scaled';

const two = exampleRun({ n: 60, holdout: 30, classes: 2 });
const three = exampleRun({ n: 60, holdout: 30, classes: 3 });

test('the interval of a share', () => {
  // Newcombe 1998, table I: 15 of 148 and 0 of 20.
  const [low, high] = wilson(15, 148);
  assert.ok(Math.abs(low - 0.0624) < 5e-5 && Math.abs(high - 0.1605) < 5e-5, `${low} ${high}`);
  assert.deepEqual(
    wilson(0, 20).map((v) => v.toFixed(4)),
    ['0.0000', '0.1611'],
  );
});

test('classes decided here from the live outputs are those of the engine, whichever class is looked at', () => {
  for (const run of [two, three])
    for (let target = 0; target <= run.others.length; target++) {
      const shown = targetView(run, target);
      // A hair of movement, so that everything is decided anew; outputs share one filter only where they were fitted to it.
      const same = { ...shown, filter: run.filter, others: shown.others.map((o) => ({ ...o, filter: run.filter })) };
      const view = deriveView(same, scaled(run, 1 + 2e-6));
      const found = classesAt(view);
      assert.ok(found?.live && view.moved);
      const total = Array.from(found.confusion).reduce((a, b) => a + b, 0);
      assert.equal(total, 30);
      if (run === two) assert.deepEqual(Array.from(found.confusion), Array.from(run.classes?.confusion ?? []));
    }
  const confusions = [0, 1, 2].map((t) => classesAt(deriveView(targetView(three, t), scaled(three, 3)))?.confusion);
  assert.deepEqual(confusions[0], confusions[1]);
  assert.deepEqual(confusions[0], confusions[2]);
});

test('classes take the place of R² and of observed against predicted', () => {
  const view = deriveView(three);
  assert.deepEqual(
    overviewOf(view).numbers.map(({ id }) => id),
    ['accuracy', 'error', 'df', 'noise'],
  );
  assert.match(
    plainText(overviewOf(view).lead),
    /^Classifies \d+\u202f% of new rows correctly[;,] .*always guessing the most common class/,
  );
  assert.deepEqual(
    figuresOf('rows', view)
      .slice(0, 5)
      .map((f) => f.id),
    ['confusion', 'roc', 'reliability', 'precision-recall', 'class-scores'],
  );
  assert.deepEqual(
    figuresOf('overview', view)
      .slice(0, 5)
      .map((f) => f.id),
    ['how-good', 'confusion', 'spectrum', 'share', 'errors-lambda'],
  );
});

test('the table of classes: first class on top, a count in every cell', () => {
  const figure = confusionFigure(deriveView(three));
  assert.ok(figure?.surface?.cells);
  assert.deepEqual(figure.y.labels, ['rough', 'mild', 'calm']);
  assert.deepEqual(figure.x.labels, ['calm', 'mild', 'rough']);
  const confusion = three.classes?.confusion ?? [];
  assert.equal(figure.surface.cells[2 * 3 + 0], String(confusion[0]), 'calm said for calm stands top left');
  assert.equal(figure.surface.cells[0 * 3 + 1], String(confusion[2 * 3 + 1]), 'mild said for rough');
});

test('scores are of the class looked at, named by its level', () => {
  assert.deepEqual(targetsOf(three), ['calm', 'mild', 'rough']);
  assert.equal(classScoresFigure(deriveView(targetView(three, 2)))?.title, 'Scores for rough');
  assert.equal(classScoresFigure(deriveView(two))?.series.find((s) => s.name === 'mild')?.kind, 'line');
});
