import type { LaneId } from '../../contract/race';
import { permutation } from '../../data/random';
import type { Problem } from '../../fit/problem';
import type { Computing } from '../../linalg/linalg';
import { chosenOn, isColumnSum, type KernelNumbers, startOfSum } from '../../search/columnSum';
import { drawnIn } from '../../search/drawnIn';
import type { TunedCandidate } from '../../search/foldTrial';
import { problemOn, type SearchProblem } from '../../search/searchProblem';
import { type Hyperparameters, oneScale, tune } from '../../search/tune';
import { tuneColumnSum } from '../../search/tuneColumnSum';
import { CANDIDATES, LARGE_ROWS } from './candidates';
import { tunedTargets } from './farTargets';
import { kernelOfLane, openKernel, type RaceTask } from './judge';
import { distinctRows, searchedOf } from './racedRows';

/** The number of rows on which likelihoods are computed at the end of a race. */
export const REFINED_ROWS = 800;
/** The same for a sum, whose evaluations cost more. */
const SUM_ROWS = 600;
const SUM_REFINEMENTS = 10;
/** And for a sum whose columns were chosen anew, whose numbers are searched from its start. */
const SUM_ANEW = 18;
const REFINEMENTS = 15;
/** With this many rows for each length scale, a scale is estimated without reference to the others. */
const ROWS_OF_A_SCALE = 50;
/** With very many rows, a few more evaluations are made on more of them. */
export const FINER_ROWS = 1600;
export const FINER = 4;

/** The numbers that a race on a sample of the rows tuned a candidate to. */
export interface RacedTuning {
  /** With one length scale for all columns. */
  readonly common: TunedCandidate;
  /** With the candidate's own length scales. */
  readonly start: Hyperparameters;
}

/** A candidate that is to be tuned on more rows than the race had. */
interface Refining extends RacedTuning {
  readonly full: Problem;
  readonly task: RaceTask;
  readonly id: LaneId;
}

/**
 * The numbers of a candidate, tuned on the first of the rows `among` (0-based among all rows), as many as are
 * affordable. If these are `apart` from the rows that judge it, the columns of a sum are chosen on them too.
 */
export function refined(from: Refining, among: Uint32Array, apart: boolean, context: Computing): KernelNumbers {
  const { full, task, id, common, start } = from;
  const open = openKernel(task, CANDIDATES[id].kernel);
  if (isColumnSum(open)) {
    const drawn = searchedOn(from, distinctRows(full, among, SUM_ROWS), start, context);
    const sum = apart ? chosenOn(open, drawn.x, drawn.y) : open;
    const anew = sum !== open;
    const alike = sum.start.length === open.start.length;
    const begin = { ...(anew ? startOfSum(sum) : start), ...(alike && { curvature: common.curvature }) };
    const rule = { ...lambdaOf(task), budget: anew ? SUM_ANEW : SUM_REFINEMENTS, rows: full.x.rows };
    const at = tuneColumnSum(drawn, sum, rule, context, begin) ?? begin;
    return { ...at, ...(anew && { sum }) };
  }
  const drawn = searchedOn(from, distinctRows(full, among, REFINED_ROWS), start, context);
  const rule = { ...ruleOf(from, drawn.x.rows), budget: REFINEMENTS };
  return tune({ ...drawn, template: open }, rule, start, context) ?? start;
}

/**
 * The scales of the chosen candidate on all rows, as many as are affordable. `known`: the scales with which it was
 * compared again.
 */
export function finalScales(from: Refining, known: KernelNumbers | undefined, context: Computing): KernelNumbers {
  const { full, task, id } = from;
  const open = openKernel(task, CANDIDATES[id].kernel);
  const order = permutation(full.x.rows, task.seed, context);
  const first = known ?? refined(from, order, false, context);
  if (isColumnSum(open) || first.scales.length === 1 || full.x.rows < LARGE_ROWS) return first;
  const more = searchedOn(from, distinctRows(full, order, FINER_ROWS), first, context);
  const rule = ruleOf(from, Math.min(REFINED_ROWS, more.x.rows));
  return tune({ ...more, template: open }, { ...rule, budget: FINER }, first, context) ?? first;
}

const lambdaOf = ({ lambda }: RaceTask) => (lambda === undefined ? {} : { lambda });

function ruleOf({ task, common, start }: Refining, rows: number) {
  const { byColumn, problem } = task;
  const groups = start.scales.length > 1 ? byColumn : oneScale(problem.x.columns);
  // Columns have scales near a common one if few rows determine each.
  const few = groups.count > 1 && rows < ROWS_OF_A_SCALE * groups.count;
  return { groups, ...lambdaOf(task), ...(few && { reference: common.scales[0] }) };
}

/** These rows in the form in which a kernel is tuned on them, targets that lie far out drawn in. */
function searchedOn(
  { full, task, id }: Refining,
  rows: Uint32Array,
  at: KernelNumbers,
  context: Computing,
): SearchProblem {
  const { searched, judging, first } = task;
  const all = { ...searchedOf(full, searched.features !== undefined), template: kernelOfLane(task, id, at) };
  const some = problemOn(all, rows);
  if (full.codes) return some;
  const tuned = first ? { ...some, y: tunedTargets(some, judging.loss, first, context) } : some;
  return drawnIn(tuned, { ...oneScale(full.x.columns), count: 0 }, at, context);
}
