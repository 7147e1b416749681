import type { RobustFit } from '../../src/engine/contract/robust';
import type { RunResult } from '../../src/engine/contract/run';
import { generator } from './exampleData';
import { largeRun } from './largeRun';
import { robustExample } from './robustExample';

/** A robust run of the size that the slider must follow, with made-up values along 45 strengths: only its size is real. */
export function robustLarge(n: number, held: number, quantiles: boolean): RunResult {
  const large = largeRun(n, held);
  const small = robustExample({ n: 24, holdout: 8, method: quantiles ? 'quantile' : 'huber' });
  if (!small.robust || !large.holdout) throw new Error('needs a robust fit and held-out rows');
  const { path, taus } = small.robust;
  const points = 45;
  const next = generator(3);
  const noise = (length: number) => Float64Array.from({ length }, () => next() - 0.5);
  const spread = (length: number) => Float32Array.from({ length }, () => next() - 0.5);
  const levels = <T>(make: () => T): T[] => Array.from(taus ?? [0.5], make);
  const values = Float64Array.from({ length: points }, (_, l) => 1e-6 * 10 ** (l / 7));
  const curve = Float64Array.from({ length: points }, (_, l) => 1 + (l - 20) ** 2 / 400);
  const rows = Uint32Array.from({ length: n }, (_, i) => i + 1);
  const robust: RobustFit = {
    ...small.robust,
    path: {
      ...path,
      values,
      score: curve,
      scoreStandardError: curve.map(() => 0.05),
      training: curve,
      support: curve.map(() => n),
      largest: curve,
      remainder: curve.map(() => 0),
      least: { score: 20, oneStandardError: 24 },
      coefficients: { at: rows.slice(0, 40), values: spread(40 * points) },
    },
    at: 20,
    strength: values[20],
    rows,
    lines: rows,
    observed: noise(n),
    alpha: levels(() => noise(n)),
    fitted: levels(() => noise(n)),
    errors: noise(n),
    squared: {
      alpha: noise(n),
      fitted: noise(n),
      holdout: { predicted: noise(held), r2: 0.5, rmse: 1, mae: 1 },
    },
    holdout: levels(() => noise(held)),
    live: {
      holdout: levels(() => spread(held * points)),
      fitted: levels(() => spread(n * points)),
      alpha: spread(n * points),
      errors: spread(n * points),
    },
    partial: small.robust.partial.map((curveOf) => ({
      ...curveOf,
      values: curveOf.fitted.map((v) => spread(v.length * points)),
    })),
  };
  const { surface: _, ...kept } = large;
  return {
    ...kept,
    axes: ['lambda'],
    paths: large.paths.slice(0, 1),
    live: small.live,
    method: small.method,
    robust,
  };
}
