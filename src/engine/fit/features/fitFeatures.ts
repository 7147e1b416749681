import type { Design, Matrix } from '../../contract/data';
import { featureCount } from '../../contract/featureCount';
import type { ParameterSchema, Parameters } from '../../contract/method';
import type { FitOutcome } from '../../contract/run';
import { permutation } from '../../data/random';
import { filterShares, isExact } from '../../filters/anyFilter';
import { asked } from '../../parameters/asked';
import { fingerprintWithin } from '../../spectrum/cache';
import { blocksKey, kernelKey } from '../cacheKeys';
import { checkDesign } from '../checkDesign';
import { type Classifier, weighClasses } from '../classification';
import { curveFits } from '../curveFit';
import type { FitContext } from '../method';
import { filteredOutcome, type OutputPredictions } from '../outcome';
import { partialDependence } from '../partialColumns';
import { FitSession } from '../session';
import type { Settings } from '../settings';
import { approximate } from './approximate';
import { type ChosenFilter, chooseFilters } from './choose';
import { SPECTRUM_COUNT } from './cost';
import { leftToFree } from './countCurve';
import { FEATURE_FILTER, type FeatureFamily, type MapInput } from './family';
import { type FeatureWork, featureClassifier, predictFeatureHoldout } from './featureHoldout';
import { leftOutRows } from './featureLeftOut';
import { featureModel, iteratedIntervals, type ModelledFit } from './featureModel';
import { featureNotes } from './featureNotes';
import { featureSpectrum, featureWeights } from './featureSpectrum';
import { featureColumns, featurePredictors } from './featureViews';
import { featureIntervals } from './intervals';
import { type IteratedFit, iterate } from './iterate';
import { recalledSums } from './keptSums';
import { predictFeatures } from './predictFeatures';
import { chooseFeatureKernel, type PreparedFeatures, prepareFit } from './prepare';
import { rowParts } from './rowParts';
import { sampledParts, type WholeRows } from './wholeRows';

/** Training rows drawn beside the curve of a single feature at most. */
const SHOWN_ROWS = 20_000;
/** Parameters without effect on features that approximate no given kernel. */
const KERNEL_NAMES: ReadonlySet<string> = new Set(['kernel', 'lengthScale', 'lengthScaleRule']);

/**
 * Ridge regression on M features of every row, without any n×M matrix: the rows are visited in blocks, Z'Z and Z'y added up, and one
 * M×M spectrum serves every lambda, k and r. A second visit, of a sample where there are very many rows, gives
 * leave-one-out errors; the same sums give what fewer features would do.
 */
export function fitFeatures(
  family: FeatureFamily,
  schema: readonly ParameterSchema[],
  given: Design,
  parameters: Parameters,
  context: FitContext,
  whole?: WholeRows,
): FitOutcome {
  checkDesign(given, context);
  const { design, classWeights } = weighClasses(given, parameters, whole?.classWeights);
  const prepared = prepareFit(design, parameters);
  const { settings } = prepared;
  const session = FitSession.begin(design, settings.seed, context, classWeights);
  const work = addUp({ family, design, parameters }, prepared, session, whole);
  const fitted = fitTargets(work, settings, session, whole);
  const { chosen, fits, iterated, looRows } = fitted;
  const classifier = featureClassifier(session.problem, chosen, looRows, asked(parameters).threshold);
  const predictions = predict(work, fitted, classifier, session);
  const approximation = {
    ...approximate(work, looRows, iterated, session.step('compare', 1)),
    ...(whole?.leftOut && { looRows: whole.facts.n }),
  };
  const timings = session.timings();

  const { drawn, scale, projection } = work;
  const { blocks, unpenalised, spectrum } = projection;
  const { spectra } = spectrum;
  const { holdout } = predictions;
  const shown = schema.filter(({ name }) => scale.usesKernel || !KERNEL_NAMES.has(name));
  const task = {
    schema: shown,
    design,
    settings,
    scale,
    chosenAxes: ['lambda'],
    chosen: drawn.chosen,
  } as const;
  const outputs = session.problem.outputs.map((output, t) => ({ ...output, ...whole?.outputs[t] }));
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
      model:
        iterated?.model(design, family.id, iteratedIntervals(projection, fits, session)) ??
        featureModel(family.id, design, scale.kernel, projection, fits, session.silent()),
      notes: [
        ...drawn.notes,
        ...featureNotes({
          design,
          rows: work.facts.n,
          settings,
          scale,
          unpenalised,
          blocks,
          fit: chosen[0],
          spectrum: spectra[0],
          approximation,
          ...(holdout && { holdout: holdout[0] }),
        }),
      ],
    },
  );
}

type Asked = Pick<FeatureWork, 'family' | 'design' | 'parameters'>;

/** Chooses the kernel's scale and draws as many features as suit n rows, those at hand being a sample where n is larger. */
export function drawFeatures(
  { family, design, parameters }: Asked,
  prepared: PreparedFeatures,
  session: FitSession,
  n = design.train.x.rows,
): Pick<FeatureWork, 'scale' | 'drawn' | 'iterates'> {
  const { problem, linalg, seed } = session;
  const { x } = problem;
  const scale = chooseFeatureKernel(family, design, prepared, parameters, session.part(0, 0.9));
  const count = family.count(parameters, n);
  const iterates = family.iterates?.(parameters, n) ?? false;
  const input: MapInput = { design, x, kernel: scale.kernel, parameters, seed, linalg };
  const drawn = family.draw(input, count, iterates ? Math.min(SPECTRUM_COUNT, count) : count, session.silent());
  return { scale, drawn, iterates };
}

