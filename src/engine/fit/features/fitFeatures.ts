import { partOf, silently } from '../../contract/context';
import type { Design } from '../../contract/data';
import { featureCount } from '../../contract/featureCount';
import type { FilterSpec } from '../../contract/filter';
import type { ParameterSchema, Parameters } from '../../contract/method';
import type { ChosenParameter, FitOutcome, TargetResult } from '../../contract/run';
import { permutation } from '../../data/random';
import { filterShares } from '../../filters/anyFilter';
import { fingerprint, SpectrumCache } from '../../spectrum/cache';
import { blocksKey, kernelKey, keyOfRows } from '../cacheKeys';
import { checkDesign } from '../checkDesign';
import { chosenParameters } from '../chosenParameters';
import type { FitContext } from '../method';
import { problemOf } from '../problem';
import { stopwatch } from '../stopwatch';
import { approximate } from './approximate';
import { chooseFilters } from './choose';
import { SPECTRUM_COUNT } from './cost';
import { alongFree } from './countCurve';
import type { FeatureFamily, MapInput } from './family';
import { leftOutRows } from './featureLeftOut';
import { featureModel } from './featureModel';
import { featureNotes } from './featureNotes';
import type { FeatureReach } from './featureProjection';
import { featureSpectrum, featureWeights } from './featureSpectrum';
import { featureCurves, featurePartials } from './featureViews';
import { type FeatureWork, featureClasses, predictHeldOut } from './heldOut';
import { iterate } from './iterate';
import { recalledSums } from './keptSums';
import { predictFeatures } from './predictFeatures';
import { chooseFeatureKernel, prepareFit } from './prepare';
import { rowParts } from './rowParts';

/** Training rows drawn beside the curve of a single feature at most. */
const SHOWN_ROWS = 20_000;
/** Parameters that say nothing where the features are those of a kernel of their own. */
const KERNEL_NAMES: ReadonlySet<string> = new Set(['kernel', 'lengthScale', 'lengthScaleRule']);

/**
 * Ridge regression on M features of every row, without any n×M matrix: the rows are visited in blocks, Z'Z and Z'y added up, and one
 * M×M spectrum serves every lambda, k and r. A second visit, of a sample where there are very many rows, gives
 * leave-one-out errors; the same sums give what fewer features would do. Laps are the stages of `RunResult.timings`.
 */
