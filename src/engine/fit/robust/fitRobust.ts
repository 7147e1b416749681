import { partOf, type RunContext } from '../../contract/context';
import type { Design } from '../../contract/data';
import type { ParameterSchema, Parameters, ParameterValue } from '../../contract/method';
import type { ChosenParameter, FitOutcome, TargetResult } from '../../contract/run';
import { fillKernel } from '../../kernels/expression';
import { kernelText } from '../../kernels/kernelWords';
import type { LinearAlgebra } from '../../linalg/linalg';
import { fingerprint, SpectrumCache } from '../../spectrum/cache';
import { robustScale } from '../../statistics/robustScale';
import { keyOfRows } from '../cacheKeys';
import { checkDesign } from '../checkDesign';
import { type ChosenKernel, chooseKernel } from '../chooseKernel';
import type { FitContext } from '../method';
import { type Problem, problemOf } from '../problem';
import { ridgeFamily } from '../spectral/ridgeFamily';
import { stopwatch } from '../stopwatch';
import { requiredBlocks } from '../unpenalised';
import { landmarkExpansion, wholeExpansion } from './expansion';
import type { RobustFamily, SolverInput } from './family';
import { fitOutput } from './fitOutput';
import { robustNotes } from './notes';
import { searchRobustScale } from './scaleSearch';
import { checkRobustDesign, type RobustSettings, robustSettings } from './settings';
import { fitTwin } from './twin';

/**
 * A fit along a path of strengths: the length scale by the method's own errors on rows left out, the kernel matrix (or its
 * landmarks), the squared twin for the spectrum and for comparison, then target by target the path, its errors on rows left
 * out, and the fit at the strength chosen. Laps are the stages of `RunResult.timings`.
 */
export function fitRobust(
  family: RobustFamily,
  schema: readonly ParameterSchema[],
  design: Design,
  parameters: Parameters,
  context: FitContext,
): FitOutcome {
  checkDesign(design);
  checkRobustDesign(family, design.classes, design.train.weights, design.target);
  const { linalg } = context;
  const problem = problemOf(design);
  const { x } = problem;
  const settings = robustSettings(family, parameters, x.rows, x.columns);
  const cache = context.cache ?? new SpectrumCache();
  const clock = stopwatch();
  const rowsKey = keyOfRows(problem, context);
  cache.retain(rowsKey);
  const scale = chooseRobustKernel(family, problem, settings, cache, rowsKey, linalg, partOf(context, 0, 0.3));
  const kernel = fillKernel(settings.twin.kernel, scale.lengthScale);
  clock.lap('search');
  return linalg.scope(() => {
    const { landmarks, seed } = settings;
    context.progress(0.3, 'kernel matrix');
    const part = partOf(context, 0.3, 0.35);
    const expansion =
      landmarks > 0
        ? landmarkExpansion(kernel, x, landmarks, seed, linalg, part)
        : wholeExpansion(kernel, x, linalg, part);
    clock.lap('gram');
    const twin = fitTwin(kernel, problem, settings, expansion, cache, rowsKey, linalg, partOf(context, 0.35, 0.5));
    clock.lap('eigen');
    const task = { family, design, problem, settings, kernel, expansion, twin };
    const fits = problem.outputs.map((_, o) => {
      const share = 0.5 / problem.outputs.length;
      return fitOutput(task, o, linalg, partOf(context, 0.5 + o * share, 0.5 + (o + 1) * share));
    });
    clock.lap('path');
    const [first, ...others] = fits.map(({ result }) => result);
    const [{ y }] = problem.outputs;
    const [{ input }] = fits;
    const { robust } = first;
    const tied = robustScale(y).scale === 0;
    return {
      ...first,
      parameters: chosen(family, schema, parameters, settings, scale, first, {
        ...input,
        n: y.length,
        tau: settings.taus[0],
      }),
      others,
      kernel,
      axes: ridgeFamily.axes,
      shortcut: 'exact',
      foldsBy: 'none',
      ...(scale.search && { search: structuredClone(scale.search) }),
      model: {
        method: family.id,
        outputs: fits.flatMap(({ model }) => model),
        ...(family.taus && { taus: settings.taus }),
        transform: design.transform,
        kernel,
        x: expansion.points,
        unpenalised: [{ kind: 'constant' }],
        kept: Uint32Array.of(0),
      },
      backend: linalg.core,
      timings: clock.laps,
      notes: robust
        ? robustNotes({
            family,
            design,
            settings,
            scale,
            robust,
            twin,
            tied,
            ...(first.metrics.holdout && { scores: first.metrics.holdout }),
            ...(family.steps &&
              input.stepSize !== undefined && { longest: family.steps.most(expansion.gram) * input.stepSize }),
          })
        : [],
    };
  });
}

/** Set by the person, by the method's own errors, or as for ridge regression. */
function chooseRobustKernel(
  family: RobustFamily,
  problem: Problem,
  settings: RobustSettings,
  cache: SpectrumCache,
  rowsKey: string,
  linalg: LinearAlgebra,
  context: RunContext,
): ChosenKernel {
  const { twin, given, seed, intercept } = settings;
  if (twin.lengthScale !== undefined || twin.lengthScaleRule !== 'cv') {
    const blocks = requiredBlocks(twin.kernel, intercept, problem.x.columns);
    return chooseKernel(ridgeFamily, problem, twin, blocks, cache, rowsKey, linalg, context);
  }
  const targets = fingerprint(...problem.outputs.map(({ y }) => y));
  // Everything that was set, but for what only concerns later stages.
  const { selection: _, landmarks: __, validation: ___, folds: ____, ...kept } = given;
  const key = `${rowsKey} ${family.id} ${targets} ${JSON.stringify(kept)} ${seed}`;
  return cache.recall('search', key, () => searchRobustScale(family, problem, settings, linalg, context));
}

/** Every parameter of the schema with its value and how it came about. */
function chosen(
  family: RobustFamily,
  schema: readonly ParameterSchema[],
  given: Parameters,
  settings: RobustSettings,
  scale: ChosenKernel,
  { robust }: TargetResult,
  input: SolverInput,
): ChosenParameter[] {
  const { twin, folds, landmarks } = settings;
  const { lengthScale } = scale;
  const step = input.stepSize !== undefined && family.steps && { value: input.stepSize, rule: family.steps.rule };
  const own = [...(family.chosen?.(input) ?? []), ...(step ? [{ name: 'stepSize', ...step }] : [])];
  const ruled = new Map<string, readonly [ParameterValue, string]>([
    ['kernel', [kernelText(twin.kernel), 'default']],
    ['lengthScale', [lengthScale.length === 1 ? lengthScale[0] : lengthScale.join(' '), scale.rule]],
    [family.axis, [robust?.strength ?? Number.NaN, robust?.rule ?? '']],
    ['folds', [folds, 'by the number of rows']],
    ['landmarks', [landmarks, 'by the number of rows']],
    ...own.map(({ name, value, rule }) => [name, [value, rule]] as const),
  ]);
  return schema.flatMap(({ name, title, default: standard }): ChosenParameter[] => {
    const set = given[name];
    if (set !== undefined) return [{ name, title, value: set, rule: 'set' }];
    const [value, rule] = ruled.get(name) ?? [standard, 'default'];
    return value === undefined ? [] : [{ name, title, value, rule }];
  });
}
