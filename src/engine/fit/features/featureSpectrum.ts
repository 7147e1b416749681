import type { SpectrumData } from '../../contract/run';
import { type Computing, full } from '../../linalg/linalg';
import { fixSign } from '../../spectrum/spectrum';
import type { FeatureSums } from './featureSums';

/** Roundings of the largest eigenvalue, times M, that a sum of squares leaves of a zero one. */
const ROUNDINGS = 4;

/** The facts about the rows apart from their features. */
export interface RowFacts {
  readonly n: number;
  /** Unpenalised directions p. */
  readonly unpenalised: number;
  /** Q'y, p for each target in turn; and y'y, one for each. Both weighted. */
  readonly along: readonly Float64Array[];
  readonly square: readonly number[];
}

/**
 * The residual kernel of Z (n×M) decomposed through its M×M form: Z'(I − QQ')Z/n = V·diag(mu)·V'. Left singular vectors are
 * u_i = (I − QQ')Z·v_i/sqrt(n·mu_i), and no n×M matrix is held.
 */
export interface FeatureSpectrum {
  readonly count: number;
  /** V, M×q column-major. */
  readonly vectors: Float64Array;
  /** Z'Q, M×p. */
  readonly free: Float64Array;
  /** One spectrum for each target: shared eigenvalues, own coordinates. */
  readonly spectra: readonly SpectrumData[];
  /** Trace of Z'(I − QQ')Z/n. */
  readonly trace: number;
}

/**
 * The spectrum of the first `count` features, all by default, from the sums over all rows. `rescale` multiplies the features: fewer random features of a map are scaled by their own
 * number. Eigenvalues below 4·M·eps of the largest (with what was projected away) count as zero: forming Z'Z costs half the digits
 * that a decomposition of Z would keep, far below any lambda that is tried.
 */
export function featureSpectrum(
  { count: lead, squares, products }: FeatureSums,
  rescale: number,
  { n, unpenalised: p, along, square }: RowFacts,
  context: Computing,
  count = lead,
): FeatureSpectrum {
  const { linalg } = context;
  const q = Math.max(0, Math.min(count, n - p));
  const product = (c: number) => products.slice(c * lead, c * lead + count).map((v) => v * rescale);
  const free = new Float64Array(count * p);
  for (let a = 0; a < p; a++) free.set(product(a), a * count);
  const { values, vectors, size } = linalg.scope(() => {
    const a = linalg.allocate(count * count);
    for (let j = 0, o = 0; j < count; j++)
      for (let i = 0; i < count; i++, o++) a[o] = squares[j * lead + i] * rescale * rescale;
    let projected = 0;
    for (const v of free) projected += v * v;
    if (p > 0) linalg.syrk(false, count, p, -1, full(free, count), 1, full(a, count), context);
    const eigen = linalg.symmetricEigen(a, count, context);
    const leading = new Float64Array(count * q);
    for (let j = 0; j < q; j++) {
      leading.set(eigen.vectors.subarray((count - 1 - j) * count, (count - j) * count), j * count);
      fixSign(leading, j * count, count);
    }
    const descending = Float64Array.from({ length: q }, (_, j) => eigen.values[count - 1 - j] / n);
    return { values: descending, vectors: leading, size: projected / n };
  });
  const floor = ROUNDINGS * count * Number.EPSILON * Math.max(values[0] ?? 0, size);
  let clipped = 0;
  let rank = 0;
  let trace = 0;
  const mu = values.map((v, i) => {
    if (v < 0) clipped++;
    if (v > floor && rank === i) rank = i + 1;
    trace += Math.max(0, v);
    return Math.max(0, v);
  });
  const basis = { count, vectors, free };
  const shared = { n, unpenalised: p, mu, rank, clipped };
  const spectra = along.map((qy, t) => targetSpectrum(basis, shared, product(p + t), qy, square[t], context));
  return { ...basis, spectra, trace };
}

/** The spectrum of a target y on a decomposition: `b` is Z'y (used up), `qy` Q'y and `square` y'y. */
export function targetSpectrum(
  { count, vectors, free }: Omit<FeatureSpectrum, 'spectra' | 'trace'>,
  shared: Omit<SpectrumData, 'coordinates' | 'beyond'>,
  b: Float64Array,
  qy: Float64Array,
  square: number,
  context: Computing,
): SpectrumData {
  const { n, unpenalised: p, mu, rank } = shared;
  const q = mu.length;
  let inside = 0;
  for (let a = 0; a < p; a++) {
    inside += qy[a] * qy[a];
    for (let j = 0; j < count; j++) b[j] -= free[a * count + j] * qy[a];
  }
  const onto = new Float64Array(q);
  if (q > 0) context.linalg.gemv(true, count, q, 1, full(vectors, count), b, 0, onto, context);
  const coordinates = onto.map((v, i) => (i < rank ? v / (n * Math.sqrt(mu[i])) : 0));
  let explained = 0;
  for (const c of coordinates) explained += c * c;
  const score = Math.max(0, (square - inside) / n - explained);
  return { ...shared, mu: mu.slice(), coordinates, beyond: { count: n - p - q, score } };
}

/** w with Z·w the filter's fit on the features: V·diag(g/sqrt(mu))·c, M entries. `shares` are the g. */
export function featureWeights(
  { count, vectors }: Pick<FeatureSpectrum, 'count' | 'vectors'>,
  { mu, rank, coordinates }: SpectrumData,
  shares: Float64Array,
): Float64Array {
  const w = new Float64Array(count);
  for (let i = 0; i < rank; i++) {
    if (shares[i] === 0) continue;
    const weight = (shares[i] * coordinates[i]) / Math.sqrt(mu[i]);
    for (let j = 0, o = i * count; j < count; j++, o++) w[j] += weight * vectors[o];
  }
  return w;
}
