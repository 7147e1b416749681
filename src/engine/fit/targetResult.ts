import type { CurveFit, PartialDependence, SpectrumData, TargetResult } from '../contract/run';
import type { HoldoutResult } from './predictHoldout';
import type { Output } from './problem';

/** What a fit says of new rows; each by output. */
export interface OutputPredictions {
  readonly holdout?: readonly HoldoutResult[];
  readonly partial: readonly (readonly PartialDependence[])[];
  readonly curves?: readonly CurveFit[];
}

/** One output with its filter chosen. */
interface FilteredOutput extends Pick<TargetResult, 'noise' | 'filter' | 'paths' | 'surface'> {
  readonly metrics: Omit<TargetResult['metrics'], 'holdout'>;
}

/** Output number `o` as the run holds it. */
export function targetResult(
  { name, mean, variance }: Output,
  { noise, filter, paths, surface, metrics }: FilteredOutput,
  spectrum: SpectrumData,
  { holdout, partial, curves }: OutputPredictions,
  o: number,
): TargetResult {
  const held = holdout?.[o];
  return {
    target: name,
    mean,
    variance,
    spectrum,
    noise,
    filter,
    paths,
    ...(surface && { surface }),
    metrics: { ...(held && { holdout: held.scores }), ...metrics },
    ...(held && { holdout: held.predictions }),
    live: {
      ...(held?.live && { holdout: held.live }),
      partial: partial[o],
      ...(curves && { curve: curves[o] }),
    },
  };
}
