import { plain } from '../../engine/words/numbers';
import { byUs, type Setting } from '../settings';
import { type MeanEstimate, meanOf } from '../statistics';
import type { Run } from '../study';
import { type FactoredFold, type Fitted, factoredFold, PROBES } from './factoredFold';
import { eachKernel, foldRows, type MnistPlan, mnistSettings, type ScaledMnistKernel } from './mnistFolds';

/** Lambdas around the best of the sample, within the range of its search. More rows want less, so two of them lie below. */
const AROUND = [0.01, 0.1, 1, 10];
/** Leading eigenfunctions left unpenalised, at most; then all of them. */
const MOST = 200;

/** The folds computed of one kernel. */
export interface TableResult extends ScaledMnistKernel {
  /** Ascending. */
  readonly lambdas: Float64Array;
  readonly folds: readonly FactoredFold[];
}

/** The k tried beside all of them. */
export const leadingCounts = ({ grid }: MnistPlan): readonly number[] => grid.counts.filter((k) => k <= MOST);

/** Both ends of `searched` count as inside, rounding aside. */
export function lambdasAround(best: number, searched: Float64Array): Float64Array {
  const [least, greatest] = [searched[0] * 0.999, searched[searched.length - 1] * 1.001];
  return Float64Array.from(AROUND, (times) => times * best).filter((v) => v >= least && v <= greatest);
}

/** One fold of one kernel. */
export function tableFold(plan: MnistPlan, { kernel }: ScaledMnistKernel, fold: number, run: Run<object, unknown>) {
  const [train, test] = foldRows(plan, fold);
  const { lambdas, fixedLambda } = plan.grid;
  const fits = {
    lambdas: lambdasAround(kernel.lambda, lambdas),
    fixedLambda,
    counts: leadingCounts(plan),
    seed: run.request.seed,
  };
  return factoredFold(kernel.form, train, test, fits, run.linalg, run);
}

/** The fit with the least GCV error; a numerically singular one is never it. */
export function chosen(fits: readonly Fitted[]): number {
  let at = 0;
  for (let i = 1; i < fits.length; i++) if (!(fits[i].gcv >= fits[at].gcv) && !Number.isNaN(fits[i].gcv)) at = i;
  return at;
}

/** Mean over folds with the error of their scatter; of one fold alone that of its rows. */
export function meanOverFolds(folds: readonly Float64Array[]): MeanEstimate {
  return folds.length === 1 ? meanOf(folds[0]) : meanOf(folds.map((values) => meanOf(values).mean));
}

export function foldTableSettings(
  plan: MnistPlan,
  results: readonly TableResult[],
  folds: number,
  quick: boolean,
): Setting[] {
  const counts = leadingCounts(plan);
  const shared = mnistSettings(plan, folds, quick, [
    byUs(
      'λ of ridge',
      `${AROUND.join(', ')} times the best by leave-one-out on those rows, per sample, within 10⁻⁸ to 1: ${eachKernel(results, ({ kernel }) => plain(kernel.lambda, 2))}`,
    ),
    byUs(
      'k',
      `${counts.length} values from 0 to ${counts[counts.length - 1]}, and all eigenfunctions of the training rows`,
    ),
    byUs(
      'choice of λ and k',
      `in each fold the least GCV error on its training rows, instead of a validation set; traces from ${PROBES} vectors of random signs; with all eigenfunctions, its limit for λ → 0`,
    ),
  ]);
  return [
    ...shared,
    byUs(
      'λ chosen',
      eachKernel(results, (r) => several(r.folds.map((fold) => plain(r.lambdas[chosen(fold.ridge)], 2)))),
    ),
    byUs(
      'k chosen',
      eachKernel(results, (r) => several(r.folds.map((fold) => countText(chosen(fold.conditional), counts)))),
    ),
  ];
}

const countText = (at: number, counts: readonly number[]): string => (at < counts.length ? `${counts[at]}` : 'all');

/** "all", or "120 and all" where folds differ. */
const several = (values: readonly string[]): string => [...new Set(values)].join(' and ');
