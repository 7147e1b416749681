import type { Approximation } from '../../contract/approximation';
import type { Matrix } from '../../contract/data';
import { type FeatureMap, featureCount, featureScale, type KernelSpec } from '../../contract/kernel';
import { permutation } from '../../data/random';
import { evaluateFeatures, firstFeatures } from '../../features/featureMaps';
import { isUnits, leverageSample } from '../../features/leverageFeatures';
import { recoveredKernel } from '../../features/recoveredKernel';
import { kernelCross, kernelDiagonal, kernelGram } from '../../kernels/kernelMatrix';
import { pickRows } from '../../kernels/rows';
import { gatherRows } from '../../linalg/gatherRows';
import { type Computing, full } from '../../linalg/linalg';
import { effectiveDimension, fitLine } from '../../spectrum/decay';
import { studentQuantile } from '../../statistics/student';
import type { FitSession } from '../session';
import type { FeatureWork } from './rowSource';

type Dimensions = NonNullable<Approximation['dimensions']>;

/** The most rows of the pilot, and the most features scored on it. */
const MOST = 400;
/** Parts of the pilot, each left out once. */
const PARTS = 10;
/** Candidates for each feature drawn by leverage scores. */
const POOL = 4;
const LAMBDAS = 8;
/**
 * The pilot determines the effective dimension up to this fraction of its rows, and exponents over at least this ratio
 * of lambdas.
 */
const TOLD = 0.15;
const LEAST_RATIO = 3;
const MOST_RATIO = 300;

/**
 * Both dimensions of a fit's kernel with their intervals (`pilotDimensions`), and leverage scores of plain features
 * compared with those of features drawn by leverage scores, which other rows chose. Undefined with row weights and if
 * the pilot cannot determine them.
 */
export function leverageDimensions(work: FeatureWork, session: FitSession): Dimensions | undefined {
  const { family, drawn, map, scale, facts, design, parameters } = work;
  const { problem, linalg, seed } = session;
  const { x, rootWeights } = problem;
  const context = session.silent();
  if (rootWeights) return undefined;
  const order = permutation(x.rows, seed, context);
  const size = Math.min(MOST, x.rows >> 1);
  const [choosing, pilot] = [0, size].map((from) => pickRows(x, order.slice(from, from + size)));
  const own = family.kind === 'landmarks' ? undefined : firstFeatures(map, Math.min(MOST, featureCount(map)));
  return linalg.scope(() => {
    const told = pilotDimensions(own ?? scale.kernel, choosing, pilot, facts.n, context);
    if (told === undefined) return undefined;
    const { scoresOf, ...dimensions } = told;
    if (own === undefined) return { ...dimensions, scores: scoresOf() };
    const count = featureCount(own);
    const trial = (features: number) =>
      family.trial({ design, x, kernel: scale.kernel, parameters, seed }, features, context);
    if (drawn.drawn === 'leverageFeatures')
      return { ...dimensions, scores: scoresOf(trial(count)), sampled: scoresOf(own) };
    const pool = isUnits(own) && trial(POOL * count);
    const sampled = pool && isUnits(pool) && leverageSample(pool, choosing, count, told.lambda[0], seed, context).map;
    return { ...dimensions, scores: scoresOf(own), ...(sampled && { sampled: scoresOf(sampled) }) };
  });
}

/**
 * The effective dimension N(lambda) = tr L(L + lambda)^-1 and the maximal dimension, the largest ||(L +
 * lambda)^-1/2·psi(·, w)||² of these features (RF assumption 2, which takes the supremum over all features) or, for a
 * kernel, the largest ||(C + lambda)^-1/2·k(x, ·)||² of the rows of `choosing`; and the exponents by which they grow as
 * lambda falls. L is that of the exact kernel on the pilot; which leverage is the largest is read from `choosing`, as
 * the largest of many estimates is too large. Intervals are jackknifed over tenths of the pilot. Allocates in the
 * caller's scope. Undefined for features that know no kernel in closed form, and if the pilot is too small for the
 * kernel.
 */
