import { fixed, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { chart, line, log, ROLES, rows } from '../plot';
import { study } from '../study';
import page from './eq13.json';

const { alphas: ALPHAS, gammas: GAMMAS, sigmas: SIGMAS, counts: COUNTS, beyond: BEYOND } = page.data;

/** Least and greatest constants as the proof has them, its sums bounded by integrals: the least for r ≤ n/2 and n ≥ 100. */
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
  page,
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
    const beyond = Math.min(...ratiosAt(alpha, gamma, n, BEYOND).map((ratios) => Math.min(...ratios)));
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
      finding: told`For γ ≠ 1 the exact error lies **between ${plain(low, 2)} and ${plain(high, 3)} times** equation (13), within the constants of its proof. At γ = 1 a sum of the proof is a logarithm: the ratio grows ${fixed(growth, 1)}-fold with n. At r = n − 1, where one direction is left beyond r, it is as little as ${plain(ofLeast('last'), 2)} of the least constant, and at λ = ${BEYOND}, where the bias stays below ||f*||², ${plain(ofLeast('beyond'), 2)} of it.`,
      numbers: {
        'least exact / (13), γ ≠ 1': low,
        'greatest exact / (13), γ ≠ 1': high,
        'least at r = n − 1, of the least constant': ofLeast('last'),
        [`least at λ = ${BEYOND}, of the least constant`]: ofLeast('beyond'),
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
          y: log('exact error / (13)'),
          series: GAMMAS.map((gamma, i) => line(ROLES[i], `γ = ${gamma}`, COUNTS, highs(1, gamma))),
        }),
      ],
    };
  },
});
