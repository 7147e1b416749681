import type { Design } from '../contract/data';
import type { Axis } from '../contract/filter';
import type { ParameterSchema } from '../contract/method';
import type {
  ChosenParameter,
  CurveFit,
  FitOutcome,
  PartialDependence,
  SpectrumData,
  TargetResult,
} from '../contract/run';
import type { ChosenKernel } from './chooseKernel';
import { chosenParameters } from './chosenParameters';
import {
  type Classifier,
  classHoldout,
  classParameters,
  classResult,
  classSchema,
  modelClasses,
} from './classification';
import type { HoldoutResult } from './holdout';
import type { Output } from './problem';
import type { FitSession } from './session';
import type { Settings } from './settings';

/** The predictions of a fit for new rows, each list by output. */
export interface OutputPredictions {
  readonly holdout?: readonly HoldoutResult[];
  readonly partial: readonly (readonly PartialDependence[])[];
  readonly curves?: readonly CurveFit[];
}

/** One output with its filter chosen. */
type FilteredOutput = Pick<TargetResult, 'noise' | 'filter' | 'paths' | 'surface' | 'coefficientErrors'> & {
  readonly metrics: Omit<TargetResult['metrics'], 'holdout'>;
};

/** A fit whose outputs have their filters chosen, and the request for it. */
interface FilteredFit {
  readonly schema: readonly ParameterSchema[];
  readonly design: Design;
  readonly settings: Settings;
  readonly scale: ChosenKernel;
  /** The axes that were not set, along which the criterion chose. */
  readonly chosenAxes: readonly Axis[];
  /** Parameters that the method chose itself. */
  readonly chosen: readonly ChosenParameter[];
  readonly outputs: readonly Pick<Output, 'name' | 'mean' | 'variance'>[];
  readonly fits: readonly FilteredOutput[];
  readonly spectra: readonly SpectrumData[];
  readonly classifier: Classifier | undefined;
  readonly predictions: OutputPredictions;
}

/** The members of an outcome that each family of methods adds to the targets; the seconds are those before it was put together. */
type Beside = Omit<FitOutcome, keyof TargetResult | 'others' | 'search' | 'backend'>;

/** The outcome of a fit by any family of methods. */
export function outcomeOf(
  { linalg }: FitSession,
  [first, ...others]: readonly TargetResult[],
  { search }: ChosenKernel,
  beside: Beside,
): FitOutcome {
  return { ...first, others, ...(search && { search: structuredClone(search) }), backend: linalg.core, ...beside };
}

/** The outcome of a fit whose outputs all have a filter, with its parameters and the decision rule of a classification. */
export function filteredOutcome(
  session: FitSession,
  { design, scale, outputs, fits, spectra, classifier, predictions, ...asked }: FilteredFit,
  beside: Omit<Beside, 'parameters' | 'classes'>,
): FitOutcome {
  const { holdout, partial, curves } = predictions;
  const targets = fits.map((fit, o) =>
    targetResult(outputs[o], fit, spectra[o], {
      ...(holdout && { holdout: holdout[o] }),
      partial: partial[o],
      ...(curves && { curve: curves[o] }),
    }),
  );
  const [{ filter, metrics }] = fits;
  return outcomeOf(session, targets, scale, {
    ...beside,
    parameters: chosenParameters(
      classSchema(asked.schema, classifier),
      { ...asked.settings, folds: metrics.folds },
      scale,
      filter,
      asked.chosenAxes,
      [...asked.chosen, ...classParameters(classifier)],
    ),
    ...(classifier && {
      classes: classResult(classifier, design.train, classHoldout(design, holdout), design.division),
      model: { ...beside.model, classes: modelClasses(design.target, classifier) },
    }),
  });
}

/** The predictions of one output for new rows. */
interface TargetPredictions {
  readonly holdout?: HoldoutResult;
  readonly partial: readonly PartialDependence[];
  readonly curve?: CurveFit;
}

/** One output as the run stores it. */
export function targetResult(
  { name, mean, variance }: Pick<Output, 'name' | 'mean' | 'variance'>,
  { noise, filter, paths, surface, metrics, coefficientErrors }: FilteredOutput,
  spectrum: SpectrumData,
  { holdout, partial, curve }: TargetPredictions,
): TargetResult {
  return {
    target: name,
    mean,
    variance,
    spectrum,
    noise,
    filter,
    // These are copied since the cache may hold them too, while a run's own are transferred.
    paths: structuredClone(paths),
    ...(surface && { surface }),
    metrics: { ...(holdout && { holdout: holdout.scores }), ...metrics },
    ...(holdout && { holdout: holdout.predictions }),
    ...(coefficientErrors && { coefficientErrors }),
    live: { ...(holdout?.live && { holdout: holdout.live }), partial, ...(curve && { curve }) },
  };
}
