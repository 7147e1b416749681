import type { Axis, FilterSpec } from '../../contract/filter';
import type { NoiseEstimate, RiskPath, SpectrumData, TargetResult } from '../../contract/run';
import { allowedValues, axisValue, filterAt } from '../../filters/anyFilter';
import type { GridRange } from '../../filters/filter';
import { invalid } from '../../parameters/asked';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import { besideLeftOut, estimateNoise } from '../../spectrum/noise';
import { riskAt } from '../../spectrum/risk';
import type { FitSession } from '../session';
import type { Settings } from '../settings';
import { axisGrid, including, surfaceGrid } from '../spectral/axisGrid';
import { pathAlong } from '../spectral/riskPaths';
import { unfolded } from '../spectral/selectFilter';
import { featureLeftOut, type LeftOutTask, ofTargets } from './featureLeftOut';
import type { FeatureSpectrum } from './featureSpectrum';

/** One target with its filter chosen. */
export interface ChosenFilter {
  readonly filter: FilterSpec;
  readonly noise: NoiseEstimate;
  readonly paths: readonly RiskPath[];
  readonly metrics: Omit<TargetResult['metrics'], 'holdout'>;
  /** Leave-one-out residuals (weighted) of the rows looked at. */
  readonly residuals: Float64Array;
}

/**
 * Chooses lambda by the criterion over its grid, with k and r as they were set; then computes the curves along each
 * axis with the others held. Classes share one filter. Two passes over the rows left out: along lambda for all targets
 * together, then along k and r for each filter. `known`: the errors along lambda (`lambdasTried`) of all rows, if those
 * of the task are a sample.
 */
export function chooseFilters(
  task: LeftOutTask,
  settings: Settings,
  session: FitSession,
  known?: readonly Float64Array[],
): ChosenFilter[] {
  const { problem } = session;
  const { outputs, classes } = problem;
  const { spectra, trace } = task.spectrum;
  const [{ n, rank, mu }] = spectra;
  const { k = 0, r = mu.length, lambda } = settings.filter;
  if (k > rank)
    throw invalid(
      'k',
      k,
      `k must be at most ${rank}, the rank of the features on these rows; it is ${k}. Set a smaller k.`,
    );
  const range: GridRange = { n, rank, trace };
  const initial: FilterSpec = { kind: 'zones', lambda: lambda ?? 1, k, r };
  const grid = lambdasTried(task.spectrum, settings);
  const errors =
    known ??
    featureLeftOut(
      task,
      Array.from(grid, (value) => filterAt(initial, 'lambda', value)),
      session.part(0, 0.5),
    ).errors;
  const groups = classes ? [outputs.map((_, t) => t)] : outputs.map((_, t) => [t]);
  const filtered = new Map<number, ChosenFilter>();
  groups.forEach((group, g) => {
    const at = lambda === undefined ? leastOf(group, errors, spectra, initial, grid, settings) : lambda;
    const filter = filterAt(initial, 'lambda', at);
    const part = session.part(0.5 + (0.5 * g) / groups.length, 0.5 + (0.5 * (g + 1)) / groups.length);
    const others = (['k', 'r'] as const).map((axis) => ({ axis, values: valuesOf(axis, filter, range) }));
    const filters = [
      ...others.flatMap(({ axis, values }) => Array.from(values, (v) => filterAt(filter, axis, v))),
      filter,
    ];
    const left = featureLeftOut(ofTargets(task, group), filters, part);
    group.forEach((t, place) => {
      const spectrum = spectra[t];
      const [byK, byR] = [others[0].values.length, others[1].values.length];
      const further = left.errors[place];
      const loo = known ? errors[t][grid.indexOf(at)] : further[further.length - 1];
      const noise = besideLeftOut(estimateNoise(spectrum, filter), left.residuals[place]);
      const paths = [
        pathAlong('lambda', grid, filter, spectrum, noise, errors[t], undefined),
        pathAlong('k', others[0].values, filter, spectrum, noise, further.slice(0, byK), undefined),
        pathAlong('r', others[1].values, filter, spectrum, noise, further.slice(byK, byK + byR), undefined),
      ];
      const risk = riskAt(spectrum, noise.sigma2, filter);
      filtered.set(t, {
        filter,
        noise,
        paths,
        metrics: {
          loo,
          gcv: risk.gcv,
          cv: Number.NaN,
          cvStandardError: Number.NaN,
          folds: 0,
          degreesOfFreedom: risk.degreesOfFreedom,
        },
        residuals: left.residuals[place],
      });
    });
  });
  return outputs.map((_, t) => filtered.get(t) as ChosenFilter);
}

/** The lambdas whose errors are compared, ascending: of the usual grid, and the one that was set. */
export function lambdasTried({ spectra, trace }: FeatureSpectrum, { filter }: Settings): Float64Array {
  const [{ n, rank, mu }] = spectra;
  const { k = 0, r = mu.length, lambda } = filter;
  const fine = axisGrid('lambda', { kind: 'zones', lambda: lambda ?? 1, k, r }, { n, rank, trace });
  return lambda === undefined ? fine : including(fine, lambda);
}

function valuesOf(axis: Axis, filter: FilterSpec, range: GridRange): Float64Array {
  return including(allowedValues(filter, axis, surfaceGrid(axis, filter, range, 2)), axisValue(filter, axis));
}

/** The lambda of the lowest criterion, summed over the targets that share the filter. */
function leastOf(
  group: readonly number[],
  loo: readonly Float64Array[],
  spectra: readonly SpectrumData[],
  initial: FilterSpec,
  grid: Float64Array,
  { selection }: Settings,
): number {
  const total = new Float64Array(grid.length);
  for (const t of group) {
    const scores = unfolded(selection, spectra[t], loo[t], { filter: initial, axis: 'lambda', values: grid });
    for (let i = 0; i < total.length; i++) total[i] += scores[i];
  }
  return grid[indexOfLeast(total)];
}