/** Draws the features, adds them up over the rows, unless that was done elsewhere, and decomposes the sums. */
function addUp(
  asked: Asked,
  prepared: PreparedFeatures,
  session: FitSession,
  whole: WholeRows | undefined,
): FeatureWork {
  const { design, parameters } = asked;
  const { blocks } = prepared;
  const { problem, linalg, seed } = session;
  const { x, rootWeights } = problem;
  const searching = session.step('search', 0.15);
  const { scale, drawn, iterates } = whole ?? drawFeatures(asked, prepared, searching);
  const { kernel } = scale;
  const input: MapInput = { design, x, kernel, parameters, seed, linalg };

  const adding = session.step('gram', 0.55);
  const { map } = drawn;
  const { unpenalised, right, facts, targets } = whole
    ? sampledParts(problem, blocks, whole, linalg, session)
    : rowParts(problem, blocks, linalg, session);
  const rows = { map, x, ...(rootWeights && { rootWeights }) };
  const key = `${session.rowsKey} ${kernelKey(kernel)} ${drawn.key} ${blocksKey(blocks)} ${fingerprintWithin(session, targets)}`;
  const { sums, seconds } = whole ?? recalledSums(session.cache, key, rows, right, linalg, adding);

  const decomposing = session.step('eigen', 0.6);
  decomposing.progress(0, 'decomposing the sums');
  const started = performance.now();
  const spectrum = whole?.spectrum ?? featureSpectrum(sums, 1, facts, linalg, decomposing.silent());
  const taken = (performance.now() - started) / 1000;
  return {
    ...asked,
    input,
    drawn,
    scale,
    facts,
    right,
    projection: { map, blocks, unpenalised, spectrum },
    sums,
    seconds,
    ...(!whole && { decomposing: taken }),
    iterates,
  };
}

/** Every target with its filter chosen. */
interface FittedTargets {
  /** All training rows in the order of the seed. */
  readonly order: Uint32Array;
  /** Rows (0-based) whose leave-one-out errors chose the filters. */
  readonly looRows: Uint32Array;
  readonly chosen: readonly ChosenFilter[];
  readonly fits: readonly ModelledFit[];
  readonly iterated?: IteratedFit;
}

function fitTargets(
  work: FeatureWork,
  settings: Settings,
  session: FitSession,
  whole: WholeRows | undefined,
): FittedTargets {
  const { drawn, facts, input, projection } = work;
  const { map, blocks, unpenalised, spectrum } = projection;
  const { x, outputs, rootWeights } = session.problem;
  const n = x.rows;
  const { p, q } = unpenalised;
  const choosing = session.step('path', 0.7);
  const order = permutation(n, session.seed, session);
  const looRows = leftOutRows(order, featureCount(map));
  const task = {
    features: { map, x, ...(rootWeights && { rootWeights }), rows: looRows },
    spectrum,
    free: { rows: n, columns: p, values: q },
    targets: outputs.map(({ weighted }) => weighted),
    along: facts.along,
  };
  const chosen = chooseFilters(task, settings, choosing, whole?.leftOut);
  const fits = outputs.map(({ name }, t) => {
    const ofTarget = spectrum.spectra[t];
    const shares = filterShares(chosen[t].filter, ofTarget.mu, ofTarget.rank, facts.n);
    const weights = featureWeights(spectrum, ofTarget, shares);
    const along = leftToFree(facts.along[t], spectrum.free, weights, p);
    const intervals = featureIntervals(projection, looRows, chosen[t].residuals, choosing.silent());
    return { name, weights, along, intervals };
  });
  const iterating = session.step('iterate', work.iterates ? 0.82 : 0.7);
  const iterated = work.iterates
    ? iterate(input.kernel, drawn, blocks, chosen, spectrum.spectra[0].rank, iterating)
    : undefined;
  return { order, looRows, chosen, fits, ...(iterated && { iterated }) };
}

function predict(
  work: FeatureWork,
  { order, fits, iterated }: FittedTargets,
  classifier: Classifier | undefined,
  session: FitSession,
): OutputPredictions {
  const { design, facts, projection } = work;
  const { map, blocks, unpenalised } = projection;
  const { linalg, problem } = session;
  const scoring = session.step('predict', 0.86);
  const holdout = predictFeatureHoldout(work, fits, iterated, scoring);
  const predictFits = (of: typeof fits, rows: Matrix) =>
    predictFeatures(map, blocks, unpenalised, of, rows, linalg, session.silent());
  const predictor = {
    first: (rows: Matrix) => predictFits([fits[0]], rows)[0],
    all: (rows: Matrix) => iterated?.predict(rows, session.silent()) ?? predictFits(fits, rows),
    ...(classifier?.calibration && { calibration: classifier.calibration }),
  };
  const moving = session.step('predict', 0.9);
  const columns = featureColumns(projection, facts.along, predictor, session);
  const partial = partialDependence(columns, design.transform, order, moving);
  const shown = order.length <= SHOWN_ROWS ? undefined : order.slice(0, SHOWN_ROWS).sort();
  const curves = curveFits(
    design,
    problem.outputs.map(({ y }) => y),
    (rows) => featurePredictors(projection, facts.along, rows, session.silent()),
    session.silent(),
    shown,
  );
  return { ...(holdout && { holdout }), partial, ...(curves && { curves }) };
}
