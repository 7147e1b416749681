import type { Folds } from '../../contract/data';
import type { Axis, FilterSpec } from '../../contract/filter';
import type { ModelOutput } from '../../contract/model';
import type { LooSurface, NoiseEstimate, RiskPath, TargetResult } from '../../contract/run';
import { allowedValues, axisValue, filterAt, filterFault, zonesOf } from '../../filters/anyFilter';
import type { GridRange } from '../../filters/filter';
import { alongFree, coefficients } from '../../model/coefficients';
import { asked, invalid } from '../../parameters/asked';
import { fingerprint } from '../../spectrum/cache';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import { chooseSpread, posteriorWidth, type SpreadTask } from '../../spectrum/intervalSpread';
import { type LeaveOneOut, leaveOneOut, leaveOneOutPath } from '../../spectrum/leaveOneOut';
import { besideLeftOut, estimateNoise } from '../../spectrum/noise';
import { riskAt } from '../../spectrum/risk';
import { type ResidualKernel, spectrumOf } from '../../spectrum/spectrum';
import { unpenalisedErrors } from '../../spectrum/unpenalisedErrors';
import { divisionOf, foldsOf } from '../problem';
import type { FitSession } from '../session';
import { axisGrid, including } from './axisGrid';
import { type DecomposedProblem, leavesOutExactly } from './family';
import { type FoldCurves, foldCurves, refitsFolds } from './foldCurves';
import { leastByRefits } from './foldRefits';
import type { FittedOutput } from './predictHoldout';
import { type FoldCurve, mostRegular, pathAlong } from './riskPaths';
import { selectFilter } from './selectFilter';

/** One output with its filter chosen, as the stored model and the panel need it. */
export interface OutputFit extends FittedOutput {
  readonly noise: NoiseEstimate;
  readonly paths: readonly RiskPath[];
  readonly surface?: LooSurface;
  readonly metrics: Omit<TargetResult['metrics'], 'holdout'>;
  /** Leave-one-out residuals of the weighted target, n. */
  readonly looResiduals: Float64Array;
  readonly coefficientErrors?: Float64Array;
  readonly foldsBy: FoldCurves['by'];
  /** Losses of the rows along the principal axis, if folds are refitted. */
  readonly foldLosses?: FoldCurve['losses'];
  /** Grid points of the principal path where fold errors were computed; all others are interpolated. */
  readonly foldsExact?: { readonly computed: number; readonly of: number };
}

/** Chooses the filter of each output (classes share one) and draws the curves around it. */
export function fitOutputs(decomposed: DecomposedProblem, session: FitSession): OutputFit[] {
  const { family, settings, residual, spectra } = decomposed;
  const { problem } = session;
  const { basis } = residual;
  const initial = family.filter(settings.filter, basis);
  const fault = filterFault(initial, basis);
  if (fault !== undefined) throw invalid(fault.name, settings.filter[fault.name] ?? 0, fault.text);
  const range: GridRange = { n: basis.n, rank: basis.rank, trace: basis.mu.reduce((sum, v) => sum + v, 0) };
  const open = family.axes.filter((axis) => settings.filter[axis] === undefined);
  const groups = problem.classes ? [problem.outputs.map((_, o) => o)] : problem.outputs.map((_, o) => [o]);
  const fits = new Map<number, OutputFit>();
  groups.forEach((group, g) => {
    const part = session.part(g / groups.length, (g + 1) / groups.length);
    const selected = selectFilter(
      {
        basis,
        outputs: group.map((o) => problem.outputs[o]),
        spectra: group.map((o) => spectra[o]),
        axes: family.axes,
        open,
        initial,
        range,
      },
      settings.selection,
      part.part(0, 0.3),
    );
    const curves = curvesOf(decomposed, group, selected.filter, open, range, part.part(0.3, 0.9));
    group.forEach((o, place) => {
      const surface = selected.surfaces?.[place];
      fits.set(o, finish(decomposed, o, curves, surface, session.silent()));
    });
    part.progress(1, 'leave-one-out errors');
  });
  return problem.outputs.map((_, o) => fits.get(o) as OutputFit);
}

