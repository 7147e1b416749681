import { partOf, type RunContext, silently } from '../../contract/context';
import type { Design } from '../../contract/data';
import type { FeatureBlock, KernelSpec } from '../../contract/kernel';
import type { ParameterSchema, Parameters } from '../../contract/method';
import type { FitOutcome, TargetResult } from '../../contract/run';
import { permutation } from '../../data/random';
import { fillKernel } from '../../kernels/expression';
import type { Reach } from '../../model/projection';
import { SpectrumCache } from '../../spectrum/cache';
import { decomposeKernel } from '../../spectrum/decomposeKernel';
import { spectrumOf } from '../../spectrum/spectrum';
import { predictedLevels } from '../../statistics/classes';
import { blocksKey, kernelKey, keyOfRows } from '../cacheKeys';
import { checkDesign } from '../checkDesign';
import { type ChosenKernel, chooseKernel } from '../chooseKernel';
import { chosenParameters } from '../chosenParameters';
import { classResult } from '../classification';
import { curveFits } from '../curveFit';
import { type HoldoutResult, predictHoldout } from '../holdout';
import type { FitContext } from '../method';
import { fitNotes } from '../notes';
import { partialDependence } from '../partialDependence';
import { type Problem, problemOf } from '../problem';
import { readSettings } from '../settings';
import { stopwatch } from '../stopwatch';
import { requiredBlocks } from '../unpenalised';
import type { Conditioning, ConditioningInput, SpectralFamily } from './family';
import { fitOutputs, type OutputFit } from './fitOutputs';

const NOTHING: Omit<Conditioning, 'blocks'> = { chosen: [], notes: [] };

/**
 * A fit with any spectral filter: one decomposition of the residual kernel matrix, then for each target its coordinates, the
 * filter chosen from its curves, coefficients, held-out predictions and what the panel needs to move the filter without the
 * engine. Laps are the stages of `RunResult.timings`.
 */
export function fitSpectral(
  family: SpectralFamily,
  schema: readonly ParameterSchema[],
  design: Design,
  parameters: Parameters,
  context: FitContext,
): FitOutcome {
  checkDesign(design);
  const { linalg } = context;
  const problem = problemOf(design);
  const { x, rootWeights } = problem;
  const settings = readSettings(parameters, x.rows, x.columns, family.axes);
  const cache = context.cache ?? new SpectrumCache();
  const clock = stopwatch();
  const rowsKey = keyOfRows(problem, context);
  cache.retain(rowsKey);

  const required = requiredBlocks(settings.kernel, settings.intercept, x.columns);
  const input = { design, problem, parameters, settings, blocks: required, linalg };
  const before = family.blocks?.(input, partOf(context, 0, 0.1)) ?? { blocks: required, ...NOTHING };
  const scale = chooseKernel(
    family,
    problem,
    settings,
    before.blocks,
    cache,
    rowsKey,
    linalg,
    partOf(context, 0.1, 0.45),
  );
  clock.lap('search');
  const conditioned = condition(family, input, before, scale, cache, rowsKey, context);
  const { kernel, blocks, residual } = conditioned;
  clock.lap('eigen');

  const { basis } = residual;
  const spectra = problem.outputs.map(({ weighted }) => spectrumOf(basis, weighted));
  const keyed = `${rowsKey} ${kernelKey(kernel)} ${blocksKey(blocks)}`;
  const part = partOf(context, 0.7, 0.9);
  const fits = fitOutputs({ family, problem, settings, kernel, blocks, residual, spectra, cache, keyed }, linalg, part);
  clock.lap('path');

  const reach: Reach = { kernel, x, blocks, residual, ...(rootWeights && { rootWeights }) };
  const outputs = fits.map((fit, o) => ({ ...fit, heldOut: problem.outputs[o].heldOut }));
  const holdout = design.holdout
    ? predictHoldout(reach, outputs, design.holdout, settings.seed, linalg, partOf(context, 0.9, 0.95))
    : undefined;
  const order = permutation(x.rows, settings.seed);
  const shown = partialDependence(reach, fits, design.transform, order, linalg, partOf(context, 0.95, 1));
  const along = fits.map((fit, o) => ({ y: problem.outputs[o].y, along: fit.along }));
  const curves = curveFits(reach, design.train, along, design.transform, linalg, silently(context));
  clock.lap('predict');

  const targets = fits.map((fit, o): TargetResult => {
    const held = holdout?.[o];
    const { name, mean, variance } = problem.outputs[o];
    return {
      target: name,
      mean,
      variance,
      spectrum: spectra[o],
      noise: fit.noise,
      filter: fit.filter,
      paths: structuredClone(fit.paths),
      ...(fit.surface && { surface: fit.surface }),
      metrics: { ...(held && { holdout: held.scores }), ...fit.metrics },
      ...(held && { holdout: held.predictions }),
      live: {
        ...(held?.live && { holdout: held.live }),
        partial: shown[o],
        ...(curves && { curve: curves[o] }),
      },
    };
  });
  const [first, ...others] = targets;
  const classes = problem.classes ? classesOf(design, problem, fits, holdout) : undefined;
  const chosen = [...before.chosen, ...conditioned.chosen];
  return {
    ...first,
    parameters: chosenParameters(schema, parameters, settings, scale, first.filter, family, chosen),
    others,
    ...(classes && { classes }),
    kernel,
    axes: family.axes,
    shortcut: family.exact ? 'exact' : 'fixedBasis',
    foldsBy: settings.folds === 0 ? 'none' : fits[0].foldsBy,
    ...(scale.search && { search: structuredClone(scale.search) }),
    ...(conditioned.soft && { soft: conditioned.soft }),
    model: {
      method: family.id,
      outputs: fits.map(({ name, alpha, beta, filter, intervalWidth }) => ({
        name,
        alpha,
        beta,
        filter,
        intervalWidth,
      })),
      ...(problem.classes && { classes: { column: design.target, levels: problem.classes } }),
      transform: design.transform,
      kernel,
      x,
      ...(rootWeights && { rootWeights }),
      unpenalised: blocks,
      kept: residual.kept.slice(0, basis.unpenalised),
    },
    backend: linalg.core,
    timings: clock.laps,
    notes: [
      ...before.notes,
      ...conditioned.notes,
      ...fitNotes({
        design,
        family,
        settings,
        scale,
        residual,
        blocks,
        fit: fits[0],
        spectrum: spectra[0],
        holdout: holdout?.[0],
      }),
    ],
  };
}

