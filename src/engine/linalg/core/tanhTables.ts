// Tables that the tanh network kernel needs for each row. E[tanh u·tanh v] has no closed form; with v_i the variance of
// row i's input it is
//   Σ over odd k of c_k(v_i)·c_k(v_j)·rho^k,  c_k(v) = E[tanh(sqrt(v)·g)·h_k(g)],
// g standard normal, h_k orthonormal Hermite (Mehler's formula; Daniely, Frostig & Singer 2016). The coefficients fall
// like exp(−π·sqrt(k/2v)): 59 terms at v = 1, 462 at v = 9. Beyond the most of TERMS tanh is replaced by a mean of
// erf's with the same kernel in closed form.

import type { TanhNetworkForm } from '../kernelForm';
import { END, Hermite, MIXTURE } from './tanhSeries';

interface TanhTables {
  readonly map: 'TanhMap.Series' | 'TanhMap.Mixture';
  /** The form's parameters, for assembly/kernelMapsTanh.ts. */
  readonly values: Float64Array;
  /**
   * For each row the squared norm, the number of terms it needs, its coefficients; column-major. They are `a` and `b`
   * of mapTile.
   */
  readonly x: Float64Array;
  readonly z: Float64Array;
}

/** Terms that are tried: enough for the variances of nearly all rows, and for one of 9. */
const TERMS = [128, 512];
/** The most that the squares of the omitted coefficients may sum to: a bound on the error of every entry. */
const LEFT_OUT = 1e-14;

/**
 * Tables for rows with these squared norms; pass the same array twice if x and z are the same rows. Absolute error of
 * the kernel measured at most 1.2e-14 by the series and 1e-14 by the mixture, which costs some twenty times as much.
 * Memory: 8 bytes × (terms + 2) for each row.
 */
export function tanhTables(
  form: TanhNetworkForm,
  squaredNormsX: Float64Array,
  squaredNormsZ: Float64Array,
): TanhTables {
  const varianceOf = (squaredNorm: number) => form.weight * squaredNorm + form.bias;
  let largest = 0;
  for (const norms of [squaredNormsX, squaredNormsZ]) for (const a of norms) largest = Math.max(largest, varianceOf(a));
  const diagonal = tanhVariance(largest);
  let ofLargest: Float64Array = new Float64Array(0);
  let terms: number | undefined;
  for (const tried of TERMS) {
    ofLargest = new Hermite(tried, largest).coefficients(largest);
    terms = termsNeeded(ofLargest, diagonal);
    if (terms !== undefined) break;
  }
  const table = terms === undefined ? mixtureTable(varianceOf) : seriesTable(varianceOf, terms, ofLargest);
  const x = table(squaredNormsX);
  const z = squaredNormsZ === squaredNormsX ? x : table(squaredNormsZ);
  const map = terms === undefined ? 'TanhMap.Mixture' : 'TanhMap.Series';
  const weights = terms === undefined ? MIXTURE.map(([, weight]) => weight) : [];
  const count = terms ?? MIXTURE.length;
  const leads = [squaredNormsX.length, squaredNormsZ.length];
  return { map, values: Float64Array.of(form.weight, form.bias, count, ...leads, ...weights), x, z };
}

/**
 * E[tanh²(sqrt(v)·g)]: the diagonal. By the trapezium rule, which converges geometrically; error some 10^-16, relative
 * to the value if v is small.
 */
export function tanhVariance(variance: number): number {
  const sigma = Math.sqrt(variance);
  const end = Math.min(END, 22 / Math.max(sigma, 1e-300));
  const step = Math.min((2 * Math.PI) / (12 + 24 * sigma), end / 16);
  // Above 1 the complement is the part that decays fast.
  const complement = sigma > 1;
  let sum = 0;
  for (let g = step / 2; g < end; g += step) {
    const t = Math.tanh(sigma * g);
    const f = complement ? 1 / Math.cosh(sigma * g) ** 2 : t * t;
    sum += f * Math.exp(-0.5 * g * g);
  }
  const mean = (2 * step * sum) / Math.sqrt(2 * Math.PI);
  return complement ? 1 - mean : mean;
}

/** The fewest terms that leave out less than LEFT_OUT of the diagonal; undefined when all of them are too few. */
function termsNeeded(coefficients: Float64Array, diagonal: number): number | undefined {
  let left = diagonal;
  for (let t = 0; t < coefficients.length; t++) {
    left -= coefficients[t] ** 2;
    if (left < LEFT_OUT) return t + 1;
  }
  return undefined;
}

type Table = (squaredNorms: Float64Array) => Float64Array;

function seriesTable(varianceOf: (squaredNorm: number) => number, terms: number, ofLargest: Float64Array): Table {
  return (squaredNorms) => {
    const n = squaredNorms.length;
    const table = new Float64Array(n * (terms + 2));
    table.set(squaredNorms);
    const largest = squaredNorms.reduce((most, a) => Math.max(most, varianceOf(a)), 0);
    const hermite = new Hermite(terms, largest);
    for (let i = 0; i < n; i++) {
      const c = hermite.coefficients(varianceOf(squaredNorms[i]));
      // With any other row the omitted terms sum to at most this.
      let length = terms;
      for (let left = 0; length > 1; length--) {
        left += Math.abs(c[length - 1] * ofLargest[length - 1]);
        if (left > LEFT_OUT / 8) break;
      }
      table[n + i] = length;
      for (let t = 0; t < terms; t++) table[(t + 2) * n + i] = c[t];
    }
    return table;
  };
}

function mixtureTable(varianceOf: (squaredNorm: number) => number): Table {
  return (squaredNorms) => {
    const n = squaredNorms.length;
    const table = new Float64Array(n * (MIXTURE.length + 2));
    table.set(squaredNorms);
    table.fill(MIXTURE.length, n, 2 * n);
    MIXTURE.forEach(([rate], m) => {
      for (let i = 0; i < n; i++) {
        const v = varianceOf(squaredNorms[i]);
        table[(m + 2) * n + i] = (Math.SQRT2 * rate) / Math.sqrt(1 + 2 * rate * rate * v);
      }
    });
    return table;
  };
}
