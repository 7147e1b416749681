import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledError, quietContext } from '../../src/engine/contract/context';
import { Random } from '../../src/engine/data/random';
import { formOf } from '../../src/engine/kernels/formOf';
import { exactFoldErrors } from '../../src/reproduce/ckrr/ckrrFig4';
import { factoredFold } from '../../src/reproduce/ckrr/factoredFold';
import type { LabelledRows } from '../../src/reproduce/readData';
import { core, fitContext } from '../engine/testCore';

const LAMBDA = 0.01;
const LAMBDAS = Float64Array.of(1e-5, 1e-3, 0.1);
/** Few enough of 200 rows that the leading pairs come from the block iteration. */
const COUNTS = [0, 1, 3, 7, 15];

function made(n: number, d: number, seed: number): LabelledRows {
  const random = new Random(seed);
  const x = Float64Array.from({ length: n * d }, () => random.normal());
  return { n, d, x, y: Float64Array.from({ length: n }, (_, i) => Math.sign(x[i] * x[i + n]) || 1) };
}

const [train, tests] = [made(200, 3, 11), made(60, 3, 12)];
const grid = { lambdas: LAMBDAS, fixedLambda: LAMBDA, counts: COUNTS, seed: 1 };
const mean = (values: Float64Array) => values.reduce((sum, v) => sum + v, 0) / values.length;

const forms = [
  { kind: 'laplace', lengthScale: 2 },
  { kind: 'matern32', lengthScale: 1 },
  { kind: 'gaussian', lengthScale: 0.7 },
  { kind: 'network', activation: 'erf', weight: 2, bias: 0.3 },
] as const;

for (const form of forms) {
  test(`${form.kind}: the errors are those of the whole decomposition`, () => {
    const { ridge, conditional } = factoredFold(form, train, tests, grid, fitContext);
    const exact = (fixedLambda: number, counts: readonly number[]) =>
      exactFoldErrors(form, train, tests, { fixedLambda, counts }, fitContext);
    const byK = exact(LAMBDA, [...COUNTS, train.n]);
    const near = (a: number, b: number, what: string) =>
      assert.ok(Math.abs(a - b) < 1e-8 * Math.max(1, b), `${what}: ${a}, ${b}`);
    ridge.forEach(({ squares }, i) => {
      near(mean(squares), exact(LAMBDAS[i], [0])[0], `λ = ${LAMBDAS[i]}`);
    });
    assert.equal(conditional.length, COUNTS.length + 1);
    conditional.forEach(({ squares }, i) => {
      near(mean(squares), byK[i], `k = ${COUNTS[i] ?? 'n'}`);
    });
  });
}

test('GCV is that of the hat matrix, up to the random signs', () => {
  const form = forms[0];
  const n = train.n;
  const { ridge, conditional } = factoredFold(form, train, tests, grid, fitContext);
  const gram = core.kernelMatrix(formOf(form), train.x, n, train.x, n, train.d, true, quietContext);
  const { values, vectors } = core.symmetricEigen(gram, n, quietContext);
  const scores = values.map((_, j) => train.y.reduce((sum, y, i) => sum + y * vectors[i + j * n], 0));
  // n·RSS/(n − df)² with the fraction `left` that a filter leaves of each direction.
  const gcv = (left: Float64Array) =>
    (n * left.reduce((sum, v, j) => sum + (v * scores[j]) ** 2, 0)) / left.reduce((sum, v) => sum + v, 0) ** 2;
  const ridgeLeft = (lambda: number) => values.map((v) => (n * lambda) / (v + n * lambda));
  const close = (a: number, b: number) => assert.ok(Math.abs(a / b - 1) < 0.05, `${a}, ${b}`);
  ridge.forEach((fit, i) => {
    close(fit.gcv, gcv(ridgeLeft(LAMBDAS[i])));
  });
  COUNTS.forEach((k, i) => {
    close(conditional[i].gcv, gcv(ridgeLeft(LAMBDA).map((v, j) => (j >= n - k ? 0 : v))));
  });
  close(conditional[COUNTS.length].gcv, gcv(values.map((v) => 1 / v)));
});

test('repeated rows leave no interpolation, and a rank below k no fit for that k', () => {
  const twice = { ...train, x: train.x.map((v, i) => (i % train.n === 1 ? train.x[i - 1] : v)) };
  const { ridge, conditional } = factoredFold(forms[0], twice, tests, grid, fitContext);
  assert.ok(ridge.every(({ gcv }) => Number.isFinite(gcv)));
  assert.ok(conditional.slice(0, -1).every(({ gcv }) => Number.isFinite(gcv)));
  assert.ok(Number.isNaN(conditional[COUNTS.length].gcv) && Number.isNaN(conditional[COUNTS.length].squares[0]));

  const linear = factoredFold({ kind: 'linear' }, train, tests, grid, fitContext);
  assert.deepEqual(
    linear.conditional.map(({ gcv }) => Number.isFinite(gcv)),
    [true, true, true, false, false, false],
  );
});

test('a fold stops when it is cancelled', () => {
  let asked = 0;
  const check = () => {
    if (++asked > 4) throw cancelledError();
  };
  assert.throws(() => factoredFold(forms[0], train, tests, grid, { ...fitContext, check }), /Cancelled/);
});
