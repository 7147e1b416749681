import type {
  CurveFit,
  HoldoutPredictions,
  LearningPoints,
  LivePredictor,
  RunResult,
  TargetResult,
} from '../../src/engine/contract/run';
import { axisValue, equivalentLambda, filterShares } from '../../src/engine/filters/anyFilter';
import { liveVariance, predictLive, scoreHoldout } from '../../src/engine/spectrum/livePrediction';
import { estimateNoise } from '../../src/engine/spectrum/noise';
import { riskAt } from '../../src/engine/spectrum/risk';
import { heldOutIntervals } from '../../src/engine/statistics/meanInterval';
import { coordinatesOf } from './exampleBasis';
import { exampleClasses } from './exampleClasses';
import { gauss, signal } from './exampleData';
import { exampleDesign, type Unbased } from './exampleDesign';
import { exampleFile } from './exampleFile';
import { type ExampleMethod, settingOf } from './exampleMethods';
import { exampleErrors, exampleFilter, examplePath, exampleSurface, searchProfile } from './examplePath';
import { exampleSoft } from './exampleSoft';

export interface ExampleOptions {
  readonly method?: ExampleMethod;
  readonly features?: 1 | 3;
  /** Training rows. */
  readonly n?: number;
  readonly holdout?: number;
  readonly folds?: number;
  /** Standard deviation of the noise; the signal's is about 1. */
  readonly noise?: number;
  /** Units of y: y is multiplied by `scale` and shifted by `offset`. */
  readonly scale?: number;
  readonly offset?: number;
  readonly search?: boolean;
  readonly lengthScale?: number;
  readonly names?: readonly string[];
  readonly target?: string;
  /** A second target, the square of the first. */
  readonly more?: boolean;
  /** Levels that the target is cut into and classified by; 0 for regression. */
  readonly classes?: 0 | 2 | 3;
}

/** The runs made so far, by their options: tests ask for few different ones. */
const made = new Map<string, RunResult>();

/**
 * A real squared-loss kernel fit with an intercept on made-up rows, by the shortest dense algebra: every number in it obeys the
 * contract of RunResult. Three features (one skewed, one a category of three levels) or one.
 */
export function exampleRun(options: ExampleOptions = {}): RunResult {
  const key = JSON.stringify(options);
  const run = made.get(key) ?? fittedRun(options);
  made.set(key, run);
  return run;
}

