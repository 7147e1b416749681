import type { Approximation } from '../../contract/approximation';
import type { SplitRule } from '../../contract/data';
import type { Note } from '../../contract/note';
import { isWorse, sufficientCounts } from '../../statistics/sufficientCounts';
import { count, percent, scientific } from '../../words/numbers';
import type { HoldoutResult } from '../holdout';
import { fitNotes, info, warning } from '../notes';
import type { ChosenFilter } from './choose';
import type { FeatureWork } from './rowSource';

export interface FeatureFacts extends FeatureWork {
  readonly fit: ChosenFilter;
  readonly approximation: Approximation;
  readonly holdout: HoldoutResult | undefined;
}

/** The fraction of the eigenvalue sum in the last features above which more features would still matter. */
const FEW = 0.02;

/** Notes that a person should know about a fit on features, warnings first. */
export function featureNotes(facts: FeatureFacts): Note[] {
  const { design, unpenalised: residual, fit, spectrum } = facts;
  const common = fitNotes({
    ...facts,
    exact: true,
    residual,
    fit: { ...fit, foldsBy: 'shortcut' },
    spectrum: spectrum.spectra[0],
    // Directions beyond the features are no loss of rank.
  }).filter(({ code }) => code !== 'spectrum/rank' && code !== 'selection/shortcut');
  const together = design.division?.kind === 'together' ? leftOutSingly({ kind: 'group' }) : undefined;
  const given = design.division?.kind === 'given' ? leftOutSingly({ kind: 'fold' }) : undefined;
  const ofFeatures = [together ?? given, stillFalling(facts), leftOut(facts), sampledScale(facts), iterated(facts)];
  return [...common, ...ofFeatures.filter((note) => note !== undefined)];
}

/** A warning, if groups or folds were requested, that lambda is chosen by errors that do not respect them. */
export const leftOutSingly = ({ kind }: Pick<SplitRule, 'kind'>): Note =>
  warning(
    'selection/row-by-row',
    `Leave-one-out errors leave out one row at a time and not its ${kind}: rows of the same ${kind} train, so that these errors, and the lambda chosen by them, are those of ${kind}s that are known. Held-out rows are of ${kind}s that are not.`,
  );

/** A note if no smaller number of features does as well and the error still falls clearly towards the last of them. */
function stillFalling({ facts: { n }, approximation: { curve, kind, count: used } }: FeatureFacts): Note | undefined {
  // There are no more landmarks than rows.
  if (kind === 'landmarks' && used >= n) return undefined;
  const errors = curve.holdout.length > 0 ? curve.holdout : curve.gcv;
  const { from, lowest } = sufficientCounts(errors, curve.standardError);
  const half = curve.counts.findLastIndex((c) => c <= used / 2);
  if (from < errors.length - 1 || half < 0 || !isWorse(errors, half, lowest, curve.standardError)) return undefined;
  const gain = 1 - errors[errors.length - 1] / errors[half];
  if (!(gain > FEW)) return undefined;
  const [what, parameter] = kind === 'landmarks' ? ['landmarks', 'landmarks'] : ['features', 'features'];
  return warning(
    'approximation/too-few',
    `The second half of the ${count(used)} ${what} still lowered the ${curve.holdout.length > 0 ? 'held-out' : 'GCV'} error by ${percent(gain)}: more should fit better. Set ${parameter} to ${count(2 * used)}.`,
  );
}

function leftOut({ facts: { n }, approximation: { looRows, kind } }: FeatureFacts): Note {
  const rows =
    looRows < n ? `over ${count(looRows)} of the ${count(n)} training rows, drawn at random` : 'over all training rows';
  const held = kind === 'landmarks' ? 'the landmarks and scaling of all rows' : 'the features and scaling of all rows';
  return info('selection/shortcut', `Leave-one-out errors are means ${rows}, with ${held}. There are no fold errors.`);
}

function sampledScale({ scale: { searched } }: FeatureFacts): Note | undefined {
  if (searched === undefined) return undefined;
  return info(
    'length-scale/sample',
    `The length scale was searched on ${count(searched)} training rows, drawn at random.`,
  );
}

function iterated({ approximation: { solver, count: used } }: FeatureFacts): Note | undefined {
  if (solver.kind !== 'conjugateGradient') return undefined;
  const { residuals, spectrumCount } = solver;
  const remaining = residuals[residuals.length - 1];
  return info(
    'approximation/iterated',
    `Predictions use ${count(used)} landmarks, solved by conjugate gradients in ${count(residuals.length - 1)} steps to a residual of ${scientific(remaining)}. Spectrum, alignment, risk and the choice of lambda use the first ${count(spectrumCount)}.`,
  );
}
