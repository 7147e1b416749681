import assert from 'node:assert/strict';
import { test } from 'node:test';
import { predictedFigure } from '../../src/figures/fit/predicted';
import { errorsFigure } from '../../src/figures/spectral/errors';
import { deriveView } from '../../src/figures/view/view';
import { describe, spoken } from '../../src/figures/words/describe';
import { figureTable } from '../../src/figures/words/figureTable';
import { exampleRun } from './exampleRun';
import { scaled } from './scaled';

const run = exampleRun({ n: 40, holdout: 12 });
const view = deriveView(run, scaled(run, 10));

test('signs are put into words', () => {
  assert.equal(spoken('λ\u202f4.0\u202f×\u202f10⁻¹²'), 'lambda 4.0 times 10 to the minus 12');
  assert.equal(spoken('10³ and bias²'), '10 to the 3 and bias squared');
});

test('a figure is described by its finding, its series and its range', () => {
  const said = describe(errorsFigure(view, 'lambda'));
  assert.match(
    said,
    /^Prediction error\. The leave-one-out error at this lambda is .*Shown: 10‑fold, leave-one-out and GCV over lambda, squared error/,
  );
  assert.doesNotMatch(said, /[λ×⁰¹²³⁴⁵⁶⁷⁸⁹⁻\u202f]/);
});

test('the table has a column a series, first and last value included', () => {
  const figure = errorsFigure(view, 'lambda');
  const table = figureTable(figure, 10);
  assert.deepEqual(
    table.columns.map((c) => c.title),
    ['λ', '10‑fold ± one standard error', '10‑fold', 'leave-one-out', 'GCV'],
  );
  assert.equal(table.rows.length, 10);
  assert.equal(table.rows[0].cells[0], '1.0\u202f×\u202f10⁻⁸');
  assert.equal(table.rows[9].cells[0], '1');
});

test('rows of the file keep their number and their line', () => {
  const figure = predictedFigure(view);
  assert.ok(figure);
  const table = figureTable(figure);
  assert.equal(table.rows[0].cells[0], 'row 41');
  assert.equal(table.rows[0].line, 42);
});
