import type {
  CurveFit,
  HoldoutPredictions,
  LivePredictor,
  PartialDependence,
  RunResult,
  SpectrumData,
} from '../../../src/engine/contract/run';
import { resampledScores } from '../../../src/engine/figures/resampling';
import { liveVariance, predictLive, scoreHoldout } from '../../../src/engine/spectrum/livePrediction';
import { gauss, generator, rawRow, signal } from './exampleData';
import { exampleFile } from './exampleFile';
import { examplePath, searchProfile } from './examplePath';
import { jacobi } from './jacobi';

export interface ExampleOptions {
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
}

/**
 * A real kernel ridge regression on made-up rows, by the shortest dense algebra: every number in it obeys the contract
 * of RunResult. Three features (one skewed, one a category of three levels) or one.
 */
export function exampleRun(options: ExampleOptions = {}): RunResult {
  const { features = 3, n = 120, holdout: m = 40, folds = 10, noise = 0.3, scale = 5, offset = 20 } = options;
  const { search = true, lengthScale = 0.8 } = options;
  const names = options.names ?? (features === 1 ? ['time'] : ['width', 'flow', 'material']);
  const target = options.target ?? 'pressure';
  const next = generator(7);
  const raw = Array.from({ length: n + m }, () => rawRow(features, next));
  const y = raw.map((r) => offset + scale * (signal(r) + noise * gauss(next)));
  // One held-out row that no model can foresee, so that there is an outlier to show.
  if (m > 3) y[n + 3] += 2.5 * scale;

  const encoded = raw.map((r) =>
    features === 1 ? [r[0]] : [r[0], Math.log(r[1]), r[2] === 1 ? 1 : 0, r[2] === 2 ? 1 : 0],
  );
  const train = encoded.slice(0, n);
  const mean = train[0].map((_, d) => train.reduce((s, r) => s + r[d], 0) / n);
  const sd = train[0].map((_, d) => Math.sqrt(train.reduce((s, r) => s + (r[d] - mean[d]) ** 2, 0) / n) || 1);
  const standard = (r: readonly number[]) => r.map((v, d) => (v - mean[d]) / sd[d]);
  const xs = train.map(standard);
  const kernel = (a: readonly number[], b: readonly number[]) =>
    Math.exp(-a.reduce((s, v, d) => s + (v - b[d]) ** 2, 0) / (2 * lengthScale * lengthScale));

  const gram = xs.map((a) => Float64Array.from(xs, (b) => kernel(a, b) / n));
  const { values, vectors } = jacobi(gram);
  const mu = values.map((v) => Math.max(0, v));
  const rank = mu.filter((v) => v > n * 2.2e-16 * mu[0]).length;
  const yt = y.slice(0, n);
  const centre = yt.reduce((s, v) => s + v, 0) / n;
  const variance = yt.reduce((s, v) => s + (v - centre) ** 2, 0) / n;
  const coordinates = Float64Array.from(
    { length: n },
    (_, i) => yt.reduce((s, v, j) => s + vectors[j][i] * (v - centre), 0) / Math.sqrt(n),
  );
  const spectrum: SpectrumData = { n, mu, rank, clipped: values.filter((v) => v < 0).length, coordinates };

  const { path, sigma2 } = examplePath(
    spectrum,
    vectors,
    yt.map((v) => v - centre),
    folds,
  );
  const best = path.least.loo;
  const lambda = path.lambda[best];
  const df = path.degreesOfFreedom[best];

  const predictor = (points: readonly (readonly number[])[], weightOf?: readonly number[][]): LivePredictor => {
    const rowOf = (point: readonly number[]) => {
      const k = xs.map((x) => kernel(point, x));
      return Array.from({ length: rank }, (_, i) => k.reduce((s, v, j) => s + v * vectors[j][i], 0) / Math.sqrt(n));
    };
    const rows = points.map(rowOf);
    // Partial dependence: the mean over the groups of rows, each with the column set to one value.
    const p = weightOf
      ? weightOf.map((group) =>
          Array.from({ length: rank }, (_, i) => group.reduce((s, r) => s + rows[r][i], 0) / group.length),
        )
      : rows;
    return { rows: p.length, rank, p: Float32Array.from(p.flat()) };
  };
  const held = m > 0 ? heldOut() : undefined;
  function heldOut() {
    const points = encoded.slice(n).map(standard);
    const live = predictor(points);
    const observed = Float64Array.from(y.slice(n));
    const predicted = predictLive(live, spectrum, centre, lambda);
    const prior = new Float64Array(m).fill(1);
    const half = liveVariance(live, prior, spectrum, sigma2, lambda).map((v) => 1.96 * Math.sqrt(v + sigma2));
    const predictions: HoldoutPredictions = {
      rows: Uint32Array.from({ length: m }, (_, j) => n + 1 + j),
      lines: Uint32Array.from({ length: m }, (_, j) => n + 2 + j),
      observed,
      predicted,
      lower: predicted.map((v, j) => v - half[j]),
      upper: predicted.map((v, j) => v + half[j]),
    };
    const intervals = resampledScores(observed, predicted);
    const inside = observed.filter((v, j) => Math.abs(v - predicted[j]) <= half[j]).length;
    return {
      live,
      predictions,
      scores: {
        ...scoreHoldout(observed, predicted),
        n: m,
        r2Interval: intervals.r2,
        rmseInterval: intervals.rmse,
        coverage: inside / m,
      },
    };
  }

  const encode = (r: readonly number[]) => standard([r[0], Math.log(r[1]), r[2] === 1 ? 1 : 0, r[2] === 2 ? 1 : 0]);
  const quantiles = (v: readonly number[]) => {
    const sorted = Float64Array.from(v).sort();
    return Float64Array.from({ length: 41 }, (_, q) => sorted[Math.round((q / 40) * (sorted.length - 1))]);
  };
  const partial = (d: number, kind: PartialDependence['kind'], levels?: readonly string[]): PartialDependence => {
    const rug = quantiles(raw.slice(0, n).map((r) => r[d]));
    const grid = levels ? Float64Array.from(levels, (_, l) => l) : rug.filter((_, q) => q % 2 === 0);
    const points: number[][] = [];
    const groups = Array.from(grid, (value) =>
      raw.slice(0, n).map((r) => points.push(encode(r.map((v, k) => (k === d ? value : v)))) - 1),
    );
    return { column: names[d], kind, grid, ...(levels ? { levels } : {}), predictor: predictor(points, groups), rug };
  };
  const curve = (): CurveFit => {
    const rug = quantiles(raw.slice(0, n).map((r) => r[0]));
    const grid = Float64Array.from({ length: 101 }, (_, q) => rug[0] + ((rug[40] - rug[0]) * q) / 100);
    return {
      column: names[0],
      grid,
      predictor: predictor(Array.from(grid, (v) => standard([v]))),
      prior: new Float64Array(101).fill(1),
      x: Float64Array.from(raw.slice(0, n), (r) => r[0]),
      y: Float64Array.from(yt),
      rows: Uint32Array.from({ length: n }, (_, j) => j + 1),
      lines: Uint32Array.from({ length: n }, (_, j) => j + 2),
    };
  };

  const transform = { inputs: [], centre: mean, scale: sd, names, missing: 'impute' as const };
  return {
    ...exampleFile(names, target, n, m),
    parameters: [
      { name: 'lambda', title: 'λ', value: lambda, rule: 'least leave-one-out error' },
      { name: 'lengthScale', title: 'length scale', value: lengthScale, rule: 'least leave-one-out error' },
      { name: 'folds', title: 'folds', value: folds, rule: 'default' },
    ],
    centre,
    variance,
    lengthScale,
    spectrum,
    noise: {
      sigma2,
      standardError: sigma2 * Math.sqrt(2 / (n - df)),
      rule: 'residual variance at the fitted λ',
    },
    path,
    lambda,
    ...(search ? { search: searchProfile(lengthScale, path.loo[best], lambda, n) } : {}),
    metrics: {
      loo: path.loo[best],
      gcv: path.gcv[best],
      cv: path.cv[best] ?? 0,
      cvStandardError: path.cvStandardError[best] ?? 0,
      folds,
      degreesOfFreedom: df,
      ...(held ? { holdout: held.scores } : {}),
    },
    ...(held ? { holdout: held.predictions } : {}),
    live: {
      ...(held ? { holdout: held.live } : {}),
      partial:
        features === 1
          ? []
          : [partial(0, 'number'), partial(1, 'number'), partial(2, 'category', ['steel', 'brass', 'glass'])],
      ...(features === 1 ? { curve: curve() } : {}),
    },
    model: {
      version: '1',
      method: 'krr',
      target,
      transform,
      kernel: { name: 'gaussian', lengthScale },
      x: { rows: n, columns: xs[0].length, values: Float64Array.from(xs[0].flatMap((_, d) => xs.map((r) => r[d]))) },
      alpha: Float64Array.from(
        { length: n },
        (_, j) =>
          mu.reduce((s, v, i) => (i < rank ? s + (vectors[j][i] * coordinates[i]) / (v + lambda) : s), 0) /
          Math.sqrt(n),
      ),
      centre,
      lambda,
      intervalWidth: 1.96 * Math.sqrt(sigma2 / (n * lambda)),
      read: {},
    },
  };
}