export function pilotDimensions(
  of: FeatureMap | KernelSpec,
  choosing: Matrix,
  pilot: Matrix,
  n: number,
  context: Computing,
) {
  const gramOf = (rows: Matrix) =>
    'inputs' in of ? recoveredKernel(of, rows, rows, context) : kernelGram(of, rows, context);
  const [first, gram] = [gramOf(choosing), gramOf(pilot)];
  if (first === undefined || gram === undefined) return undefined;
  const each = Uint32Array.from({ length: pilot.rows }, (_, i) => i);
  const all = spectrumOf(gram, pilot.rows, each, context);
  const lambdas = toldLambdas(all.mu, n);
  if (lambdas === undefined) return undefined;
  const probesOn = (rows: Matrix, map = of) => probesOf(map, choosing, rows, context);
  const chooser = spectrumOf(first, choosing.rows, Uint32Array.from(each.subarray(0, choosing.rows)), context);
  const ranked = leveragesOf(chooser, probesOn(choosing), context);
  const largest = Array.from(lambdas, (lambda) => indexOfMost(ranked(lambda)));
  const probes = picked(probesOn(pilot), largest, pilot.rows);
  const logarithms = (spectrum: PilotSpectrum): Logarithms => {
    const leverages = leveragesOf(spectrum, probes, context);
    return {
      effective: Array.from(lambdas, (lambda) => Math.log(effectiveDimension(spectrum.mu, spectrum.mu.length, lambda))),
      maximal: Array.from(lambdas, (lambda, l) => Math.log(leverages(lambda)[l])),
    };
  };
  const parts = Array.from({ length: PARTS }, (_, part) => {
    const rows = each.filter((i) => i % PARTS !== part);
    return context.linalg.scope(() => logarithms(spectrumOf(gram, pilot.rows, rows, context)));
  });
  const estimate = jackknifed(logarithms(all), parts);
  const [least] = lambdas;
  return {
    rows: pilot.rows,
    lambda: [least, lambdas[lambdas.length - 1]] as const,
    effective: estimate(({ effective }) => effective[0], Math.exp),
    maximal: estimate(({ maximal }) => maximal[0], Math.exp),
    gamma: estimate(({ effective }) => exponent(lambdas, effective)),
    alpha: estimate(({ maximal }) => exponent(lambdas, maximal)),
    /** Leverages of these features at the lower lambda, or of those of the dimensions, descending. */
    scoresOf: (map?: FeatureMap) => leveragesOf(all, probesOn(pilot, map), context)(least).slice().sort().reverse(),
  };
}

/** Eigenvalues of L on rows of the pilot in any order, and their vectors. */
interface PilotSpectrum {
  readonly rows: Uint32Array;
  readonly mu: Float64Array;
  readonly vectors: Float64Array;
}

function spectrumOf(gram: Float64Array, n: number, rows: Uint32Array, context: Computing): PilotSpectrum {
  const m = rows.length;
  const vectors = context.linalg.allocate(m * m);
  for (let j = 0; j < m; j++) for (let i = 0; i < m; i++) vectors[j * m + i] = gram[rows[j] * n + rows[i]] / m;
  const mu = context.linalg.symmetricEigen(vectors, m, context).values.map((v) => Math.max(0, v));
  return { rows, mu, vectors };
}

/** Functions on the n rows of a pilot, n×count, whose leverage is to be computed; for k(x, ·) also k(x, x). */
interface Probes {
  readonly n: number;
  readonly values: Float64Array;
  readonly diagonal?: Float64Array;
}

