import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { GrowingCholesky } from '../../../src/engine/solvers/growingCholesky';
import { largestDifference, madeGram } from './signGrams';

test('a solve is right after every one of many rows added and removed', () => {
  const { gram, y } = madeGram({ kind: 'laplace', lengthScale: 1 }, 80, 2, 9);
  if (gram.kind !== 'dense') return;
  const { k } = gram;
  const random = new Random(4);
  const factor = new GrowingCholesky();
  const rows: number[] = [];
  for (let turn = 0; turn < 600; turn++) {
    const row = Math.floor(80 * random.uniform());
    const at = rows.indexOf(row);
    if (at >= 0) {
      factor.remove(at);
      rows.splice(at, 1);
    } else {
      const beside = Float64Array.from([...rows, 0], (other) => k[row + other * 80]);
      assert.ok(factor.add(beside, k[row + row * 80], 1e-12));
      rows.push(row);
    }
    assert.equal(factor.size, rows.length);
    const wanted = Float64Array.from(rows, (r) => y[r]);
    const solved = wanted.slice();
    factor.solveLower(solved);
    factor.solveUpper(solved);
    const back = wanted.map((_, i) => rows.reduce((sum, r, j) => sum + k[rows[i] + r * 80] * solved[j], 0));
    assert.ok(largestDifference(back, wanted) < 1e-11, `turn ${turn}`);
    if (rows.length === 0) continue;
    const last = new Float64Array(rows.length);
    factor.lastOfInverse(last);
    const unit = new Float64Array(rows.length);
    unit[rows.length - 1] = 1;
    factor.solveLower(unit);
    factor.solveUpper(unit);
    assert.ok(largestDifference(last, unit) < 1e-12 * (1 + Math.abs(unit[rows.length - 1])), `turn ${turn}`);
  }
  assert.ok(rows.length > 20);
});

test('a row that others determine is not added, and leaves its combination', () => {
  const factor = new GrowingCholesky();
  assert.ok(factor.add(new Float64Array(1), 4, 0));
  const row = Float64Array.of(2, 0);
  assert.equal(factor.add(row, 1, 1e-15), false);
  assert.equal(factor.size, 1);
  factor.solveUpper(row.subarray(0, 1));
  assert.equal(row[0], 0.5);
  factor.clear();
  assert.equal(factor.size, 0);
});
