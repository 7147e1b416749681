import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { FilterSpec } from '../../../src/engine/contract/filter';
import type { LivePredictor } from '../../../src/engine/contract/run';
import { Random } from '../../../src/engine/data/random';
import { filterShares } from '../../../src/engine/filters/anyFilter';
import { formOf } from '../../../src/engine/kernels/formOf';
import { leaveOneOut } from '../../../src/engine/spectrum/leaveOneOut';
import { liveDeviation, liveVariance, predictLive, scoreHoldout } from '../../../src/engine/spectrum/livePrediction';
import { productsWith, spectrumOf } from '../../../src/engine/spectrum/spectrum';
import { solve } from '../../figures/gaussianElimination';
import { madeRows } from '../madeRows';
import { core } from '../testCore';
import { saddle } from './saddle';
import { madeFit, polynomials, type SmallFit } from './smallFits';

const n = 40;
const m = 6;
const z = { rows: m, columns: 2, values: madeRows(m, 2, 77).values.map((v) => 1.3 * v) };
const lengthScale = 0.9;

/** Weighted kernel values (n×m) and unpenalised features (p values for each point) of points outside the training rows. */
function reach(fit: SmallFit, kind: 'none' | 'constant' | 'linear') {
  const form = { kind: 'gaussian', lengthScale } as const;
  const cross = core.kernelMatrix(formOf(form), fit.x.values, n, z.values, m, 2, false, quietContext).slice();
  for (let o = 0; o < cross.length; o++) cross[o] *= Math.sqrt(fit.weights[o % n]);
  const f = polynomials(z, kind);
  const features = Array.from({ length: m }, (_, j) => Array.from({ length: f.length / m }, (_, a) => f[a * m + j]));
  return { cross, features };
}

/** P, base, prior and leverage by their definitions. */
function predictorOf(fit: SmallFit, kind: 'none' | 'constant' | 'linear'): LivePredictor {
  const { basis, r, kept, coupling, inner } = fit.kernel;
  const { rank, vectors, free, unpenalised: p } = basis;
  const { cross, features } = reach(fit, kind);
  const along = productsWith(free, p, n, fit.y);
  const out = {
    p: new Float32Array(m * rank),
    base: new Float64Array(m),
    prior: new Float64Array(m).fill(1),
    leverage: new Float64Array(m),
  };
  for (let j = 0; j < m; j++) {
    const k = cross.subarray(j * n, (j + 1) * n);
    // R'w = f, by elimination.
    const rows = Array.from({ length: p }, (_, a) => Array.from({ length: p }, (_, b) => r[b + a * p]));
    const w = solve(
      rows,
      Array.from(kept, (column) => features[j][column]),
    );
    const qk = productsWith(free, p, n, k);
    const uk = productsWith(vectors, rank, n, k);
    for (let i = 0; i < rank; i++) {
      let value = uk[i] / Math.sqrt(n);
      for (let a = 0; a < p; a++) value -= coupling[i + a * rank] * w[a];
      out.p[j * rank + i] = value;
    }
    for (let a = 0; a < p; a++) {
      out.base[j] += w[a] * along[a];
      out.leverage[j] += w[a] * w[a];
      out.prior[j] -= 2 * w[a] * qk[a];
      for (let b = 0; b < p; b++) out.prior[j] += w[a] * inner[a + b * p] * w[b];
    }
  }
  return { rows: m, rank, ...out };
}

const weights = Float64Array.from({ length: n }, (_, i) => (1 + (i % 3)) / 2);

test('predictions equal those of the saddle-point system, with weights and unpenalised features', () => {
  for (const kind of ['none', 'constant', 'linear'] as const) {
    const fit = madeFit(
      n,
      kind,
      weights.map((w) => (w * n) / weights.reduce((a, b) => a + b, 0)),
      lengthScale,
    );
    const spectrum = spectrumOf(fit.basis, fit.y);
    const predictor = predictorOf(fit, kind);
    const { cross, features } = reach(fit, kind);
    for (const lambda of [1e-4, 1e-2, 1]) {
      const root = Array.from(fit.weights, Math.sqrt);
      const gram = fit.gram.map((v, o) => v * root[o % n] * root[Math.floor(o / n)]);
      const f = fit.features.map((v, o) => v * root[o % n]);
      const { alpha, beta } = saddle(gram, n, f, fit.columns, fit.y, n * lambda);
      const predicted = predictLive(predictor, spectrum, { kind: 'zones', lambda, k: 0, r: n });
      for (let j = 0; j < m; j++) {
        let expected = features[j].reduce((sum, v, a) => sum + v * beta[a], 0);
        for (let i = 0; i < n; i++) expected += cross[j * n + i] * alpha[i];
        // P is held in single precision.
        assert.ok(Math.abs(predicted[j] - expected) < 3e-5, `${kind}, ${lambda}: ${predicted[j]} for ${expected}`);
      }
    }
  }
});