/** The decomposition that the filter works on, after the method's own conditioning. */
function condition(
  family: SpectralFamily,
  input: Omit<ConditioningInput, 'kernel' | 'decompose'>,
  before: Conditioning,
  scale: ChosenKernel,
  cache: SpectrumCache,
  rowsKey: string,
  context: FitContext,
) {
  const { problem, settings, linalg } = input;
  const kernel = fillKernel(settings.kernel, scale.lengthScale);
  // The cache keeps the last one: what the method looked at last, or what the last fit left behind.
  const decompose = (by: KernelSpec, blocks: readonly FeatureBlock[], part: RunContext) =>
    cache.recall('residual', `${rowsKey} ${kernelKey(by)} ${blocksKey(blocks)}`, () =>
      decomposeKernel(by, problem, blocks, linalg, part),
    );
  const part = partOf(context, 0.45, 0.7);
  const after = family.condition?.(
    {
      ...input,
      blocks: before.blocks,
      kernel,
      decompose: (blocks, inner, by = kernel) => decompose(by, blocks, inner),
    },
    partOf(part, 0, 0.6),
  ) ?? { blocks: before.blocks, ...NOTHING };
  const final = after.kernel ?? kernel;
  return { ...after, kernel: final, residual: decompose(final, after.blocks, partOf(part, 0.6, 1)) };
}

/** Held-out rows where there are any, otherwise each training row left out in turn. */
function classesOf(
  design: Design,
  { codes = new Float64Array(0), classes = [], outputs, rootWeights }: Problem,
  fits: readonly OutputFit[],
  holdout: readonly HoldoutResult[] | undefined,
) {
  if (holdout && design.holdout) {
    const levels = predictedLevels(holdout.map(({ predictions }) => predictions.predicted));
    return classResult(classes, design.holdout.y, levels, codes, true);
  }
  const leftOut = fits.map(({ looResiduals }, o) =>
    outputs[o].y.map((v, i) => v - looResiduals[i] / (rootWeights ? rootWeights[i] : 1)),
  );
  return classResult(classes, codes, predictedLevels(leftOut), codes, false);
}
