import { type RunContext, silently } from '../contract/context';
import type { Matrix } from '../contract/data';
import { kernelGram } from '../kernels/kernelMatrix';
import { pickColumns } from '../kernels/rows';
import { KERNELS } from '../kernels/table';
import type { LinearAlgebra } from '../linalg/linalg';
import type { Slope } from './boundedBfgs';
import { type ColumnSum, type OwnKernel, placeOf } from './columnSum';
import { addScaleSlopes, fillSlope } from './criterionGradient';
import type { SearchProblem } from './searchProblem';

/** Below this a kernel adds nothing to a sum of order 1, and those of rows farther off even less. */
const NOTHING = 1e-18;

/**
 * Minus the restricted log likelihood per row of a sum of kernels and its derivatives by the logarithms of its numbers and of the total
 * ridge, `at`. Kernels of a single column are summed in its order: exp(−Δ) of neighbours multiply to those of all pairs, so that n²/2 products
 * stand in place of exponentials. Undefined where the matrix is not positive definite to rounding.
 */
export function columnSumSlope(
  problem: SearchProblem,
  sum: ColumnSum,
  at: Float64Array,
  linalg: LinearAlgebra,
  context: RunContext,
): Slope | undefined {
  return linalg.scope(() => {
    const { x, rootWeights } = problem;
    const n = x.rows;
    const values = Array.from(at, Math.exp);
    const ridge = values[sum.start.length];
    const scales = Array.from(sum.product.of, (group) => values[1 + group]);
    const parts = sum.own.map((own, k) => partOf(x, own, values[placeOf(sum, k)], values[placeOf(sum, k) + 1]));
    const gram = linalg.allocate(n * n);
    kernelGram({ kind: 'matern32', lengthScale: scales }, x, linalg, silently(context), gram);
    addParts(gram, n, values[0], parts);
    if (rootWeights) weigh(gram, rootWeights);
    const m = linalg.allocate(n * n);
    const value = fillSlope(gram, problem, 'marginalLikelihood', ridge / n, m, linalg, context);
    if (value === undefined) return undefined;
    const gradient = new Float64Array(at.length);
    for (let i = 0; i < n; i++) gradient[at.length - 1] -= ridge * m[i * (n + 1)];
    for (let j = 0; j < n; j++) for (let i = j + 1; i < n; i++) m[j + i * n] = m[i + j * n];
    // All weights together are the whole sum: the product's is what the others leave.
    for (let o = 0; o < n * n; o++) gradient[0] -= m[o] * gram[o];
    if (rootWeights) weigh(m, rootWeights);
    parts.forEach((part, k) => {
      const place = placeOf(sum, k);
      const [byWeight, byScale] = against(m, n, part);
      gradient[place] = -byWeight;
      gradient[place + 1] = -byScale;
      gradient[0] += byWeight;
    });
    const slope = KERNELS.matern32.slope();
    const byColumn = new Float64Array(x.columns);
    addScaleSlopes(x, slope, scales, gram, m, byColumn, linalg, context);
    sum.product.of.forEach((group, c) => {
      gradient[1 + group] += values[0] * byColumn[c];
    });
    return Number.isFinite(value) && gradient.every(Number.isFinite) ? { value, gradient } : undefined;
  });
}

/** Of each row which of the distinct ones it is, and the first row of each. */
function distinctOf({ rows, columns, values }: Matrix): { readonly of: Uint32Array; readonly first: number[] } {
  const places = new Map<string, number>();
  const first: number[] = [];
  const of = Uint32Array.from({ length: rows }, (_, i) => {
    const key = Array.from({ length: columns }, (__, c) => values[c * rows + i]).join();
    const place = places.get(key) ?? first.push(i) - 1;
    places.set(key, place);
    return place;
  });
  return { of, first };
}

/** A kernel of one column of the file: of rows in the order of their values, or of several encoded columns by the distances of distinct rows. */
interface Part {
  readonly weight: number;
  /** Matérn 3/2 and not exp(−s). */
  readonly smooth: boolean;
  /** Rows in ascending order, and s between each and the one before. */
  readonly order?: Uint32Array;
  readonly gaps?: Float64Array;
  /** Of each row which of the distinct ones it is; s between these, count×count. */
  readonly kind?: Uint32Array;
  readonly apart?: Float64Array;
}