test('the deviation of ridge is the posterior one with flat priors on the unpenalised features', () => {
  for (const kind of ['none', 'constant', 'linear'] as const) {
    const fit = madeFit(n, kind, undefined, lengthScale);
    const spectrum = spectrumOf(fit.basis, fit.y);
    const predictor = predictorOf(fit, kind);
    const { cross, features } = reach(fit, kind);
    for (const lambda of [1e-3, 1e-1]) {
      const filter: FilterSpec = { kind: 'zones', lambda, k: 0, r: n };
      const deviation = liveDeviation(predictor, spectrum, filter);
      const variance = liveVariance(predictor, spectrum, 0.25, filter);
      for (let j = 0; j < m; j++) {
        // Universal kriging: v = (k; f), variance of f(x) = (k(x,x) − v'·S^-1·v)/(n·lambda) with the saddle matrix S.
        const k = cross.subarray(j * n, (j + 1) * n);
        const { alpha, beta } = generalSaddle(fit, [...k], features[j], n * lambda);
        const explained =
          alpha.reduce((s, a, i) => s + a * k[i], 0) + beta.reduce((s, b, a) => s + b * features[j][a], 0);
        const expected = (1 - explained) / (n * lambda);
        const tolerance = 3e-7 / (n * lambda);
        assert.ok(
          Math.abs(deviation[j] ** 2 - 1 - expected) < tolerance,
          `${kind}: ${deviation[j] ** 2 - 1} for ${expected}`,
        );
        assert.ok(Math.abs(variance[j] - 0.25 * expected) < tolerance);
      }
    }
  }
});

function generalSaddle({ gram, features, columns }: SmallFit, k: number[], f: number[], ridge: number) {
  const size = n + columns;
  const entry = (i: number, j: number): number => {
    if (i < n && j < n) return gram[j * n + i] + (i === j ? ridge : 0);
    if (i >= n && j >= n) return 0;
    return i < n ? features[(j - n) * n + i] : features[(i - n) * n + j];
  };
  const system = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => entry(i, j)));
  const found = solve(system, [...k, ...f]);
  return { alpha: found.slice(0, n), beta: found.slice(n) };
}

test('the deviation at a training row left out is 1/sqrt(1 − H_ii)', () => {
  const lambda = 5e-3;
  const { free } = leaveOneOut(madeFit(n, 'linear').basis, madeFit(n, 'linear').y, {
    kind: 'zones',
    lambda,
    k: 0,
    r: n,
  });
  const left = 7;
  const keep = Array.from({ length: n }, (_, i) => i).filter((i) => i !== left);
  const { gram, features, columns } = madeFit(n, 'linear');
  const inner = new Float64Array((n - 1) ** 2);
  for (const [b, j] of keep.entries()) for (const [a, i] of keep.entries()) inner[b * (n - 1) + a] = gram[j * n + i];
  const f = Float64Array.from(Array.from({ length: columns }, (_, c) => keep.map((i) => features[c * n + i])).flat());
  const size = n - 1 + columns;
  const entry = (i: number, j: number): number => {
    if (i < n - 1 && j < n - 1) return inner[j * (n - 1) + i] + (i === j ? n * lambda : 0);
    if (i >= n - 1 && j >= n - 1) return 0;
    return i < n - 1 ? f[(j - n + 1) * (n - 1) + i] : f[(i - n + 1) * (n - 1) + j];
  };
  const v = [
    ...keep.map((i) => gram[left * n + i]),
    ...Array.from({ length: columns }, (_, c) => features[c * n + left]),
  ];
  const weightsOf = solve(
    Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => entry(i, j))),
    [...v],
  );
  const explained = weightsOf.reduce((s, w, i) => s + w * v[i], 0);
  const deviation2 = 1 + (1 - explained) / (n * lambda);
  assert.ok(Math.abs(deviation2 * free[left] - 1) < 1e-9);
});

test('other filters: never below 1, near ridge where they shrink alike, none left out of the span', () => {
  const fit = madeFit(n, 'constant', undefined, lengthScale);
  const spectrum = spectrumOf(fit.basis, fit.y);
  const predictor = predictorOf(fit, 'constant');
  const stepSize = 1 / (n * spectrum.mu[0]);
  const filters: FilterSpec[] = [
    { kind: 'zones', lambda: 1e-3, k: 0, r: 12 },
    { kind: 'zones', lambda: 1e-3, k: 5, r: n },
    { kind: 'zones', lambda: 0, k: 8, r: 8 },
    { kind: 'zones', lambda: 0, k: 0, r: 0 },
    { kind: 'flow', t: 2, momentum: 0.5 },
    { kind: 'descent', steps: 20, stepSize, momentum: 0.3 },
  ];
  for (const filter of filters) {
    const deviation = liveDeviation(predictor, spectrum, filter);
    for (const v of deviation) assert.ok(v >= 1 && Number.isFinite(v));
    const share = filterShares(filter, spectrum.mu, spectrum.rank, n);
    assert.equal(share.length, spectrum.mu.length);
  }
  const leverage = predictor.leverage ?? new Float64Array(m);
  const nothing = liveDeviation(predictor, spectrum, { kind: 'zones', lambda: 0, k: 0, r: 0 });
  nothing.forEach((v, j) => {
    assert.ok(Math.abs(v * v - 1 - leverage[j]) < 1e-12, 'the unpenalised features alone');
  });
  const { prior: _, ...without } = predictor;
  assert.ok(liveDeviation(without, spectrum, filters[0]).every(Number.isNaN));
});

