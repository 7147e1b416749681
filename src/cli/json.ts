import type { ApproximationCurve } from '../engine/contract/approximation';
import type { ScoredRows } from '../engine/contract/components';
import type { FilterSpec } from '../engine/contract/filter';
import { type JsonKind, schemaId } from '../engine/contract/jsonKinds';
import type { RobustFit } from '../engine/contract/robust';
import type {
  AnyRun,
  ClassResult,
  ComponentsRun,
  HoldoutPredictions,
  RiskPath,
  RunResult,
  SpectrumData,
  TargetResult,
} from '../engine/contract/run';
import type { Of } from '../engine/contract/schema';
import { blockNames } from '../engine/features/blocks';
import { equivalentLambda } from '../engine/filters/anyFilter';
import { kernelText } from '../engine/kernels/kernelWords';
import { polynomialAlignment } from '../engine/spectrum/alignment';
import { besideRidge, type Farthest, FLOW_BOUNDS } from '../engine/spectrum/besideRidge';
import { defaultDecayRange, effectiveDimension } from '../engine/spectrum/decay';
import { noiseInterval } from '../engine/spectrum/noise';
import { riskMinima } from '../engine/spectrum/riskMinima';
import { byLevel } from '../engine/statistics/calibration';
import { countSets, setsOf } from '../engine/statistics/classSets';
import { sufficientCounts } from '../engine/statistics/sufficientCounts';
import { unpenalisedBlocks, unpenalisedShares } from '../figures/fit/unpenalised';
import { backEndOf } from '../figures/words/runWords';
import type { CLASSES_JSON, COMPONENTS_JSON, CURVE_JSON, DesignParameters, FIT_JSON, TARGET_JSON } from './schemas/fit';
import type { Written } from './schemas/table';
import type { Said } from './schemas/written';

/**
 * The JSON of `fit --json`: a contract, described by docs/fit.schema.json. Errors, noise and scores are in units of the
 * target squared, rmse and mae in units of the target. Members that a run does not have are omitted. Members that
 * depend on the target belong to the first target; `others` holds the same for each further target or class. In a
 * robust fit, `robust` and `predictions` are its own; filter, spectrum, alignment, risk and paths belong to its ridge
 * baseline.
 */
export function fitJson(run: RunResult): Said<typeof FIT_JSON> {
  const { approximation, classes, race, truncation, conditioning, baselines, importance, learning, shortcut, foldsBy } =
    run;
  const lambda = lambdaOf(run);
  const seed = run.parameters.find(({ name }) => name === 'seed')?.value ?? run.request.design.seed;
  const parameters = {
    lambda,
    lambdaTotal: lambda === null ? null : lambda * run.spectrum.n,
    seed: Number(seed),
  };
  return {
    ...runJson(run),
    parameters: { ...designParameters(run), ...parameters },
    ...targetJson(run, run),
    others: run.others.map((other) => targetJson(other, run)),
    approximation: approximation && {
      ...approximation,
      curve: curveJson(approximation.curve),
      peer: approximation.peer && curveJson(approximation.peer),
    },
    race,
    truncation,
    conditioning,
    baselines,
    importance,
    learning,
    classes: classes && classesJson(classes),
    unpenalised: blockNames(unpenalisedBlocks(run), run.model.transform.names),
    shortcut,
    foldsBy,
  };
}

/**
 * The same for principal components: the form with `components` of docs/fit.schema.json. Eigenvalues and errors are in
 * the units of the kernel; scores are one list for each row.
 */
export function componentsJson(run: ComponentsRun): Said<typeof COMPONENTS_JSON> {
  const { train, holdout, loadings, colours: _, ...components } = run.components;
  const { eigenvalues, total } = components;
  const scored = (rows: ScoredRows) => ({ ...rows, scores: rowsOf(rows.scores, eigenvalues.length) });
  return {
    ...runJson(run),
    parameters: designParameters(run),
    components: {
      ...components,
      share: eigenvalues.map((value) => value / total),
      train: scored(train),
      holdout: holdout && scored(holdout),
      loadings: { ...loadings, values: rowsOf(loadings.values, eigenvalues.length) },
    },
  };
}

/** The members for a run of any kind. */
function runJson(run: AnyRun) {
  const { notes: _, ...data } = run.data;
  const texts = (warns: boolean) =>
    run.notes.filter(({ severity }) => (severity === 'warning') === warns).map(({ text }) => text);
  return {
    kernelscope: run.kernelscope,
    method: run.method.id,
    file: run.file.name,
    approximate: run.approximate,
    data,
    linearAlgebra: { ...run.backend, backEnd: backEndOf(run.backend) },
    timings: run.timings,
    callouts: run.callouts ?? [],
    warnings: texts(true),
    notes: texts(false),
  };
}

/** Parameters by name, with those that every method has. */
function designParameters(run: AnyRun): DesignParameters & Readonly<Record<string, unknown>> {
  const { standardise, missing } = run.request.design;
  return {
    ...Object.fromEntries(run.parameters.map(({ name, value }) => [name, value])),
    kernel: kernelText(run.kernel),
    standardise,
    missing,
    rules: Object.fromEntries(run.parameters.map(({ name, rule }) => [name, rule])),
  };
}

