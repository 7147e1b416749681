import type { RunContext } from '../../contract/context';
import type { LaneId } from '../../contract/race';
import { permutation } from '../../data/random';
import type { Problem } from '../../fit/problem';
import { isColumnSum } from '../../search/columnSum';
import { drawnIn } from '../../search/drawnIn';
import { problemOn, type SearchProblem } from '../../search/searchProblem';
import { type Hyperparameters, oneScale, type Tuned, tune } from '../../search/tune';
import { tuneColumnSum } from '../../search/tuneColumnSum';
import { CANDIDATES, LARGE_ROWS } from './candidates';
import { tunedTargets } from './farTargets';
import { kernelOfLane, openKernel, type RaceTask } from './judge';
import { distinctRows, searchedOf } from './racedRows';

/** Rows on which likelihoods are computed at the end of a race. */
export const REFINED_ROWS = 800;
/** The same for a sum, of which each evaluation costs more. */
const SUM_ROWS = 600;
const SUM_REFINEMENTS = 10;
const REFINEMENTS = 15;
/** As many rows for each length scale tell of it without what the others say. */
const ROWS_OF_A_SCALE = 50;
/** Where there are very many rows, a few more evaluations on more of them. */
export const FINER_ROWS = 1600;
export const FINER = 4;

/** The scales of the chosen one on all rows, as many as are affordable, from those of the race. */
export function finished(
  whole: Problem,
  task: RaceTask,
  id: LaneId,
  { common, start }: { readonly common: Tuned; readonly start: Hyperparameters },
  context: RunContext,
): Hyperparameters {
  const { searched, judging, first, byColumn, lambda, seed, linalg } = task;
  const { x } = whole;
  const open = openKernel(task, CANDIDATES[id].kernel);
  const set = lambda === undefined ? {} : { lambda };
  const order = permutation(x.rows, seed, context);
  const onRows = (most: number, at: Hyperparameters): SearchProblem => {
    const all = { ...searchedOf(whole, searched.features !== undefined), template: kernelOfLane(task, id, at) };
    const some = problemOn(all, distinctRows(whole, order, most));
    const tuned = first ? { ...some, y: tunedTargets(some, judging.loss, first) } : some;
    return whole.codes ? some : drawnIn(tuned, { ...oneScale(x.columns), count: 0 }, at, linalg, context);
  };
  const drawn = onRows(isColumnSum(open) ? SUM_ROWS : REFINED_ROWS, start);
  if (isColumnSum(open)) {
    const from = { ...start, curvature: common.curvature };
    const refined = tuneColumnSum(
      drawn,
      open,
      { ...set, budget: SUM_REFINEMENTS, rows: x.rows },
      linalg,
      context,
      from,
    );
    return refined ?? start;
  }
  const groups = start.scales.length > 1 ? byColumn : oneScale(x.columns);
  // Columns have scales near a common one where few rows tell of each.
  const few = groups.count > 1 && drawn.x.rows < ROWS_OF_A_SCALE * groups.count;
  const rule = { groups, ...set, ...(few && { reference: common.scales[0] }) };
  const refined = tune({ ...drawn, template: open }, { ...rule, budget: REFINEMENTS }, start, linalg, context);
  if (refined === undefined || groups.count === 1 || x.rows < LARGE_ROWS) return refined ?? start;
  const more = { ...onRows(FINER_ROWS, refined), template: open };
  return tune(more, { ...rule, budget: FINER }, refined, linalg, context) ?? refined;
}
