import { contextWith } from '../../contract/context';
import type { Design, Matrix } from '../../contract/data';
import type { FeatureBlock, KernelSpec } from '../../contract/kernel';
import type { ParameterSchema, Parameters } from '../../contract/method';
import type { FitOutcome, SoftThresholding } from '../../contract/run';
import { mayGrowByFactors } from '../../data/logarithm';
import { permutation } from '../../data/random';
import { fillKernel } from '../../kernels/expression';
import type { Computing } from '../../linalg/linalg';
import { baseOf, livePredictor, type ProjectionBasis, projectRows } from '../../model/projection';
import { asked } from '../../parameters/asked';
import { decomposeKernel } from '../../spectrum/decomposeKernel';
import { spectrumOf } from '../../spectrum/spectrum';
import { blocksKey, kernelKey } from '../cacheKeys';
import { checkDesign } from '../checkDesign';
import { type ChosenKernel, chooseKernel } from '../chooseKernel';
import { type Classifier, classifierOf, weighClasses } from '../classification';
import type { FitContext } from '../method';
import { fitNotes } from '../notes';
import { filteredOutcome, type OutputPredictions } from '../outcome';
import { curveFits, partialDependence } from '../partialColumns';
import { divisionOf, foldsOf, type Problem } from '../problem';
import { FitSession } from '../session';
import { readSettings, type Settings } from '../settings';
import { requiredBlocks } from '../unpenalisedBlocks';
import { conditioningCost } from './conditioningCost';
import { type Conditioning, type DecomposedProblem, leavesOutExactly, type SpectralFamily } from './family';
import { fitOutputs } from './fitOutputs';
import { flatteryCallouts } from './flattery';
import { refitsFolds } from './foldCurves';
import { residualsOfFolds } from './foldRefits';
import { learningPoints } from './learningPoints';
import { logarithmCallouts } from './logarithmGain';
import { nestedError } from './nestedError';
import { spectralColumns } from './partialDependence';
import { predictHoldout } from './predictHoldout';
import { truncationGain } from './truncationGain';

const NOTHING: Omit<Conditioning, 'blocks'> = { chosen: [], notes: [] };

/**
 * The selection as it was set. If rows stay together when divided (as copies do), one left out alone would be predicted from its like: the
 * folds choose then, if their errors are exact, or are those of refits.
 */
function selectionOf(family: SpectralFamily, { folds, given }: Settings, problem: Problem) {
  const exact = leavesOutExactly(family);
  const affordable = exact || refitsFolds(exact, problem.x.rows, folds);
  const together = given.selection === undefined && folds > 0 && affordable && divisionOf(problem);
  if (!together) return {};
  const selectedBy = problem.division
    ? 'folds keep to the division asked for'
    : 'copies of rows stay together in folds';
  return { selection: 'cv', selectedBy } as const;
}

/**
 * The context with the error of rows that neither the fit nor its choices have seen, unless the race has given it or
 * the fit chooses nothing.
 */
function nestedContext(
  family: SpectralFamily,
  design: Design,
  { given, filter, seed }: Settings,
  context: FitContext,
): FitContext {
  const chooses = given.lengthScale === undefined || family.axes.some((axis) => filter[axis] === undefined);
  if (!chooses || context.hints?.brief || context.hints?.nested !== undefined) return context;
  const { linalg, cache } = context;
  const { selection, lengthScaleRule } = asked(given);
  const byFolds = selection === 'cv' || selection === 'oneStandardError' || lengthScaleRule === 'cv';
  const alike = byFolds ? given : { ...given, folds: 0 };
  const refit = (of: Design, within: FitContext) => solve(family, of, alike, within).holdout?.[0].predictions;
  const hints = { ...context.hints, nested: nestedError(design, seed, refit, context) };
  return contextWith(context, { linalg, cache, hints });
}

