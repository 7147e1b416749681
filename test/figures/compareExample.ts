import type { LaneId, Race, RaceLane } from '../../src/engine/contract/race';
import type { RunResult } from '../../src/engine/contract/run';
import { type ComparedRun, comparedRun } from '../../src/figures/compare/comparedRun';
import { type ExampleOptions, exampleRun } from './exampleRun';
import { robustExample } from './robustExample';

/** A run under another id, as if it took that long. */
const renamed = (run: RunResult, id: string, total: number): RunResult => ({
  ...run,
  id,
  timings: { total },
  bytes: 3e6 * total,
});

/** A robust run as if it had held out the rows of another, predicted half way between that run's predictions and the truth. */
function onRowsOf(run: RunResult, robust: RunResult): RunResult {
  const { holdout } = run;
  if (!holdout) return robust;
  const predicted = holdout.predicted.map((v, j) => (v + holdout.observed[j]) / 2);
  return { ...robust, target: run.target, holdout: { ...holdout, predicted } };
}

/** Fits of the same rows with different length scales, a robust one on the same held-out rows, and one that held out others. */
export function compareExample(options: ExampleOptions = {}): readonly ComparedRun[] {
  const sized = { n: 40, holdout: 12, ...options };
  const gaussian = exampleRun(sized);
  const short = exampleRun({ ...sized, lengthScale: 0.3 });
  const robust = onRowsOf(gaussian, robustExample({ n: sized.n, holdout: sized.holdout }));
  const others = exampleRun({ ...sized, holdout: sized.holdout + 3 });
  return [
    comparedRun(renamed(gaussian, 'gaussian', 6.1), 'Gaussian'),
    comparedRun(renamed(short, 'short', 0.74), 'Short Gaussian'),
    comparedRun(renamed(robust, 'huber', 74), 'Huber'),
    comparedRun(renamed(others, 'others', 7), 'Other rows'),
  ];
}

/** The same for classes, without a robust one. */
export function compareClasses(classes: 2 | 3): readonly ComparedRun[] {
  const sized = { n: 60, holdout: 40, classes };
  return [
    comparedRun(renamed(exampleRun(sized), 'gaussian', 6.1), 'Gaussian'),
    comparedRun(renamed(exampleRun({ ...sized, lengthScale: 0.12 }), 'short', 5), 'Short Gaussian'),
  ];
}

const number = (value: number, half: number) => ({
  value,
  standardError: half / 2,
  interval: [value - half, value + half] as const,
});

/** A race with lanes in every state. */
export function compareRace(): Race {
  const lane = (id: LaneId, title: string, more: Partial<RaceLane> = {}): RaceLane => ({
    id,
    title,
    baseline: false,
    state: 'judged',
    folds: 10,
    seconds: 0.42,
    ...more,
  });
  const worse = (value: number) => ({
    error: number(1.14 + value, 0.1),
    difference: { ...number(value, 0.06), share: value / 1.14, shareHalfWidth: 0.05, verdict: 'worse' as const },
  });
  const alike = { ...number(0.02, 0.06), share: 0.02, shareHalfWidth: 0.05, verdict: 'unclear' as const };
  return {
    task: 'regress',
    loss: 'squared',
    target: 'pressure',
    rows: 240,
    trainingRows: 240,
    folds: 10,
    seed: 0,
    columns: ['width', 'flow', 'material'],
    lanes: [
      lane('mean', 'Mean', { baseline: true, ...worse(5.7), seconds: 0.001 }),
      lane('column', 'Best single column', { baseline: true, ...worse(4.1), column: 'flow' }),
      lane('line', 'Straight line', { baseline: true, ...worse(3.2) }),
      lane('gaussian', 'Gaussian', worse(0.4)),
      lane('sum', 'Sum over columns', { error: number(1.16, 0.1), difference: alike }),
      lane('matern32', 'Matérn 3/2', { error: number(1.14, 0.1), difference: { ...alike, ...number(0, 0) } }),
      lane('laplace', 'Laplace', { ...worse(0.9), state: 'stopped', folds: 3 }),
      lane('matern32-columns', 'Matérn 3/2, one length scale per column', {
        state: 'failed',
        folds: 0,
        why: 'no scale',
      }),
    ],
    chosen: 'matern32',
    lowest: 'matern32',
    rule: 'lowest error of the race over 10 folds',
    seconds: 3.4,
  };
}
