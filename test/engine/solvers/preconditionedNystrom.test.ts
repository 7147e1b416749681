import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledError, contextWith, quietContext, type RunContext } from '../../../src/engine/contract/context';
import type { Matrix } from '../../../src/engine/contract/data';
import type { KernelSpec } from '../../../src/engine/contract/kernel';
import { uniformRows } from '../../../src/engine/features/landmarks/uniformRows';
import { kernelCross, kernelGram } from '../../../src/engine/kernels/kernelMatrix';
import { pickRows } from '../../../src/engine/kernels/rows';
import { full, quietWith } from '../../../src/engine/linalg/linalg';
import { type FalkonFit, type FalkonProblem, falkon } from '../../../src/engine/solvers/preconditionedNystrom';
import { computed } from '../../computed';
import oracle from '../../oracles/landmarks.json';
import { madeRows, madeTarget, relativeError } from '../madeRows';
import { core } from '../testCore';

const gaussian: KernelSpec = { kind: 'gaussian', lengthScale: [1.2] };
const N = 500;
const x = madeRows(N, 3, 1);
const y = madeTarget(x, 0.3, 2);
const points = pickRows(x, uniformRows(N, 60, 3));
type Setting = Omit<FalkonProblem, 'lambda'>;
const problem: Setting = { kernel: gaussian, x, points, y: [y], intercept: false, tolerance: 1e-12 };

const iterationsOf = ({ residuals }: FalkonFit) => residuals.length - 1;

/** K_nm·alpha + b. */
function fitted({ kernel, points: z }: Setting, fit: FalkonFit, rows: Matrix, target = 0): Float64Array {
  const cross = kernelCross(kernel, z, rows, quietWith(core));
  const values = new Float64Array(rows.rows);
  core.gemv(true, z.rows, rows.rows, 1, full(cross, z.rows), fit.alpha[target], 0, values, quietContext);
  return values.map((v) => v + fit.intercept[target]);
}

/** (K_mn·K_nm + n·lambda·K_mm)^-1·K_mn·y by Cholesky. */
function directly(kernel: KernelSpec, rows: Matrix, z: Matrix, target: Float64Array, lambda: number): Float64Array {
  const m = z.rows;
  const cross = kernelCross(kernel, z, rows, quietWith(core));
  const a = kernelGram(kernel, z, quietWith(core));
  core.syrk(false, m, rows.rows, 1, full(cross, m), rows.rows * lambda, full(a, m), quietContext);
  const alpha = new Float64Array(m);
  core.gemv(false, m, rows.rows, 1, full(cross, m), target, 0, alpha, quietContext);
  assert.equal(core.cholesky(a, m, quietContext), undefined);
  core.solveLower(a, m, false, alpha, 1, quietContext);
  core.solveLower(a, m, true, alpha, 1, quietContext);
  return alpha;
}

test('coefficients are those of the m×m normal equations', () => {
  for (const lambda of [1e-2, 1e-4, 1e-6]) {
    const fit = falkon({ ...problem, lambda }, quietWith(core));
    assert.ok(fit.residuals[iterationsOf(fit)] <= 1e-12);
    const alpha = directly(gaussian, x, points, y, lambda);
    assert.ok(relativeError(fit.alpha[0], alpha) < 1e-6, `lambda ${lambda}`);
    assert.ok(relativeError(fitted(problem, fit, x), fitted(problem, { ...fit, alpha: [alpha] }, x)) < 1e-8);
  }
});

test('with all rows as landmarks it is kernel ridge regression', () => {
  const rows = madeRows(120, 2, 5);
  const target = madeTarget(rows, 0.2, 6);
  const lambda = 1e-3;
  const own = { ...problem, x: rows, points: rows, y: [target] };
  const k = kernelGram(gaussian, rows, quietWith(core));
  const alpha = target.slice();
  for (let i = 0; i < 120; i++) k[i * 121] += 120 * lambda;
  assert.equal(core.cholesky(k, 120, quietContext), undefined);
  core.solveLower(k, 120, false, alpha, 1, quietContext);
  core.solveLower(k, 120, true, alpha, 1, quietContext);
  const fit = falkon({ ...own, lambda }, quietWith(core));
  assert.ok(
    relativeError(fitted(own, fit, rows), fitted(own, { ...fit, alpha: [alpha], intercept: [0] }, rows)) < 1e-8,
  );
  // Every row is in the sample of the preconditioner, which is then the matrix itself.
  assert.ok(iterationsOf(fit) <= 3, `${iterationsOf(fit)} iterations`);
});

test('intercepts, row weights and several targets agree with an independent solution', () => {
  const rows: Matrix = { rows: oracle.y[0].length, columns: 3, values: Float64Array.from(oracle.x.flat()) };
  const kernel: KernelSpec = { kind: 'gaussian', lengthScale: [oracle.lengthScale] };
  const rootWeights = Float64Array.from(oracle.weights, Math.sqrt);
  for (const wanted of oracle.ridge) {
    const own: Setting = {
      kernel,
      x: rows,
      points: pickRows(rows, Uint32Array.from(oracle.rows)),
      y: oracle.y.map((values) => Float64Array.from(values)),
      intercept: wanted.intercept,
      tolerance: 1e-12,
      ...(wanted.weighted && { rootWeights }),
    };
    const fit = falkon({ ...own, lambda: oracle.lambda }, quietWith(core));
    wanted.fitted.forEach((values, t) => {
      assert.ok(relativeError(fitted(own, fit, rows, t), values) < 1e-9, JSON.stringify({ ...wanted, fitted: t }));
    });
  }
});

