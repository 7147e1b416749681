import { formOf } from '../../engine/kernels/formOf';
import { whole } from '../../engine/linalg/linalg';
import { factorDefinite } from '../../engine/solvers/factorDefinite';
import { fixed, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { chart, linear, log, meansOf, points } from '../plot';
import { type Computing, quietly } from '../recipe';
import { averaged, INTERVAL_95 } from '../statistics';
import { study, upTo } from '../study';
import { COLUMNS, exactRisk, FIGURE_1, meanRatio, ROWS } from './alignment';
import page from './thm1.json';

/** `BEYOND`: standard errors beyond which one of the 12 means lies 5 times in 100, if all are exact: Φ^-1(1 − 0.025/12). */
const { truncations: TRUNCATIONS, lambdas: LAMBDAS, levels: LEVELS, beyond: BEYOND } = page.data;
const CELLS = TRUNCATIONS.length * LAMBDAS.length * LEVELS.length;
/** Smooth, with parts in many directions. */
const target = (row: readonly number[]) => Math.sin(4 * row[0]) + row[1] * row[2] - Math.abs(row[3] - 0.4);

type Design = ReturnType<typeof designOf>;

/** Eigenvectors of K/n (n×n) of the authors' rows with their eigenvalues mu, descending, f on the rows with ||f||_n = 1, and its xi_i². */
function designOf(context: Computing) {
  const { linalg } = context;
  const n = ROWS;
  const rows = Float64Array.from(FIGURE_1.rows);
  const raw = Float64Array.from({ length: n }, (_, i) => target([0, 1, 2, 3].map((c) => rows[i + c * n])));
  const size = Math.sqrt(raw.reduce((sum, v) => sum + v * v, 0) / n);
  const f = raw.map((v) => v / size);
  return linalg.scope(() => {
    const form = formOf({ kind: 'gaussian', lengthScale: Math.sqrt(COLUMNS / 2) });
    const gram = linalg.allocate(n * n);
    linalg.kernelMatrix(form, rows, n, rows, n, COLUMNS, true, context, gram);
    const { values, vectors } = linalg.symmetricEigen(
      gram.map((v) => v / n),
      n,
      context,
    );
    const descending = Float64Array.from(
      { length: n * n },
      (_, at) => vectors[(n - 1 - Math.floor(at / n)) * n + (at % n)],
    );
    const scores = new Float64Array(n);
    linalg.gemv(true, n, n, 1 / Math.sqrt(n), whole(descending, n), f, 0, scores, context);
    return {
      mu: Float64Array.from(values, (v) => Math.max(0, v)).reverse(),
      vectors: descending,
      f,
      squares: scores.map((v) => v * v),
    };
  });
}

/**
 * What maps y to the fit: K̃·(K̃ + lambda·I)^-1 with K̃ the sum of the first r of mu_k·u_k·u_k', by a factorisation of the matrix as a fit
 * would have it and not from the shares that the theorem speaks of. n×n, in the core's memory.
 */
function truncatedHat({ mu, vectors }: Design, r: number, lambda: number, context: Computing) {
  const { linalg } = context;
  const n = ROWS;
  const hat = linalg.allocate(n * n);
  linalg.scope(() => {
    const scaled = linalg.allocate(n * r);
    for (let k = 0; k < r; k++) for (let i = 0; i < n; i++) scaled[i + k * n] = mu[k] * vectors[i + k * n];
    linalg.gemm(false, true, n, n, r, 1, whole(scaled, n), whole(vectors, n), 0, whole(hat, n), context);
    const kernel = hat.slice();
    const factor = linalg.allocate(n * n);
    factorDefinite(factor, n, lambda, () => factor.set(kernel), linalg, context);
    // (K̃ + lambda·I)^-1·K̃: the two commute.
    linalg.solveLower(factor, n, false, hat, n, context);
    linalg.solveLower(factor, n, true, hat, n, context);
  });
  return hat;
}

export const tkrrThm1 = study({
  page,
  repetitions: [10_000, 200, 40],
  prepare: (run) => designOf(quietly(run)),
  axes: () => ({ r: TRUNCATIONS, lambda: LAMBDAS, level: LEVELS }),
  stage: ({ r, lambda, level }) => `r = ${r}, λ = ${lambda}, σ/√n = ${level}`,
  measure({ r, lambda, level }, run) {
    const { linalg, given, random, repetitions } = run;
    const n = ROWS;
    const inner = quietly(run);
    const hat = truncatedHat(given, r, lambda, inner);
    const sigma = level * Math.sqrt(n);
    const fit = new Float64Array(n);
    const y = linalg.allocate(n);
    return Float64Array.from(repetitions, () => {
      run.check();
      for (let i = 0; i < n; i++) y[i] = given.f[i] + sigma * random.normal();
      linalg.gemv(false, n, n, 1, whole(hat, n), y, 0, fit, inner);
      return fit.reduce((sum, v, i) => sum + (v - given.f[i]) ** 2, 0) / n;
    });
  },
  report(measurements, { given: { mu, squares } }) {
    const cells = measurements.map((errors, { r, lambda, level }) => {
      const exact = exactRisk(mu, squares, level ** 2, r, lambda);
      const found = averaged(errors);
      return { r, lambda, level, exact, found, off: (found.mean - exact) / found.error };
    });
    const farthest = Math.max(...cells.map(({ off }) => Math.abs(off)));
    const ratio = meanRatio(
      cells.map(({ found, exact }) => ({ mean: found.mean / exact, error: found.error / exact })),
    );
    const holds = farthest <= BEYOND;
    const numbers = cells.map(({ r, lambda, level, exact, found: of }) => {
      return [`r = ${r}, λ = ${lambda}, σ/√n = ${level}: simulated MSE (exact: ${plain(exact, 5)})`, of] as const;
    });
    const exact = cells.map((cell) => cell.exact);
    const off = cells.map((cell) => cell.off);
    return {
      finding: told`The formula **${holds ? 'holds' : 'is violated'}** in ${CELLS} settings: simulated errors lie within ${fixed(farthest, 1)} of their standard errors of it, and are ${fixed(ratio.mean, 4)} ± ${fixed(INTERVAL_95 * ratio.error, 4)} times it on average.`,
      numbers: {
        'simulated / exact MSE, mean over the settings': [ratio, { value: 1, by: 'theory', width: 0.01 }],
        ...Object.fromEntries(numbers),
      },
      claims: { holds },
      values: { cells: CELLS },
      figures: [
        chart({
          id: 'tkrr-thm1-errors',
          title: 'Simulated against exact error',
          sentence: told`The points lie **on the diagonal**, within ${fixed(farthest, 1)} standard errors.`,
          x: log('exact MSE'),
          y: log('simulated MSE'),
          series: [points('main', 'settings', exact, meansOf(cells.map(({ found }) => found)))],
        }),
        chart({
          id: 'tkrr-thm1-distance',
          title: 'Distance in standard errors',
          sentence: told`The farthest mean is **${fixed(farthest, 1)} standard errors** away, of ${BEYOND} that chance allows.`,
          x: linear('setting'),
          y: linear('(simulated − exact)/standard error', [-BEYOND, BEYOND]),
          series: [points('main', 'settings', upTo(CELLS), off)],
        }),
      ],
    };
  },
});
