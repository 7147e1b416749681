import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Matrix } from '../../../src/engine/contract/data';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { krr } from '../../../src/engine/methods/krr';
import { decomposeKernel } from '../../../src/engine/spectrum/decomposeKernel';
import { foldErrors } from '../../../src/engine/spectrum/folds';
import { leaveOneOut } from '../../../src/engine/spectrum/leaveOneOut';
import oracle from '../../oracles/krr.json';
import { madeDesign, madeSample, relativeError } from '../madeRows';
import { core } from '../testCore';
import { fitted } from './fitting';

const DATA = '../shared/data';
const skip = existsSync(DATA) ? false : `${DATA} is not here: the comparison with scikit-learn is left out`;

interface File {
  readonly file: string;
  readonly delimiter: string;
  readonly header: boolean;
  readonly rows: number | null;
}

/** Rows of a plain numeric file, the target last. */
function rowsOfFile({ file, delimiter, header, rows }: File): number[][] {
  const lines = readFileSync(`${DATA}/${file}`, 'utf8')
    .trim()
    .split('\n')
    .slice(header ? 1 : 0);
  return lines.slice(0, rows ?? lines.length).map((line) => line.split(delimiter).map(Number));
}

/** Columns but the last, centred and divided by the sd (ddof 0) of the rows they are learnt on. */
function standardised(rows: readonly number[][], learnt: readonly number[][]): Matrix {
  const d = rows[0].length - 1;
  const columns = Array.from({ length: d }, (_, c) => {
    const mean = learnt.reduce((sum, r) => sum + r[c], 0) / learnt.length;
    const sd = Math.sqrt(learnt.reduce((sum, r) => sum + (r[c] - mean) ** 2, 0) / learnt.length);
    return rows.map((r) => (r[c] - mean) / sd);
  });
  return { rows: rows.length, columns: d, values: Float64Array.from(columns.flat()) };
}

const targetOf = (rows: readonly number[][]) => Float64Array.from(rows, (r) => r[r.length - 1]);

interface Digest {
  readonly predictions: readonly number[];
  readonly sum: number;
  readonly sumOfSquares: number;
}

function agrees(predicted: Float64Array, { predictions, sum, sumOfSquares }: Digest) {
  const error = relativeError(predicted.slice(0, 40), predictions);
  assert.ok(error < 1e-8, `relative error ${error}`);
  const total = predicted.reduce((a, b) => a + b, 0);
  const squares = predicted.reduce((a, b) => a + b * b, 0);
  assert.ok(Math.abs(total / sum - 1) < 1e-8 && Math.abs(squares / sumOfSquares - 1) < 1e-8);
}

for (const [name, expected] of Object.entries(oracle.fits)) {
  test(`predictions equal those of KernelRidge, and with an intercept those of the saddle system: ${name}`, {
    skip,
  }, () => {
    const rows = rowsOfFile(expected);
    const [train, held] = [rows.filter((_, i) => i % 5 !== 0), rows.filter((_, i) => i % 5 === 0)];
    const { lengthScale, lambda } = expected;
    const y = targetOf(train);
    const mean = y.reduce((a, b) => a + b, 0) / y.length;
    const predictions = (target: Float64Array, intercept: boolean) => {
      const design = madeDesign(
        madeSample(standardised(train, train), target),
        madeSample(standardised(held, train), targetOf(held)),
      );
      const { holdout } = fitted(krr, design, { lengthScale, lambda, intercept, folds: 0 });
      assert.equal(holdout?.predicted.length, expected.held);
      return holdout?.predicted ?? new Float64Array(0);
    };
    agrees(
      predictions(
        y.map((v) => v - mean),
        false,
      ).map((v) => v + mean),
      expected.bare,
    );
    agrees(predictions(y, true), expected.withIntercept);
  });
}

test('leave-one-out errors, fold errors and eigenvalues equal refits by numpy, the intercept fitted each time', {
  skip,
}, () => {
  const { small } = oracle;
  const { lengthScale, lambda } = small;
  const rows = rowsOfFile({ file: small.file, delimiter: ',', header: false, rows: small.rows });
  const y = targetOf(rows);
  const x = standardised(rows, rows);
  const outcome = fitted(krr, madeDesign(madeSample(x, y)), { lengthScale, lambda, folds: small.rows });
  assert.ok(relativeError(outcome.spectrum.mu.slice(0, small.eigenvalues.length), small.eigenvalues) < 1e-12);
  assert.ok(Math.abs(outcome.metrics.loo / small.loo - 1) < 1e-8);
  // As many folds as rows: leave-one-out by the other way.
  assert.ok(Math.abs(outcome.metrics.cv / small.loo - 1) < 1e-8);
  const kernel = { kind: 'gaussian', lengthScale: [lengthScale] } as const;
  const { basis } = decomposeKernel(kernel, { x }, [{ kind: 'constant' }], quietWith(core));
  const { residuals } = leaveOneOut(basis, y, outcome.filter);
  assert.ok(relativeError(residuals.slice(0, 40), small.looResiduals) < 1e-8);
  const folds = Uint16Array.from({ length: small.rows }, (_, i) => i % 10);
  const path = { filter: outcome.filter, axis: 'lambda', values: Float64Array.of(lambda) } as const;
  const { error, standardError } = foldErrors(basis, y, { of: folds, count: 10 }, path, quietWith(core));
  assert.ok(Math.abs(error[0] / small.cv - 1) < 1e-8);
  assert.ok(Math.abs(standardError[0] / small.cvStandardError - 1) < 1e-8);
});
