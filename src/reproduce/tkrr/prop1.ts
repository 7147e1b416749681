import { silently } from '../../engine/contract/context';
import { type Computing, full } from '../../engine/linalg/linalg';
import { factorDefinite } from '../../engine/solvers/factorDefinite';
import { scientific } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { kernelsOf } from '../matrices';
import { chart, overLinear, overLog, points } from '../plot';
import { study, upTo } from '../study';
import { DRAWN_COLUMNS, FIGURE_1, DRAWN_ROWS as n } from './alignment';
import page from './prop1.json';

const { truncations: TRUNCATIONS, lambdas: LAMBDAS, near: NEAR } = page.data;
const NEW = 50;

const plus = (a: Float64Array, b: Float64Array, size = 1): Float64Array => a.map((v, i) => v + size * b[i]);
const norm = (v: Float64Array): number => Math.hypot(...v);
/** Relative to `b`. */
const apart = (a: Float64Array, b: Float64Array): number => norm(plus(a, b, -1)) / norm(b);

/** Products and systems of column-major matrices. */
function algebra(context: Computing) {
  const { linalg } = context;
  const inner = silently(context);
  return {
    /** A·v, or A'·v where `transposed`. */
    times(a: Float64Array, v: Float64Array, rows = n, transposed = false) {
      const out = new Float64Array(transposed ? a.length / rows : rows);
      linalg.gemv(transposed, rows, a.length / rows, 1, full(a, rows), v, 0, out, inner);
      return out;
    },
    /** (A + ridge·I)^-1·v. */
    solve(a: Float64Array, ridge: number, v: Float64Array) {
      const [factor, out] = [a.slice(), v.slice()];
      factorDefinite(factor, v.length, ridge, () => factor.set(a), inner);
      linalg.solveLower(factor, v.length, false, out, 1, inner);
      linalg.solveLower(factor, v.length, true, out, 1, inner);
      return out;
    },
  };
}

/** K/n of the authors' rows, k(new rows, rows), and u_k and mu_k, descending. */
function designOf(context: Computing, uniform: () => number) {
  const { linalg } = context;
  const inner = silently(context);
  const x = Float64Array.from(FIGURE_1.rows);
  const z = Float64Array.from({ length: NEW * DRAWN_COLUMNS }, uniform);
  const { gram, cross: onto } = kernelsOf({ kind: 'laplace', lengthScale: 1 }, x, z, DRAWN_COLUMNS, inner);
  const kernel = gram.map((v) => v / n);
  const { values, vectors } = linalg.symmetricEigen(kernel.slice(), n, inner);
  const u = upTo(n).map((k) => vectors.slice((n - 1 - k) * n, (n - k) * n));
  return { kernel, onto, u, mu: Float64Array.from(values).reverse() };
}

export const tkrrProp1 = study({
  page,
  repetitions: [20, 3, 1],
  prepare: (run) => designOf(run, () => run.random.uniform()),
  axes: ({ repetitions }) => ({ r: TRUNCATIONS, lambda: LAMBDAS, repetition: repetitions }),
  stage: ({ r, lambda }) => `r = ${r}, λ = ${lambda}`,
  measure({ r, lambda }, run) {
    const { random, given } = run;
    const { kernel, onto, u, mu } = given;
    const { times, solve } = algebra(run);
    const normal = (length: number) => Float64Array.from({ length }, () => random.normal() / Math.sqrt(n));
    const sum = (weights: Float64Array, from = 0) =>
      weights.reduce<Float64Array>((total, weight, k) => plus(total, u[from + k], weight), new Float64Array(n));
    const y = normal(n);
    const first = Float64Array.from({ length: n * r }, (_, at) => u[Math.floor(at / n)][at % n]);
    // K̃·v, and the gradient K̃·(K̃·omega − y + lambda·omega) relative to K̃·y.
    const truncated = (v: Float64Array) => sum(times(first, v, n, true).map((along, k) => mu[k] * along));
    const gradient = (omega: Float64Array) =>
      norm(truncated(plus(plus(truncated(omega), y, -1), omega, lambda))) / norm(truncated(y));
    const scores = times(first, y, n, true);
    const plainOne = sum(scores.map((v, k) => v / (mu[k] + lambda)));
    const other = plus(plainOne, sum(normal(n - r), r), 100);
    // psi_k interpolates sqrt(n)·u_k with least norm: k(·, rows)·u_k/(sqrt(n)·mu_k). A function of the smaller space has coefficients a_k of them.
    const of = (a: Float64Array) => times(onto, sum(a.map((v, k) => v / mu[k])), NEW);
    const functionOf = (omega: Float64Array) => of(times(first, omega, n, true).map((along, k) => mu[k] * along));
    const system = new Float64Array(r * r);
    for (let k = 0; k < r; k++) system[k * (r + 1)] = 1 + lambda / mu[k];
    return {
      gradient: gradient(other),
      elsewhere: gradient(plus(plainOne, sum(normal(r)))),
      rows: apart(truncated(other), truncated(plainOne)),
      functions: apart(functionOf(other), of(solve(system, 0, scores))),
      several: apart(functionOf(other), functionOf(plainOne)),
      full: r === n ? apart(functionOf(other), times(onto, solve(kernel, lambda, y), NEW)) : 0,
    };
  },
  report(measurements) {
    const all = measurements.at({});
    const most = (key: keyof (typeof all)[number]) => Math.max(...all.map((one) => one[key]));
    const elsewhere = Math.min(...all.map((one) => one.elsewhere));
    return {
      finding: told`Coefficients that differ by any U₂β **give one function**, on the rows to ${scientific(most('rows'))} and on new rows to ${scientific(most('several'))}, and for r = n that of full ridge. Only the coefficients are many: over the smaller space the penalty is strictly convex, so its solution is unique for every r, which the text before the proposition does not say.`,
      numbers: {
        'greatest relative gradient at solutions': most('gradient'),
        'least relative gradient elsewhere': elsewhere,
        'greatest relative difference on the rows': most('rows'),
        'greatest relative difference from the minimum over functions': most('functions'),
        'greatest relative difference between solutions on new rows': most('several'),
        'greatest relative difference from full ridge at r = n': most('full'),
      },
      claims: {
        coefficients: most('gradient') <= NEAR && elsewhere > NEAR,
        rows: most('rows') <= NEAR,
        functions: most('functions') <= NEAR,
        several: most('several') > NEAR,
        full: most('full') <= NEAR,
      },
      figures: [
        chart({
          id: 'tkrr-prop1-functions',
          title: 'Solutions as functions',
          sentence: told`On new rows they differ **by rounding alone**.`,
          x: overLinear('draw'),
          y: overLog('relative difference', 'power'),
          series: [
            points(
              'main',
              'draws',
              upTo(all.length),
              all.map((one) => Math.max(one.several, 1e-17)),
            ),
          ],
        }),
      ],
    };
  },
});
