import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunResult } from '../../src/engine/contract/run';
import { scoreHoldout } from '../../src/engine/spectrum/livePrediction';
import { scaledResiduals, suspectsAmong } from '../../src/engine/statistics/suspects';
import { percent } from '../../src/engine/words/numbers';
import { constantLoss, meanLossOf } from '../../src/figures/robust/loss';
import { overviewOf } from '../../src/figures/spectral/overview';
import { type FigureTab, figuresOf } from '../../src/figures/tabs';
import { deriveView, type RunView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { robustExample } from './robustExample';

const huber = robustExample();
const quantile = robustExample({ method: 'quantile', holdout: 20 });
const curve = robustExample({ method: 'kl-inf', features: 1, holdout: 0 });

const fitOf = (run: RunResult) => {
  assert.ok(run.robust);
  return run.robust;
};
const viewAt = (run: RunResult, at?: number) => deriveView(run, run.filter, undefined, at === undefined ? {} : { at });
const robustOf = (view: RunView) => {
  assert.ok(view.robust);
  return view.robust;
};
const figure = (view: RunView, tab: FigureTab, id: string) => {
  const found = figuresOf(tab, view).find((f) => f.id === id);
  assert.ok(found, id);
  return found;
};

test('as fitted, a view shows the run’s own numbers; elsewhere the column of its point', () => {
  const fit = fitOf(huber);
  const fitted = robustOf(viewAt(huber));
  assert.equal(fitted.moved, false);
  assert.equal(fitted.alpha, fit.alpha[0]);
  assert.equal(fitted.suspects, fit.suspects);
  assert.deepEqual([fitted.centre, fitted.scale], [fit.centre, fit.scale]);
  const moved = robustOf(viewAt(huber, 2));
  const points = fit.path.values.length;
  assert.equal(moved.strength, fit.path.values[2]);
  assert.equal(moved.alpha[7], fit.live?.alpha[7 * points + 2]);
  assert.equal(moved.residuals[7], fit.observed[7] - (fit.live?.fitted[0][7 * points + 2] ?? 0));
  const predicted = moved.heldOut?.predicted ?? new Float64Array();
  assert.equal(predicted[3], fit.live?.holdout?.[0][3 * points + 2]);
  assert.equal(moved.heldOut?.r2, scoreHoldout(huber.holdout?.observed ?? predicted, predicted).r2);
  assert.equal(moved.partial[1].middle[4], fit.partial[1].values[0][4 * points + 2]);
});

test('points outside the path are the fitted one', () => {
  for (const at of [-1, 14, 2.5, Number.NaN]) assert.equal(robustOf(viewAt(huber, at)).at, fitOf(huber).at);
});

test('without values along the path rows stay as fitted and say so, curves move', () => {
  const run = robustExample({ live: false });
  const view = viewAt(run, 2);
  const robust = robustOf(view);
  assert.equal(robust.live, false);
  assert.equal(robust.alpha, fitOf(run).alpha[0]);
  assert.equal(robust.heldOut?.live, false);
  assert.match(figure(view, 'rows', 'robust-alpha').note ?? '', /Rows stay as fitted/);
  assert.match(plainText(overviewOf(view).lead), /as fitted/);
  assert.notDeepEqual(robust.partial[0].middle, fitOf(run).partial[0].fitted[0]);
});

test('the robust scale is the median distance from the median times 1.4826, and 3.5 of it the bound of suspicion', () => {
  const residuals = Float64Array.of(-1, 0, 1, 2, 8.9, 9.1, 0, 1, -2, 0, 3);
  const { centre, scale, deviation } = scaledResiduals(residuals);
  assert.equal(centre, 1);
  assert.equal(scale, 1.4826);
  assert.ok(deviation > 3 && deviation < 4);
  const rows = Uint32Array.from({ length: 11 }, (_, i) => 10 + i);
  const found = suspectsAmong({ rows, lines: rows.map((r) => r + 1), observed: residuals }, residuals, {
    centre,
    scale,
  });
  assert.deepEqual(
    found.suspects.map(({ row, line }) => [row, line]),
    [
      [15, 16],
      [14, 15],
    ],
  );
  assert.equal(
    suspectsAmong({ rows, lines: rows, observed: residuals }, residuals, { centre, scale: 0 }).suspectCount,
    0,
  );
  assert.equal(scaledResiduals(Float64Array.of(1, 2, 4, 5)).centre, 3);
});

test('losses are those of the path, and no constant does better than the one they are compared with', () => {
  const y = Float64Array.of(1, 2, 3, 4, 10);
  const zero = new Float64Array(5);
  assert.equal(meanLossOf('absolute', y, [zero]), 4);
  assert.equal(meanLossOf('squared', y, [zero]), 26);
  assert.ok(Math.abs(meanLossOf('pinball', y, [zero, y], [0.25, 0.9]) - 0.5) < 1e-12);
  for (const [loss, taus] of [
    ['absolute', undefined],
    ['squared', undefined],
    ['pinball', [0.25, 0.9]],
  ] as const) {
    const least = constantLoss(loss, y, taus);
    for (let c = 0; c <= 10; c += 0.5)
      assert.ok(
        meanLossOf(
          loss,
          y,
          (taus ?? [0.5]).map(() => new Float64Array(5).fill(c)),
          taus,
        ) >=
          least - 1e-12,
      );
  }
});

test('the lead compares with the squared twin, in the numbers of both', () => {
  const { squared } = fitOf(huber);
  const lead = plainText(overviewOf(viewAt(huber)).lead);
  assert.equal(
    lead,
    `Huber kernel regression explains ${percent(huber.metrics.holdout?.r2 ?? 0)} of the variance of 12 held-out rows; ridge with the same kernel ${percent(squared.holdout?.r2 ?? 0)}.`,
  );
  assert.notEqual(plainText(overviewOf(viewAt(huber, 1)).lead), lead);
});

test('what the twin’s leave-one-out says is never said of the robust fit', () => {
  const { metrics } = huber;
  const other = { ...huber, metrics: { ...metrics, loo: 1e3, gcv: 2e3, cv: 3e3, degreesOfFreedom: 1 } };
  assert.deepEqual(overviewOf(viewAt(other)), overviewOf(viewAt(huber)));
  for (const tab of ['overview', 'fit', 'rows'] as const)
    assert.deepEqual(figuresOf(tab, viewAt(other)), figuresOf(tab, viewAt(huber)));
});

test('key numbers: the fit’s beside its twin’s, gaps only where the path is not exact', () => {
  const ids = (run: RunResult) => overviewOf(viewAt(run)).numbers.map(({ id }) => id);
  assert.deepEqual(ids(huber), ['r2', 'rmse', 'mae', 'support', 'suspects', 'scale', 'gap']);
  assert.deepEqual(ids(robustExample({ method: 'ksgd', n: 24 })), [
    'r2',
    'rmse',
    'mae',
    'support',
    'suspects',
    'scale',
  ]);
  assert.deepEqual(ids(quantile), ['coverage', 'mae', 'crossed', 'support', 'suspects', 'scale', 'gap']);
  assert.deepEqual(ids(curve), ['error', 'support', 'suspects', 'scale', 'gap']);
  const [r2] = overviewOf(viewAt(huber)).numbers;
  assert.ok(r2.note.startsWith(`squared twin ${fitOf(huber).squared.holdout?.r2.toFixed(3)}; 95`), r2.note);
});

test('the parameter table tells the strength, how it was scored, and the twin’s λ as the twin’s', () => {
  const rows = overviewOf(viewAt(huber)).parameters;
  const row = (name: string) => rows.find((r) => r.name === name);
  assert.equal(row('λ per sample')?.rule, 'least mean absolute error over 4 folds');
  assert.ok(row('n·λ') && row('λ of the squared twin'));
  assert.equal(row('scored on rows left out')?.value, '4 folds');
  assert.match(overviewOf(viewAt(huber, 1)).parameters[0].rule, /^fitted at λ/);
});

test('where outliers among the held-out rows turn R² against the mean absolute error, the lead gives both', () => {
  const fit = fitOf(huber);
  const { holdout } = huber;
  assert.ok(holdout && fit.squared.holdout);
  // One held-out row so far out that only its square counts, a little better met by the ridge baseline.
  const observed = holdout.observed.map((v, j) => (j === 0 ? v + 1e3 : v));
  const predicted = fit.squared.holdout.predicted.map((v, j) => (j === 0 ? v + 20 : v + 8));
  const squared = { ...fit.squared, holdout: { predicted, ...scoreHoldout(observed, predicted) } };
  const lead = plainText(
    overviewOf(viewAt({ ...huber, holdout: { ...holdout, observed }, robust: { ...fit, squared } })).lead,
  );
  const own = scoreHoldout(observed, holdout.predicted);
  assert.ok(own.r2 < squared.holdout.r2 && own.mae < squared.holdout.mae);
  assert.match(lead, /is off by .* by squares, where outliers rule, R² is/);
});
