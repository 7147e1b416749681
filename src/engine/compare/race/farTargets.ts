import type { RaceLoss } from '../../contract/race';
import type { FirstFit } from '../../fit/firstFit';
import { type Problem, withTargets } from '../../fit/problem';
import { QUANTILE_REACH, REACH } from '../../fit/robust/nearTargets';
import type { Computing } from '../../linalg/linalg';
import type { SearchProblem } from '../../search/searchProblem';
import type { Judging } from './judgedRows';

/**
 * The distance from a first fit, in robust scales, beyond which a target counts as that far when rows are judged, as
 * when they are fitted.
 */
const [JUDGED] = REACH;
const [QUANTILES] = QUANTILE_REACH;
/** The distance to which targets further out are drawn in when a kernel is tuned. */
const TUNED = 2.5;

/** The rows and targets on which a race with targets far out is run. */
export interface FarTargets {
  readonly problem: Problem;
  readonly searched: SearchProblem;
  readonly near?: Judging['near'];
}

const isSquared = (loss: RaceLoss) => loss === 'squared';

/**
 * For a robust fit, the rows are tuned and judged with targets far out drawn in. An ordinary fit is judged by squared
 * errors as they are; its kernels are tuned with far targets drawn in, and the losses of a fit to the drawn-in targets
 * are recorded as well.
 */
export function farTargets(
  problem: Problem,
  searched: SearchProblem,
  loss: RaceLoss,
  first: FirstFit,
  context: Computing,
): FarTargets {
  const plain = { x: problem.x, y: problem.outputs.map(({ y }) => y), template: searched.template };
  const tuned = tunedTargets(searched, loss, first, context);
  if (isSquared(loss))
    return { problem, searched: { ...searched, near: tuned }, near: first.near(plain, context, JUDGED) };
  const judged = first.near(plain, context, loss === 'pinball' ? QUANTILES : JUDGED);
  return { problem: withTargets(problem, judged, context), searched: { ...searched, y: tuned } };
}

/** The targets of a search as kernels are tuned on them. */
export const tunedTargets = (
  searched: SearchProblem,
  loss: RaceLoss,
  first: FirstFit,
  context: Computing,
): SearchProblem['y'] => first.near(searched, context, isSquared(loss) ? JUDGED : TUNED, TUNED);
