import type { ApproximationCurve } from '../../contract/approximation';
import { partOf, silently } from '../../contract/context';
import type { FeatureMap } from '../../contract/kernel';
import { firstFeatures } from '../../features/featureMaps';
import { filterAt, filterShares } from '../../filters/anyFilter';
import { ridgeFilter } from '../../filters/zones';
import type { Computing } from '../../linalg/linalg';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import { riskAt } from '../../spectrum/risk';
import { count } from '../../words/numbers';
import { axisGrid } from '../spectral/axisGrid';
import { featureLeftOut, LEFT_OUT_AT_ONCE, type LeftOutTask } from './featureLeftOut';
import { type FeatureSpectrum, featureSpectrum, featureWeights, type RowFacts } from './featureSpectrum';
import type { FeatureSums } from './featureSums';

/** A fit with the first features alone, as new rows need it. */
export interface CountFit {
  readonly count: number;
  /** Weights of all M features as they are scaled, 0 beyond the first `count`. */
  readonly weights: Float64Array;
  /** Coefficients of the unpenalised directions: Q'y − Q'Z·w. */
  readonly along: Float64Array;
}

export interface CountCurve {
  readonly curve: Omit<ApproximationCurve, 'holdout' | 'seconds' | 'bytes'>;
  readonly fits: readonly CountFit[];
}

/** Whole numbers by factors of about sqrt(2) from max(10, M/32) to M. */
export function countsUpTo(count: number): Uint32Array {
  const least = Math.min(count, Math.max(10, Math.round(count / 32)));
  const steps = Math.max(0, Math.round(2 * Math.log2(count / least)));
  const values = Array.from({ length: steps + 1 }, (_, i) =>
    Math.round(least * (count / least) ** (i / Math.max(1, steps))),
  );
  return Uint32Array.from(new Set([...values, count])).sort();
}

export interface CountTask {
  readonly kind: ApproximationCurve['kind'];
  readonly map: FeatureMap;
  readonly sums: FeatureSums;
  /** The spectrum of all the sums, if they have been decomposed. */
  readonly decomposed?: FeatureSpectrum | undefined;
  readonly facts: RowFacts;
  /** The lambda of the lowest leave-one-out error with all the features, if it is known. */
  readonly lambda?: number | undefined;
  /** The leave-one-out task of the first target alone, with the `spectrum` of each count in turn. */
  readonly leftOut: Omit<LeftOutTask, 'spectrum'>;
}

/**
 * The fits of fewer features from the same sums: the leading block of Z'Z is that of a fit with the first features.
 * lambda is that of the lowest leave-one-out error for each count, k = 0 and r = all; the first target represents all.
 */
export function countCurve(
  { kind, map, sums, decomposed: whole, lambda: ofAll, facts, leftOut }: CountTask,
  counts: Uint32Array,
  context: Computing,
): CountCurve {
  const first: RowFacts = { ...facts, along: [facts.along[0]], square: [facts.square[0]] };
  const p = facts.unpenalised;
  const fits: CountFit[] = [];
  const [lambda, degreesOfFreedom, gcv] = [0, 1, 2].map(() => new Float64Array(counts.length));
  let done = 0;
  const work = counts.reduce((sum, count) => sum + count ** 3, 0);
  counts.forEach((fewer, c) => {
    const part = partOf(context, done / work, (done + fewer ** 3) / work);
    part.progress(0, `fewer features: ${count(fewer)}`);
    done += fewer ** 3;
    // Random features are scaled by their number; those of landmarks are not.
    const rescale = kind === 'randomFeatures' ? Math.sqrt(sums.count / fewer) : 1;
    const decomposed =
      whole && fewer === sums.count
        ? { ...whole, spectra: whole.spectra.slice(0, 1) }
        : featureSpectrum(sums, rescale, first, silently(part), fewer);
    const [spectrum] = decomposed.spectra;
    const filter = ridgeFilter(1, spectrum.mu.length);
    const leastLambda = () => {
      const grid = axisGrid('lambda', filter, { n: spectrum.n, rank: spectrum.rank, trace: decomposed.trace });
      const filters = Array.from(grid, (value) => filterAt(filter, 'lambda', value));
      const features = { ...leftOut.features, map: firstFeatures(map, fewer), block: LEFT_OUT_AT_ONCE };
      const task = { ...leftOut, features, spectrum: decomposed };
      return grid[indexOfLeast(featureLeftOut(task, filters, silently(part)).errors[0])];
    };
    lambda[c] = (fewer === sums.count ? ofAll : undefined) ?? leastLambda();
    const at = filterAt(filter, 'lambda', lambda[c]);
    const risk = riskAt(spectrum, 0, at);
    [degreesOfFreedom[c], gcv[c]] = [risk.degreesOfFreedom, risk.gcv];
    const w = featureWeights(decomposed, spectrum, filterShares(at, spectrum.mu, spectrum.rank, spectrum.n));
    const weights = new Float64Array(sums.count);
    w.forEach((v, j) => {
      weights[j] = v * rescale;
    });
    fits.push({ count: fewer, weights, along: leftToFree(facts.along[0], decomposed.free, w, p) });
  });
  return { curve: { kind, counts, lambda, degreesOfFreedom, gcv }, fits };
}

/** The coefficients that the features leave to the unpenalised directions: Q'y − Q'Z·w. */
export function leftToFree(along: Float64Array, free: Float64Array, w: Float64Array, p: number): Float64Array {
  const count = w.length;
  return Float64Array.from({ length: p }, (_, a) => {
    let sum = along[a];
    for (let j = 0; j < count; j++) sum -= free[a * count + j] * w[j];
    return sum;
  });
}