function probesOf(of: FeatureMap | KernelSpec, points: Matrix, rows: Matrix, context: Computing): Probes {
  const n = rows.rows;
  if (!('inputs' in of))
    return {
      n,
      values: kernelCross(of, rows, points, context),
      diagonal: kernelDiagonal(of, points, context),
    };
  const unit = featureScale(of) * Math.sqrt(featureCount(of));
  return { n, values: evaluateFeatures(of, rows, context).map((v) => unit * v) };
}

const picked = ({ n, values, diagonal }: Probes, chosen: readonly number[], rows: number): Probes => ({
  n,
  values: Float64Array.from(
    { length: rows * chosen.length },
    (_, o) => values[chosen[Math.floor(o / n)] * n + (o % n)],
  ),
  ...(diagonal && { diagonal: Float64Array.from(chosen, (j) => diagonal[j]) }),
});

/** v'·(K + m·lambda·I)^-1·v for every function, or (k(x, x) − that value for k(x, ·))/lambda. */
function leveragesOf(
  { rows, mu, vectors }: PilotSpectrum,
  { n, values, diagonal }: Probes,
  context: Computing,
): (lambda: number) => Float64Array {
  const { linalg } = context;
  const [m, count] = [rows.length, values.length / n];
  const squares = linalg.scope(() => {
    const v = gatherRows(values, n, rows, linalg.allocate(m * count));
    const along = linalg.allocate(m * count);
    linalg.gemm(true, false, m, count, m, 1, full(vectors, m), full(v, m), 0, full(along, m), context);
    return Float64Array.from(along, (a) => (a * a) / m);
  });
  return (lambda) =>
    Float64Array.from({ length: count }, (_, j) => {
      let sum = 0;
      for (let k = 0; k < m; k++) sum += squares[j * m + k] / (mu[k] + lambda);
      return diagonal ? (diagonal[j] - sum) / lambda : sum;
    });
}

const indexOfMost = (values: Float64Array): number => values.reduce((best, v, j) => (v > values[best] ? j : best), 0);

/**
 * Ascending lambdas at which the pilot determines N(lambda), evenly spaced in logarithms: down to 1/n of the first
 * eigenvalue, below which no theorem of RF goes. Undefined if they span too little for an exponent.
 */
function toldLambdas(mu: Float64Array, n: number): Float64Array | undefined {
  const m = mu.length;
  const told = (lambda: number) => effectiveDimension(mu, m, lambda) <= TOLD * m;
  const most = mu.reduce((a, b) => Math.max(a, b), 0);
  let least = most / n;
  while (least < most && !told(least)) least *= 1.1;
  const ratio = Math.min(MOST_RATIO, most / least);
  if (!(ratio >= LEAST_RATIO)) return undefined;
  return Float64Array.from({ length: LAMBDAS }, (_, i) => least * ratio ** (i / (LAMBDAS - 1)));
}

/** Logarithms of both dimensions at every lambda. */
interface Logarithms {
  readonly effective: readonly number[];
  readonly maximal: readonly number[];
}

/** The exponent a of lambda^−a through these logarithms. */
const exponent = (lambdas: Float64Array, logs: readonly number[]): number =>
  -(fitLine(logs.map((y, i) => ({ x: Math.log(lambdas[i]), y, weight: 1 })))?.slope ?? 0);

/**
 * Estimates of the results of the logarithms, freed of their bias, with 95 % intervals, by leaving each part of the
 * pilot out.
 */
function jackknifed(all: Logarithms, parts: readonly Logarithms[]) {
  const t = studentQuantile(0.975, PARTS - 1);
  return (of: (logs: Logarithms) => number, as: (v: number) => number = (v) => v) => {
    const left = parts.map(of);
    const mean = left.reduce((sum, v) => sum + v / PARTS, 0);
    const value = PARTS * of(all) - (PARTS - 1) * mean;
    const error = Math.sqrt(((PARTS - 1) / PARTS) * left.reduce((sum, v) => sum + (v - mean) ** 2, 0));
    return { value: as(value), interval: [as(value - t * error), as(value + t * error)] as const };
  };
}