/** The decomposition with the choices that the method itself made on the way. */
interface Decomposition extends DecomposedProblem, Pick<Conditioning, 'chosen' | 'notes'> {
  readonly scale: ChosenKernel;
  readonly soft?: SoftThresholding;
}

/**
 * A fit with any spectral filter: one decomposition of the residual kernel matrix, then for each target its
 * coordinates, the filter chosen from its curves, coefficients, held-out predictions and the data with which the panel
 * can move the filter without the engine.
 */
export function fitSpectral(
  family: SpectralFamily,
  schema: readonly ParameterSchema[],
  given: Design,
  parameters: Parameters,
  context: FitContext,
): FitOutcome {
  const solved = solve(family, given, parameters, context);
  const { design, session, decomposed, fits } = solved;
  const { kernel, spectra, soft, settings } = decomposed;
  const classifier = classifierOfFits(solved);
  const predictions = predict(solved, classifier);
  const learning = settings.folds === 0 ? undefined : learningPoints(decomposed, fits[0], session.step('learning', 1));
  const truncation = truncationGain(decomposed, fits[0], session.step('learning', 1));
  const conditions = family.blocks !== undefined || family.condition !== undefined;
  const conditioning = conditions ? conditioningCost(decomposed, fits[0], session) : undefined;
  const timings = session.timings();
  const exact = leavesOutExactly(family);
  const task = { ...decomposed, schema, design, chosenAxes: family.axes };
  return filteredOutcome(
    session,
    { ...task, outputs: session.problem.outputs, fits, classifier, predictions },
    {
      kernel,
      axes: family.axes,
      shortcut: exact ? 'exact' : 'fixedBasis',
      foldsBy: settings.folds === 0 ? 'none' : fits[0].foldsBy,
      ...(soft && { soft }),
      ...(learning && { learning: structuredClone(learning) }),
      ...(truncation && { truncation }),
      ...(conditioning && { conditioning }),
      model: modelOf(family, solved),
      timings,
      callouts: [
        ...flatteryCallouts(design, decomposed, fits[0], session),
        ...(exact && mayGrowByFactors(design) ? logarithmCallouts(design, decomposed, fits[0], session) : []),
      ],
      notes: [
        ...decomposed.notes,
        ...fitNotes({ ...task, exact, fit: fits[0], spectrum: spectra[0], holdout: solved.holdout?.[0] }),
      ],
    },
  );
}

/** A fit up to its coefficients, with its predictions of held-out rows. */
function solve(family: SpectralFamily, given: Design, parameters: Parameters, context: FitContext) {
  checkDesign(given, context);
  const { design, classWeights } = weighClasses(given, parameters);
  const { x } = design.train;
  const read = readSettings(parameters, x.rows, x.columns, family.axes);
  const session = FitSession.begin(design, read.seed, nestedContext(family, given, read, context), classWeights);
  const settings = { ...read, ...selectionOf(family, read, session.problem) };
  const decomposed = decompose(family, design, settings, session);
  const fits = fitOutputs(decomposed, session.step('path', 0.9));
  const { kernel, blocks, residual } = decomposed;
  const { x: rows, rootWeights } = session.problem;
  const projection: ProjectionBasis = { kernel, x: rows, blocks, residual, ...(rootWeights && { rootWeights }) };
  const scoring = session.step('predict', 0.95);
  const holdout = design.holdout && predictHoldout(projection, fits, design.holdout, scoring);
  return { design, session, decomposed, fits, projection, holdout };
}

type Solved = ReturnType<typeof solve>;

