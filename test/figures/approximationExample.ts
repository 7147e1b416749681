import type { Approximation, ApproximationCurve } from '../../src/engine/contract/approximation';
import type { LivePredictor, RunResult, SpectrumData } from '../../src/engine/contract/run';
import { scoreHoldout } from '../../src/engine/spectrum/livePrediction';
import { riskAt, riskPath } from '../../src/engine/spectrum/risk';
import { heldOutIntervals } from '../../src/engine/statistics/meanInterval';
import { gauss, generator } from './exampleData';
import { exampleRun } from './exampleRun';

/** A curve whose error falls from `from` to `to` (y²) as a power of the count, until `settled`. */
export function curveOf(
  kind: Approximation['kind'],
  counts: readonly number[],
  { from = 8, to = 2, settled = counts[counts.length - 1], seconds = 4, bytes = 5e7, heldOut = true } = {},
): ApproximationCurve {
  const c = Uint32Array.from(counts);
  const last = counts[counts.length - 1];
  const power = settled > counts[0] ? Math.log(to / from) / Math.log(settled / counts[0]) : 0;
  const error = Float64Array.from(c, (v) => from * (Math.min(v, settled) / counts[0]) ** power);
  return {
    kind,
    counts: c,
    lambda: Float64Array.from(c, (v) => 1 / (10 * v)),
    degreesOfFreedom: Float64Array.from(c, (v) => v / 3),
    gcv: error.map((v) => 1.1 * v),
    holdout: heldOut ? error : new Float64Array(),
    seconds: Float64Array.from(c, (v) => seconds * (v / last) ** 2),
    bytes: Float64Array.from(c, (v) => bytes * (v / last)),
  };
}

export const COUNTS = [10, 20, 40, 80, 160, 320] as const;

/** The example run as if on features: its numbers are those of an exact fit, and the approximation's are made up. */
export function approximationExample(
  given: Partial<Approximation> = {},
  options: Parameters<typeof exampleRun>[0] = {},
) {
  const run = exampleRun({ n: 60, holdout: 20, ...options });
  const heldOut = run.holdout !== undefined;
  const approximation: Approximation = {
    kind: 'randomFeatures',
    count: 320,
    title: 'Fourier features',
    kernelError: { value: 0.034, rows: 500 },
    curve: curveOf('randomFeatures', COUNTS, { heldOut }),
    peer: curveOf('landmarks', [10, 20, 40, 80, 160], { from: 6, to: 1.6, seconds: 5, bytes: 2e8, heldOut }),
    ...(heldOut && { exact: { rows: 2000, holdout: 1.7, seconds: 11 } }),
    recommended: { count: 500, lambda: 0.003, g: 0.42, r: 0.71, rule: 'RF theorem 2: n^0.61·log n' },
    solver: { kind: 'spectrum' },
    looRows: run.spectrum.n,
    ...given,
  };
  return { ...run, approximation } satisfies RunResult;
}

/** A run of n rows on `count` features with `held` rows held out, nothing live: only its size is real. */
export function largeApproximation(n: number, held: number, count: number): RunResult {
  const small = exampleRun({ n: 30, holdout: 10 });
  const next = generator(3);
  const normal = (length: number) => Float64Array.from({ length }, () => gauss(next));
  const predictor = (rows: number): LivePredictor => ({
    rows,
    rank: count,
    p: Float32Array.from({ length: rows * count }, () => next() - 0.5),
    base: new Float64Array(rows).fill(20),
  });
  const mu = Float64Array.from({ length: count }, (_, i) => 0.2 * (i + 1) ** -1.5);
  const coordinates = normal(count).map((v, i) => (5 * v) / (i + 1));
  const spectrum: SpectrumData = {
    n,
    unpenalised: 1,
    mu,
    rank: count,
    clipped: 0,
    coordinates,
    beyond: { count: n - 1 - count, score: 0.4 },
  };
  const filter = { kind: 'zones', lambda: 1e-4, k: 0, r: count } as const;
  const values = Float64Array.from({ length: 101 }, (_, j) => 1e-8 * 1e8 ** (j / 100));
  const { cp: _, ...risk } = riskPath(spectrum, small.noise.sigma2, filter, 'lambda', values);
  const least = { loo: 5, gcv: 5, cv: 5, total: 5, oneStandardError: 6 };
  const none = new Float64Array();
  const path = { axis: 'lambda', values, loo: risk.gcv, cv: none, cvStandardError: none, ...risk, least } as const;
  const rows = Uint32Array.from({ length: held }, (_, j) => 5 * j + 1);
  const predicted = normal(held).map((v) => 20 + 4 * v);
  // Heavy tails, so that many rows lie beyond three RMSE.
  const observed = predicted.map((v) => v + gauss(next) / Math.max(0.05, next()));
  const intervals = heldOutIntervals(observed, predicted);
  const scores = scoreHoldout(observed, predicted);
  const metrics = {
    ...small.metrics,
    gcv: riskAt(spectrum, small.noise.sigma2, filter).gcv,
    folds: 0,
    holdout: { ...scores, n: held, r2Interval: intervals.r2, rmseInterval: intervals.rmse, coverage: 0.95 },
  };
  return {
    ...small,
    ...{ spectrum, filter, metrics, paths: [path] },
    holdout: {
      rows,
      lines: rows.map((r) => r + 1),
      observed,
      predicted,
      lower: predicted.map((v) => v - 2),
      upper: predicted.map((v) => v + 2),
    },
    live: { partial: small.live.partial.map((p) => ({ ...p, predictor: predictor(p.grid.length) })) },
    approximation: approximationExample({ count, looRows: 4000 }).approximation,
  };
}
