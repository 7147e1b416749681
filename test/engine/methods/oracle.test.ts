import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { Matrix, Transform } from '../../../src/engine/contract/data';
import { gaussianGram } from '../../../src/engine/kernels/gaussian';
import { krr } from '../../../src/engine/methods/krr';
import { foldErrors } from '../../../src/engine/spectrum/folds';
import { leaveOneOut } from '../../../src/engine/spectrum/leaveOneOut';
import { decompose } from '../../../src/engine/spectrum/spectrum';
import oracle from '../../oracles/krr.json';
import { madeDesign, madeSample, plainTransform, relativeError } from '../madeRows';
import { core, fitContext } from '../testCore';

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

function standardised(rows: readonly number[][], learnt: readonly number[][]): { x: Matrix; transform: Transform } {
  const d = rows[0].length - 1;
  const columns = Array.from({ length: d }, (_, c) => {
    const mean = learnt.reduce((sum, r) => sum + r[c], 0) / learnt.length;
    const sd = Math.sqrt(learnt.reduce((sum, r) => sum + (r[c] - mean) ** 2, 0) / learnt.length);
    return rows.map((r) => (r[c] - mean) / sd);
  });
  return {
    x: { rows: rows.length, columns: d, values: Float64Array.from(columns.flat()) },
    transform: plainTransform(d),
  };
}

for (const [name, expected] of Object.entries(oracle.fits)) {
  test(`predictions equal scikit-learn's KernelRidge: ${name}`, { skip }, () => {
    const rows = rowsOfFile(expected);
    const [train, held] = [rows.filter((_, i) => i % 5 !== 0), rows.filter((_, i) => i % 5 === 0)];
    const sample = (part: readonly number[][]) =>
      madeSample(
        standardised(part, train).x,
        Float64Array.from(part, (r) => r[r.length - 1]),
      );
    const { lengthScale, lambda } = expected;
    const { holdout } = krr.run(madeDesign(sample(train), sample(held)), { lengthScale, lambda, folds: 0 }, fitContext);
    assert.ok(holdout);
    assert.equal(holdout.predicted.length, expected.held);
    const error = relativeError(holdout.predicted.slice(0, 40), expected.predictions);
    assert.ok(error < 1e-8, `relative error ${error}`);
    const sum = holdout.predicted.reduce((a, b) => a + b, 0);
    const squares = holdout.predicted.reduce((a, b) => a + b * b, 0);
    assert.ok(Math.abs(sum / expected.sum - 1) < 1e-8 && Math.abs(squares / expected.sumOfSquares - 1) < 1e-8);
  });
}

test('leave-one-out, folds and eigenvalues equal brute force in scikit-learn and scipy', { skip }, () => {
  const { small } = oracle;
  const rows = rowsOfFile({ file: small.file, delimiter: ',', header: false, rows: small.rows });
  const { x } = standardised(rows, rows);
  const target = Float64Array.from(rows, (r) => r[r.length - 1]);
  const mean = target.reduce((a, b) => a + b, 0) / target.length;
  const y = target.map((v) => v - mean);
  const n = small.rows;
  const basis = decompose(gaussianGram(x, small.lengthScale, core, quietContext), n, core, quietContext);
  assert.ok(relativeError(basis.mu.slice(0, small.eigenvalues.length), small.eigenvalues) < 1e-13);
  const { residuals } = leaveOneOut(basis, y, small.lambda);
  assert.ok(relativeError(residuals.slice(0, 40), small.looResiduals) < 1e-8);
  const loo = residuals.reduce((sum, e) => sum + (e * e) / n, 0);
  assert.ok(Math.abs(loo / small.loo - 1) < 1e-8);
  const folds = Uint16Array.from({ length: n }, (_, i) => i % 10);
  const { error, standardError } = foldErrors(basis, y, folds, 10, Float64Array.of(small.lambda), core, quietContext);
  assert.ok(Math.abs(error[0] / small.cv - 1) < 1e-8);
  assert.ok(Math.abs(standardError[0] / small.cvStandardError - 1) < 1e-8);
});
