import type { Design } from '../../contract/data';
import type { FeatureBlock, FeatureMap, KernelSpec } from '../../contract/kernel';
import type { Parameters } from '../../contract/method';
import { withoutCopies } from '../../data/copies';
import { permutation } from '../../data/random';
import { blockNames } from '../../features/blocks';
import { lambdaScale } from '../../filters/grids';
import { ridgeFilter } from '../../filters/zones';
import { fillKernel } from '../../kernels/expression';
import { asked, invalid } from '../../parameters/asked';
import { NO_TERMS } from '../../parameters/common';
import { fingerprintWithin } from '../../spectrum/cache';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import { count, plain } from '../../words/numbers';
import { blocksKey } from '../cacheKeys';
import { checkDesign } from '../checkDesign';
import { type ChosenKernel, chooseKernel } from '../chooseKernel';
import { weighClasses } from '../classification';
import type { FitContext } from '../method';
import { type Problem, problemOnRows } from '../problem';
import { FitSession } from '../session';
import { readSettings, type Settings } from '../settings';
import { coarseLambdaGrid } from '../spectral/axisGrid';
import { ridgeFamily } from '../spectral/family';
import { askedTerms, requiredBlocks, withBlocks } from '../unpenalisedBlocks';
import { FEATURE_FILTER, type FeatureFamily } from './family';
import { featureLeftOut, leftOutOf } from './featureLeftOut';
import { featureSpectrum } from './featureSpectrum';
import { featureSums } from './featureSums';
import { rowParts } from './rowParts';

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
  const blocks = withBlocks(required, askedTerms(text, design));
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
  const { problem, rowsKey } = session;
  if (!family.usesKernel(parameters)) {
    const scale = { lengthScale: settings.lengthScale ?? [1], rule: 'the features have none to choose', atEdge: false };
    return { ...scale, usesKernel: false, kernel: fillKernel(settings.kernel, scale.lengthScale) };
  }
  const n = problem.x.rows;
  const { seed, lengthScaleRule, lengthScale } = settings;
  const alone = problem.division === undefined;
  const refines = alone && n > SEARCHED && lengthScaleRule === 'loo' && lengthScale === undefined;
  const rows = refines ? BEGUN : SEARCHED;
  const sampled = n > rows;
  const searched = sampled ? problemOnRows(problem, permutation(n, seed, session).slice(0, rows).sort()) : problem;
  const key = sampled ? `${rowsKey} ${rows} of seed ${seed}` : rowsKey;
  const begin = session.part(0, refines ? 0.4 : 1).on(searched, key);
  const begun = chooseKernel(ridgeFamily, { ...settings, folds: FOLDS }, blocks, begin);
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
    const input = { design, x: some.x, kernel: fillKernel(settings.kernel, scale), parameters, seed };
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

/** The folds that choose a length scale where the division asked for keeps rows together. */
const FOLDS = 10;
/** The most rows of a trial, and the most of them that are left out: some tenths of a second each. */
const TRIAL_ROWS = 20_000;
const LEFT_OUT = 2000;
/** The most half octaves from the start that are tried in either direction. */
const REACH = 8;

/**
 * Refines a length scale found on a small sample, since more rows resolve shorter ones: fits on the features that
 * `draw` gives over up to 20,000 rows, each at its lambda of the lowest leave-one-out error, in half octaves downhill
 * from `start` until the error has risen twice. All targets count together, each as a fraction of its variance.
 */
function scaleOnFeatures(
  blocks: readonly FeatureBlock[],
  start: readonly number[],
  draw: (lengthScale: readonly number[], problem: Problem) => FeatureMap,
  session: FitSession,
): ChosenKernel {
  const { problem: whole, seed } = session;
  const n = whole.x.rows;
  // If one of several copies were left out alone, another would reveal its target.
  const apart = withoutCopies(permutation(n, seed, session).slice(0, TRIAL_ROWS), whole.copies).sort();
  const problem = apart.length < n ? problemOnRows(whole, apart) : whole;
  const { x, rootWeights } = problem;
  const m = x.rows;
  const parts = rowParts(problem, blocks, session);
  const rows = permutation(m, seed).slice(0, LEFT_OUT).sort();
  const tried = new Map<number, { readonly score: number; readonly lambda: number }>();
  const scaled = (step: number) => start.map((v) => Number((v * 2 ** (step / 2)).toPrecision(6)));
  const scoreOf = (step: number): number => {
    const known = tried.get(step);
    if (known) return known.score;
    session.progress(Math.min(1, tried.size / REACH), `trying the length scale ${plain(scaled(step)[0])}`);
    const map = draw(scaled(step), problem);
    const inside = { map, x, rootWeights };
    const sums = featureSums(inside, parts.right, undefined, session.silent());
    const spectrum = featureSpectrum(sums, 1, parts.facts, session.silent());
    const grid = coarseLambdaGrid(lambdaScale(spectrum.trace));
    const r = spectrum.spectra[0].mu.length;
    const filters = Array.from(grid, (lambda) => ridgeFilter(lambda, r));
    const { errors } = featureLeftOut({ ...leftOutOf(problem, parts, map, rows), spectrum }, filters, session.silent());
    const total = new Float64Array(grid.length);
    errors.forEach((ofTarget, t) => {
      for (let i = 0; i < total.length; i++) total[i] += ofTarget[i] / (problem.outputs[t].variance * errors.length);
    });
    const best = indexOfLeast(total);
    tried.set(step, { score: total[best], lambda: grid[best] });
    return total[best];
  };
  const best = downhill(scoreOf);
  const steps = [...tried.keys()].sort((a, b) => a - b);
  const variance = whole.outputs[0].variance;
  const at = (value: (entry: { score: number; lambda: number }, step: number) => number) =>
    Float64Array.from(steps, (step) => value(tried.get(step) as { score: number; lambda: number }, step));
  const rule = `lowest leave-one-out error of fits on features of ${count(m)} rows`;
  return {
    lengthScale: scaled(best),
    rule,
    atEdge: Math.abs(best) === REACH,
    search: {
      rule,
      criterion: 'loo',
      lengthScale: at((_, step) => scaled(step)[0]),
      score: at(({ score }) => score * variance),
      lambda: at(({ lambda }) => lambda),
      rows: Uint32Array.from(steps, () => m),
    },
  };
}

/**
 * The step of the lowest score reached from 0: shorter first, then longer, each until two in a row are worse than the
 * best.
 */
function downhill(scoreOf: (step: number) => number): number {
  let best = 0;
  for (const direction of [-1, 1]) {
    let worse = 0;
    for (let step = direction; worse < 2 && Math.abs(step) <= REACH; step += direction) {
      if (scoreOf(step) < scoreOf(best)) {
        best = step;
        worse = 0;
      } else worse++;
    }
  }
  return best;
}