interface Curves {
  readonly filter: FilterSpec;
  readonly axes: readonly { readonly axis: Axis; readonly values: Float64Array }[];
  /** Fold curves by output, then axis. */
  readonly folds?: ReadonlyMap<number, FoldCurves>;
  readonly foldCount: number;
}

/** The values of every axis, fold errors along them, and the filter after K-fold criteria have been applied. */
function curvesOf(
  decomposed: DecomposedProblem,
  group: readonly number[],
  selected: FilterSpec,
  open: readonly Axis[],
  range: GridRange,
  session: FitSession,
): Curves {
  const { family, settings, residual } = decomposed;
  const { basis } = residual;
  const valuesFor = (filter: FilterSpec, axis: Axis) =>
    including(allowedValues(filter, axis, axisGrid(axis, filter, range)), axisValue(filter, axis));
  const axesFor = (filter: FilterSpec) => family.axes.map((axis) => ({ axis, values: valuesFor(filter, axis) }));
  if (settings.folds === 0) return { filter: selected, axes: axesFor(selected), foldCount: 0 };
  const folds = foldsOf(session.problem, settings.folds, session.seed);
  const foldCurvesOf = (filter: FilterSpec, axes: Curves['axes'], part: FitSession) => {
    const curves = cachedFolds(decomposed, group, filter, axes, folds, part);
    return new Map(group.map((o, place) => [o, curves[place]]));
  };
  const byFolds = settings.selection === 'cv' || settings.selection === 'oneStandardError';
  const [principal] = family.axes;
  let filter = selected;
  // The principal axis alone is searched below, in finer steps.
  const together = byFolds && open.some((axis) => axis !== principal);
  if (together && refitsFolds(leavesOutExactly(family), basis.n, folds.count))
    filter = leastByRefits(decomposed, group, { initial: selected, open, range }, folds, session.part(0, 0.3));
  if (byFolds && open.includes(principal)) {
    const axes = [{ axis: principal, values: valuesFor(filter, principal) }];
    const byOutput = foldCurvesOf(filter, axes, session.part(0.3, 0.5));
    const total = {
      cv: new Float64Array(axes[0].values.length),
      cvStandardError: new Float64Array(axes[0].values.length),
    };
    for (const { curves } of byOutput.values())
      for (let i = 0; i < total.cv.length; i++) {
        total.cv[i] += curves[0].cv[i];
        total.cvStandardError[i] += curves[0].cvStandardError[i];
      }
    const at =
      settings.selection === 'cv' ? indexOfLeast(total.cv) : mostRegular(principal, total.cv, total.cvStandardError);
    filter = filterAt(filter, principal, axes[0].values[at]);
  }
  const axes = axesFor(filter);
  const byOutput = foldCurvesOf(filter, axes, session.part(byFolds ? 0.5 : 0, 1));
  return { filter, axes, folds: byOutput, foldCount: folds.count };
}

/** Fold errors, cached since they do not depend on the filter's place on its axis: a fit at another lambda reuses them. */
function cachedFolds(
  decomposed: DecomposedProblem,
  outputs: readonly number[],
  filter: FilterSpec,
  axes: Curves['axes'],
  folds: Folds,
  session: FitSession,
): readonly FoldCurves[] {
  const held = axes.length > 1 ? filter : filterAt(filter, axes[0].axis, axes[0].values[0]);
  const y = fingerprint(...outputs.map((o) => session.problem.outputs[o].weighted));
  const grid = fingerprint(...axes.map(({ values }) => values));
  const key = `${decomposed.key} ${y} ${JSON.stringify(held)} ${grid} ${fingerprint(Float64Array.from(folds.of))}`;
  return session.cache.recall(`folds ${outputs.join(' ')} ${axes.length}`, key, () =>
    foldCurves(decomposed, outputs, filter, axes, folds, session),
  );
}

/** The largest factor by which the choices of a fit alone may lower squared errors of rows left out. */
const MOST_OPTIMISM = 3;

/** The factor by which choosing a kernel, its length scale and the filter lowered squared errors; 1 if nothing was chosen on these rows or it is unknown. */
function optimismOf(loo: number, { hints: { nested }, problem }: FitSession): number {
  if (nested === undefined || problem.classes || problem.outputs.length > 1 || !(loo > 0)) return 1;
  return Math.min(MOST_OPTIMISM, Math.max(1, nested / loo));
}

