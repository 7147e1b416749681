import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../src/engine/contract/context';
import { chosen, chosenByOthers, ckrrTable1, lambdasAround, meanOverFolds } from '../../src/reproduce/ckrr/ckrrTable1';
import { powersOfTen } from '../../src/reproduce/statistics';
import { core } from '../engine/testCore';
import { madeImages } from './madeImages';

const images = madeImages(150, 5);
const compute = (folds?: number) =>
  ckrrTable1.run(
    { id: 'ckrr-table1', seed: 1, quick: true, ...(folds !== undefined && { folds }) },
    { ...quietContext, linalg: core, images, tested: true },
  );
/** Each number of folds is computed once. */
const known = new Map<number | undefined, ReturnType<typeof compute>>();
function run(folds?: number) {
  const found = known.get(folds) ?? compute(folds);
  known.set(folds, found);
  return found;
}

test('fewer folds are the first of them, with errors from the rows of a single one', () => {
  const [one, all] = [run(1), run()];
  const said = ({ settings }: typeof one) => settings.find(({ name }) => name === 'rows and folds');
  assert.match(said(one)?.value ?? '', /the first 1 of 3 folds/);
  assert.equal(said(one)?.by, 'ours');
  assert.match(said(all)?.value ?? '', / 3 folds/);
  assert.deepEqual(run(3).numbers, all.numbers);
  assert.deepEqual(run(9).numbers, all.numbers);
  for (const found of [one, all])
    for (const { ours, oursError } of found.numbers) assert.ok(ours > 0 && ours < 2 && Number(oursError) > 0);
  assert.notDeepEqual(one.numbers, all.numbers);
});

test('the least GCV error is chosen, a singular fit never', () => {
  const fits = (...gcv: number[]) => gcv.map((v) => ({ gcv: v, squares: new Float64Array(0) }));
  assert.equal(chosen(fits(3, 1, 2)), 1);
  assert.equal(chosen(fits(Number.NaN, 3, 2, Number.NaN)), 2);
  assert.equal(chosen(fits(3, Number.NaN, 4)), 0);
});

test('the other folds choose, not the one that is judged', () => {
  const fits = (...errors: number[]) => errors.map((v) => ({ gcv: 1, squares: Float64Array.of(v) }));
  const folds = [fits(1, 9, 9, 9), fits(5, 2, 3, Number.NaN), fits(5, 4, 1, 0)];
  assert.equal(chosenByOthers(folds, 0), 2);
  assert.equal(chosenByOthers(folds, 1), 0);
  assert.equal(chosenByOthers([folds[1], fits(Number.NaN, 2, 2, 0)], 0), 3);
  const singularFirst = fits(Number.NaN, 2, 1, 3);
  assert.equal(chosenByOthers([folds[0], singularFirst], 0), 2);
});

test('numbers of the paper stand beside the choice by other folds, or by GCV where there is one fold', () => {
  const ids = (found: ReturnType<typeof run>) =>
    found.numbers.filter(({ published }) => published !== undefined).map(({ name }) => name);
  assert.deepEqual(ids(run()), ids(run(1)));
  assert.equal(run().numbers.length, 16);
  assert.equal(run(1).numbers.length, 8);
  assert.ok(run().settings.some(({ name }) => name === 'k chosen by validation'));
  assert.ok(!run(1).settings.some(({ name }) => name === 'k chosen by validation'));
});

test('the lambdas tried stay within those that were searched', () => {
  const searched = powersOfTen(-8, 0, 33);
  const close = (found: Float64Array, expected: number[]) => {
    assert.equal(found.length, expected.length);
    expected.forEach((v, i) => {
      assert.ok(Math.abs(found[i] / v - 1) < 1e-12);
    });
  };
  close(lambdasAround(1e-8, searched), [1e-8, 1e-7]);
  close(lambdasAround(searched[8], searched), [1e-8, 1e-7, 1e-6, 1e-5]);
  close(lambdasAround(1, searched), [0.01, 0.1, 1]);
});

test('the error of a mean is that of the folds, of a single fold that of its rows', () => {
  const [a, b] = [Float64Array.of(1, 3), Float64Array.of(4, 8)];
  assert.deepEqual(meanOverFolds([a]), { mean: 2, error: 1 });
  assert.deepEqual(meanOverFolds([a, b]), { mean: 4, error: 2 });
});
