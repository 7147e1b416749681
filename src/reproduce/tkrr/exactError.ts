import { silently } from '../../engine/contract/context';
import { formOf } from '../../engine/kernels/formOf';
import { type Computing, full } from '../../engine/linalg/linalg';
import { factorDefinite } from '../../engine/solvers/factorDefinite';
import { fixed, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { chart, meansOf, overLinear, overLog, plottedLine, points, ROLES, rows } from '../plot';
import { averaged, INTERVAL_95, sumOfSquares } from '../statistics';
import { study, upTo } from '../study';
import { DRAWN_COLUMNS, DRAWN_ROWS, exactRisk, FIGURE_1, meanRatio } from './alignment';
import page13 from './eq13.json';
import page1 from './thm1.json';

/** `BEYOND`: standard errors beyond which one of the 12 means lies 5 times in 100, if all are exact: Φ^-1(1 − 0.025/12). */
const { truncations: TRUNCATIONS, lambdas: LAMBDAS, levels: LEVELS, beyond: BEYOND } = page1.data;
const CELLS = TRUNCATIONS.length * LAMBDAS.length * LEVELS.length;
/** Smooth, with parts in many directions. */
const target = (row: readonly number[]) => Math.sin(4 * row[0]) + row[1] * row[2] - Math.abs(row[3] - 0.4);

type Design = ReturnType<typeof designOf>;

/** Eigenvectors of K/n (n×n) of the authors' rows with their eigenvalues mu, descending, f on the rows with ||f||_n = 1, and its xi_i². */
function designOf(context: Computing) {
  const { linalg } = context;
  const n = DRAWN_ROWS;
  const rows = Float64Array.from(FIGURE_1.rows);
  const raw = Float64Array.from({ length: n }, (_, i) => target([0, 1, 2, 3].map((c) => rows[i + c * n])));
  const size = Math.sqrt(sumOfSquares(raw) / n);
  const f = raw.map((v) => v / size);
  return linalg.scope(() => {
    const form = formOf({ kind: 'gaussian', lengthScale: Math.sqrt(DRAWN_COLUMNS / 2) });
    const gram = linalg.allocate(n * n);
    linalg.kernelMatrix(form, rows, n, rows, n, DRAWN_COLUMNS, true, context, gram);
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
    linalg.gemv(true, n, n, 1 / Math.sqrt(n), full(descending, n), f, 0, scores, context);
    return {
      mu: Float64Array.from(values, (v) => Math.max(0, v)).reverse(),
      vectors: descending,
      f,
      squares: scores.map((v) => v * v),
    };
  });
}

/**
 * The matrix that maps y to the fit: K̃·(K̃ + lambda·I)^-1 with K̃ the sum of the first r of mu_k·u_k·u_k', by a
 * factorisation of the matrix as a fit would have it and not from the shares that the theorem speaks of. n×n, in the
 * core's memory.
 */
function truncatedHat({ mu, vectors }: Design, r: number, lambda: number, context: Computing) {
  const { linalg } = context;
  const n = DRAWN_ROWS;
  const hat = linalg.allocate(n * n);
  linalg.scope(() => {
    const scaled = linalg.allocate(n * r);
    for (let k = 0; k < r; k++) for (let i = 0; i < n; i++) scaled[i + k * n] = mu[k] * vectors[i + k * n];
    linalg.gemm(false, true, n, n, r, 1, full(scaled, n), full(vectors, n), 0, full(hat, n), context);
    const kernel = hat.slice();
    const factor = linalg.allocate(n * n);
    factorDefinite(factor, n, lambda, () => factor.set(kernel), context);
    // (K̃ + lambda·I)^-1·K̃: the two commute.
    linalg.solveLower(factor, n, false, hat, n, context);
    linalg.solveLower(factor, n, true, hat, n, context);
  });
  return hat;
}

export const tkrrThm1 = study({
  page: page1,
  repetitions: [10_000, 200, 40],
  prepare: (run) => designOf(silently(run)),
  axes: () => ({ r: TRUNCATIONS, lambda: LAMBDAS, level: LEVELS }),
  stage: ({ r, lambda, level }) => `r = ${r}, λ = ${lambda}, σ/√n = ${level}`,
  measure({ r, lambda, level }, run) {
    const { linalg, given, random, repetitions } = run;
    const n = DRAWN_ROWS;
    const inner = silently(run);
    const hat = truncatedHat(given, r, lambda, inner);
    const sigma = level * Math.sqrt(n);
    const fit = new Float64Array(n);
    const y = linalg.allocate(n);
    return Float64Array.from(repetitions, () => {
      run.check();
      for (let i = 0; i < n; i++) y[i] = given.f[i] + sigma * random.normal();
      linalg.gemv(false, n, n, 1, full(hat, n), y, 0, fit, inner);
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
          x: overLog('exact MSE'),
          y: overLog('simulated MSE'),
          series: [points('main', 'settings', exact, meansOf(cells.map(({ found }) => found)))],
        }),
        chart({
          id: 'tkrr-thm1-distance',
          title: 'Distance in standard errors',
          sentence: told`The farthest mean is **${fixed(farthest, 1)} standard errors** away, of ${BEYOND} that chance allows.`,
          x: overLinear('setting'),
          y: overLinear('(simulated − exact)/standard error', [-BEYOND, BEYOND]),
          series: [points('main', 'settings', upTo(CELLS), off)],
        }),
      ],
    };
  },
});

