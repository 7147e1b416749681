import type { Matrix } from '../../engine/contract/data';
import { Hermite, MIXTURE } from '../../engine/linalg/core/tanhSeries';
import { innerProduct } from '../../engine/linalg/dot';
import { matrixOf } from '../portable/matrices';
import { arcsine } from './arcs';
import type { Graph, Tensor } from './graph';

/** The arguments of the kernel, N×m, N×1 and 1×m, or all N×1. */
export interface Normal {
  readonly covariance: Tensor;
  readonly variance: Tensor;
  readonly other: Tensor;
}

/**
 * E[tanh u·tanh v]. With `largest`, the largest of the m variances, by a series where no row of the batch has more than twice as much;
 * otherwise by the mixture, some forty times as slow.
 */
export function tanhNetwork(graph: Graph, of: Normal, largest?: number): Tensor {
  const series = largest === undefined ? undefined : (tanhSeries(2 * largest) ?? tanhSeries(largest));
  const byMixture = () => mixture(graph, of);
  if (!series) return byMixture();
  // Counted, as a row with a gap has no variance and must not hide others.
  const beyond = graph.node('Cast', [graph.node('Greater', [of.variance, graph.number(series.largest)])], { to: 11 });
  const any = graph.node('Greater', [graph.node('ReduceSum', [beyond], { keepdims: 0 }), graph.number(0)]);
  return graph.either(any, byMixture, () => chebyshev(graph, of, series));
}

/** Σ_j d_j·T_{2j+1}(rho) by Clenshaw's recurrence in T_2(rho), d_j = a·forms_j·b. */
function chebyshev(graph: Graph, { covariance, variance, other }: Normal, series: TanhSeries): Tensor {
  const [one, two] = [graph.number(1), graph.number(2)];
  const product = graph.multiply(graph.node('Sqrt', [variance]), graph.node('Sqrt', [other]));
  // A variance of 0 has covariances of 0.
  const size = graph.node('Where', [graph.node('Equal', [product, graph.number(0)]), one, product]);
  const ratio = graph.divide(covariance, size);
  const rho = graph.maximum(graph.minimum(ratio, one), -1);
  const twice = graph.multiply(two, graph.subtract(graph.multiply(two, graph.multiply(rho, rho)), one));
  const basis = graph.matrix(series.basis);
  const nodes = graph.row(series.nodes);
  const inBasis = (v: Tensor) =>
    graph.product(graph.node('Tanh', [graph.multiply(graph.node('Sqrt', [v]), nodes)]), basis);
  const a = inBasis(variance);
  const b = graph.node('Transpose', [inBasis(graph.node('Transpose', [other], { perm: [1, 0] }))], { perm: [1, 0] });
  let [next, afterNext]: (Tensor | undefined)[] = [];
  for (let j = series.forms.length - 1; j >= 0; j--) {
    const d = graph.product(a, graph.product(graph.matrix(series.forms[j]), b));
    const turned: Tensor = next === undefined ? d : graph.add(d, graph.multiply(twice, next));
    [next, afterNext] = [afterNext === undefined ? turned : graph.subtract(turned, afterNext), next];
  }
  const last = next as Tensor;
  return graph.multiply(rho, afterNext === undefined ? last : graph.subtract(last, afterNext));
}

/** (2/π)·ΣΣ w·w'·asin(s·s'·covariance), one after the other: all at once would take 144 times the memory. */
function mixture(graph: Graph, { covariance, variance, other }: Normal): Tensor {
  const scaled = (v: Tensor) =>
    MIXTURE.map(([rate]) => {
      const sum = graph.add(1, graph.multiply(2 * rate * rate, v));
      return graph.divide(Math.SQRT2 * rate, graph.node('Sqrt', [sum]));
    });
  const [rows, columns] = [scaled(variance), scaled(other)];
  let total: Tensor | undefined;
  MIXTURE.forEach(([, weight], m) => {
    const left = graph.multiply(covariance, rows[m]);
    MIXTURE.forEach(([, share], k) => {
      const bounded = graph.maximum(graph.minimum(graph.multiply(left, columns[k]), 1), -1);
      const term = graph.multiply((2 / Math.PI) * weight * share, arcsine(graph, bounded));
      total = total === undefined ? term : graph.add(total, term);
    });
  });
  return total as Tensor;
}

/**
 * E[tanh u·tanh v] = Σ_j d_j·T_{2j+1}(rho) of normal (u, v) with variances up to `largest` and correlation rho: d_j = a(u)·forms_j·a(v)',
 * a(u) = tanh(sqrt(variance)·nodes)·basis. In Hermite's terms d_j = Σ_k c_k(u)·c_k(v)·m_kj, rho^(2k+1) = Σ_j m_kj·T_{2j+1}(rho):
 * a tenth as many terms as of the powers of rho, and each a product of matrices over all pairs of rows.
 */
export interface TanhSeries {
  readonly largest: number;
  /** Q numbers g > 0. */
  readonly nodes: Float64Array;
  /** Q×r. */
  readonly basis: Matrix;
  /** r×r each. */
  readonly forms: readonly Matrix[];
}

