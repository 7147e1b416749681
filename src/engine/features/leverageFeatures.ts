import { partOf, type RunContext, silently } from '../contract/context';
import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { FeatureMap, RandomFeatureMap } from '../contract/kernel';
import { permutation, Random } from '../data/random';
import { pickRows, rowBlock } from '../kernels/rows';
import { choleskyWithJitter } from '../linalg/choleskyWithJitter';
import { type Computing, full } from '../linalg/linalg';
import { drawFeatures, type FeatureDraw } from './drawFeatures';
import { evaluateFeatures } from './featureMaps';
import { besideSeed } from './maps/streams';
import { pickUnits } from './maps/units';
import { recoveredKernel } from './recoveredKernel';

/** The most rows of the pilot, and the number of candidates for every feature drawn. */
const PILOT_ROWS = 1000;
const POOL = 4;
/** Candidates whose features are held at a time. */
const BLOCK = 512;

/** Rows to score features on: those of the pilot, drawn from these (0-based) or from all of x. */
export function leveragePilot(x: Matrix, seed: number, context: RunContext, among?: Uint32Array): Matrix {
  const drawn = permutation(among?.length ?? x.rows, seed, context).slice(0, PILOT_ROWS);
  return pickRows(x, among ? drawn.map((i) => among[i]) : drawn.sort());
}

export interface LeverageFeatures {
  readonly map: RandomFeatureMap;
  /** Mean score: an estimate of the effective dimension N(lambda) = tr(K·(K + n·lambda·I)^-1) of the pilot. */
  readonly effective: number;
  /** Rows of the pilot. */
  readonly pilot: number;
}

/**
 * Features drawn by their leverage (RF example 2 and remark 4): `pool·count` candidates are drawn evenly, scored on the pilot, and `count` of
 * them drawn with `leverageSample`. `x` is the pilot (n×d); the first 1,000 rows of it are used, so shuffle before. Fewer features of a
 * draw are `firstFeatures` of it; a draw of fewer has another pool. Throws `parameter/invalid` for a map that is not one of
 * units activation(w·x + b).
 */
export function leverageFeatures(
  options: FeatureDraw & { readonly lambda: number; readonly pool?: number },
  x: Matrix,
  context: Computing,
): LeverageFeatures {
  const { count, seed, lambda, pool = POOL } = options;
  const candidates = drawFeatures({ ...options, count: Math.ceil(pool * count) }, context);
  if (!isUnits(candidates)) {
    throw new KernelscopeError(
      'parameter/invalid',
      `featureMap: ${options.map} cannot be sampled by leverage scores: that takes features of random projections, such as orthogonal, fourier or relu. Choose one of them, or even sampling.`,
      { name: 'featureMap', value: options.map },
    );
  }
  return leverageSample(candidates, x, count, lambda, besideSeed(seed), context);
}

/**
 * `count` of the candidates, with replacement, each with probability proportional to its score s(w) = v(w)'·(K +
 * n·lambda·I)^-1·v(w), v_i = ψ(x_i, w), on the first 1,000 rows of `x` (RF remark 4); and factors sqrt(mean
 * score/score), so that the kernel is recovered as by the candidates. K is the exact kernel if the map knows it in
 * closed form, and that of the candidates otherwise. lambda per sample, above 0.
 */
export function leverageSample(
  candidates: RandomFeatureMap,
  x: Matrix,
  count: number,
  lambda: number,
  seed: number,
  context: Computing,
): LeverageFeatures {
  if (!(lambda > 0 && Number.isFinite(lambda))) {
    throw new KernelscopeError('parameter/invalid', `lambda must be above 0 and finite; it is ${lambda}.`, {
      name: 'lambda',
      value: String(lambda),
    });
  }
  const pilot = x.rows <= PILOT_ROWS ? x : rowBlock(x, 0, PILOT_ROWS);
  const scores = leverageScores(candidates, pilot, lambda, context);
  const cumulative = new Float64Array(scores.length);
  let total = 0;
  for (let j = 0; j < scores.length; j++) cumulative[j] = total += scores[j];
  if (!(total > 0 && Number.isFinite(total))) {
    throw new KernelscopeError(
      'numerics/failed',
      `The leverage scores of the features add up to ${total} on ${pilot.rows} rows. Check the columns for very large values, or choose even sampling.`,
      { rows: pilot.rows },
    );
  }
  const mean = total / scores.length;
  const random = new Random(seed);
  const chosen = Uint32Array.from({ length: count }, () => firstAbove(cumulative, random.uniform() * total));
  const units = pickUnits(candidates, chosen);
  const factors = Float64Array.from(chosen, (unit, j) => (units.factors?.[j] ?? 1) * Math.sqrt(mean / scores[unit]));
  return { map: { ...units, factors }, effective: mean, pilot: pilot.rows };
}

/** s(w_j) of every candidate. */
function leverageScores(candidates: RandomFeatureMap, pilot: Matrix, lambda: number, context: Computing): Float64Array {
  const { linalg } = context;
  const n = pilot.rows;
  const count = candidates.bias.length;
  const scores = new Float64Array(count);
  linalg.scope(() => {
    const gram = linalg.allocate(n * n);
    // The codes' own kernel is a series for each pair: too slow for a million pairs.
    const exact =
      candidates.activation === 'binary' ? undefined : recoveredKernel(candidates, pilot, pilot, silently(context));
    if (exact === undefined) poolGram(candidates, pilot, gram, partOf(context, 0, 0.4));
    else gram.set(exact);
    for (let i = 0; i < n; i++) gram[i * (n + 1)] += n * lambda;
    // Both triangles: a jitter ladder starts again from the upper one.
    choleskyWithJitter(gram, n, silently(context));
    for (let from = 0; from < count; from += BLOCK) {
      context.progress(0.4 + (0.6 * from) / count, 'scoring the features');
      const part = blockOf(candidates, from);
      linalg.scope(() => {
        const width = part.bias.length;
        const v = evaluateFeatures(part, pilot, silently(context), linalg.allocate(n * width));
        linalg.solveLower(gram, n, false, v, width, silently(context));
        for (let j = 0; j < width; j++) for (let i = 0; i < n; i++) scores[from + j] += v[j * n + i] ** 2;
      });
    }
  });
  return scores;
}

/** The candidates' own kernel (1/P)·sum v(w)·v(w)', in both triangles. */
function poolGram(candidates: RandomFeatureMap, pilot: Matrix, gram: Float64Array, context: Computing): void {
  const { linalg } = context;
  const n = pilot.rows;
  const count = candidates.bias.length;
  gram.fill(0);
  for (let from = 0; from < count; from += BLOCK) {
    context.progress(from / count, 'scoring the features');
    const part = blockOf(candidates, from);
    linalg.scope(() => {
      const width = part.bias.length;
      const v = evaluateFeatures(part, pilot, silently(context), linalg.allocate(n * width));
      linalg.syrk(false, n, width, 1 / count, full(v, n), 1, full(gram, n), silently(context));
    });
  }
  for (let j = 0; j < n; j++) for (let i = j + 1; i < n; i++) gram[i * n + j] = gram[j * n + i];
}

export function isUnits(map: FeatureMap): map is RandomFeatureMap {
  return map.kind === undefined;
}

/** The units from this one on that are held at a time. */
function blockOf(map: RandomFeatureMap, from: number): RandomFeatureMap {
  const length = Math.min(BLOCK, map.bias.length - from);
  return pickUnits(
    map,
    Uint32Array.from({ length }, (_, j) => from + j),
  );
}

/** The first index whose value is above `value`; the last one for rounding's sake. */
function firstAbove(ascending: Float64Array, value: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