function finish(
  { residual, spectra, settings }: DecomposedProblem,
  o: number,
  { filter, axes, folds, foldCount }: Curves,
  surface: LooSurface | undefined,
  session: FitSession,
): OutputFit {
  const { problem } = session;
  const { basis } = residual;
  const { name, weighted } = problem.outputs[o];
  const spectrum = spectra[o];
  const here = leaveOneOut(basis, weighted, filter);
  const loo = here.residuals.reduce((sum, e) => sum + e * e, 0) / basis.n;
  const fold = folds?.get(o);
  const [{ axis: along, values: tried }] = axes;
  const at = tried.findIndex((v) => Math.abs(v - axisValue(filter, along)) <= 1e-9 * v);
  const cv = fold?.curves[0].cv[at] ?? Number.NaN;
  const losses = fold?.curves[0].losses?.[at];
  // Refits are more informative than errors that hold the directions of all rows fixed, which are far too low if the
  // fit is close to every row; rows that stay together are left out together.
  const told = (losses || divisionOf(problem)) && cv > loo ? cv : loo;
  const nested = optimismOf(told, session);
  const optimism = told > loo && loo > 0 ? (nested * told) / loo : nested;
  // Copies alone are left out together where the intervals are made.
  const times = Math.sqrt(problem.copies && !problem.division ? nested : optimism);
  const onNewRows = { ...here, residuals: here.residuals.map((e) => e * times) };
  const ofFolds = losses?.map((loss) => Math.sqrt(nested * loss));
  const noise = besideLeftOut(estimateNoise(spectrum, filter), here.residuals, optimism);
  const paths = axes.map(({ axis, values }, a) => {
    const errors = leaveOneOutPath(basis, weighted, filter, axis, values, session);
    return pathAlong(axis, values, filter, spectrum, noise, errors, fold?.curves[a]);
  });
  const risk = riskAt(spectrum, noise.sigma2, filter);
  const zones = zonesOf(filter, basis.rank);
  // Hidden units were trained on the same targets; the outputs of classes have no normal noise.
  const plain = zones?.from === 0 && zones.to === basis.rank && !problem.classes && !asked(settings.given).hidden;
  const coefficientErrors = plain ? unpenalisedErrors(residual, spectrum, zones.lambda) : undefined;
  return {
    name,
    filter,
    ...coefficients(residual, weighted, spectrum.coordinates, filter, problem.rootWeights),
    along: alongFree(weighted, basis.free, basis.unpenalised),
    ...(problem.classes
      ? { intervalWidth: posteriorWidth(here) }
      : intervalsOf(residual, filter, onNewRows, { ...problem, ofFolds })),
    noise,
    paths,
    ...(surface && { surface }),
    metrics: {
      loo,
      ...(optimism > 1 && { optimism }),
      gcv: risk.gcv,
      cv,
      cvStandardError: fold ? fold.curves[0].cvStandardError[at] : Number.NaN,
      folds: foldCount,
      degreesOfFreedom: risk.degreesOfFreedom,
    },
    looResiduals: here.residuals,
    ...(coefficientErrors && { coefficientErrors }),
    foldsBy: fold?.by ?? 'shortcut',
    ...(fold?.curves[0].losses && { foldLosses: fold.curves[0].losses }),
    ...(fold && { foldsExact: fold.exact }),
  };
}

/** The width and spread of the intervals; the fit of log|error| as coefficients on the kernel of the fit itself. */
export function intervalsOf(
  residual: ResidualKernel,
  filter: FilterSpec,
  loo: LeaveOneOut,
  task: SpreadTask = {},
): Pick<ModelOutput, 'intervalWidth' | 'spread'> {
  const { rootWeights } = task;
  const { intervalWidth, ...spread } = chooseSpread(residual.basis, filter, loo, task);
  if (spread.kind !== 'fitted') return { intervalWidth, spread };
  const { kind, largest, log } = spread;
  const { coordinates } = spectrumOf(residual.basis, log.target);
  const expansion = coefficients(residual, log.target, coordinates, log.filter, rootWeights);
  return { intervalWidth, spread: { kind, largest, range: log.range, ...expansion } };
}