/** Terms of Hermite's series behind it: enough for a variance of 60. */
const MOST_TERMS = 4096;
const MOST_POLYNOMIALS = 256;
/** The amount that a sum of terms may leave out. */
const LEFT_OUT = 1e-15;
/** Shorter remainders are rounding. */
const SHORTEST = 3e-15;
/** Standard deviations between which tanh(deviation·g) is smooth. */
const SAMPLES = 400;

/** Undefined where the variance is too large for the series, or 0. The kernel is within 2e-14 of the exact one. */
export function tanhSeries(largest: number): TanhSeries | undefined {
  if (largest === 0) return undefined;
  for (let terms = 64; terms <= MOST_TERMS; terms *= 2) {
    const hermite = new Hermite(terms, largest);
    const squares = hermite.coefficients(largest).map((c) => c * c);
    const needed = leading(squares);
    if (needed < 0.9 * terms) return seriesOf(hermite, squares.subarray(0, needed), largest);
  }
  return undefined;
}

/** Number of terms that leave out less than LEFT_OUT of a sum of positive ones. */
function leading(terms: Float64Array): number {
  let count = terms.length;
  for (let left = 0; count > 0; count--) {
    left += terms[count - 1];
    if (left > LEFT_OUT) break;
  }
  return count;
}

function seriesOf({ nodes, shares, weights }: Hermite, squares: Float64Array, largest: number): TanhSeries {
  const powers = chebyshevOfPowers(squares.length, Math.min(squares.length, MOST_POLYNOMIALS));
  const count = leading(Float64Array.from(powers, (column) => column.reduce((sum, m, k) => sum + m * squares[k], 0)));
  const q = nodes.length;
  const roots = shares.map(Math.sqrt);
  const directions = orthonormal(
    Array.from({ length: SAMPLES }, (_, s) => {
      const deviation = (Math.sqrt(largest) * (s + 1)) / SAMPLES;
      return nodes.map((g, i) => roots[i] * Math.tanh(deviation * g));
    }),
  );
  // K×r: each Hermite function in terms of the directions.
  const projected = directions.map((direction) => {
    const values = direction.map((value, i) => value / roots[i]);
    return Float64Array.from(squares, (_, k) => innerProduct(weights.subarray(k * q, (k + 1) * q), values));
  });
  const forms = powers.slice(0, count).map((column) => formOf(column, projected));
  const basis = matrixOf(directions.map((direction) => direction.map((value, i) => value * roots[i])));
  return { largest, nodes, basis, forms };
}

/** For each polynomial T_{2j+1} its share in every odd power: rho²·T_j = (T_{j+2} + 2·T_j + T_{j−2})/4. */
function chebyshevOfPowers(terms: number, polynomials: number): Float64Array[] {
  const columns = Array.from({ length: polynomials }, () => new Float64Array(terms));
  columns[0][0] = 1;
  for (let k = 1; k < terms; k++) {
    const before = (j: number) => (j < polynomials ? columns[j][k - 1] : 0);
    // T_{−1} is T_1.
    columns.forEach((column, j) => {
      column[k] = (before(Math.max(0, j - 1)) + 2 * before(j) + before(j + 1)) / 4;
    });
  }
  return columns;
}

/** Orthonormal directions that all vectors lie in but for rounding, by Gram and Schmidt with the longest remainder next. */
function orthonormal(vectors: Float64Array[]): Float64Array[] {
  const found: Float64Array[] = [];
  const rest = vectors.map((vector) => vector.slice());
  for (;;) {
    const longest = rest
      .reduce((most, vector) => (innerProduct(vector, vector) > innerProduct(most, most) ? vector : most))
      .slice();
    const remainder = Math.sqrt(innerProduct(longest, longest));
    // A remainder is as inexact as the vector was long.
    for (const direction of found) subtract(longest, direction);
    const length = Math.sqrt(innerProduct(longest, longest));
    if (length <= Math.max(SHORTEST, 0.5 * remainder)) return found;
    found.push(longest.map((value) => value / length));
    for (const vector of rest) subtract(vector, found[found.length - 1]);
  }
}

/** Takes a direction out of a vector, in place. */
function subtract(vector: Float64Array, direction: Float64Array): void {
  const along = innerProduct(vector, direction);
  for (let i = 0; i < vector.length; i++) vector[i] -= along * direction[i];
}

/** Σ_k m_k·p_k'·p_k of the rows p_k of a K×r matrix, given by columns. */
function formOf(m: Float64Array, columns: readonly Float64Array[]): Matrix {
  const r = columns.length;
  const values = new Float64Array(r * r);
  columns.forEach((a, i) => {
    const scaled = a.map((value, k) => value * m[k]);
    for (let j = 0; j <= i; j++) values[j * r + i] = values[i * r + j] = innerProduct(scaled, columns[j]);
  });
  return { rows: r, columns: r, values };
}
