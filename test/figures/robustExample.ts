import type { RobustFit, ScoreLoss, StrengthAxis } from '../../src/engine/contract/robust';
import type { HoldoutPredictions, RunResult, Scores } from '../../src/engine/contract/run';
import { scoreHoldout } from '../../src/engine/spectrum/livePrediction';
import { wilson } from '../../src/engine/statistics/classes';
import { heldOutIntervals } from '../../src/engine/statistics/meanInterval';
import { scaledErrors, suspectsAmong } from '../../src/engine/statistics/suspects';
import { meanLossOf } from '../../src/figures/robust/strength';
import { exampleFile } from './exampleFile';
import { searchProfile } from './examplePath';
import { exampleBaseline } from './robustExampleBaseline';
import { exampleCurves, flat } from './robustExampleCurves';
import { alongPath, at, crossedShare, type ExampleFits, exampleFits, FOLDS, POINTS } from './robustExampleFits';
import type { RobustExampleMethod } from './robustExamplePath';
import { type RobustRowOptions, robustRows } from './robustExampleRows';

export interface RobustExampleOptions extends Partial<RobustRowOptions> {
  readonly method?: RobustExampleMethod;
  readonly taus?: readonly number[];
  readonly loss?: ScoreLoss;
  /** Whether the run holds its rows' values along the path. */
  readonly live?: boolean;
}

const METHODS: Readonly<Record<RobustExampleMethod, { readonly title: string; readonly axis: StrengthAxis }>> = {
  ksgd: { title: 'Kernel sign gradient descent', axis: 't' },
  'kl-inf': { title: 'Kernel regression with bounded coefficients', axis: 'c' },
  kl1: { title: 'Kernel regression with an l1 penalty', axis: 'epsilon' },
  huber: { title: 'Huber kernel regression', axis: 'lambda' },
  quantile: { title: 'Kernel quantile regression', axis: 'lambda' },
};
const USUAL = { features: 3, n: 40, holdout: 12, noise: 0.3, scale: 5, offset: 20, outliers: 3 } as const;
const RULES = {
  absolute: 'mean absolute error',
  squared: 'mean squared error',
  pinball: 'mean quantile loss',
} as const;

/** A robust or quantile fit on made-up rows with outliers, and its ridge baseline, both by dense algebra: a run that obeys its contract. */
export function robustExample(options: RobustExampleOptions = {}): RunResult {
  const { method = 'huber', live = true, ...given } = options;
  const rowOptions = { ...USUAL, ...given };
  const { features, n, holdout: m, scale } = rowOptions;
  const { axis, title } = METHODS[method];
  const taus = method === 'quantile' ? (options.taus ?? [0.1, 0.5, 0.9]) : undefined;
  const loss = options.loss ?? (taus ? 'pinball' : 'absolute');
  const made = robustRows(rowOptions);
  const { raw, y, observed, xs, kernel } = made;
  const names = features === 1 ? ['time'] : ['width', 'flow', 'material'];
  const baseline = exampleBaseline(made);
  const path = exampleFits(made, method, axis, scale, loss, taus);
  const curves = exampleCurves(made, path, baseline, names);

  const middle = middleOf(taus ?? [0.5]);
  const own = path.fits[middle];
  const along = alongPath(path.fits, xs, kernel);
  const fitted = at(along, path.at);
  const errorsAlong = along[middle].map((values) => y.map((v, i) => v - values[i]));
  const errors = errorsAlong[path.at];
  const rows = Uint32Array.from(y, (_, i) => i + 1);
  const lines = rows.map((row) => row + 1);
  const scaled = scaledErrors(errors, y);
  const half = 1.96 * scaled.scale;
  const held = m > 0 ? raw.slice(n).map(made.place) : undefined;
  const heldAlong = held && alongPath(path.fits, held, kernel);
  const heldLevels = heldAlong && at(heldAlong, path.at);
  const baselineHeld = held && baseline.at(held);
  const measure = axis === 't' ? 'exact' : method === 'huber' ? 'change' : 'gap';
  const robust: RobustFit = {
    path: {
      ...alongStrengths(path, middle),
      axis,
      loss,
      training: path.values.map((_, l) => meanLossOf(loss, y, at(along, l), taus)),
      remainder: path.values.map((_, l) => (measure === 'exact' ? 0 : 1e-9 * (l + 1))),
    },
    strength: path.values[path.at],
    at: path.at,
    ...(taus && { taus }),
    middle,
    rule: `least ${RULES[loss]} over ${FOLDS} folds`,
    scored: { by: 'folds', folds: FOLDS, rows: n },
    rows,
    lines,
    observed: y,
    alpha: path.fits.map(({ alpha }) => alpha[path.at]),
    fitted,
    ...(method === 'huber' && { weights: own.weights[path.at] }),
    errors,
    centre: scaled.centre,
    scale: scaled.scale,
    ...suspectsAmong({ rows, lines, observed: y }, errors, scaled),
    convergence: { measure, worst: measure === 'exact' ? 0 : 1e-9 * POINTS, tolerance: 1e-6, iterations: 400 },
    ...(taus && heldLevels && { calibration: taus.map((tau, l) => calibrated(tau, observed, heldLevels[l])) }),
    ...(taus && { crossed: crossedShare(path.fits, held ?? xs, kernel, path.at) }),
    squared: {
      alpha: baseline.alpha,
      fitted: baseline.at(xs),
      ...(baselineHeld && { holdout: { predicted: baselineHeld, ...scoreHoldout(observed, baselineHeld) } }),
    },
    ...(heldLevels && { holdout: heldLevels }),
    ...(live && {
      live: {
        ...(heldAlong && { holdout: heldAlong.map(flat) }),
        fitted: along.map(flat),
        alpha: flat(own.alpha),
        errors: flat(errorsAlong),
      },
    }),
    partial: curves.partial,
    ...(curves.curve && { curve: curves.curve }),
  };
  const { lambda: strength, ...tried } = searchProfile(0.8, path.score[path.at], robust.strength, n);
  const heldOut = heldLevels && heldOutRows(n, observed, heldLevels[middle], half);
  return {
    ...exampleFile(names, 'pressure', n, m),
    target: 'pressure',
    ...baseline.result,
    metrics: { ...baseline.result.metrics, ...(heldOut && { holdout: heldOut.scores }) },
    ...(heldOut && { holdout: heldOut.predictions }),
    live: { partial: curves.items, ...(curves.fit && { curve: curves.fit }) },
    robust,
    method: { id: method, title },
    parameters: [
      { name: 'lengthScale', title: 'Length scale', value: 0.8, rule: 'least mean absolute error of this method' },
      { name: axis, title: axis, value: robust.strength, rule: robust.rule },
      { name: 'folds', title: 'Folds', value: FOLDS, rule: 'by the number of rows' },
      ...(taus ? [{ name: 'tau', title: 'Quantiles tau', value: taus.join(' '), rule: 'default' }] : []),
    ],
    others: [],
    kernel: { kind: 'gaussian', lengthScale: [0.8] },
    axes: ['lambda'],
    shortcut: 'exact',
    foldsBy: 'none',
    search: {
      ...tried,
      axis,
      strength,
      rule: 'lowest error of this method over 5 folds of 40 rows',
      criterion: loss === 'squared' ? 'cv' : loss,
    },
    model: {
      version: '1',
      method,
      outputs: path.fits.map(({ alpha, base }) => ({
        name: 'pressure',
        alpha: alpha[path.at],
        beta: Float64Array.of(base),
        intervalWidth: half,
      })),
      ...(taus && { taus }),
      transform: { inputs: [], centre: made.centre, scale: made.spread, names, missing: 'impute' },
      kernel: { kind: 'gaussian', lengthScale: [0.8] },
      x: { rows: n, columns: xs[0].length, values: Float64Array.from(xs[0].flatMap((_, d) => xs.map((r) => r[d]))) },
      unpenalised: [{ kind: 'constant' }],
      kept: Uint32Array.of(0),
      read: {},
    },
  };
}

