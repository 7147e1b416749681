import type { ColumnSummary, FileStamp } from '../../../src/engine/contract/data';
import type {
  CurveFit,
  HoldoutPredictions,
  LambdaPath,
  LivePredictor,
  PartialDependence,
  RunResult,
  SpectrumData,
} from '../../../src/engine/contract/run';
import { resampledScores } from '../../../src/engine/figures/resampling';
import { liveVariance, predictLive, scoreHoldout } from '../../../src/engine/spectrum/livePrediction';
import { riskAt } from '../../../src/engine/spectrum/risk';
import { gauss, generator, rawRow, signal } from './exampleData';
import { solve } from './gaussianElimination';
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

  const lambdas = Float64Array.from({ length: 61 }, (_, j) => 10 ** (-8 + (8 * j) / 60));
  const errors = Array.from(lambdas, (l) => crossValidated(l));
  function crossValidated(lambda: number) {
    const g = mu.map((v, i) => (i < rank ? v / (v + lambda) : 0));
    const h = (a: number, b: number) => vectors[a].reduce((s, u, i) => s + u * vectors[b][i] * g[i], 0);
    const residual = yt.map(
      (v, j) => v - centre - vectors[j].reduce((s, u, i) => s + u * g[i] * coordinates[i], 0) * Math.sqrt(n),
    );
    const loo = residual.reduce((s, e, j) => s + (e / (1 - h(j, j))) ** 2, 0) / n;
    const byFold = Array.from({ length: folds }, (_, f) => {
      const block = yt.map((_, j) => j).filter((j) => j % folds === f);
      const solved = solve(
        block.map((a) => block.map((b) => (a === b ? 1 : 0) - h(a, b))),
        block.map((a) => residual[a]),
      );
      return solved.reduce((s, e) => s + e * e, 0) / block.length;
    });
    const cv = byFold.reduce((s, v) => s + v, 0) / Math.max(1, folds);
    const se = Math.sqrt(byFold.reduce((s, v) => s + (v - cv) ** 2, 0) / Math.max(1, folds * (folds - 1)));
    return { loo, cv, se };
  }
  const leastOf = (v: ArrayLike<number>) => Array.from(v).reduce((b, q, j, all) => (q < all[b] ? j : b), 0);
  const loo = Float64Array.from(errors, (e) => e.loo);
  const cv = folds > 0 ? Float64Array.from(errors, (e) => e.cv) : new Float64Array();
  const cvStandardError = folds > 0 ? Float64Array.from(errors, (e) => e.se) : new Float64Array();
  const best = leastOf(loo);
  const lambda = lambdas[best];
  const plainRisk = riskAt(spectrum, 0, lambda);
  const sigma2 = plainRisk.rss / (n - plainRisk.degreesOfFreedom);
  const risks = Array.from(lambdas, (l) => riskAt(spectrum, sigma2, l));
  const column = (pick: (r: (typeof risks)[number]) => number) => Float64Array.from(risks, pick);
  const leastCv = folds > 0 ? leastOf(cv) : best;
  let oneStandardError = leastCv;
  for (let j = leastCv; j < cv.length; j++) if (cv[j] <= cv[leastCv] + cvStandardError[leastCv]) oneStandardError = j;
  const path: LambdaPath = {
    lambda: lambdas,
    degreesOfFreedom: column((r) => r.degreesOfFreedom),
    loo,
    gcv: column((r) => r.gcv),
    cv,
    cvStandardError,
    bias: column((r) => r.bias),
    variance: column((r) => r.variance),
    total: column((r) => r.total),
    least: {
      loo: best,
      gcv: leastOf(column((r) => r.gcv)),
      cv: leastCv,
      total: leastOf(column((r) => r.total)),
      oneStandardError,
    },
  };

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
  const metrics = {
    loo: loo[best],
    gcv: path.gcv[best],
    cv: cv[best] ?? 0,
    cvStandardError: cvStandardError[best] ?? 0,
    folds,
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

  const file: FileStamp = { name: 'example.csv', path: '', bytes: 4096, modified: 0 };
  const request: RunResult['request'] = {
    source: { kind: 'path', path: 'example.csv' },
    read: {},
    design: {
      target,
      missing: 'impute',
      standardise: true,
      holdout: { kind: 'fraction', fraction: m / (n + m) },
      seed: 0,
    },
    method: 'krr',
    parameters: {},
  };
  const transform = { inputs: [], centre: mean, scale: sd, names, missing: 'impute' as const };
  return {
    kernelscope: '0.0.0',
    id: 'example',
    created: '2024-03-05T12:00:00.000Z',
    request,
    file,
    method: { id: 'krr', title: 'Kernel ridge regression' },
    target,
    data: {
      rows: n + m,
      used: n + m,
      train: n,
      holdout: m,
      columns: names,
      dropped: [{ what: 'column', name: 'serial', count: n + m, why: 'every value is different' }],
      imputed: [],
      encoded:
        features === 1 ? [] : [{ column: names[2], as: '0/1 columns for 2 of 3 levels', columns: names.slice(2) }],
      notes: [],
    },
    inspection: {
      file,
      dialect: {
        compression: 'none',
        encoding: 'utf-8',
        byteOrderMark: false,
        delimiter: ',',
        quote: '"',
        lineEnd: 'lf',
        header: true,
        decimal: '.',
        thousands: '',
      },
      rows: n + m,
      columns: ['serial', ...names, target].map((name, index) => summary(name, index, n + m)),
      notes: [],
      defaultTarget: names.length + 1,
      preview: [],
    },
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
      standardError: sigma2 * Math.sqrt(2 / (n - plainRisk.degreesOfFreedom)),
      rule: 'residual variance at the fitted λ',
    },
    path,
    lambda,
    ...(search ? { search: profile(lengthScale, loo[best], lambda, n) } : {}),
    metrics: {
      ...metrics,
      ...(held ? { holdout: held.scores } : {}),
      degreesOfFreedom: plainRisk.degreesOfFreedom,
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
    backend: { name: 'jacobi', threads: 1 },
    timings: { total: 0 },
    notes: [],
  };
}

/** A plausible search profile: not refitted, only shaped like one, with a coarse pass on fewer rows. */
function profile(lengthScale: number, loo: number, lambda: number, n: number): RunResult['search'] {
  const coarse = Array.from({ length: 7 }, (_, j) => lengthScale * 2 ** (j - 3));
  const fine = [0.7, 0.85, 1, 1.18, 1.4].map((f) => lengthScale * f);
  const cost = (s: number) => loo * (1 + 0.35 * Math.log(s / lengthScale) ** 2);
  const tried = [...coarse.map((s) => ({ s, rows: Math.round(n / 2) })), ...fine.map((s) => ({ s, rows: n }))].sort(
    (a, b) => a.s - b.s,
  );
  return {
    rule: 'least leave-one-out error',
    lengthScale: Float64Array.from(tried, (t) => t.s),
    loo: Float64Array.from(tried, (t) => cost(t.s) * (t.rows === n ? 1 : 1.3)),
    lambda: new Float64Array(tried.length).fill(lambda),
    rows: Uint32Array.from(tried, (t) => t.rows),
  };
}

function summary(name: string, index: number, rows: number): ColumnSummary {
  return {
    index,
    name,
    kind: 'number',
    count: rows,
    missing: 0,
    missingTokens: [],
    distinct: rows,
    distinctCapped: false,
    constant: false,
    identifier: name === 'serial',
    usable: name !== 'serial',
    reason: name === 'serial' ? 'every value is different' : '',
  };
}
