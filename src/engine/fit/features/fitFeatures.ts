import type { Design, Matrix } from '../../contract/data';
import { featureCount } from '../../contract/kernel';
import type { ParameterSchema, Parameters } from '../../contract/method';
import type { FitOutcome } from '../../contract/run';
import { permutation } from '../../data/random';
import { filterShares, isExact } from '../../filters/anyFilter';
import { rowBlock } from '../../kernels/rows';
import { asked } from '../../parameters/asked';
import { type Classifier, classifierOf } from '../classification';
import { type HoldoutResult, intervalEnds, LIVE_LIMIT, scoredHoldout } from '../holdout';
import type { FitContext } from '../method';
import { filteredOutcome, type OutputPredictions } from '../outcome';
import { curveFits, partialDependence } from '../partialColumns';
import type { Problem } from '../problem';
import type { FitSession } from '../session';
import { unmeasuredSettings } from '../unmeasuredSettings';
import { approximate, type FittedRows } from './approximate';
import { type ChosenFilter, chooseFilters } from './choose';
import { leftToFree } from './countCurve';
import { FEATURE_FILTER, type FeatureFamily } from './family';
import { leftOutOf, leftOutRows } from './featureLeftOut';
import { featureLogarithm } from './featureLogarithm';
import { featureModel, iteratedIntervals, type ModelledFit } from './featureModel';
import { featureNotes } from './featureNotes';
import { featureValues, projectFeatures } from './featureProjection';
import { blockRows } from './featureRows';
import { featureWeights } from './featureSpectrum';
import { featureColumns, featurePredictors } from './featureViews';
import { featureHalfWidths, featureIntervals } from './intervals';
import { type IteratedFit, iterate } from './iterate';
import { predictFeatures } from './predictFeatures';
import { beginFeatures } from './prepare';
import { type FeatureWork, heldRows, type RowSource } from './rowSource';

/** The most training rows drawn with the curve of a single feature. */
const SHOWN_ROWS = 20_000;
/** Parameters without effect on features that approximate no given kernel. */
const KERNEL_NAMES: ReadonlySet<string> = new Set(['kernel', 'lengthScale', 'lengthScaleRule']);

/**
 * Ridge regression on M features of every row, without any n×M matrix: the rows are visited in blocks, Z'Z and Z'y
 * added up, and one M×M spectrum serves every lambda, k and r. A second visit, to a sample if there are very many rows,
 * gives leave-one-out errors; the same sums show the effect of fewer features.
 */
export function fitFeatures(
  family: FeatureFamily,
  schema: readonly ParameterSchema[],
  given: Design,
  parameters: Parameters,
  context: FitContext,
  rows: { readonly source: RowSource; readonly classWeights?: readonly number[] } = { source: heldRows },
): FitOutcome {
  const begun = beginFeatures(family, given, parameters, context, rows.classWeights);
  const { design, session } = begun;
  const summed = rows.source(begun);
  const work = { ...begun, ...summed, map: summed.drawn.map };
  const fitted = fitTargets(work);
  const { chosen, fits, iterated, looRows } = fitted;
  const classifier = featureClassifier(session.problem, chosen, looRows, asked(parameters).threshold);
  const predictions = predict(work, fitted, classifier);
  const approximation = {
    ...approximate(work, fitted, session.step('compare', 1)),
    ...(work.leftOut && { looRows: work.facts.n }),
  };
  const timings = session.timings();

  const { drawn, scale } = work;
  const { spectra } = work.spectrum;
  const { holdout } = predictions;
  const shown = schema.filter(({ name }) => scale.usesKernel || !KERNEL_NAMES.has(name));
  const task = { ...work, schema: shown, chosenAxes: ['lambda'], chosen: drawn.chosen } as const;
  const outputs = session.problem.outputs.map((output, t) => ({ ...output, ...work.outputs?.[t] }));
  return filteredOutcome(
    session,
    { ...task, outputs, fits: chosen, spectra, classifier, predictions },
    {
      kernel: scale.kernel,
      axes: FEATURE_FILTER.axes,
      shortcut: isExact(chosen[0].filter, spectra[0].rank) ? 'exact' : 'fixedBasis',
      foldsBy: 'none',
      approximation,
      timings,
      callouts: [...featureLogarithm(work, looRows), ...unmeasuredSettings(design)],
      model: iterated?.model(design, family.id, iteratedIntervals(work, fits)) ?? featureModel(work, fits),
      notes: [...drawn.notes, ...featureNotes({ ...work, fit: chosen[0], approximation, holdout: holdout?.[0] })],
    },
  );
}

/** Every target with its filter chosen. */
interface FittedTargets extends FittedRows {
  /** All training rows in the order of the seed. */
  readonly order: Uint32Array;
  readonly fits: readonly ModelledFit[];
}