export function fitFeatures(
  family: FeatureFamily,
  schema: readonly ParameterSchema[],
  design: Design,
  parameters: Parameters,
  context: FitContext,
): FitOutcome {
  checkDesign(design);
  const { linalg } = context;
  const problem = problemOf(design);
  const { x, outputs, rootWeights } = problem;
  const n = x.rows;
  const prepared = prepareFit(design, problem, parameters);
  const { settings, blocks } = prepared;
  const { seed } = settings;
  const cache = context.cache ?? new SpectrumCache();
  const clock = stopwatch();
  const rowsKey = keyOfRows(problem, context);
  cache.retain(rowsKey);
  const scale = chooseFeatureKernel(
    family,
    design,
    problem,
    prepared,
    parameters,
    cache,
    rowsKey,
    linalg,
    partOf(context, 0, 0.15),
  );
  const { kernel } = scale;
  clock.lap('search');

  const count = family.count(parameters, n);
  const iterates = family.iterates?.(parameters, n) ?? false;
  const input: MapInput = { design, x, kernel, parameters, seed, linalg };
  const mapped = iterates ? Math.min(SPECTRUM_COUNT, count) : count;
  const drawn = family.draw(input, count, mapped, silently(context));
  const { map } = drawn;
  const { unpenalised, right, facts, targets } = rowParts(problem, blocks, linalg, context);
  const { p, q } = unpenalised;

  const rows = { map, x, ...(rootWeights && { rootWeights }) };
  const key = `${rowsKey} ${kernelKey(kernel)} ${drawn.key} ${blocksKey(blocks)} ${fingerprint(...targets)}`;
  const { sums, seconds } = recalledSums(cache, key, rows, right, linalg, partOf(context, 0.15, 0.55));
  clock.lap('gram');
  context.progress(0.55, 'decomposing the sums');
  const spectrum = featureSpectrum(sums, 1, facts, linalg, silently(context));
  clock.lap('eigen');
  const order = permutation(n, seed);
  const looRows = leftOutRows(order, featureCount(map));
  const free = { rows: n, columns: p, values: q };
  const task = { features: { ...rows, rows: looRows }, spectrum, free, targets, along: facts.along };
  const chosen = chooseFilters(task, problem, settings, spectrum.trace, linalg, partOf(context, 0.6, 0.7));
  clock.lap('path');

  const fits = outputs.map(({ name }, t) => {
    const own = spectrum.spectra[t];
    const shares = filterShares(chosen[t].filter, own.mu, own.rank, n);
    const weights = featureWeights(spectrum, own, shares);
    return {
      name,
      weights,
      along: alongFree(facts.along[t], spectrum.free, weights, p),
      intervalWidth: chosen[t].intervalWidth,
    };
  });
  const reach: FeatureReach = { map, blocks, unpenalised, spectrum };
  const work: FeatureWork = {
    family,
    design,
    parameters,
    problem,
    input,
    drawn,
    scale,
    facts,
    right,
    reach,
    sums,
    seconds,
    linalg,
  };
  const iterated = iterates
    ? iterate(kernel, problem, drawn, blocks, chosen, spectrum.spectra[0].rank, linalg, partOf(context, 0.7, 0.82))
    : undefined;
  clock.lap('iterate');
  const holdout = design.holdout && predictHeldOut(work, fits, chosen, iterated, partOf(context, 0.7, 0.86));
  const shown = featurePartials(
    reach,
    x,
    facts.along,
    (some) => predictFeatures(map, blocks, unpenalised, [fits[0]], some, linalg, silently(context))[0],
    design.transform,
    order,
    linalg,
    partOf(context, 0.86, 0.9),
  );
  const curveRows = n <= SHOWN_ROWS ? Uint32Array.from(order.keys()) : order.slice(0, SHOWN_ROWS).sort();
  const curveTargets = outputs.map(({ y }, t) => ({ y, along: facts.along[t] }));
  const curves = featureCurves(
    reach,
    x,
    design.train,
    curveTargets,
    curveRows,
    design.transform,
    linalg,
    silently(context),
  );
  clock.lap('predict');

  const results = outputs.map(({ name, mean, variance }, t): TargetResult => {
    const { filter, noise, paths, metrics } = chosen[t];
    const held = holdout?.[t];
    return {
      target: name,
      mean,
      variance,
      spectrum: spectrum.spectra[t],
      noise,
      filter,
      paths,
      metrics: { ...(held && { holdout: held.scores }), ...metrics },
      ...(held && { holdout: held.predictions }),
      live: {
        ...(held?.live && { holdout: held.live }),
        partial: shown[t],
        ...(curves && { curve: curves[t] }),
      },
    };
  });
  const approximation = approximate(work, chosen[0].noise, looRows, iterated, partOf(context, 0.9, 1));
  clock.lap('compare');
  const [first, ...others] = results;
  const model =
    iterated?.model(design, family.id) ??
    featureModel(family.id, design, problem, kernel, map, blocks, unpenalised, fits, linalg, silently(context));
  return {
    ...first,
    parameters: chosenParameters(schema, parameters, settings, scale, first.filter, { axes: ['lambda', 'k', 'r'] }, [
      ...drawn.chosen,
      ...wholeAxes(schema, first.filter),
    ]).filter(({ name }) => scale.usesKernel || !KERNEL_NAMES.has(name)),
    others,
    ...(problem.classes && { classes: featureClasses(work, chosen, looRows, holdout) }),
    kernel,
    axes: ['lambda', 'k', 'r'],
    shortcut:
      first.filter.kind === 'zones' && first.filter.k === 0 && first.filter.r >= spectrum.spectra[0].rank
        ? 'exact'
        : 'fixedBasis',
    foldsBy: 'none',
    ...(scale.search && { search: structuredClone(scale.search) }),
    approximation,
    model,
    backend: linalg.core,
    timings: clock.laps,
    notes: [
      ...drawn.notes,
      ...featureNotes({
        design,
        settings,
        scale,
        unpenalised,
        blocks,
        fit: chosen[0],
        spectrum: spectrum.spectra[0],
        approximation,
        ...(holdout && { holdout: holdout[0] }),
      }),
    ],
  };
}

/** k and r are not searched: left out, they mean none and all. */
function wholeAxes(schema: readonly ParameterSchema[], filter: FilterSpec): ChosenParameter[] {
  if (filter.kind !== 'zones') return [];
  return schema.flatMap(({ name, title, rule = '' }) =>
    name === 'k' || name === 'r' ? [{ name, title, value: filter[name], rule }] : [],
  );
}