test('blocks of 1, 7 and 1024 rows agree, kept or computed again', () => {
  const lambda = 1e-4;
  const wanted = falkon({ ...problem, lambda, intercept: true }, quietWith(core));
  for (const blockRows of [1, 7, 1024]) {
    for (const keepBytes of [0, 1e9]) {
      const fit = falkon({ ...problem, lambda, intercept: true, blockRows, keepBytes }, quietWith(core));
      assert.equal(iterationsOf(fit), iterationsOf(wanted));
      assert.ok(relativeError(fit.alpha[0], wanted.alpha[0]) < 1e-9);
      assert.ok(Math.abs(fit.intercept[0] - wanted.intercept[0]) < 1e-10);
    }
  }
});

test('sums and products of kernels, and columns with a scale each, are solved too', () => {
  const kernels: KernelSpec[] = [
    { kind: 'matern32', lengthScale: [1, 2, 0.7] },
    {
      kind: 'sum',
      terms: [
        { weight: 0.5, kernel: gaussian },
        { weight: 2, kernel: { kind: 'laplace', lengthScale: [2] } },
      ],
    },
    {
      kind: 'product',
      factors: [gaussian, { kind: 'network', activation: 'erf', weight: 1, bias: 1, lengthScale: [1] }],
    },
  ];
  for (const kernel of kernels) {
    const fit = falkon({ ...problem, kernel, lambda: 1e-3 }, quietWith(core));
    const alpha = directly(kernel, x, points, y, 1e-3);
    assert.ok(relativeError(fit.alpha[0], alpha) < 1e-6, kernel.kind);
  }
});

test('the residual falls to the tolerance in a number of iterations that does not grow as lambda falls', () => {
  const rows = madeRows(4000, 5, 7);
  const own: Setting = {
    kernel: { kind: 'gaussian', lengthScale: [1.5] },
    x: rows,
    points: pickRows(rows, uniformRows(4000, 200, 8)),
    y: [madeTarget(rows, 0.3, 9)],
    intercept: true,
    keepBytes: 1e9,
  };
  const counts = [1e-3, 1e-5, 1e-7, 1e-9].map((lambda) => {
    const { residuals } = falkon({ ...own, lambda }, quietWith(core));
    assert.equal(residuals[0], 1);
    assert.ok(residuals[residuals.length - 1] <= 1e-7);
    // Not at every step (the norm that conjugate gradients lower is another), but over a few.
    assert.ok(residuals.every((v, i) => i < 5 || v < residuals[i - 5]));
    return residuals.length - 1;
  });
  assert.ok(Math.max(...counts) <= 40, counts.join(', '));
});

test('landmarks that repeat predict as if they stood once', () => {
  const once = uniformRows(N, 40, 4);
  const twice = { ...problem, points: pickRows(x, Uint32Array.of(...once, ...once.subarray(0, 5))) };
  const single = { ...problem, points: pickRows(x, once) };
  const fit = falkon({ ...twice, lambda: 1e-3 }, quietWith(core));
  const wanted = fitted(single, falkon({ ...single, lambda: 1e-3 }, quietWith(core)), x);
  assert.ok(relativeError(fitted(twice, fit, x), wanted) < 1e-6);
});

test('a cancelled fit stops within 200 ms, and the next one is as any other', () => {
  const rows = madeRows(30_000, 6, 10);
  const own: Setting = {
    kernel: gaussian,
    x: rows,
    points: pickRows(rows, uniformRows(30_000, 400, 11)),
    y: [madeTarget(rows, 0.3, 12)],
    intercept: true,
  };
  for (const after of [1, 60, 250]) {
    let cancelledAt = 0;
    const stop = computed() + after;
    const context: RunContext = {
      cancelled: false,
      progress() {},
      check() {
        if (computed() < stop) return;
        cancelledAt ||= computed();
        throw cancelledError();
      },
    };
    assert.throws(() => falkon({ ...own, lambda: 1e-5 }, contextWith(context, { linalg: core })), {
      message: cancelledError().message,
    });
    assert.ok(cancelledAt - stop < 200 && computed() - cancelledAt < 200);
  }
  const small = { ...problem, lambda: 1e-3 };
  const before = falkon(small, quietWith(core));
  let looks = 0;
  const context: RunContext = {
    cancelled: false,
    progress() {},
    check() {
      if (++looks > 20) throw cancelledError();
    },
  };
  assert.throws(() => falkon(small, contextWith(context, { linalg: core })), { message: cancelledError().message });
  assert.deepEqual(falkon(small, quietWith(core)), before);
});

test('a lambda of 0 and a kernel that is only conditionally positive definite are refused in words', () => {
  for (const lambda of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    assert.throws(() => falkon({ ...problem, lambda }, quietWith(core)), /lambda must be above 0/);
  const kernel: KernelSpec = { kind: 'thinPlate', lengthScale: [1] };
  assert.throws(() => falkon({ ...problem, kernel, lambda: 1 }, quietWith(core)), /landmarks need a positive definite/);
});

test('a target of zeros has coefficients of zero, and a constant one is its intercept', () => {
  const zeros = falkon({ ...problem, y: [new Float64Array(N)], lambda: 1e-3 }, quietWith(core));
  assert.ok(zeros.alpha[0].every((v) => v === 0));
  const fives = falkon(
    { ...problem, intercept: true, y: [new Float64Array(N).fill(5), y], lambda: 1e-3 },
    quietWith(core),
  );
  assert.equal(fives.intercept[0], 5);
  assert.ok(fives.alpha[0].every((v) => v === 0));
});
