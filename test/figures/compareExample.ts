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