/** The method's own lambda per sample; null if it has none. The lambda of the ridge baseline has its own member. */
function lambdaOf({ filter, robust }: RunResult): number | null {
  if (robust) return robust.path.axis === 'lambda' ? robust.strength : null;
  return 'lambda' in filter ? filter.lambda : null;
}

function targetJson(of: TargetResult, run: RunResult): Of<typeof TARGET_JSON> {
  const { spectrum, noise, filter, paths, metrics, holdout, robust } = of;
  const { n, mu, rank, coordinates } = spectrum;
  const { loo, gcv, degreesOfFreedom, optimism, ...fitted } = metrics;
  return {
    target: of.target,
    mean: of.mean,
    variance: of.variance,
    filter,
    // The values of the ridge baseline would be mistaken for the robust fit's.
    metrics: robust ? { ...fitted, folds: robust.scored.folds } : metrics,
    spectrum: {
      ...spectrum,
      effectiveDimension: effectiveDimension(mu, rank, equivalentLambda(filter, mu, rank, n)),
    },
    noise: { ...noise, interval: noiseInterval(noise) },
    alignment: {
      scores: coordinates.map((c) => c * c),
      noiseFloor: noise.sigma2 / n,
      exponents: exponentsJson(spectrum),
    },
    coefficientErrors: of.coefficientErrors,
    unpenalisedShares: unpenalisedShares(run, of),
    risk: paths[0],
    paths,
    // The minima of the ridge baseline would be mistaken for the robust fit's.
    minima: robust
      ? undefined
      : paths.map(({ axis, values }) => {
          const { told = 'cannot be told', minima } = riskMinima(spectrum, noise, filter, axis, values.toSorted());
          return { axis, told, minima: [...minima] };
        }),
    surface: of.surface,
    predictions: holdout && predictionsOf(holdout, robust),
    robust: robust && robustJson(robust),
    besideRidge: robust ? undefined : besideRidgeJson(spectrum, filter, paths[0]),
  };
}

/** For quantiles, lower and upper would be levels, which have their own member. */
function predictionsOf(
  { lines: _, predicted, lower, upper, ...rows }: HoldoutPredictions,
  { taus, holdout }: Partial<RobustFit> = {},
) {
  return {
    ...rows,
    holdout: predicted,
    ...(taus ? { quantiles: holdout && taus.map((tau, l) => ({ tau, predicted: holdout[l] })) } : { lower, upper }),
  };
}

function robustJson({ live: _, partial: __, curve: ___, ...fit }: RobustFit) {
  return fit;
}

/** The places where both are farthest apart, with the bounds; undefined if the filter does not stop early. */
function besideRidgeJson(spectrum: SpectrumData, filter: FilterSpec, { axis, values }: RiskPath) {
  const beside = besideRidge(spectrum, filter, axis, values);
  if (beside === undefined) return undefined;
  const { distance, risk } = beside.farthest;
  const found = ({ value, lambda, largest }: Farthest, bound: number) => ({ largest, bound, [axis]: value, lambda });
  return { distance: found(distance, FLOW_BOUNDS.distance), risk: found(risk, FLOW_BOUNDS.risk) };
}

/** The exponents on the default range of directions. */
function exponentsJson(spectrum: SpectrumData) {
  const { from, to } = defaultDecayRange(spectrum.rank);
  const { alpha, gamma, rateTruncated, rateRidge, regime } = polynomialAlignment(spectrum, from, to) ?? {};
  if (!(alpha && gamma && rateTruncated && rateRidge)) return undefined;
  return { from, to, alpha, gamma, rateTruncated, rateRidge, regime: regime ?? ('cannot be told' as const) };
}

function curveJson(curve: ApproximationCurve): Of<typeof CURVE_JSON> {
  const { counts, gcv, holdout, standardError } = curve;
  const { from, to } = sufficientCounts(holdout.length > 0 ? holdout : gcv, standardError);
  return { ...curve, sufficient: { from: counts[from], to: counts[to] } };
}

function classesJson({ confusion, probability, sets, ...classes }: ClassResult): Of<typeof CLASSES_JSON> {
  const probabilities = probability && byLevel(probability.probabilities);
  const counted = sets && probabilities && countSets(setsOf(probabilities, sets), probability.observed);
  return {
    ...classes,
    confusion: rowsOf(confusion, classes.levels.length),
    probability: probabilities && { ...probability, probabilities },
    sets: counted && { ...counted, ...sets, of: counted.rows },
  };
}

const rowsOf = (values: Uint32Array | Float32Array | Float64Array, width: number): number[][] =>
  Array.from({ length: values.length / width }, (_, i) => Array.from(values.subarray(i * width, (i + 1) * width)));

/**
 * The JSON text: typed arrays as arrays, and numbers that JSON lacks as null. It begins with the name of its schema.
 */
export function jsonText<K extends JsonKind>(kind: K, value: Written<K>): string {
  const plain = (_key: string, v: unknown): unknown => (ArrayBuffer.isView(v) ? Array.from(v as Float64Array) : v);
  return `${JSON.stringify({ $schema: schemaId(kind), ...value }, plain, 1)}\n`;
}
