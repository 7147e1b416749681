import { plain } from '../../figures/words/numbers';
import type { RecipeContext } from '../recipe';
import { byPaper, byUs, type Setting } from '../settings';
import { type Estimate, meanOf } from '../statistics';
import { type FactoredFold, type Fitted, factoredFold, PROBES } from './factoredFold';
import type { FoundKernel, KernelFamily } from './kernelSearch';
import { eachFold, type KernelFold, type MnistPlan } from './mnistFolds';

/** Lambdas around the best of the sample, within the range of its search. More rows want less, so two of them lie below. */
const AROUND = [0.01, 0.1, 1, 10];
/** Leading eigenfunctions left unpenalised, at most; then all of them. */
const MOST = 200;

export interface TableFold extends FactoredFold {
  /** Training rows, which is the last k of `conditional`. */
  readonly n: number;
}

/** The folds computed of one kernel. */
export interface TableResult {
  readonly family: KernelFamily;
  readonly kernel: FoundKernel;
  /** Ascending. */
  readonly lambdas: Float64Array;
  readonly folds: readonly TableFold[];
}

/** The k tried beside all of them. */
export const leadingCounts = ({ grid }: MnistPlan): readonly number[] => grid.counts.filter((k) => k <= MOST);

/** Both ends of `searched` count as inside, rounding aside. */
export function lambdasAround(best: number, searched: Float64Array): Float64Array {
  const [least, greatest] = [searched[0] * 0.999, searched[searched.length - 1] * 1.001];
  return Float64Array.from(AROUND, (times) => times * best).filter((v) => v >= least && v <= greatest);
}

/** The first `folds` of the plan's folds for each kernel. */
export function tableResults(
  plan: MnistPlan,
  folds: number,
  families: readonly KernelFamily[],
  seed: number,
  context: RecipeContext,
): readonly TableResult[] {
  const { lambdas: searched, fixedLambda } = plan.grid;
  const counts = leadingCounts(plan);
  const compute = ({ kernel, train, test, context: named }: KernelFold): TableFold => {
    const fits = { lambdas: lambdasAround(kernel.lambda, searched), fixedLambda, counts, seed };
    return { n: train.n, ...factoredFold(kernel.form, train, test, fits, context.linalg, named) };
  };
  return eachFold(plan, families, context, compute, folds).map((result) => ({
    ...result,
    lambdas: lambdasAround(result.kernel.lambda, searched),
  }));
}

/** The fit with the least GCV error; a numerically singular one is never it. */
export function chosen(fits: readonly Fitted[]): number {
  let at = 0;
  for (let i = 1; i < fits.length; i++) if (!(fits[i].gcv >= fits[at].gcv) && !Number.isNaN(fits[i].gcv)) at = i;
  return at;
}

/** Mean over folds with the error of their scatter; of one fold alone that of its rows. */
export function meanOverFolds(folds: readonly Float64Array[]): Estimate {
  return folds.length === 1 ? meanOf(folds[0]) : meanOf(folds.map((values) => meanOf(values).mean));
}

export function tableSettings(
  plan: MnistPlan,
  results: readonly TableResult[],
  folds: number,
  fixedLambda: number,
  quick: boolean,
): Setting[] {
  const { images, rows } = plan;
  const counts = leadingCounts(plan);
  const each = (of: (result: TableResult) => string) => results.map((r) => `${r.family.name}: ${of(r)}`).join('; ');
  const some = folds < plan.folds ? `the first ${folds} of ${plan.folds} folds` : `${folds} folds`;
  return [
    byPaper('pixels', '24×24, standardised anew in each fold'),
    byPaper('labels', '7 as +1, 9 as −1; no intercept'),
    byPaper('λ of hard thresholding', `${fixedLambda}`),
    quick || folds < plan.folds
      ? byUs('rows and folds', `${rows.length} of ${images.n} rows, ${some} (the paper: all, 10)`)
      : byPaper('rows and folds', `${rows.length} rows, ${some}`),
    byUs(
      'scale of the kernels',
      `least leave-one-out error over λ on ${plan.searchRows} rows: ${each((r) => r.kernel.words)}`,
    ),
    byUs('bias of the NNGP kernel', '0'),
    byUs(
      'λ of ridge',
      `${AROUND.join(', ')} times the best by leave-one-out on those rows, per sample, within 10⁻⁸ to 1: ${each((r) => plain(r.kernel.lambda, 2))}`,
    ),
    byUs(
      'k',
      `${counts.length} values from 0 to ${counts[counts.length - 1]}, and all eigenfunctions of the training rows`,
    ),
    byUs(
      'choice of λ and k',
      `in each fold the least GCV error on its training rows, instead of a validation set; traces from ${PROBES} vectors of random signs; with all eigenfunctions, its limit for λ → 0`,
    ),
    byUs('folds', 'drawn with the seed'),
    byUs(
      'λ chosen',
      each((r) => several(r.folds.map((fold) => plain(r.lambdas[chosen(fold.ridge)], 2)))),
    ),
    byUs(
      'k chosen',
      each((r) => several(r.folds.map((fold) => countText(chosen(fold.conditional), counts)))),
    ),
  ];
}

const countText = (at: number, counts: readonly number[]): string => (at < counts.length ? `${counts[at]}` : 'all');

/** "all", or "120 and all" where folds differ. */
const several = (values: readonly string[]): string => [...new Set(values)].join(' and ');
