import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../src/engine/contract/context';
import { Random } from '../../src/engine/data/random';
import { formOf } from '../../src/engine/kernels/formOf';
import { exactFoldErrors } from '../../src/reproduce/ckrr/ckrrFig4';
import { ConditionalPath, meanSquare, predictConditional } from '../../src/reproduce/ckrr/conditionalPath';
import type { LabelledRows } from '../../src/reproduce/readData';
import { core, fitContext } from '../engine/testCore';

const form = { kind: 'gaussian', lengthScale: 1.5 } as const;
const LAMBDA = 0.01;

function made(n: number, d: number, seed: number): LabelledRows {
  const random = new Random(seed);
  const x = Float64Array.from({ length: n * d }, () => random.normal());
  return { n, d, x, y: Float64Array.from({ length: n }, (_, i) => Math.sign(x[i]) || 1) };
}

const kernel = (a: LabelledRows, b: LabelledRows) =>
  core.kernelMatrix(formOf(form), a.x, a.n, b.x, b.n, a.d, a === b, quietContext);

test('every k solves the saddle system of CKRR', () => {
  const rows = made(40, 2, 3);
  const [n, p] = [rows.n, 5];
  const random = new Random(5);
  const f = Float64Array.from({ length: n * p }, () => random.normal());
  const gram = kernel(rows, rows);
  core.scope(() => {
    const path = new ConditionalPath(gram.slice(), f, p, rows.y, LAMBDA, fitContext);
    for (const k of [0, 1, 3, 5]) {
      const { alpha, beta } = path.at(k);
      for (let i = 0; i < n; i++) {
        let sum = n * LAMBDA * alpha[i];
        for (let j = 0; j < n; j++) sum += gram[i + j * n] * alpha[j];
        for (let j = 0; j < k; j++) sum += f[i + j * n] * beta[j];
        assert.ok(Math.abs(sum - rows.y[i]) < 1e-11);
      }
      for (let j = 0; j < k; j++) {
        let inner = 0;
        for (let i = 0; i < n; i++) inner += f[i + j * n] * alpha[i];
        assert.ok(Math.abs(inner) < 1e-10);
      }
    }
  });
});

test('a column of zeros and a repeated column change nothing', () => {
  const rows = made(30, 2, 4);
  const n = rows.n;
  const random = new Random(6);
  const column = () => Float64Array.from({ length: n }, () => random.normal());
  const [a, b] = [column(), column()];
  const pack = (...columns: Float64Array[]) => Float64Array.from(columns.flatMap((c) => [...c]));
  core.scope(() => {
    const at = (f: Float64Array, p: number, k: number) =>
      new ConditionalPath(kernel(rows, rows), f, p, rows.y, LAMBDA, fitContext).at(k);
    const plain = at(pack(a, b), 2, 2);
    const more = at(pack(new Float64Array(n), a, a, b), 4, 4);
    assert.equal(more.beta[0], 0);
    assert.equal(more.beta[2], 0);
    for (let i = 0; i < n; i++) assert.ok(Math.abs(plain.alpha[i] - more.alpha[i]) < 1e-9);
    assert.ok(Math.abs(plain.beta[0] - more.beta[1]) < 1e-9 && Math.abs(plain.beta[1] - more.beta[3]) < 1e-9);
  });
});

test('the errors of a fold are those of solving for each lambda and k', () => {
  const [train, tests] = [made(50, 2, 8), made(20, 2, 9)];
  const n = train.n;
  const lambdas = Float64Array.of(1e-3, 0.1);
  const counts = [0, 1, 4, 10];
  const errorsAt = (fixedLambda: number) => exactFoldErrors(form, train, tests, { fixedLambda, counts }, fitContext);
  const byK = errorsAt(LAMBDA);
  core.scope(() => {
    const cross = kernel(tests, train);
    const none = new Float64Array(0);
    lambdas.forEach((lambda) => {
      const path = new ConditionalPath(kernel(train, train), none, 0, train.y, lambda, fitContext);
      const f = predictConditional(cross, tests.n, none, path.at(0), fitContext);
      assert.ok(Math.abs(meanSquare(f, tests.y) - errorsAt(lambda)[0]) < 1e-10);
    });
    // The eigenfunctions of appendix H.2 as explicit features.
    const { values, vectors } = core.symmetricEigen(kernel(train, train), n, quietContext);
    const most = 10;
    const inside = new Float64Array(n * most);
    const outside = new Float64Array(tests.n * most);
    for (let k = 0; k < most; k++) {
      const u = vectors.slice((n - 1 - k) * n, (n - k) * n);
      inside.set(u, k * n);
      for (let t = 0; t < tests.n; t++)
        for (let i = 0; i < n; i++) outside[t + k * tests.n] += (cross[t + i * tests.n] * u[i]) / values[n - 1 - k];
    }
    const path = new ConditionalPath(kernel(train, train), inside, most, train.y, LAMBDA, fitContext);
    counts.forEach((k, i) => {
      const f = predictConditional(cross, tests.n, outside, path.at(k), fitContext);
      assert.ok(Math.abs(meanSquare(f, tests.y) - byK[i]) < 1e-8, `k = ${k}`);
    });
  });
});
