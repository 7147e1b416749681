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

/** What a fit says of new rows; each by output. */
export interface OutputPredictions {
  readonly holdout?: readonly HoldoutResult[];
  readonly partial: readonly (readonly PartialDependence[])[];
  readonly curves?: readonly CurveFit[];
}

/** One output with its filter chosen. */
type FilteredOutput = Pick<TargetResult, 'noise' | 'filter' | 'paths' | 'surface'> & {
  readonly metrics: Omit<TargetResult['metrics'], 'holdout'>;
};

/** A fit whose outputs have their filters chosen, and how it was asked for. */
interface FilteredFit {
  readonly schema: readonly ParameterSchema[];
  readonly design: Design;
  readonly settings: Settings;
  readonly scale: ChosenKernel;
  /** Those that the criterion chose along, where they were not set. */
  readonly chosenAxes: readonly Axis[];
  /** Parameters that the method chose itself. */
  readonly chosen: readonly ChosenParameter[];
  readonly outputs: readonly Pick<Output, 'name' | 'mean' | 'variance'>[];
  readonly fits: readonly FilteredOutput[];
  readonly spectra: readonly SpectrumData[];
  readonly classifier: Classifier | undefined;
  readonly predictions: OutputPredictions;
}

/** What each family of methods says of its fits beside the targets; the seconds are those before it was put together. */
type Beside = Omit<FitOutcome, keyof TargetResult | 'others' | 'search' | 'backend'>;

/** The outcome of a fit, whatever its targets were fitted by. */
export function outcomeOf(
  { linalg }: FitSession,
  [first, ...others]: readonly TargetResult[],
  { search }: ChosenKernel,
  beside: Beside,
): FitOutcome {
  return { ...first, others, ...(search && { search: structuredClone(search) }), backend: linalg.core, ...beside };
}

/** The same where every output has a filter: with its parameters, and what a classification decides by. */
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
      classes: classResult(classifier, design.train, classHoldout(design, holdout)),
      model: { ...beside.model, classes: modelClasses(design.target, classifier) },
    }),
  });
}

/** What a fit of one output says of new rows. */
interface TargetPredictions {
  readonly holdout?: HoldoutResult;
  readonly partial: readonly PartialDependence[];
  readonly curve?: CurveFit;
}

/** One output as the run holds it. */
export function targetResult(
  { name, mean, variance }: Pick<Output, 'name' | 'mean' | 'variance'>,
  { noise, filter, paths, surface, metrics }: FilteredOutput,
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
    // The cache may hold them too, and what a run holds is handed on.
    paths: structuredClone(paths),
    ...(surface && { surface }),
    metrics: { ...(holdout && { holdout: holdout.scores }), ...metrics },
    ...(holdout && { holdout: holdout.predictions }),
    live: { ...(holdout?.live && { holdout: holdout.live }), partial, ...(curve && { curve }) },
  };
}
