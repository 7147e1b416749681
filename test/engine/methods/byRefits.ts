import assert from 'node:assert/strict';
import type { Sample } from '../../../src/engine/contract/data';
import { divide } from '../../../src/engine/data/folds';
import type { Method } from '../../../src/engine/fit/method';
import { madeDesign, rowsOf } from '../madeRows';
import { fitted, type Given } from './fitting';

/**
 * Mean and standard error over the folds by fitting all other rows and predicting the fold's: weights of those rows have mean 1 again,
 * so that what multiplies the kernel's eigenvalues (the total ridge, the time, the step) changes with their sum.
 */
export function byRefits(method: Method, train: Sample, given: Given, count: number): readonly [number, number] {
  const n = train.y.length;
  const folds = divide(n, count, 0).of;
  const errors = Array.from({ length: count }, (_, f) => {
    const rows = [...train.y.keys()];
    const [kept, left] = [rows.filter((i) => folds[i] !== f), rows.filter((i) => folds[i] === f)];
    const sum = kept.reduce((total, i) => total + (train.weights?.[i] ?? 1), 0);
    const own = rowsOf(train, kept);
    const rest = { ...own, ...(own.weights && { weights: own.weights.map((w) => (w * kept.length) / sum) }) };
    const grown = kept.length / sum;
    const numbers: Given = {
      ...given,
      ...(typeof given.lambda === 'number' && { lambda: (given.lambda * n) / sum }),
      ...(typeof given.t === 'number' && { t: given.t / grown }),
      ...(typeof given.stepSize === 'number' && { stepSize: given.stepSize / grown }),
    };
    const { holdout } = fitted(method, madeDesign(rest, rowsOf(train, left)), { ...numbers, folds: 0 });
    assert.ok(holdout);
    const { observed, predicted } = holdout;
    return left.reduce((e, i, j) => e + (train.weights?.[i] ?? 1) * (observed[j] - predicted[j]) ** 2, 0) / left.length;
  });
  const mean = errors.reduce((a, b) => a + b, 0) / count;
  const scatter = errors.reduce((a, e) => a + (e - mean) ** 2, 0);
  return [mean, Math.sqrt(scatter / (count - 1) / count)];
}
