import { partOf, type RunContext } from '../../engine/contract/context';
import type { LabelledImages } from '../labelledImages';
import type { RecipeContext } from '../recipe';
import type { Setting } from '../settings';
import { byPaper, byUs } from '../settings';
import { powersOfTen } from '../statistics';
import { type FoldErrors, foldErrors, type PathGrid } from './foldSpectrum';
import { type FoundKernel, type KernelFamily, searchKernel } from './kernelSearch';
import { foldsOf, imagesIn, type Rows, shuffledRows, standardised, takeRows, without } from './mnistRows';

/** The fixed lambda of hard thresholding (CKRR section 6). */
export const FIXED_LAMBDA = 0.01;
const LAMBDAS = powersOfTen(-8, 0, 33);

/** What is computed for each kernel, and how much of the file it takes. */
export interface MnistPlan {
  readonly images: LabelledImages;
  readonly rows: Uint32Array;
  readonly folds: number;
  readonly searchRows: number;
  readonly grid: PathGrid;
}

export interface KernelResult {
  readonly family: KernelFamily;
  readonly kernel: FoundKernel;
  readonly folds: readonly FoldErrors[];
}

export function mnistPlan(context: RecipeContext, seed: number, quick: boolean): MnistPlan {
  const images = imagesIn(context);
  const rows = shuffledRows(images, quick ? 1500 : images.n, seed);
  const folds = quick ? 3 : Math.min(10, rows.length);
  const least = rows.length - Math.ceil(rows.length / folds);
  return {
    images,
    rows,
    folds,
    searchRows: Math.min(quick ? 400 : 1000, rows.length),
    grid: { lambdas: LAMBDAS, fixedLambda: FIXED_LAMBDA, counts: countsUpTo(least) },
  };
}

/** 0, 1, 2, 3, … with about twelve to a factor of ten, and the last itself. */
function countsUpTo(last: number): number[] {
  const counts = new Set([0, last]);
  for (let v = 1; v < last; v *= 10 ** (1 / 12)) counts.add(Math.round(v));
  return [...counts].filter((k) => k <= last).sort((a, b) => a - b);
}

/** What one fold of one kernel is computed from. */
export interface KernelFold {
  readonly kernel: FoundKernel;
  readonly train: Rows;
  readonly test: Rows;
  readonly context: RunContext;
}

/**
 * Each kernel with its scale found on the rows that come first, then `compute` on its folds: all of the plan's, or as many as asked for.
 * Rows are standardised in each.
 */
export function eachFold<T>(
  plan: MnistPlan,
  families: readonly KernelFamily[],
  context: RecipeContext,
  compute: (fold: KernelFold) => T,
  count = plan.folds,
): { readonly family: KernelFamily; readonly kernel: FoundKernel; readonly folds: readonly T[] }[] {
  const { images, rows, grid, searchRows } = plan;
  const parts = foldsOf(rows, plan.folds).slice(0, count);
  const few = takeRows(images, rows.subarray(0, searchRows));
  const [sample] = standardised(few, few, true);
  return families.map((family, f) => {
    const part = (from: number, to: number) =>
      partOf(context, (f + from) / families.length, (f + to) / families.length);
    const kernel = searchKernel(family, sample, grid.lambdas, context.linalg, part(0, 0.05));
    const folds = parts.map((testRows, t) => {
      context.check();
      const trainRows = without(rows, testRows);
      const [train, test] = standardised(takeRows(images, trainRows), takeRows(images, testRows), true);
      const inner = part(0.05 + (0.95 * t) / count, 0.05 + (0.95 * (t + 1)) / count);
      const named: RunContext = {
        progress: (fraction, stage) => inner.progress(fraction, `${family.name}, fold ${t + 1} of ${count}: ${stage}`),
        get cancelled() {
          return context.cancelled;
        },
        check: () => context.check(),
      };
      return compute({ kernel, train, test, context: named });
    });
    return { family, kernel, folds };
  });
}

/** The errors of all folds of each kernel, one decomposition apiece. */
export function mnistResults(
  plan: MnistPlan,
  families: readonly KernelFamily[],
  context: RecipeContext,
): readonly KernelResult[] {
  return eachFold(plan, families, context, ({ kernel, train, test, context: named }) =>
    foldErrors(kernel.form, train, test, plan.grid, context.linalg, named),
  );
}

/** The settings that figure 4 and Table 1 share. */
export function mnistSettings(plan: MnistPlan, results: readonly KernelResult[], quick: boolean): Setting[] {
  const { images, rows, folds, searchRows } = plan;
  return [
    byPaper('pixels', '24×24, standardised anew in each fold'),
    byPaper('labels', '7 as +1, 9 as −1; no intercept'),
    byPaper('λ of hard thresholding', `${FIXED_LAMBDA}`),
    quick
      ? byUs('rows and folds', `${rows.length} of ${images.n} rows, ${folds} folds (the paper: all, 10)`)
      : byPaper('rows and folds', `${rows.length} rows, ${folds} folds`),
    byUs(
      'scale of the kernels',
      `least leave-one-out error over λ on ${searchRows} rows: ${results.map((r) => `${r.family.name}: ${r.kernel.words}`).join('; ')}`,
    ),
    byUs('bias of the NNGP kernel', '0'),
    byUs('λ of ridge', '33 values from 10⁻⁸ to 1, per sample'),
    byUs('folds', 'drawn with the seed'),
  ];
}
