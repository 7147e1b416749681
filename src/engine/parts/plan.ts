import type { Design, DesignOptions } from '../contract/data';
import type { Parameters } from '../contract/method';
import type { FitContext } from '../fit/method';
import { SUMMED } from './families';
import type { Begun, RowsPlan, SummedId } from './family';
import type { RowShares } from './rowShares';

interface PlanTask {
  readonly method: SummedId;
  readonly parameters: Parameters;
  readonly options: DesignOptions;
  readonly shares: RowShares;
  /** Training rows, as far as they are known. */
  readonly rows: number;
}

/** The plan that these rows lead to; `sample` are training rows alone, held out at most those of another file. `begun`: of a plan made before. */
export function planOf(
  sample: Design,
  { method, parameters, options, shares, rows }: PlanTask,
  context: FitContext,
  begun?: Begun,
): RowsPlan {
  const settled = SUMMED[method].settle(sample, { parameters, rows }, context, begun);
  const {
    train: _train,
    holdout,
    division: _division,
    groups: _groups,
    source: _source,
    raw: _raw,
    ...design
  } = sample;
  const { target, moreTargets, classes, transform } = design;
  const share = options.holdout.kind === 'fraction' ? options.holdout.fraction : 0;
  return {
    ...settled,
    method,
    parameters,
    design,
    ...(holdout && { heldOutFile: holdout }),
    coding: {
      transform,
      targets: [target, ...moreTargets],
      ...(classes && { classes }),
      ...(options.weights !== undefined && { weights: options.weights }),
      ...(options.where !== undefined && { where: options.where }),
      shares,
    },
    heldOutShare: { asked: share, taken: shares.heldOut },
  };
}