/** Chooses the kernel's scale and decomposes the residual kernel matrix, after the method's own conditioning. */
function decompose(family: SpectralFamily, design: Design, settings: Settings, session: FitSession): Decomposition {
  const { problem, rowsKey } = session;
  const required = requiredBlocks(settings.kernel, settings.intercept, problem.x.columns);
  const input = { design, problem, settings, blocks: required };
  const beginning = session.step('search', 0.1);
  const before = family.blocks?.(input, beginning) ?? { blocks: required, ...NOTHING };
  const scale = chooseKernel(family, settings, before.blocks, session.step('search', 0.45));

  const stage = session.step('eigen', 0.7);
  const scaled = fillKernel(settings.kernel, scale.lengthScale);
  const keyOf = (kernel: KernelSpec, blocks: readonly FeatureBlock[]) =>
    `${rowsKey} ${kernelKey(kernel)} ${blocksKey(blocks)}`;
  // The cache holds the last decomposition, which the method or the last fit made.
  const residualOf = (kernel: KernelSpec, blocks: readonly FeatureBlock[], part: Computing) =>
    session.cache.recall('residual', keyOf(kernel, blocks), () => decomposeKernel(kernel, problem, blocks, part));
  const conditioning = {
    ...input,
    blocks: before.blocks,
    kernel: scaled,
    decompose: (blocks: readonly FeatureBlock[], part: Computing, kernel = scaled) => residualOf(kernel, blocks, part),
  };
  const after = family.condition?.(conditioning, stage.part(0, 0.6)) ?? { blocks: before.blocks, ...NOTHING };
  const { kernel = scaled, blocks, soft } = after;
  const residual = residualOf(kernel, blocks, stage.part(0.6, 1));
  return {
    family,
    settings,
    scale,
    kernel,
    blocks,
    residual,
    spectra: problem.outputs.map(({ weighted }) => spectrumOf(residual.basis, weighted)),
    key: keyOf(kernel, blocks),
    ...(soft && { soft }),
    chosen: [...before.chosen, ...after.chosen],
    notes: [...before.notes, ...after.notes],
  };
}

function predict(
  { design, session, fits, projection, holdout }: Solved,
  classifier: Classifier | undefined,
): OutputPredictions {
  const { x, outputs } = session.problem;
  const columns = spectralColumns(projection, fits, classifier?.calibration, session);
  const order = permutation(x.rows, session.seed);
  const partial = partialDependence(columns, design.transform, order, session.step('predict', 0.98));
  const at = (rows: Matrix) => {
    const projected = projectRows(projection, rows, session.silent());
    return fits.map(({ along }) => livePredictor(projected, projection.residual.basis.rank, baseOf(projected, along)));
  };
  const curves = curveFits(
    design,
    outputs.map(({ y }) => y),
    at,
    session.silent(),
  );
  return { ...(holdout && { holdout }), partial, ...(curves && { curves }) };
}

function modelOf(
  { id }: SpectralFamily,
  { design: { transform }, fits, projection: { residual, blocks, ...basis } }: Solved,
): FitOutcome['model'] {
  return {
    method: id,
    outputs: fits.map(({ name, alpha, beta, filter, intervalWidth, spread }) => ({
      name,
      alpha,
      beta,
      filter,
      intervalWidth,
      ...(spread && { spread }),
    })),
    transform,
    ...basis,
    unpenalised: blocks,
    kept: residual.kept.slice(0, residual.basis.unpenalised),
  };
}

/** The classifier from scores of fits without each fold or, if there are no folds, without each row in turn. */
function classifierOfFits({ decomposed, fits, session }: Solved): Classifier | undefined {
  const { problem, seed } = session;
  const { classes, outputs, rootWeights, x } = problem;
  if (!classes) return undefined;
  const { settings } = decomposed;
  const folds = settings.folds > 0 ? foldsOf(problem, settings.folds, seed) : undefined;
  const leftOut = fits.map(({ filter, looResiduals }, o) => {
    const { y } = outputs[o];
    const residuals = folds ? residualsOfFolds(decomposed, { output: o, filter }, folds, session) : looResiduals;
    return y.map((v, i) => v - residuals[i] / (rootWeights ? rootWeights[i] : 1));
  });
  return classifierOf(
    problem,
    leftOut,
    Uint32Array.from({ length: x.rows }, (_, i) => i),
    asked(settings.given).threshold,
  );
}