test('rank that is no multiple of the unrolled step', () => {
  for (const rank of [1, 2, 3, 5, 7]) {
    const ones = new Float64Array(rank).fill(1);
    const beyond = { count: 0, score: 0 };
    const spectrum = { n: rank, unpenalised: 0, mu: ones, rank, clipped: 0, coordinates: ones, beyond };
    const predictor = { rows: 2, rank, p: new Float32Array(2 * rank).fill(1), base: Float64Array.of(10, 20) };
    const filter: FilterSpec = { kind: 'zones', lambda: 1, k: 0, r: rank };
    assert.deepEqual([...predictLive(predictor, spectrum, filter)], [10 + rank / 2, 20 + rank / 2]);
  }
});

test('the steps of a drag, of which each goes on from the last, predict as a fresh page does', () => {
  const random = new Random(7);
  const [rows, rank] = [1200, 1000];
  for (const fall of [1.5, 12]) {
    const mu = Float64Array.from({ length: rank }, (_, i) => 10 ** ((-fall * i) / rank));
    const coordinates = mu.map((v) => random.normal() * (fall > 10 ? 1 : Math.sqrt(v)));
    const beyond = { count: 0, score: 0 };
    const spectrum = { n: rank, unpenalised: 0, mu, rank, clipped: 0, coordinates, beyond };
    const p = Float32Array.from(
      { length: rows * rank },
      (_, o) => random.normal() * (fall > 10 ? 1 : Math.sqrt(mu[o % rank])),
    );
    const predictor = { rows, rank, p, base: Float64Array.from({ length: rows }, () => random.normal()) };
    const filter = { kind: 'zones' as const, lambda: 1e-3, k: 10, r: rank };
    for (let step = 0; step < 150; step++) {
      const axis = (['k', 'r', 'lambda'] as const)[random.below(3)];
      if (axis === 'lambda' && random.uniform() < 0.2) filter.lambda = 10 ** (-12 * random.uniform());
      if (axis === 'k') filter.k = random.below(filter.r + 1);
      if (axis === 'r') filter.r = filter.k + random.below(rank - filter.k + 1);
      const dragged = predictLive(predictor, spectrum, { ...filter });
      const fresh = predictLive({ ...predictor }, spectrum, { ...filter });
      const most = fresh.reduce((largest, v) => Math.max(largest, Math.abs(v)), 0);
      for (let j = 0; j < rows; j++)
        assert.ok(Math.abs(dragged[j] - fresh[j]) <= 1e-11 * most, `step ${step}, ${axis}`);
      dragged.fill(0);
    }
  }
});

test('R², RMSE and MAE by hand', () => {
  const scores = scoreHoldout(Float64Array.of(1, 2, 3, 6), Float64Array.of(1, 3, 3, 4));
  assert.equal(scores.rmse, Math.sqrt(5 / 4));
  assert.equal(scores.mae, 3 / 4);
  assert.ok(Math.abs(scores.r2 - (1 - 5 / 14)) < 1e-15);
  assert.ok(Number.isNaN(scoreHoldout(Float64Array.of(2, 2), Float64Array.of(1, 2)).r2), 'nothing to explain');
});

test('a fit of every row of noise is no function of any size: its interval is some deviations of the target wide at every lambda', () => {
  const random = new Random(4);
  // Rows far from one another in length scales, so that each can be fitted by itself.
  const fit = madeFit(n, 'constant', undefined, lengthScale / 20);
  const spectrum = spectrumOf(
    fit.basis,
    Float64Array.from({ length: n }, () => random.normal()),
  );
  const predictor: LivePredictor = { ...predictorOf(fit, 'constant'), leverage: new Float64Array(m) };
  predictor.prior?.fill(1);
  predictor.p.fill(0);
  for (const lambda of [1e-14, 1e-10, 1e-5, 1e-2]) {
    const variance = liveVariance(predictor, spectrum, 1, { kind: 'zones', lambda, k: 0, r: n });
    for (const v of variance) assert.ok(v > 0.1 && Math.sqrt(v) < 8, `λ ${lambda}: ${Math.sqrt(v)}`);
  }
});
