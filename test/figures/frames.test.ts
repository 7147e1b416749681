// One row far out sets no axis: the others keep their room, and it is marked at the edge.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { predictedFigure, residualsFigure } from '../../src/figures/fit/predicted';
import { residualsTable } from '../../src/figures/fit/tables';
import { howGoodLanes } from '../../src/figures/lanes/howGood';
import { frameAround, frameOf } from '../../src/figures/layout/domains';
import { deriveView } from '../../src/figures/view/view';
import { generator } from './exampleData';
import { exampleRun } from './exampleRun';

test('a few values far out leave the others at least a fifth of the frame, whatever their number and scale', () => {
  const next = generator(11);
  for (const n of [10, 30, 99, 100, 500])
    for (const scale of [1e-9, 1, 1e9])
      for (const far of [50, 1e3, 1e7]) {
        const values = Float64Array.from({ length: n }, () => scale * next());
        values[n >> 1] = far * scale;
        const near = Array.from(values).filter((_, i) => i !== n >> 1);
        const [low, high] = frameOf(values);
        const inside = near.filter((v) => v >= low && v <= high);
        assert.ok(inside.length >= (n < 100 ? 1 : 0.97) * near.length, `${n} rows, ${scale}, ${far}`);
        assert.ok(Math.max(...inside) - Math.min(...inside) > (high - low) / 5, `${n} rows, ${scale}, ${far}`);
        const whole = frameAround(values, values);
        assert.ok(whole[1] > far * scale, 'what is predicted so far out stays inside');
      }
});

test('few values, two of them or rare ones of equal others are all inside', () => {
  for (const values of [[1, 2, 3, 4, 5, 6, 7, 8, 1000], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7], [3], [-1, 1]]) {
    const [low, high] = frameOf(Float64Array.from(values));
    assert.ok(low < Math.min(...values) && high > Math.max(...values), String(values));
  }
});

test('a held-out row far out is named at the edge, and the figures of rows are of the others', () => {
  const run = exampleRun();
  const { holdout } = run;
  assert.ok(holdout);
  const observed = holdout.observed.slice();
  observed[4] = 1e7;
  const view = deriveView({ ...run, holdout: { ...holdout, observed } });
  const others = observed.filter((_, j) => j !== 4);
  for (const figure of [predictedFigure(view), residualsFigure(view)]) {
    assert.ok(figure);
    const [low, high] = figure.y.domain;
    assert.ok(high - low < 10 * (Math.max(...others) - Math.min(...others)), figure.id);
    const edge = figure.marks?.filter(({ y }) => y === high) ?? [];
    assert.deepEqual(
      edge.map(({ shape, text }) => [shape, text]),
      [
        ['none', `row ${holdout.rows[4]}`],
        ['triangle-up', undefined],
      ],
    );
    assert.equal(figure.note, 'Triangles: 1 row beyond the frame.');
  }
});

test('bars of misses are on the scale of the rows where far targets have spoiled the mean, and say so', () => {
  const run = exampleRun();
  const { holdout } = run;
  assert.ok(holdout);
  const plain = howGoodLanes(deriveView(run));
  const spoiled = howGoodLanes(deriveView({ ...run, mean: 1e6 }));
  assert.equal(plain?.note, undefined);
  assert.match(spoiled?.note ?? '', /right edge/);
  const [fit, mean] = spoiled?.lanes ?? [];
  assert.ok((fit.to ?? 0) > 0.02 * (spoiled?.axis.domain[1] ?? Number.NaN), 'the bar of the fit can be seen');
  assert.ok((mean.to ?? 0) > (spoiled?.axis.domain[1] ?? Number.NaN), 'its number stays what it is');
});

test('residuals of a fit to rounding have digits of their own, and none has the sign of a zero', () => {
  const run = exampleRun();
  const { holdout } = run;
  assert.ok(holdout);
  const observed = holdout.predicted.map((v, j) => v * (1 + 1e-13 * (j - 3)));
  const table = residualsTable(deriveView({ ...run, holdout: { ...holdout, observed } }));
  const texts = table.rows.map(({ cells }) => cells[cells.length - 1]);
  assert.ok(texts.length > 0 && texts.every((text) => !/^\+0(\.0+)?$/.test(String(text))), texts.join());
  assert.match(String(texts[0]), /10⁻/);
});
