import type { Computing } from '../linalg/linalg';
import { computeFoldGrid, type FoldGrid } from './foldGrid';
import {
  computeFirstTuning,
  computeOnFolds,
  type FirstTuning,
  type FirstTuningResult,
  type OnFolds,
  type OnFoldsResult,
} from './foldTrial';
import { computeHuberOnFolds, type HuberOnFolds, type HuberOnFoldsResult } from './huberTrial';
import type { SearchProblem } from './searchProblem';

/** Each kind of trial, and its result. */
interface Trials {
  readonly grid: { readonly trial: FoldGrid; readonly result: Float64Array };
  readonly first: { readonly trial: FirstTuning; readonly result: FirstTuningResult };
  readonly folds: { readonly trial: OnFolds; readonly result: OnFoldsResult };
  readonly huber: { readonly trial: HuberOnFolds; readonly result: HuberOnFoldsResult };
}
export type TrialKind = keyof Trials;
/** Plain data, so that any thread may compute it. */
export type Trial<K extends TrialKind = TrialKind> = Trials[K]['trial'];
export type TrialResult<K extends TrialKind = TrialKind> = Trials[K]['result'];

type Computes = {
  readonly [K in TrialKind]: (problem: SearchProblem, trial: Trial<K>, context: Computing) => TrialResult<K>;
};

const COMPUTE: Computes = {
  grid: computeFoldGrid,
  first: computeFirstTuning,
  folds: computeOnFolds,
  huber: computeHuberOnFolds,
};

/** The same numbers on every core of as many threads. */
export function computeTrial<K extends TrialKind>(
  problem: SearchProblem,
  trial: Trial<K>,
  context: Computing,
): TrialResult<K> {
  return COMPUTE[trial.kind as K](problem, trial, context);
}
