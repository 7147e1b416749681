import assert from 'node:assert/strict';
import { test } from 'node:test';
import oracle from '../../oracles/box.json';
import { dense, objective, problem, solved, times } from './boxCases';

const y = Float64Array.from(oracle.y);
const kernels = new Map(Object.entries(oracle.kernels).map(([name, k]) => [name, Float64Array.from(k)]));
const kernel = (name: string): Float64Array => kernels.get(name) ?? assert.fail(name);

function worst(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i] - b[i]));
  return most;
}

interface Case {
  readonly kernel: string;
  readonly kind: string;
  readonly alpha: readonly number[];
  readonly b: number;
  readonly fitted: readonly number[];
  readonly objective: number;
  readonly c?: number;
  readonly C?: number;
  readonly epsilon?: number;
  readonly tau?: number;
  readonly intercept?: boolean;
}

for (const one of oracle.problems as readonly Case[]) {
  const { kind, alpha: _alpha, fitted: _fitted, b: _b, objective: _objective, ...settings } = one;
  test(`${kind} ${JSON.stringify(settings)} agrees with an interior-point method polished to its conditions`, () => {
    const k = kernel(one.kernel);
    const { c = 0, C = c, tau = 0.5, epsilon = 0, intercept = false } = one;
    const [lower, upper] =
      kind === 'quantile'
        ? [C * (tau - 1), C * tau]
        : kind === 'one'
          ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
          : [-C, C];
    const box = problem(dense(k), y, lower, upper, epsilon, intercept);
    const solution = solved(box, 1e-12);
    assert.ok(Math.abs(objective(k, box, solution.alpha) - one.objective) <= 1e-10 * Math.abs(one.objective));
    assert.ok(worst(times(k, solution.alpha), one.fitted) <= 1e-7, 'fitted values');
    // Where K is singular, only the fit is unique.
    if (one.kernel === 'gaussian') assert.ok(worst(solution.alpha, one.alpha) <= 1e-6, 'alpha');
    const free = one.alpha.some((a) => a > lower + 1e-6 && a < upper - 1e-6 && Math.abs(a) > 1e-6);
    if (intercept && free) assert.ok(Math.abs(solution.intercept - one.b) <= 1e-7, 'intercept');
  });
}

for (const { C, epsilon, alpha, intercept, fitted } of oracle.svr) {
  test(`support vectors with C = ${C}, epsilon = ${epsilon} are those of scikit-learn`, () => {
    const k = kernel('gaussian');
    const joint = solved(problem(dense(k), y, -C, C, epsilon, true));
    // Its kernel cache is in single precision: its own conditions hold to 2e-7, and this matrix has condition 2e3.
    assert.ok(worst(joint.alpha, alpha) <= 2e-4, 'alpha');
    assert.ok(Math.abs(joint.intercept - intercept) <= 1e-6, 'intercept');
    assert.ok(
      worst(
        times(k, joint.alpha).map((v) => v + joint.intercept),
        fitted,
      ) <= 1e-6,
      'fitted values',
    );
    const fixed = solved(
      problem(
        dense(k),
        y.map((v) => v - intercept),
        -C,
        C,
        epsilon,
      ),
    );
    assert.ok(worst(fixed.alpha, alpha) <= 2e-4, 'alpha with the intercept taken out');
  });
}

for (const { tau, fitted, loss } of oracle.quantiles) {
  test(`the linear kernel's quantile ${tau} becomes scikit-learn's as the penalty vanishes`, () => {
    const k = kernel('linear');
    const { residuals } = solved(problem(dense(k), y, 1e4 * (tau - 1), 1e4 * tau, 0, true));
    const pinball = residuals.reduce((sum, r) => sum + Math.max(tau * r, (tau - 1) * r), 0) / y.length;
    assert.ok(Math.abs(pinball - loss) <= 1e-6, `${pinball} and ${loss}`);
    assert.ok(
      worst(
        residuals.map((r, i) => y[i] - r),
        fitted,
      ) <= 1e-3,
    );
  });
}
