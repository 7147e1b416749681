import type { LivePredictor, RunResult, SpectrumData } from '../../src/engine/contract/run';
import { riskPath } from '../../src/engine/spectrum/risk';
import { generator } from './exampleData';
import { exampleRun } from './exampleRun';

/** A three-zone run of the size that the sliders must follow, with made-up spectrum and predictors: only its size is real. */
export function largeRun(n: number, held: number): RunResult {
  const small = exampleRun({ n: 30, holdout: 10, method: 'three-zone' });
  const next = generator(1);
  const noise = (length: number) => Float64Array.from({ length }, () => next() - 0.5);
  const q = n - 1;
  const predictor = (rows: number): LivePredictor => ({
    rows,
    rank: q,
    p: Float32Array.from(noise(rows * q)),
    base: new Float64Array(rows).fill(small.mean),
  });
  const mu = Float64Array.from({ length: q }, (_, i) => 0.2 * (i + 1) ** -1.5);
  const coordinates = noise(q).map((v, i) => (v * 5) / (i + 1));
  const beyond = { count: 0, score: 0 };
  const spectrum: SpectrumData = { n, unpenalised: 1, mu, rank: q, clipped: 0, coordinates, beyond };
  const filter = { kind: 'zones', lambda: 1e-4, k: 10, r: q } as const;
  const rows = Uint32Array.from({ length: held }, (_, j) => j + 1);
  const observed = noise(held);
  const grids = { lambda: grid(1e-8, 1, 101), k: counts(0, q, 40), r: counts(1, q, 40) } as const;
  const paths = (['lambda', 'k', 'r'] as const).map((axis) => {
    const { cp: _, ...risk } = riskPath(spectrum, small.noise.sigma2, filter, axis, grids[axis]);
    const loo = risk.gcv;
    const least = { loo: 5, gcv: 5, cv: 5, total: 5, oneStandardError: 6 };
    return { axis, values: grids[axis], loo, cv: loo, cvStandardError: loo.map((v) => v / 10), ...risk, least };
  });
  const axes = [
    { axis: 'lambda', values: grids.lambda.filter((_, i) => i % 2 === 0) },
    { axis: 'k', values: grids.k.filter((_, i) => i % 2 === 0) },
    { axis: 'r', values: grids.r.filter((_, i) => i % 2 === 0) },
  ] as const;
  const cells = axes.reduce((product, { values }) => product * values.length, 1);
  return {
    ...small,
    spectrum,
    filter,
    paths,
    surface: { axes, loo: Float64Array.from({ length: cells }, (_, i) => 1 + Math.sin(i / 500) ** 2) },
    holdout: { rows, lines: rows, observed, predicted: noise(held), lower: observed, upper: observed },
    live: {
      holdout: predictor(held),
      partial: small.live.partial.map((p) => ({ ...p, predictor: predictor(p.grid.length) })),
    },
  };
}

function grid(low: number, high: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, j) => low * (high / low) ** (j / (count - 1)));
}

function counts(low: number, high: number, most: number): Float64Array {
  return Float64Array.from(new Set(Array.from(grid(1 + low, 1 + high, most), (v) => Math.round(v - 1))));
}
