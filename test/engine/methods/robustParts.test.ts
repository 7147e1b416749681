import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choicesOf, leftOutParts } from '../../../src/engine/fit/robust/leftOut';
import { defaultFolds } from '../../../src/engine/fit/robust/robustSettings';
import { huberFamily } from '../../../src/engine/methods/huber';
import { kcdFamily } from '../../../src/engine/methods/kcd';
import { kl1Family } from '../../../src/engine/methods/kl1';
import { klInf } from '../../../src/engine/methods/klInf';
import { krr } from '../../../src/engine/methods/krr';
import { quantileFamily } from '../../../src/engine/methods/quantile';
import { madeDesign, madeProblem, relativeError, rowsOf } from '../madeRows';
import { fitted } from './fitting';

test('no row that is scored was fitted, every row is scored once over folds, and the seed draws them', () => {
  for (const [n, folds] of [
    [5, 2],
    [23, 4],
    [60, 60],
  ]) {
    const parts = leftOutParts(n, folds, 0.1, 3);
    assert.equal(parts.length, folds);
    const scored = parts.flatMap(({ left }) => Array.from(left)).sort((a, b) => a - b);
    assert.deepEqual(
      scored,
      Array.from({ length: n }, (_, i) => i),
    );
    for (const { fitted, left } of parts) assert.equal(together(fitted, left), n);
  }
  const drawn = (seed: number) => Array.from(leftOutParts(40, 4, 0.1, seed)[0].left);
  assert.deepEqual(drawn(1), drawn(1));
  assert.notDeepEqual(drawn(1), drawn(2));
});

test('one validation part holds its share of the rows, one at least and never all', () => {
  for (const [n, share, expected] of [
    [100, 0.1, 10],
    [5, 0.02, 1],
    [5, 0.5, 3],
  ]) {
    const [{ fitted, left }, ...more] = leftOutParts(n, 0, share, 1);
    assert.equal(more.length, 0);
    assert.equal(left.length, expected);
    assert.equal(together(fitted, left), n);
  }
});

/** Rows of both lists, each in order, none in both. */
function together(a: Uint32Array, b: Uint32Array): number {
  for (const rows of [a, b]) assert.ok(rows.every((row, i) => i === 0 || row > rows[i - 1]));
  assert.equal(new Set([...a, ...b]).size, a.length + b.length);
  return a.length + b.length;
}

test('the choice is the least score, or the most regularised next to it within one standard error of their difference', () => {
  const score = Float64Array.of(9, 5.4, 5.2, 6, 5, 5.5, Number.NaN);
  const apart = Float64Array.of(0.5, 0.5, 0.5, 0.5, 0, 0.5, Number.NaN);
  assert.deepEqual(choicesOf({ score, apart }), { least: 4, oneStandardError: 4 });
  score[3] = 5.3;
  assert.deepEqual(choicesOf({ score, apart }), { least: 4, oneStandardError: 1 });
  apart.fill(Number.NaN);
  assert.deepEqual(choicesOf({ score, apart }), { least: 4, oneStandardError: 4 });
});

test('outliers, which raise the errors of all strengths alike, do not move the choice within one standard error far', () => {
  const wave = madeProblem(80, 1, 0.2, 4);
  const { y } = wave.train;
  const soiled = y.map((v, i) => v + (i % 10 === 0 ? 6 : 0));
  for (const folds of [8, 0]) {
    const given = { kernel: 'gaussian', lengthScale: 0.7, selection: 'oneStandardError', folds, validation: 0.3 };
    const missed = (target: Float64Array) => {
      const { robust } = fitted(klInf, madeDesign({ ...wave.train, y: target }), given);
      const { fitted: at = [] } = robust ?? {};
      const errors = y.map((v, i) => Math.abs(v - at[0][i])).filter((_, i) => i % 10 > 0);
      return errors.reduce((sum, v) => sum + v, 0) / errors.length;
    };
    assert.ok(missed(soiled) < 1.15 * missed(y), `${folds} folds: ${missed(soiled)} and ${missed(y)}`);
  }
});

test('folds are ten, five, or a validation part as the time of their paths allows', () => {
  const huber = [6, 501, 1600, 2000, 2001].map((n) => defaultFolds(huberFamily, {}, n));
  assert.deepEqual(huber, [6, 10, 10, 5, 0]);
  assert.deepEqual([defaultFolds(kl1Family, {}, 2000), defaultFolds(kcdFamily, {}, 2000)], [10, 10]);
  const levels = [3, 9].map((count) => Array.from({ length: count }, (_, l) => (l + 1) / (count + 1)).join(' '));
  assert.deepEqual(
    levels.map((tau) => defaultFolds(quantileFamily, { tau }, 2000)),
    [10, 5],
  );
});

test('the errors of the ridge baseline on rows left out are those of ridge fitted without the fold, in the folds of the method', () => {
  const { train } = madeProblem(30, 2, 0.3, 4);
  const given = { kernel: 'gaussian', lengthScale: 0.9 };
  const { robust, filter } = fitted(klInf, madeDesign(train), { ...given, folds: 3 });
  const errors = robust?.squared.errors;
  assert.ok(errors && filter.kind === 'zones');
  for (const { fitted: kept, left } of leftOutParts(30, 3, 0.1, 0)) {
    const design = madeDesign(rowsOf(train, kept), rowsOf(train, left));
    const { holdout } = fitted(krr, design, { ...given, folds: 0, lambda: (filter.lambda * 30) / kept.length });
    const expected = holdout?.observed.map((v, j) => v - holdout.predicted[j]) ?? [];
    assert.ok(
      relativeError(
        Float64Array.from(left, (i) => errors[i]),
        expected,
      ) < 1e-8,
    );
  }
  const validated = fitted(klInf, madeDesign(train), { ...given, folds: 0 });
  assert.equal(validated.robust?.squared.errors, undefined);
});
