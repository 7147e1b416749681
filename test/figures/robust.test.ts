import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunResult } from '../../src/engine/contract/run';
import { scoreHoldout } from '../../src/engine/spectrum/livePrediction';
import { median } from '../../src/engine/statistics/robustScale';
import { scaledErrors, suspectsAmong } from '../../src/engine/statistics/suspects';
import { overviewOf } from '../../src/figures/fit/overview';
import { howGoodLanes } from '../../src/figures/lanes/howGood';
import { nextSteps } from '../../src/figures/next/nextSteps';
import { constantLoss, meanLossOf } from '../../src/figures/robust/strength';
import { figuresOf } from '../../src/figures/tabs';
import { deriveView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { robustExample } from './robustExample';
import { curve, figure, fitOf, huber, quantile, robustOf, viewAt } from './robustViews';

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
  assert.equal(moved.errors[7], fit.live?.errors[7 * points + 2]);
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
  assert.match(figure(view, 'rows', 'robust-alpha').note ?? '', /rows do not follow the slider/);
  assert.match(plainText(overviewOf(view).than ?? []), /, as fitted\./);
  assert.notDeepEqual(robust.partial[0].middle, fitOf(run).partial[0].fitted[0]);
});

test('the robust scale is the median distance from the median times 1.4826, and 3.5 of it the bound of suspicion', () => {
  const bulk = [-1, 0, 1, 2, 0, 1, -2, 0, 3];
  const errors = Float64Array.of(...bulk, 8.9, 9.1, ...bulk, ...bulk);
  const { centre, scale, deviation } = scaledErrors(errors, errors);
  assert.equal(centre, 0);
  assert.equal(scale, 1.4826);
  assert.ok(deviation > 2 && deviation < 4);
  const rows = Uint32Array.from(errors, (_, i) => 10 + i);
  const among = (of: Float64Array, by: number) =>
    suspectsAmong({ rows, lines: rows.map((r) => r + 1), observed: of }, of, { centre, scale: by });
  const found = among(errors, scale);
  assert.deepEqual(
    found.suspects.map(({ row, line }) => [row, line]),
    [
      [20, 21],
      [19, 20],
    ],
  );
  assert.deepEqual(among(errors, 0), { beyond: 0, suspects: [], suspectCount: 0 });
  const four = Float64Array.of(1, 2, 4, 5);
  assert.equal(scaledErrors(four, four).centre, 3);
});

test('a scale is at least rounding, and told from the rows left out where there are enough', () => {
  const exact = Float64Array.from({ length: 60 }, (_, i) => (i % 5 === 0 ? 1e5 : 0));
  const observed = exact.map((v) => v - 3e5);
  assert.equal(scaledErrors(exact, observed).scale, 3e5 * Number.EPSILON);
  const errors = Float64Array.from({ length: 60 }, (_, i) => (i < 20 ? (-1) ** i : 0.01 * (-1) ** i));
  assert.equal(
    scaledErrors(
      errors,
      errors,
      Uint32Array.from({ length: 20 }, (_, i) => i),
    ).scale,
    1.4826,
  );
  assert.equal(scaledErrors(errors, errors, Uint32Array.of(0, 1, 2)).scale, scaledErrors(errors, errors).scale);
});