function partOf(x: Matrix, { kind, columns }: OwnKernel, weight: number, scale: number): Part {
  const smooth = kind === 'matern32';
  const rate = (smooth ? Math.sqrt(3) : 1) / scale;
  if (columns.length > 1) {
    const { of, first } = distinctOf(pickColumns(x, columns));
    const count = first.length;
    const apart = new Float64Array(count * count);
    for (const c of columns)
      for (let a = 0; a < count; a++)
        for (let b = 0; b < a; b++)
          apart[a * count + b] += (x.values[c * x.rows + first[a]] - x.values[c * x.rows + first[b]]) ** 2;
    for (let a = 0; a < count; a++)
      for (let b = 0; b < a; b++) apart[b * count + a] = apart[a * count + b] = rate * Math.sqrt(apart[a * count + b]);
    return { weight, smooth, kind: of, apart };
  }
  const values = x.values.subarray(columns[0] * x.rows, (columns[0] + 1) * x.rows);
  const order = Uint32Array.from(values.keys()).sort((a, b) => values[a] - values[b]);
  const gaps = Float64Array.from(order, (row, a) => (a === 0 ? 0 : rate * (values[row] - values[order[a - 1]])));
  return { weight, smooth, order, gaps };
}

/** gram ← weight·gram + the parts. */
function addParts(gram: Float64Array, n: number, weight: number, parts: readonly Part[]): void {
  for (let o = 0; o < n * n; o++) gram[o] *= weight;
  // Each pair of rows in one of its two places, which of them the order of a column says.
  const once = new Float64Array(n * n);
  let diagonal = 0;
  for (const { weight: w, smooth, order, gaps, kind, apart } of parts) {
    diagonal += w;
    if (kind && apart) {
      const count = Math.round(Math.sqrt(apart.length));
      const table = apart.map((s) => w * (smooth ? 1 + s : 1) * Math.exp(-s));
      for (let j = 0; j < n; j++)
        for (let i = j + 1, row = kind[j] * count; i < n; i++) once[j * n + i] += table[row + kind[i]];
    }
    if (!order || !gaps) continue;
    const steps = gaps.map((gap) => Math.exp(-gap));
    for (let a = 1; a < n; a++) {
      const column = order[a] * n;
      let [e, s] = [w, 0];
      for (let b = a - 1; b >= 0; b--) {
        e *= steps[b + 1];
        s += gaps[b + 1];
        if (e < NOTHING) break;
        once[column + order[b]] += smooth ? e * (1 + s) : e;
      }
    }
  }
  for (let j = 0; j < n; j++) {
    gram[j * (n + 1)] += diagonal;
    for (let i = j + 1; i < n; i++) {
      const value = gram[j * n + i] + once[j * n + i] + once[i * n + j];
      gram[j * n + i] = value;
      gram[i * n + j] = value;
    }
  }
}

/** tr(Q·dK) for symmetric Q by the logarithm of the weight and by that of the scale of a part. */
function against(q: Float64Array, n: number, { weight: w, smooth, order, gaps, kind, apart }: Part): [number, number] {
  let [byWeight, byScale, diagonal] = [0, 0, 0];
  for (let i = 0; i < n; i++) diagonal += q[i * (n + 1)];
  const add = (sum: number, s: number, e: number) => {
    byWeight += 2 * sum * (smooth ? 1 + s : 1) * e;
    byScale += 2 * sum * (smooth ? s * s : s) * e;
  };
  if (kind && apart) {
    const count = Math.round(Math.sqrt(apart.length));
    const sums = new Float64Array(count * count);
    for (let j = 0; j < n; j++)
      for (let i = j + 1, row = kind[j] * count; i < n; i++) sums[row + kind[i]] += q[j * n + i];
    sums.forEach((sum, o) => {
      add(sum, apart[o], w * Math.exp(-apart[o]));
    });
  }
  if (order && gaps) {
    const steps = gaps.map((gap) => Math.exp(-gap));
    for (let a = 1; a < n; a++) {
      const column = order[a] * n;
      let [e, s] = [2 * w, 0];
      for (let b = a - 1; b >= 0; b--) {
        e *= steps[b + 1];
        s += gaps[b + 1];
        if (e < NOTHING) break;
        const v = q[column + order[b]] * e;
        byWeight += smooth ? v * (1 + s) : v;
        byScale += smooth ? v * s * s : v * s;
      }
    }
  }
  return [byWeight + w * diagonal, byScale];
}

/** Rows and columns of an n×n matrix times the roots of the weights. */
function weigh(a: Float64Array, roots: Float64Array): void {
  const n = roots.length;
  for (let j = 0, o = 0; j < n; j++) for (let i = 0; i < n; i++, o++) a[o] *= roots[i] * roots[j];
}
