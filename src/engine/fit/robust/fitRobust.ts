import type { Design } from '../../contract/data';
import type { KernelSpec } from '../../contract/kernel';
import type { ParameterSchema, Parameters } from '../../contract/method';
import type { ChosenParameter, FitOutcome } from '../../contract/run';
import { fillKernel } from '../../kernels/expression';
import { kernelText } from '../../kernels/kernelWords';
import { fingerprint } from '../../spectrum/cache';
import { robustScale } from '../../statistics/robustScale';
import { checkDesign } from '../checkDesign';
import { type ChosenKernel, chooseKernel } from '../chooseKernel';
import { parametersBy, type Ruled, scaleText } from '../chosenParameters';
import type { FitContext } from '../method';
import { outcomeOf } from '../outcome';
import { FitSession } from '../session';
import { ridgeFamily } from '../spectral/family';
import { unmeasuredSettings } from '../unmeasuredSettings';
import { requiredBlocks } from '../unpenalisedBlocks';
import { landmarkExpansion, wholeExpansion } from './expansion';
import type { RobustFamily } from './family';
import { chosenByMethod, fitOutput, type RobustOutput } from './fitOutput';
import { nearProblem, withNearTargets } from './nearTargets';
import { robustNotes } from './notes';
import { fitRidgeBaseline, type RobustTask } from './ridgeBaseline';
import { checkRobustDesign, type RobustSettings, robustSettings } from './robustSettings';
import { searchRobustScale } from './scaleSearch';

/**
 * A fit along a path of strengths: the length scale by the method's own errors on rows left out, the kernel matrix (or its
 * landmarks), the ridge baseline for the spectrum and for comparison, then target by target the path, its errors on rows left
 * out, and the fit at the strength chosen.
 */
export function fitRobust(
  family: RobustFamily,
  schema: readonly ParameterSchema[],
  design: Design,
  parameters: Parameters,
  context: FitContext,
): FitOutcome {
  checkDesign(design, context);
  const { train, transform } = design;
  checkRobustDesign(family, design, parameters);
  const settings = robustSettings(family, parameters, train.x.rows, train.x.columns);
  const session = withNearTargets(family.reach, FitSession.begin(design, settings.seed, context));
  const scale = chooseRobustKernel(family, settings, session.step('search', 0.3));
  const kernel = fillKernel(settings.ridge.kernel, scale.lengthScale);
  return session.linalg.scope(() => {
    const expansion = expand(kernel, settings, session.step('gram', 0.35));
    const ridgeBaseline = fitRidgeBaseline(kernel, settings, expansion, session.step('eigen', 0.5));
    const task = { family, design, settings, kernel, expansion, ridgeBaseline };
    const { outputs } = session.problem;
    const share = 0.5 / outputs.length;
    const fits = outputs.map((_, o) => fitOutput(task, o, session.step('path', 0.5 + (o + 1) * share)));
    const timings = session.timings();
    const targets = fits.map(({ result }) => result);
    return outcomeOf(session, targets, scale, {
      parameters: chosenParameters(schema, task, scale, fits[0]),
      kernel,
      axes: ridgeFamily.axes,
      shortcut: 'exact',
      foldsBy: 'none',
      model: {
        method: family.id,
        outputs: fits.flatMap(({ model }) => model),
        ...(family.taus && { taus: settings.taus }),
        transform,
        kernel,
        x: expansion.points,
        unpenalised: [{ kind: 'constant' }],
        kept: Uint32Array.of(0),
      },
      timings,
      callouts: unmeasuredSettings(design),
      notes: notesOf(task, scale, fits[0]),
    });
  });
}

/** The kernel matrix, or its landmarks, in the core's memory until the caller's scope ends. */
function expand(kernel: KernelSpec, { landmarks }: RobustSettings, session: FitSession) {
  const { problem, seed } = session;
  session.progress(0, 'kernel matrix');
  return landmarks > 0
    ? landmarkExpansion(kernel, problem.x, landmarks, seed, session)
    : wholeExpansion(kernel, problem.x, session);
}

/** The kernel with its length scale set by the person, chosen by the method's own errors, or as for ridge regression. */
function chooseRobustKernel(family: RobustFamily, settings: RobustSettings, session: FitSession): ChosenKernel {
  const { ridge, given, intercept } = settings;
  const { problem, rowsKey, seed } = session;
  if (ridge.lengthScale !== undefined || ridge.lengthScaleRule !== 'cv') {
    const blocks = requiredBlocks(ridge.kernel, intercept, problem.x.columns);
    return chooseKernel(ridgeFamily, ridge, blocks, session.on(nearProblem(session), rowsKey));
  }
  const targets = fingerprint(...problem.outputs.map(({ y }) => y));
  const searched = omit(given, CONCERNING_LATER_STAGES);
  const key = `${rowsKey} ${family.id} ${targets} ${JSON.stringify(searched)} ${seed}`;
  return session.cache.recall('search', key, () => searchRobustScale(family, settings, session));
}

/** Parameters that the search of the length scale does not look at. */
const CONCERNING_LATER_STAGES = ['selection', 'landmarks', 'validation', 'folds'];

/** Every parameter of the schema with its value and its origin. */
function chosenParameters(
  schema: readonly ParameterSchema[],
  { family, settings }: RobustTask,
  scale: ChosenKernel,
  { input, result }: RobustOutput,
): ChosenParameter[] {
  const { given, ridge, folds, landmarks, taus } = settings;
  const { stepSize } = input;
  const { robust } = result;
  const byMethod = chosenByMethod(family, input, taus);
  const step: [string, Ruled][] =
    stepSize !== undefined && family.steps ? [['stepSize', [stepSize, family.steps.rule]]] : [];
  return parametersBy(schema, given, [
    ['kernel', [kernelText(ridge.kernel), 'default']],
    ['lengthScale', [scaleText(scale.lengthScale), scale.rule]],
    [family.axis, [robust.strength, robust.rule]],
    ['folds', [folds, 'by the number of rows']],
    ['landmarks', [landmarks, 'by the number of rows']],
    ...byMethod.map(({ name, value, rule }) => [name, [value, rule]] as const),
    ...step,
  ]);
}

function notesOf(task: RobustTask, scale: ChosenKernel, { input, result }: RobustOutput) {
  const { family, expansion } = task;
  const { robust, metrics } = result;
  const longest =
    family.steps && input.stepSize !== undefined ? family.steps.most(expansion.gram) * input.stepSize : undefined;
  return robustNotes({
    ...task,
    scale,
    robust,
    tied: robustScale(robust.observed).scale === 0,
    ...(metrics.holdout && { scores: metrics.holdout }),
    ...(longest !== undefined && { longest }),
  });
}

/** The parameters without those named. */
function omit(parameters: Parameters, names: readonly string[]): Parameters {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !names.includes(name)));
}
