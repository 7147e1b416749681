import type { Design } from '../../contract/data';
import type { FeatureBlock, FeatureMap, KernelSpec } from '../../contract/kernel';
import type { Parameters } from '../../contract/method';
import { permutation } from '../../data/random';
import { blockNames } from '../../features/blocks';
import { fillKernel } from '../../kernels/expression';
import { asked } from '../../parameters/asked';
import { NO_TERMS } from '../../parameters/common';
import { invalid } from '../../parameters/invalid';
import { fingerprintWithin } from '../../spectrum/cache';
import { blocksKey } from '../cacheKeys';
import { checkDesign } from '../checkDesign';
import { type ChosenKernel, chooseKernel } from '../chooseKernel';
import { weighClasses } from '../classification';
import type { FitContext } from '../method';
import { type Problem, problemOnRows } from '../problem';
import { FitSession } from '../session';
import { readSettings, type Settings } from '../settings';
import { ridgeFamily } from '../spectral/family';
import { askedTerms, requiredBlocks, withBlocks } from '../unpenalisedBlocks';
import { FEATURE_FILTER, type FeatureFamily } from './family';
import { scaleOnFeatures } from './scaleOnFeatures';

/** The most rows on which a length scale is searched exactly, and fewer if it is then refined on features. */
const SEARCHED = 1500;
const BEGUN = 600;
/** Number of features of a trial. */
const TRIAL_FEATURES = 500;

/** A fit on features before any are drawn. */
export interface BegunFeatures {
  readonly family: FeatureFamily;
  readonly design: Design;
  readonly parameters: Parameters;
  readonly settings: Settings;
  readonly blocks: readonly FeatureBlock[];
  readonly session: FitSession;
  /** Factors of the row weights, by class. */
  readonly classWeights?: readonly number[];
}

/** Begins a fit; `known` are class weights found on other rows. Throws `parameter/invalid` if the parameters do not fit the rows. */
export function beginFeatures(
  family: FeatureFamily,
  given: Design,
  parameters: Parameters,
  context: FitContext,
  known?: readonly number[],
): BegunFeatures {
  checkDesign(given, context);
  const { design, classWeights } = weighClasses(given, parameters, known);
  const { x } = design.train;
  const read = readSettings({ ...parameters, folds: 0 }, x.rows, x.columns, FEATURE_FILTER.axes);
  const settings = { ...read, given: parameters };
  const required = requiredBlocks(settings.kernel, settings.intercept, x.columns);
  const text = (asked(parameters).unpenalised ?? NO_TERMS).trim();
  const { transform } = design;
  const blocks = withBlocks(required, askedTerms(text, transform));
  const count = blockNames(blocks, transform.names).length;
  if (count >= x.rows)
    throw invalid(
      'unpenalised',
      text,
      `There are ${count} unpenalised terms for ${x.rows} training rows; they alone would fit every row. Choose fewer terms or more rows.`,
    );
  const session = FitSession.begin(design, settings.seed, context, classWeights);
  return { family, design, parameters, settings, blocks, session, classWeights };
}

export interface FeatureKernel extends ChosenKernel {
  readonly kernel: KernelSpec;
  /** False if the features have a kernel of their own. */
  readonly usesKernel: boolean;
  /** Number of rows that the search used, if not all. */
  readonly searched?: number;
}

/** The kernel with its length scale: chosen as for kernel ridge regression, on a sample of the rows if there are many. */
export function chooseFeatureKernel(
  { family, design, parameters, settings, blocks }: BegunFeatures,
  session: FitSession,
): FeatureKernel {
  const { problem, rowsKey, linalg } = session;
  if (!family.usesKernel(parameters)) {
    const scale = { lengthScale: settings.lengthScale ?? [1], rule: 'the features have none to choose', atEdge: false };
    return { ...scale, usesKernel: false, kernel: fillKernel(settings.kernel, scale.lengthScale) };
  }
  const n = problem.x.rows;
  const { seed, lengthScaleRule, lengthScale } = settings;
  const refines = n > SEARCHED && lengthScaleRule === 'loo' && lengthScale === undefined;
  const rows = refines ? BEGUN : SEARCHED;
  const sampled = n > rows;
  const searched = sampled ? problemOnRows(problem, permutation(n, seed, session).slice(0, rows).sort()) : problem;
  const key = sampled ? `${rowsKey} ${rows} of seed ${seed}` : rowsKey;
  const begin = session.part(0, refines ? 0.4 : 1).on(searched, key);
  const begun = chooseKernel(ridgeFamily, settings, blocks, begin);
  const chosen = (scale: ChosenKernel) => ({
    ...scale,
    usesKernel: true,
    kernel: fillKernel(settings.kernel, scale.lengthScale),
  });
  if (!refines || begun.search === undefined)
    return { ...chosen(begun), ...(sampled && begun.search && { searched: rows }) };
  const trials = session.part(0.4, 1);
  const count = Math.min(TRIAL_FEATURES, family.count(parameters, n));
  const draw = (scale: readonly number[], some: Problem): FeatureMap => {
    const input = { design, x: some.x, kernel: fillKernel(settings.kernel, scale), parameters, seed, linalg };
    return family.trial(input, count, trials.silent());
  };
  const targets = fingerprintWithin(
    session,
    problem.outputs.map(({ y }) => y),
  );
  const trialKey = `${key} ${family.id} ${parameters.featureMap ?? ''} ${JSON.stringify(parameters.kernel ?? '')} ${count} ${blocksKey(blocks)} ${begun.lengthScale.join(' ')} ${targets}`;
  return chosen(
    session.cache.recall('featureSearch', trialKey, () => scaleOnFeatures(blocks, begun.lengthScale, draw, trials)),
  );
}
