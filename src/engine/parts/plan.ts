import type { Design, DesignOptions, Sample } from '../contract/data';
import type { Parameters } from '../contract/method';
import { checkDesign } from '../fit/checkDesign';
import { weighClasses } from '../fit/classification';
import type { FeatureWork } from '../fit/features/featureHoldout';
import { drawFeatures } from '../fit/features/fitFeatures';
import { type PreparedFeatures, prepareFit } from '../fit/features/prepare';
import type { FitContext } from '../fit/method';
import { FitSession } from '../fit/session';
import type { Settings } from '../fit/settings';
import { SUMMED, type SummedId } from './families';
import type { PartTask } from './partSums';
import type { RowShares } from './rowShares';

/** What is settled on a sample of the rows before all of them are visited. */
export interface RowsPlan extends PartTask {
  readonly method: SummedId;
  /** Checked against the method's schema. */
  readonly parameters: Parameters;
  readonly settings: Settings;
  /** All of a design but its rows. */
  readonly design: Omit<Design, 'train' | 'holdout' | 'division' | 'groups' | 'source' | 'raw'>;
  /** A file of held-out rows. */
  readonly heldOutFile?: Sample;
  readonly begun: Pick<FeatureWork, 'scale' | 'drawn' | 'iterates'>;
  /** Of the rows, as asked for and as it is. */
  readonly heldOutShare: { readonly asked: number; readonly taken: number };
}

interface PlanTask {
  readonly method: SummedId;
  readonly parameters: Parameters;
  readonly options: DesignOptions;
  readonly shares: RowShares;
  /** Training rows, as far as they are known. */
  readonly rows: number;
}

/** What of a plan is found out by trying: the kernel's scale and the features. */
export type Begun = RowsPlan['begun'];

/** The plan that these rows lead to; `sample` are training rows alone, held out at most those of another file. `begun`: of a plan made before. */
export function planOf(
  sample: Design,
  { method, parameters, options, shares, rows }: PlanTask,
  context: FitContext,
  before?: Begun,
): RowsPlan {
  const { family } = SUMMED[method];
  checkDesign(sample, context);
  const { design, classWeights } = weighClasses(sample, parameters);
  const prepared: PreparedFeatures = prepareFit(design, parameters);
  const { settings, blocks } = prepared;
  const session = FitSession.begin(design, settings.seed, context, classWeights);
  // Conjugate gradients, the choice with many landmarks, would need all rows at hand.
  const drawing: Parameters = method === 'nystrom-ridge' ? { ...parameters, solver: 'spectrum' } : parameters;
  const asked = { family, design, parameters: drawing };
  const begun = before ?? drawFeatures(asked, prepared, session.step('search', 1), rows);
  const {
    train: _train,
    holdout,
    division: _division,
    groups: _groups,
    source: _source,
    raw: _raw,
    ...settled
  } = sample;
  const { target, moreTargets, classes, transform } = settled;
  const share = options.holdout.kind === 'fraction' ? options.holdout.fraction : 0;
  return {
    method,
    parameters,
    settings,
    design: settled,
    ...(holdout && { heldOutFile: holdout }),
    begun,
    coding: {
      transform,
      targets: [target, ...moreTargets],
      ...(classes && { classes }),
      ...(options.weights !== undefined && { weights: options.weights }),
      ...(options.where !== undefined && { where: options.where }),
      shares,
    },
    basis: { map: begun.drawn.map, blocks },
    ...(classWeights && { classWeights }),
    heldOutShare: { asked: share, taken: shares.heldOut },
    centres: session.problem.outputs.map(({ mean }) => mean),
  };
}
