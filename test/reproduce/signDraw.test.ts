import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawRows, prepareDraw, type RobustPart } from '../../src/reproduce/sign/robustDraw';
import { madeTable } from './madeTable';

const table = madeTable(500, 3);
const draw = drawRows(table, 100, 7, 0);

const mean = (values: Float64Array) => values.reduce((sum, v) => sum + v, 0) / values.length;
const sd = (values: Float64Array) => Math.sqrt(mean(values.map((v) => (v - mean(values)) ** 2)));
const close = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-9, `${a} ≠ ${b}`);

/** The rows of a part, trained on or not, as the first feature and the target tell them apart. */
const targetsOf = ({ y, observed }: RobustPart) => [...y, ...observed].map((v) => v.toFixed(9)).sort();

test('a draw is decided by its seed and number, and takes rows whole', () => {
  assert.deepEqual(drawRows(table, 100, 7, 0), draw);
  assert.notDeepEqual(drawRows(table, 100, 7, 1).y, draw.y);
  assert.notDeepEqual(drawRows(table, 100, 8, 0).y, draw.y);
  const rows = Array.from(draw.y, (v) => table.y.indexOf(v));
  assert.equal(new Set(rows).size, 100);
  rows.forEach((row, i) => {
    for (let c = 0; c < 3; c++) assert.equal(draw.x[c * 100 + i], table.x[c * 500 + row]);
  });
});

test('rows are split into 80 and 20, and ten folds of 72 and 8 that score every training row once', () => {
  const { folds, refit } = prepareDraw(draw, { protocol: 'authors', folds: 10 });
  assert.deepEqual([refit.n, refit.m], [80, 20]);
  assert.equal(folds.length, 10);
  const training = [...refit.y].map((v) => v.toFixed(9)).sort();
  for (const part of folds) {
    assert.deepEqual([part.n, part.m], [72, 8]);
    assert.deepEqual(targetsOf(part), training);
  }
  const scored = folds.flatMap(({ observed }) => [...observed].map((v) => v.toFixed(9))).sort();
  assert.deepEqual(scored, training);
});

test('the authors standardise X over all drawn rows and centre y; careful fits learn from their own rows', () => {
  const columns = (part: RobustPart) => [0, 1, 2].map((c) => part.x.slice(c * part.n, (c + 1) * part.n));
  const others = ({ others: x, m }: RobustPart) => [0, 1, 2].map((c) => x.slice(c * m, (c + 1) * m));
  const authors = prepareDraw(draw, { protocol: 'authors', folds: 10 });
  columns(authors.refit).forEach((column, c) => {
    const all = Float64Array.from([...column, ...others(authors.refit)[c]]);
    close(mean(all), 0);
    close(sd(all), 1);
    assert.ok(Math.abs(mean(column)) > 1e-6);
  });
  const everyY = Float64Array.from([...authors.refit.y, ...authors.refit.observed]);
  close(mean(everyY), 0);
  close(sd(everyY), sd(draw.y));
  assert.equal(authors.refit.scale, 1);
  const careful = prepareDraw(draw, { protocol: 'careful', folds: 10 });
  for (const part of [careful.refit, careful.folds[0], careful.folds[4]]) {
    for (const column of [...columns(part), part.y]) {
      close(mean(column), 0);
      close(sd(column), 1);
    }
    assert.ok(Math.abs(mean(part.observed)) > 1e-6);
    assert.ok(part.scale > 1);
  }
});

test('amplified outliers multiply the centred target, in every row', () => {
  const plain = prepareDraw(draw, { protocol: 'authors', folds: 5 }).refit;
  const amplified = prepareDraw(draw, { protocol: 'authors', folds: 5, outliers: 0.1 }).refit;
  const strong = prepareDraw(draw, { protocol: 'authors', folds: 5, outliers: 0.2 }).refit;
  for (const of of ['y', 'observed'] as const) {
    const factors = amplified[of].map((v, i) => v / plain[of][i] - 1);
    assert.ok(factors.every((v) => v > 0));
    const rows = of === 'y' ? draw.train : draw.test;
    factors.forEach((v, i) => {
      assert.ok(Math.abs(v / (0.1 * Math.abs(draw.cauchy[rows[i]])) - 1) < 1e-9);
      assert.ok(Math.abs((strong[of][i] / plain[of][i] - 1) / v - 2) < 1e-9);
    });
  }
  // Half of all standard Cauchy draws lie beyond 1.
  const beyond = Array.from({ length: 40 }, (_, d) => drawRows(table, 100, 1, d).cauchy.filter((v) => Math.abs(v) > 1));
  const share = beyond.reduce((sum, v) => sum + v.length, 0) / 4000;
  assert.ok(Math.abs(share - 0.5) < 0.03, `${share}`);
});
