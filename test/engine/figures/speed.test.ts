import { test } from 'node:test';
import type { RunResult } from '../../../src/engine/contract/run';
import { factsOf } from '../../../src/engine/figures/facts';
import { overviewOf } from '../../../src/engine/figures/overview';
import { type FigureTab, figuresOf } from '../../../src/engine/figures/tabs';
import { deriveView } from '../../../src/engine/figures/view';
import { riskAt } from '../../../src/engine/spectrum/risk';
import { generator } from './exampleData';
import { exampleRun } from './exampleRun';

/** A run of the size that the slider must follow, with made-up spectrum and predictors: only its size is real. */
function largeRun(n: number, held: number): RunResult {
  const small = exampleRun({ n: 30, holdout: 10 });
  const next = generator(1);
  const noise = (length: number) => Float64Array.from({ length }, () => next() - 0.5);
  const predictor = (rows: number) => ({ rows, rank: n, p: Float32Array.from(noise(rows * n)) });
  const mu = Float64Array.from({ length: n }, (_, i) => 0.2 * (i + 1) ** -1.5);
  const spectrum = { n, mu, rank: n, clipped: 0, coordinates: noise(n).map((v, i) => (v * 5) / (i + 1)) };
  const risks = Array.from(small.path.lambda, (l) => riskAt(spectrum, small.noise.sigma2, l));
  const rows = Uint32Array.from({ length: held }, (_, j) => j + 1);
  const observed = noise(held);
  return {
    ...small,
    spectrum,
    path: { ...small.path, degreesOfFreedom: Float64Array.from(risks, (r) => r.degreesOfFreedom) },
    holdout: { rows, lines: rows, observed, predicted: noise(held), lower: observed, upper: observed },
    live: {
      holdout: predictor(held),
      partial: small.live.partial.map((p) => ({ ...p, predictor: predictor(p.grid.length) })),
    },
  };
}

test('a drag at n = 5,000 (printed, not asserted: machines differ)', (t) => {
  const run = largeRun(5000, 500);
  const start = performance.now();
  const facts = factsOf(run);
  t.diagnostic(`facts, once a run: ${(performance.now() - start).toFixed(1)} ms`);
  for (const tab of ['overview', 'spectrum', 'alignment', 'risk', 'fit'] as FigureTab[]) {
    const times: number[] = [];
    for (let k = 0; k < 15; k++) {
      const from = performance.now();
      const view = deriveView(run, run.lambda * 1.1 ** (k + 1), facts);
      figuresOf(tab, view);
      if (tab === 'overview') overviewOf(view);
      times.push(performance.now() - from);
    }
    times.sort((a, b) => a - b);
    t.diagnostic(`${tab}: median ${times[7].toFixed(1)} ms, worst ${times[14].toFixed(1)} ms`);
  }
});