function fittedRun(options: ExampleOptions): RunResult {
  const { features = 3, n = 120, holdout: m = 40, folds = 10, noise = 0.3, scale = 5, offset = 20 } = options;
  const { search = true, lengthScale = 0.8, method = 'krr', classes = 0 } = options;
  const names = options.names ?? (features === 1 ? ['time'] : ['width', 'flow', 'material']);
  const target = options.target ?? 'pressure';
  const {
    raw,
    next,
    mean,
    sd,
    xs,
    basis,
    held: heldPart,
    partials,
    curve: curvePart,
  } = exampleDesign({
    features,
    n,
    m,
    lengthScale,
  });
  const y = raw.map((r) => offset + scale * (signal(r) + noise * gauss(next)));
  // One held-out row that no model can foresee, so that there is an outlier to show.
  if (m > 3) y[n + 3] += 2.5 * scale;
  const { mu, rank, vectors } = basis;
  const setting = settingOf(method, basis);
  const based = (part: Unbased, base: number): LivePredictor => ({
    ...part,
    base: new Float64Array(part.rows).fill(base),
    ...(part.prior && { leverage: new Float64Array(part.rows).fill(1 / n) }),
  });

  /** Everything about one output; `values` are those of all rows, training rows first. */
  const outputOf = (name: string, values: readonly number[]): TargetResult => {
    const yt = values.slice(0, n);
    const centre = yt.reduce((s, v) => s + v, 0) / n;
    const coordinates = coordinatesOf(basis, yt);
    const beyond = { count: 0, score: 0 };
    const spectrum = { n, unpenalised: 1, mu, rank, clipped: basis.clipped, coordinates, beyond };
    const filter = exampleFilter(basis, spectrum, yt, setting);
    const estimate = estimateNoise(spectrum, filter);
    const paths = setting.axes.map((axis) => examplePath(basis, spectrum, yt, folds, estimate.sigma2, filter, axis));
    const surface = exampleSurface(basis, spectrum, yt, setting);
    const errors = exampleErrors(basis, spectrum, yt, folds, filter);
    const risk = riskAt(spectrum, estimate.sigma2, filter);
    const live = heldPart && based(heldPart, centre);
    const observed = Float64Array.from(values.slice(n));
    const held =
      live &&
      heldOut(live, observed, predictLive(live, spectrum, filter), () =>
        liveVariance(live, spectrum, estimate.sigma2, filter).map((v) => 1.96 * Math.sqrt(v + estimate.sigma2)),
      );
    const curve: CurveFit | undefined = curvePart && {
      column: names[0],
      grid: curvePart.grid,
      predictor: based(curvePart.part, centre),
      x: Float64Array.from(raw.slice(0, n), (r) => r[0]),
      y: Float64Array.from(yt),
      rows: Uint32Array.from({ length: n }, (_, j) => j + 1),
      lines: Uint32Array.from({ length: n }, (_, j) => j + 2),
    };
    return {
      target: name,
      mean: centre,
      variance: yt.reduce((s, v) => s + (v - centre) ** 2, 0) / n,
      spectrum,
      noise: estimate,
      filter,
      paths,
      ...(surface && { surface }),
      metrics: {
        loo: errors.loo,
        gcv: risk.gcv,
        cv: errors.cv,
        cvStandardError: errors.se,
        folds,
        degreesOfFreedom: risk.degreesOfFreedom,
        ...(held && { holdout: held.scores }),
      },
      ...(held && { holdout: held.predictions }),
      live: {
        ...(live && { holdout: live }),
        partial: partials.map(({ part, ...rest }, d) => ({
          column: names[d],
          ...rest,
          predictor: based(part, centre),
        })),
        ...(curve && { curve }),
      },
    };
  };

  const heldOut = (
    live: LivePredictor,
    observed: Float64Array,
    predicted: Float64Array,
    halfWidths: () => Float64Array,
  ) => {
    const half = halfWidths();
    const predictions: HoldoutPredictions = {
      rows: Uint32Array.from({ length: live.rows }, (_, j) => n + 1 + j),
      lines: Uint32Array.from({ length: live.rows }, (_, j) => n + 2 + j),
      observed,
      predicted,
      lower: predicted.map((v, j) => v - half[j]),
      upper: predicted.map((v, j) => v + half[j]),
    };
    const intervals = heldOutIntervals(observed, predicted);
    const inside = observed.filter((v, j) => Math.abs(v - predicted[j]) <= half[j]).length;
    return {
      predictions,
      scores: {
        ...scoreHoldout(observed, predicted),
        n: m,
        r2Interval: intervals.r2,
        rmseInterval: intervals.rmse,
        coverage: inside / m,
      },
    };
  };

  const levels = ['calm', 'mild', 'rough'].slice(0, classes);
  const sorted = y.slice(0, n).sort((a, b) => a - b);
  const codes = y.map((v) => levels.filter((_, l) => l > 0 && v > sorted[Math.floor((n * l) / levels.length)]).length);
  const outputs =
    classes === 0
      ? [
          outputOf(target, y),
          ...(options.more
            ? [
                outputOf(
                  `${target} squared`,
                  y.map((v) => v * v),
                ),
              ]
            : []),
        ]
      : classes === 2
        ? [
            outputOf(
              levels[1],
              codes.map((c) => (c === 1 ? 1 : -1)),
            ),
          ]
        : levels.map((level, l) =>
            outputOf(
              level,
              codes.map((c) => (c === l ? 1 : 0)),
            ),
          );
  const [first, ...others] = outputs;
  const lambda = equivalentLambda(first.filter, mu, rank, n);
  return {
    ...exampleFile(names, classes === 0 ? target : 'weather', n, m),
    ...first,
    method: { id: method, title: setting.title },
    parameters: [
      ...setting.axes.map(({ axis }) => ({
        name: axis,
        title: axis === 'lambda' ? 'λ' : axis,
        value: axisValue(first.filter, axis),
        rule: 'lowest leave-one-out error',
      })),
      { name: 'lengthScale', title: 'length scale', value: lengthScale, rule: 'lowest leave-one-out error' },
      { name: 'folds', title: 'folds', value: folds, rule: 'default' },
    ],
    others,
    ...(classes > 0 && m > 0 && { classes: exampleClasses(outputs, levels, codes) }),
    kernel: { kind: 'gaussian', lengthScale: [lengthScale] },
    axes: setting.axes.map(({ axis }) => axis),
    shortcut: method === 'krr' || method === 'ckrr-soft' ? 'exact' : 'fixedBasis',
    foldsBy: folds > 0 ? 'shortcut' : 'none',
    ...(search ? { search: searchProfile(lengthScale, first.metrics.loo, lambda, n) } : {}),
    ...(method === 'krr' ? { learning: exampleLearning(n, first.metrics.cv) } : {}),
    ...(method === 'ckrr-soft' ? { soft: exampleSoft(mu, n, first.metrics.loo) } : {}),
    model: {
      version: '1',
      method,
      outputs: outputs.map(({ target: name, filter, spectrum, mean: beta }) => {
        const g = filterShares(filter, mu, rank, n);
        const alpha = Float64Array.from(
          vectors,
          (u) =>
            spectrum.coordinates.reduce((s, c, i) => (i < rank ? s + (u[i] * g[i] * c) / mu[i] : s), 0) / Math.sqrt(n),
        );
        return { name, alpha, beta: Float64Array.of(beta), filter, intervalWidth: 1.96 };
      }),
      ...(classes > 0 && { classes: { column: 'weather', levels } }),
      transform: { inputs: [], centre: mean, scale: sd, names, missing: 'impute' as const },
      kernel: { kind: 'gaussian', lengthScale: [lengthScale] },
      x: { rows: n, columns: xs[0].length, values: Float64Array.from(xs[0].flatMap((_, d) => xs.map((r) => r[d]))) },
      unpenalised: [{ kind: 'constant' }],
      kept: Uint32Array.of(0),
      read: {},
    },
  };
}

/** Errors that fall with the rows. */
function exampleLearning(n: number, cv: number): LearningPoints {
  const rows = Float64Array.of(n / 4, n / 2, (3 * n) / 4);
  return {
    rows,
    error: rows.map((r) => (cv * n) / r),
    standardError: rows.map((r) => (0.08 * cv * n) / r),
    doubling: { rows: [n / 2, 0.9 * n], error: [2 * cv, cv], logStandardError: 0.2 },
  };
}
