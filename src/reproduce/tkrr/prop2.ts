import { silently } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import { fixed } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { chart, exactAxis, overLinear, plottedLine } from '../plot';
import { averaged, INTERVAL_95, linspace } from '../statistics';
import { study } from '../study';
import { DRAWN_ROWS, exactRisk, FIGURE_1, gramEigenvalues, meanRatio } from './alignment';
import page from './prop2.json';

const { lambdas: LAMBDAS, levels: LEVELS } = page.data;
/** (l, b): the start of the band of the target, and its width. */
const BANDS = [
  [0, 20],
  [20, 10],
  [60, 40],
] as const;

/** A setting of the proposition; noise = sigma²/n. */
interface Banded {
  readonly mu: Float64Array;
  readonly lambda: number;
  readonly noise: number;
}

/** Expected MSE over targets with E(xi_i²) = 1/b for l < i ≤ l + b, and over the noise, as TKRR proposition 2 prints it. */
export function bandedRisk({ mu, lambda, noise }: Banded, l: number, b: number, r: number): number {
  let kept = 0;
  let shares = 0;
  for (let i = 0; i < r; i++) {
    const square = (mu[i] + lambda) ** 2;
    if (i >= l && i < l + b) kept += (square - lambda ** 2) / square;
    shares += mu[i] ** 2 / square;
  }
  return 1 - kept / b + noise * shares;
}

/**
 * True when values at from, from + 1, …, to only move in the direction `way`: strictly, unless `flat` allows equals.
 */
function moves(value: (at: number) => number, from: number, to: number, way: 1 | -1, flat = false): boolean {
  for (let at = from + 1; at <= to; at++) {
    const step = way * (value(at) - value(at - 1));
    if (flat ? step < 0 : step <= 0) return false;
  }
  return true;
}

/** j* = the first i of the band with 1 + 2·lambda/mu_i > noise·b; undefined where none is. */
function turnOf({ mu, lambda, noise }: Banded, l: number, b: number): number | undefined {
  for (let i = l + 1; i <= l + b; i++) if (1 + (2 * lambda) / mu[i - 1] > noise * b) return i;
  return undefined;
}

/** The statements of the proposition in one setting; `turn` both as printed and one place earlier. */
export function statementsHold(setting: Banded, l: number, b: number) {
  const n = setting.mu.length;
  const overR = (r: number) => bandedRisk(setting, l, b, r);
  const turn = turnOf(setting, l, b) ?? l + b + 1;
  const turnsAt = (at: number) =>
    moves(overR, Math.min(l + 1, at), Math.min(at, l + b), 1, true) && moves(overR, Math.min(at, l + b), l + b, -1);
  const r = Math.min(n, l + b + 50);
  return {
    outside: moves(overR, 1, l, 1) && moves(overR, l + b + 1, n, 1),
    turnAsPrinted: turnsAt(turn),
    turnBefore: turnsAt(turn - 1),
    overPlace: moves((from) => bandedRisk(setting, from, b, r), 0, r - b, 1),
    overWidth: moves((width) => bandedRisk(setting, l, width, r), 1, r - l, 1),
  };
}

export const tkrrProp2 = study({
  page,
  repetitions: [2000, 200, 20],
  // Its eigenvalues fall slowly: all 200 are told apart far above rounding.
  prepare: (run) =>
    gramEigenvalues({ kind: 'laplace', lengthScale: 1 }, Float64Array.from(FIGURE_1.rows), DRAWN_ROWS, silently(run)),
  axes: () => ({ lambda: LAMBDAS, level: LEVELS, band: BANDS }),
  stage: ({ lambda, level, band: [l, b] }) => `λ = ${lambda}, σ/√n = ${level}, ℓ = ${l}, b = ${b}`,
  measure({ lambda, level, band: [l, b] }, { given: mu, random, repetitions }) {
    const noise = level ** 2;
    const r = l + Math.ceil(b / 2);
    const simulated = repetitions.map(() => {
      const squares = new Float64Array(l + b);
      for (let i = l; i < l + b; i++) squares[i] = random.normal() ** 2 / b;
      return exactRisk(mu, squares, noise, r, lambda);
    });
    const setting = { mu, lambda, noise };
    const { mean, error } = averaged(simulated);
    const exact = bandedRisk(setting, l, b, r);
    return { ...statementsHold(setting, l, b), ratio: { mean: mean / exact, error: error / exact } };
  },
  report(measurements, { given: mu }) {
    const all = measurements.at({});
    const many = (of: keyof ReturnType<typeof statementsHold>) => all.filter((one) => one[of]).length;
    const everywhere = (of: Parameters<typeof many>[0]) => many(of) === all.length;
    const ratio = meanRatio(all.map((one) => one.ratio));
    return {
      finding: told`In ${all.length} settings the error grows over r outside the band in ${many('outside')}, over ℓ in ${many('overPlace')} and over b in ${many('overWidth')}. In the band it turns at j* as printed in **${many('turnAsPrinted')}**, and at j* − 1 in **${many('turnBefore')}**: direction j* already lowers it. The mean over targets is ${fixed(ratio.mean, 4)} ± ${fixed(INTERVAL_95 * ratio.error, 4)} times the formula.`,
      numbers: {
        'mean over targets / formula': [ratio, { value: 1, by: 'theory', width: 0.01 }],
        settings: all.length,
        'growing over r outside the band': many('outside'),
        'turning at j* as printed': many('turnAsPrinted'),
        'turning at j* − 1': many('turnBefore'),
        'growing over ℓ': many('overPlace'),
        'growing over b': many('overWidth'),
      },
      claims: {
        outside: everywhere('outside'),
        turnAsPrinted: everywhere('turnAsPrinted'),
        overPlace: everywhere('overPlace'),
        overWidth: everywhere('overWidth'),
      },
      values: { bands: BANDS.map(([l, b]) => `${l} and ${b}`).join('; ') },
      figures: BANDS.map(([l, b]) => bandFigure(mu, l, b)),
    };
  },
});

function bandFigure(mu: Float64Array, l: number, b: number): FigureSpec {
  const [lambda, level] = [LAMBDAS[1], LEVELS[2]];
  const setting = { mu, lambda, noise: level ** 2 };
  const most = Math.min(mu.length, l + b + 40);
  const r = linspace(1, most, most);
  const mse = r.map((at) => bandedRisk(setting, l, b, at));
  const turn = turnOf(setting, l, b);
  return chart({
    id: `tkrr-prop2-${l}-${b}`,
    title: `ℓ = ${l}, b = ${b}`,
    sentence:
      turn === undefined
        ? told`With this noise **no direction of the band** lowers the error.`
        : told`At λ = ${lambda}, σ/√n = ${level} the error falls from **r = ${turn - 1}** to ${l + b}.`,
    x: exactAxis('truncation r', 1, most, 'count'),
    y: overLinear('mean MSE'),
    series: [plottedLine('main', 'mean MSE', r, mse, '')],
    zones: [{ from: l, to: l + b }],
    note: 'Hatched: directions in which the target lies.',
  });
}