const { alphas: ALPHAS, gammas: GAMMAS, sigmas: SIGMAS, counts: COUNTS, beyond: LARGE } = page13.data;

/** Least and greatest constants as in the proof, its sums bounded by integrals: the least for r ≤ n/2 and n ≥ 100. */
export function constants(alpha: number, gamma: number): readonly [number, number] {
  const beta = 2 * (gamma - 1) * alpha;
  const s = 2 * gamma * alpha;
  const sum = beta > 0 ? 1 + 1 / beta : Math.max(1, 1 / -beta);
  const least = 0.25 * (beta > 0 ? 1 : Math.min(1, 1 / -beta));
  return [Math.min(least, (2 ** -s * (1 - 0.51 ** s)) / s), Math.max(sum + 1 / s, 1 + 1 / (2 * alpha - 1))];
}

/** Exact errors (9) over (13) for r = 1 … n at one lambda, for each noise in turn. */
export function ratiosAt(alpha: number, gamma: number, n: number, lambda: number): Float64Array[] {
  const s = 2 * gamma * alpha;
  const beyond = new Float64Array(n + 1);
  for (let i = n - 1; i >= 1; i--) beyond[i] = beyond[i + 1] + (i + 1) ** (-s - 1);
  const ratios = SIGMAS.map(() => new Float64Array(n));
  for (let r = 1, bias = 0, kept = 0; r <= n; r++) {
    const mu = r ** -alpha;
    bias += (lambda / (mu + lambda)) ** 2 * r ** (-s - 1);
    kept += (mu / (mu + lambda)) ** 2;
    const eta = Math.min(r, lambda ** (-1 / alpha));
    const simple = lambda ** 2 * Math.max(1, eta ** (2 * alpha - s)) + (r < n ? r ** -s : 0);
    for (const [at, sigma2] of SIGMAS.entries())
      ratios[at][r - 1] = (bias + beyond[r] + (sigma2 / n) * kept) / (simple + (sigma2 / n) * eta);
  }
  return ratios;
}

export const tkrrEq13 = study({
  page: page13,
  axes: () => ({ alpha: ALPHAS, gamma: GAMMAS, n: COUNTS }),
  stage: ({ alpha, gamma, n }) => `α = ${alpha}, γ = ${gamma}, n = ${n}`,
  measure({ alpha, gamma, n }, run) {
    let [low, high, last] = [Number.POSITIVE_INFINITY, 0, Number.POSITIVE_INFINITY];
    for (let k = 1; k <= n; k = k === n ? n + 1 : Math.min(n, 3 * k)) {
      run.check();
      for (const ratios of ratiosAt(alpha, gamma, n, k ** -alpha)) {
        for (let r = 1; r <= n; r = r === n >> 1 ? n : r + 1) {
          low = Math.min(low, ratios[r - 1]);
          high = Math.max(high, ratios[r - 1]);
        }
        last = Math.min(last, ratios[n - 2]);
      }
    }
    const beyond = Math.min(...ratiosAt(alpha, gamma, n, LARGE).map((ratios) => Math.min(...ratios)));
    const [least, greatest] = constants(alpha, gamma);
    return { low, high, last, beyond, least, greatest };
  },
  report(measurements) {
    const apart = GAMMAS.filter((gamma) => gamma !== 1).flatMap((gamma) => measurements.at({ gamma }));
    const ofLeast = (key: 'last' | 'beyond') => Math.min(...apart.map((one) => one[key] / one.least));
    const low = Math.min(...apart.map((one) => one.low));
    const highs = (alpha: number, gamma: number) => measurements.at({ alpha, gamma }).map(({ high }) => high);
    const growth = Math.max(...ALPHAS.map((alpha) => Math.max(...highs(alpha, 1)) / highs(alpha, 1)[0]));
    const high = Math.max(...apart.map((one) => one.high));
    return {
      finding: told`For γ ≠ 1 the exact error lies **between ${plain(low, 2)} and ${plain(high, 3)} times** equation (13), within the constants of its proof. At γ = 1 a sum of the proof is a logarithm: the ratio grows ${fixed(growth, 1)}-fold with n. At r = n − 1, where one direction is left beyond r, it is as little as ${plain(ofLeast('last'), 2)} of the least constant, and at λ = ${LARGE}, where the bias stays below ||f*||², ${plain(ofLeast('beyond'), 2)} of it.`,
      numbers: {
        'least exact / (13), γ ≠ 1': low,
        'greatest exact / (13), γ ≠ 1': high,
        'least at r = n − 1, of the least constant': ofLeast('last'),
        [`least at λ = ${LARGE}, of the least constant`]: ofLeast('beyond'),
        'growth of the greatest with n, γ = 1': growth,
      },
      claims: {
        upper: apart.every((one) => one.high <= one.greatest * (1 + 1e-9)),
        lower: apart.every((one) => one.low >= one.least * (1 - 1e-9)),
        last: apart.every((one) => one.last >= one.least),
        one: growth < 1.05,
        beyond: apart.every((one) => one.beyond >= one.least),
      },
      figures: [
        chart({
          id: 'tkrr-eq13-ratio',
          title: 'Greatest ratio, α = 1',
          sentence: told`Only at **γ = 1** it grows with n.`,
          x: rows,
          y: overLog('exact error / (13)'),
          series: GAMMAS.map((gamma, i) => plottedLine(ROLES[i], `γ = ${gamma}`, COUNTS, highs(1, gamma))),
        }),
      ],
    };
  },
});