test('where more than a tenth of the rows lie far out, a quarter of them near, none is suspect', () => {
  const rows = Uint32Array.from({ length: 50 }, (_, i) => i + 1);
  const of = (far: number) => {
    const errors = Float64Array.from(rows, (_, i) => (i < far ? 4.5 + i : (i % 7) / 3 - 1));
    return suspectsAmong({ rows, lines: rows, observed: errors }, errors, scaledErrors(errors, errors));
  };
  assert.deepEqual([of(5).beyond, of(5).suspectCount, of(5).suspects.length], [5, 5, 5]);
  assert.deepEqual(of(6), { beyond: 6, suspects: [], suspectCount: 0 });
  const fit = fitOf(huber);
  const heavy = viewAt({ ...huber, robust: { ...fit, beyond: 9, suspects: [], suspectCount: 0 } });
  assert.match(
    plainText(figure(heavy, 'rows', 'robust-residuals').sentence),
    /^9 of 40 rows .*: too many to tell outliers from heavy tails/,
  );
  const suspects = overviewOf(heavy).numbers.find(({ id }) => id === 'suspects');
  assert.match(suspects?.note ?? '', /^9 rows, too many to tell, are beyond/);
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

test('the fit stands beside ordinary ridge with the same kernel, and the sentence is about both', () => {
  const { squared } = fitOf(huber);
  const { observed, predicted } = huber.holdout ?? { observed: new Float64Array(), predicted: new Float64Array() };
  const half = (of: ArrayLike<number>) => median(observed.map((v, j) => Math.abs(v - of[j])));
  const [own, ridge] = howGoodLanes(viewAt(huber))?.lanes ?? [];
  assert.deepEqual([own.name, ridge.name], ['Huber', 'ridge, same kernel']);
  assert.deepEqual([own.at, ridge.at], [half(predicted), half(squared.holdout?.predicted ?? [])]);
  assert.match(plainText(overviewOf(viewAt(huber)).lead), /^Typical miss about \S+: half of new rows are closer\.$/);
  assert.notDeepEqual(howGoodLanes(viewAt(huber, 1))?.lanes[0].at, own.at);
});

/** The sentence where ordinary ridge missed the rows by `by` times the fit's errors, plus a little that varies. */
function saidAgainst(by: number, noise: number): string {
  const fit = fitOf(huber);
  const { holdout } = huber;
  assert.ok(holdout);
  const { observed } = holdout;
  const predicted = observed.map((v, j) => v - by * (v - holdout.predicted[j]) - noise * (-1) ** j);
  const squared = { ...fit.squared, holdout: { predicted, ...scoreHoldout(observed, predicted) } };
  return plainText(howGoodLanes(viewAt({ ...huber, robust: { ...fit, squared } }))?.sentence ?? []);
}

test('where ordinary ridge is closer on resampled rows the sentence says so, and where nothing is clear it says that', () => {
  assert.match(saidAgainst(0.01, 0), /^Ordinary ridge with the same kernel is closer: \S+ against \S+\.$/);
  assert.match(
    saidAgainst(1, 0.01),
    /^Not clearly closer than ordinary ridge with the same kernel: \S+ against \S+\.$/,
  );
  const closer = /^([\d,.]+) times closer than ordinary ridge with the same kernel\.$/;
  for (const by of [100, 7000]) {
    const [, ratio = ''] = closer.exec(saidAgainst(by, 0)) ?? [];
    assert.match(ratio.replaceAll(',', ''), /^\d(\.\d|\d0*)$/, `${ratio}: two digits`);
  }
});

test('what the ridge baseline’s leave-one-out says is never said of the robust fit', () => {
  const { metrics } = huber;
  const other = { ...huber, metrics: { ...metrics, loo: 1e3, gcv: 2e3, cv: 3e3, degreesOfFreedom: 1 } };
  assert.deepEqual(overviewOf(viewAt(other)), overviewOf(viewAt(huber)));
  for (const tab of ['overview', 'rows', 'columns'] as const)
    assert.deepEqual(figuresOf(tab, viewAt(other)), figuresOf(tab, viewAt(huber)));
});

test('key numbers: the fit’s beside ordinary ridge’s, gaps only where the path is not exact', () => {
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
  assert.ok(
    r2.note.startsWith(`ordinary ridge, same kernel: ${fitOf(huber).squared.holdout?.r2.toFixed(3)}; 95`),
    r2.note,
  );
});

test('the parameter table tells the strength, how it was scored, and the λ of ordinary ridge as such', () => {
  const rows = overviewOf(viewAt(huber)).parameters;
  const row = (name: string) => rows.find((r) => r.name === name);
  assert.equal(row('λ per sample')?.rule, 'least mean absolute error over 4 folds');
  assert.ok(row('n·λ') && row('λ of ordinary ridge'));
  assert.equal(row('scored on rows left out')?.value, '4 folds');
  assert.match(overviewOf(viewAt(huber, 1)).parameters[0].rule, /^fitted at λ/);
});

test('a held-out row far out moves averages alone, not what is said of the typical miss', () => {
  const { holdout } = huber;
  assert.ok(holdout);
  const observed = holdout.observed.map((v, j) => (j === 0 ? v + 1e3 : v));
  const said = (run: RunResult) => plainText(overviewOf(viewAt(run)).lead);
  const miss = (text: string) => Number(/about (\S+):/.exec(text)?.[1]);
  const [before, after] = [said(huber), said({ ...huber, holdout: { ...holdout, observed } })].map(miss);
  assert.ok(after >= before && after < 2 * before, `${before} and ${after}`);
});

test('that ridge with the same kernel is better is said, and offered, where rows left out tell it, and nowhere else', () => {
  const clean = robustExample({ outliers: 0 });
  const fit = fitOf(clean);
  const held = fit.squared.holdout;
  assert.ok(held && clean.holdout);
  const { observed } = clean.holdout;
  // A ridge whose errors are `share` times those of the fit.
  const beside = (share: number, holdout: RunResult['holdout']): RunResult => {
    const ridge = clean.holdout?.predicted.map((v, j) => observed[j] - share * (observed[j] - v)) ?? held.predicted;
    const errors = fit.errors.map((e) => share * e);
    const squared = { ...fit.squared, errors, holdout: holdout && { ...held, predicted: ridge } };
    return { ...clean, holdout, robust: { ...fit, squared } };
  };
  const { holdout: _, ...leftOutAlone } = beside(0.8, undefined);
  const offered = (run: RunResult) => nextSteps(deriveView(run)).some(({ label }) => label === 'Use ridge regression');
  const said = (run: RunResult) => plainText(overviewOf(deriveView(run)).lead);
  const better =
    /^Ordinary ridge with the same kernel is better: mean absolute error .* against .* on rows left out\.$/;
  for (const run of [beside(0.8, clean.holdout), leftOutAlone]) {
    assert.match(said(run), better);
    assert.ok(offered(run));
  }
  for (const run of [1, 1.2, 0.995].map((share) => beside(share, clean.holdout))) {
    assert.doesNotMatch(said(run), better);
    assert.ok(!offered(run));
  }
  assert.ok(!offered(quantile));
});