function fitTargets(work: FeatureWork): FittedTargets {
  const { session, settings, drawn, facts, scale, map, blocks, spectrum } = work;
  const { problem } = session;
  const choosing = session.step('path', 0.7);
  const order = permutation(problem.x.rows, session.seed, session);
  const looRows = leftOutRows(order, featureCount(map));
  const task = { ...leftOutOf(problem, work, map, looRows), spectrum, kept: [] };
  const chosen = chooseFilters(task, settings, choosing, work.leftOut);
  const fits = problem.outputs.map(({ name }, t) => {
    const ofTarget = spectrum.spectra[t];
    const shares = filterShares(chosen[t].filter, ofTarget.mu, ofTarget.rank, facts.n);
    const weights = featureWeights(spectrum, ofTarget, shares);
    const along = leftToFree(facts.along[t], spectrum.free, weights, facts.unpenalised);
    const intervals = featureIntervals(work, looRows, chosen[t].residuals, choosing.silent());
    return { name, weights, along, intervals };
  });
  const iterating = session.step('iterate', work.iterates ? 0.82 : 0.7);
  const iterated = work.iterates
    ? iterate(scale.kernel, drawn, blocks, chosen, spectrum.spectra[0].rank, iterating)
    : undefined;
  return { order, looRows, chosen, fits, ...(iterated && { iterated }) };
}

function predict(
  work: FeatureWork,
  { order, fits, iterated }: FittedTargets,
  classifier: Classifier | undefined,
): OutputPredictions {
  const { session, design, facts } = work;
  const { problem } = session;
  const scoring = session.step('predict', 0.86);
  const holdout = predictFeatureHoldout(work, fits, iterated, scoring);
  const predictFits = (of: typeof fits, rows: Matrix) => predictFeatures(work, of, rows, session.silent());
  const predictor = {
    first: (rows: Matrix) => predictFits([fits[0]], rows)[0],
    all: (rows: Matrix) => iterated?.predict(rows, session.silent()) ?? predictFits(fits, rows),
    ...(classifier?.calibration && { calibration: classifier.calibration }),
  };
  const moving = session.step('predict', 0.9);
  const columns = featureColumns(work, facts.along, predictor);
  const partial = partialDependence(columns, design.transform, order, moving);
  const shown = order.length <= SHOWN_ROWS ? undefined : order.slice(0, SHOWN_ROWS).sort();
  const curves = curveFits(
    design,
    problem.outputs.map(({ y }) => y),
    (rows) => featurePredictors(work, facts.along, rows, session.silent()),
    session.silent(),
    shown,
  );
  return { ...(holdout && { holdout }), partial, ...(curves && { curves }) };
}

/** Predictions of the held-out rows, with intervals and, if they are few enough, a live predictor that follows the sliders. */
function predictFeatureHoldout(
  work: FeatureWork,
  fits: readonly ModelledFit[],
  iterated: IteratedFit | undefined,
  session: FitSession,
): HoldoutResult[] | undefined {
  const { problem } = session;
  const { design, facts, spectrum } = work;
  const { holdout: sample } = design;
  if (!sample) return undefined;
  const m = sample.x.rows;
  const { rank } = spectrum.spectra[0];
  const predicted = iterated ? iterated.predict(sample.x, session) : predictFeatures(work, fits, sample.x, session);
  const live = !iterated && m * rank <= LIVE_LIMIT ? new Float32Array(m * rank) : undefined;
  const bases = predicted.map(() => new Float64Array(m));
  const step = blockRows(spectrum.count);
  for (let from = 0; live && from < m; from += step) {
    session.check();
    const block = rowBlock(sample.x, from, Math.min(step, m - from));
    const features = featureValues(work, block, session.silent());
    projectFeatures(work, features, facts.along, session.silent()).forEach(({ p, base }, t) => {
      if (t === 0) live.set(p, from * rank);
      bases[t].set(base, from);
    });
  }
  return predicted.map((values, t) => ({
    ...scoredHoldout(
      sample,
      problem.outputs[t].heldOut ?? sample.y,
      values,
      intervalEnds(values, featureHalfWidths(work, fits[t].intervals, sample.x, session)),
      session,
    ),
    ...(live && { live: { rows: m, rank, p: live, base: bases[t] } }),
  }));
}

/** The classifier of a classification, from the training rows that were left out in turn. */
function featureClassifier(
  problem: Problem,
  chosen: readonly ChosenFilter[],
  looRows: Uint32Array,
  threshold: number | undefined,
): Classifier | undefined {
  const { classes, outputs, rootWeights } = problem;
  if (!classes) return undefined;
  const leftOut = outputs.map(({ y }, t) =>
    Float64Array.from(looRows, (row, i) => y[row] - chosen[t].residuals[i] / (rootWeights ? rootWeights[row] : 1)),
  );
  return classifierOf(problem, leftOut, looRows, threshold);
}