const middleOf = (taus: readonly number[]): number =>
  taus.reduce((best, tau, l) => (Math.abs(tau - 0.5) < Math.abs(taus[best] - 0.5) ? l : best), 0);

/** The part of a path that needs no values of its rows. */
function alongStrengths(
  { values, score, standardError, fits, at: least, oneStandardError }: ExampleFits,
  middle: number,
) {
  const { alpha } = fits[middle];
  const largest = Float64Array.from(alpha, (a) => a.reduce((s, v) => Math.max(s, Math.abs(v)), 0));
  const reach = alpha[0].map((_, i) => Math.max(...alpha.map((a) => Math.abs(a[i]))));
  const shown = Uint32Array.from(reach.keys())
    .sort((a, b) => reach[b] - reach[a] || a - b)
    .slice(0, 20);
  return {
    values,
    score,
    scoreStandardError: standardError,
    support: Float64Array.from(alpha, (a, l) => a.filter((v) => Math.abs(v) > 1e-9 * largest[l]).length),
    largest,
    least: { score: least, oneStandardError },
    coefficients: { at: shown, values: flat(alpha.map((a) => Float64Array.from(shown, (i) => a[i]))) },
  };
}

function heldOutRows(n: number, observed: Float64Array, predicted: Float64Array, half: number) {
  const rows = Uint32Array.from(observed, (_, j) => n + 1 + j);
  const intervals = heldOutIntervals(observed, predicted);
  const predictions: HoldoutPredictions = {
    rows,
    lines: rows.map((row) => row + 1),
    observed,
    predicted,
    lower: predicted.map((v) => v - half),
    upper: predicted.map((v) => v + half),
  };
  const scores: Scores = {
    ...scoreHoldout(observed, predicted),
    n: observed.length,
    r2Interval: intervals.r2,
    rmseInterval: intervals.rmse,
    coverage: observed.filter((v, j) => Math.abs(v - predicted[j]) <= half).length / observed.length,
  };
  return { predictions, scores };
}

function calibrated(tau: number, observed: Float64Array, level: Float64Array) {
  const n = observed.length;
  const below = observed.filter((v, j) => v <= level[j]).length;
  return { tau, below: below / n, interval: wilson(below, n), n };
}
