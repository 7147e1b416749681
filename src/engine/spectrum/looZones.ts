import type { Zones } from '../filters/filter';
import type { Computing, LinearAlgebra } from '../linalg/linalg';
import { copyRows, type LooParts, settled } from './looParts';
import type { Eigenbasis } from './spectrum';

/** Numbers that the sums at all cuts may take in the core's memory: 32 MB. */
const ROOM = 4e6;

/**
 * Mean squared leave-one-out errors of ridge between two ends at many points (k, r, lambda), for each target; NaN where there is
 * no point. With the sums
 *
 *   A_j = sum over directions from j on of u·(1 − g)·u'y, (1 − g) that of ridge,   B_j = the same of u·u'y,
 *
 * a residual is A_k − A_r + B_r, and with u² in place of u·u'y so is its 1 − H_ii. There the result is no less than A_k and
 * B_r, and A_r no more than A_k: nothing cancels. The sums are gathered from the last direction to the first, block of rows
 * by block of rows, at the cuts that occur alone, and every point then costs n additions whatever the number of directions.
 */
export function zoneErrors(
  basis: Eigenbasis,
  parts: LooParts,
  points: readonly (Zones | undefined)[],
  context: Computing,
): Float64Array[] {
  const { linalg } = context;
  const { n, mu } = basis;
  const q = mu.length;
  const zones = points.filter((point) => point !== undefined);
  const lambdas = Float64Array.from(new Set(zones.map(({ lambda }) => lambda)));
  const lambdaAt = new Map(Array.from(lambdas, (lambda, l) => [lambda, l]));
  const cuts = Uint32Array.from(new Set(zones.flatMap(({ from, to }) => [from, to]))).sort();
  const placeOf = new Map(Array.from(cuts, (cut, c) => [cut, c]));
  const length = lambdas.length;
  const kinds = parts.projected.length + 1; // the denominators come first
  const height = Math.max(8, Math.min(n, 512, Math.floor(ROOM / (cuts.length * (length + 1) * kinds))));
  const errors = parts.projected.map(() => new Float64Array(points.length));
  linalg.scope(() => {
    const strip = linalg.allocate(height * q);
    const squares = linalg.allocate(height * q);
    const right = weightsOf(basis, parts, lambdas, linalg);
    const running = linalg.allocate(height * length);
    const sums = Array.from({ length: kinds }, () => ({
      ridge: linalg.allocate(height * length * cuts.length),
      whole: linalg.allocate(height * cuts.length),
    }));
    for (let i0 = 0; i0 < n; i0 += height) {
      const rows = Math.min(height, n - i0);
      copyRows(basis, i0, rows, strip, squares);
      for (let kind = 0; kind < kinds; kind++) {
        const gathered = { u: kind === 0 ? squares : strip, rows, q, length, cuts };
        gatherRidge(gathered, right[kind], running, sums[kind].ridge, context);
        const rest = kind === 0 ? parts.restFree : parts.rest[kind - 1];
        gatherWhole(gathered, parts.projected[kind - 1], rest?.subarray(i0), sums[kind].whole);
      }
      points.forEach((zone, point) => {
        if (zone === undefined) return;
        const { from, to, lambda } = zone;
        const l = lambdaAt.get(lambda) ?? 0;
        const [a, b] = [placeOf.get(from) ?? 0, placeOf.get(to) ?? 0];
        const at = { inA: (a * length + l) * rows, inB: (b * length + l) * rows, inWhole: b * rows };
        for (let t = 1; t < kinds; t++) errors[t - 1][point] += squaredRatios(sums[t], sums[0], at, rows) / n;
      });
      context.progress((i0 + rows) / n, 'leave-one-out errors');
    }
  });
  return errors.map((ofTarget) => settled(ofTarget).map((v, point) => (points[point] ? v : Number.NaN)));
}

/** 1 − g of ridge at each lambda (q×L, 1 beyond the rank), and the same times U'y for each target. */
function weightsOf(
  { mu, rank }: Eigenbasis,
  { projected }: LooParts,
  lambdas: Float64Array,
  linalg: LinearAlgebra,
): Float64Array[] {
  const q = mu.length;
  return Array.from({ length: projected.length + 1 }, (_, kind) => {
    const weights = linalg.allocate(q * lambdas.length);
    const along = projected[kind - 1];
    lambdas.forEach((lambda, l) => {
      for (let j = 0; j < q; j++) {
        const left = j < rank ? lambda / (mu[j] + lambda) : 1;
        weights[l * q + j] = along ? left * along[j] : left;
      }
    });
    return weights;
  });
}

/** The inputs of sums over the directions. */
interface Gathered {
  /** Rows of U or their squares, rows×q. */
  readonly u: Float64Array;
  readonly rows: number;
  readonly q: number;
  /** Number of lambdas, L. */
  readonly length: number;
  readonly cuts: Uint32Array;
}

/** Sums over the directions from each cut on, weighted by `right` (q×L): `out` holds rows×L for each cut. */
function gatherRidge(
  { u, rows, q, length, cuts }: Gathered,
  right: Float64Array,
  running: Float64Array,
  out: Float64Array,
  context: Computing,
): void {
  const size = rows * length;
  running.fill(0, 0, size);
  for (let c = cuts.length - 1, end = q; c >= 0; end = cuts[c--]) {
    const start = cuts[c];
    if (end > start) {
      const left = { values: u, offset: start * rows, lead: rows };
      const middle = { values: right, offset: start, lead: q };
      const into = { values: running, offset: 0, lead: rows };
      context.linalg.gemm(false, false, rows, length, end - start, 1, left, middle, 1, into, context);
    }
    out.set(running.subarray(0, size), c * size);
  }
}

/** The same with nothing shrunk: sums of u, times U'y if given, and of the part beyond all directions. */
function gatherWhole(
  { u, rows, q, cuts }: Gathered,
  along: Float64Array | undefined,
  rest: Float64Array | undefined,
  out: Float64Array,
): void {
  const running = rest ? rest.slice(0, rows) : new Float64Array(rows);
  for (let c = cuts.length - 1, j = q - 1; c >= 0; c--) {
    for (; j >= cuts[c]; j--) {
      const weight = along ? along[j] : 1;
      for (let i = 0, o = j * rows; i < rows; i++, o++) running[i] += weight * u[o];
    }
    out.set(running, c * rows);
  }
}

/** Sums from each cut on: of ridge at each lambda, and with nothing shrunk. */
interface Sums {
  readonly ridge: Float64Array;
  readonly whole: Float64Array;
}

/** The sum over the rows of ((A_k − A_r + B_r)/(the same for the denominators))². */
function squaredRatios(
  { ridge, whole }: Sums,
  { ridge: ridgeFree, whole: wholeFree }: Sums,
  { inA, inB, inWhole }: { readonly inA: number; readonly inB: number; readonly inWhole: number },
  rows: number,
): number {
  let sum = 0;
  for (let i = 0; i < rows; i++) {
    const top = ridge[inA + i] - ridge[inB + i] + whole[inWhole + i];
    const e = top / (ridgeFree[inA + i] - ridgeFree[inB + i] + wholeFree[inWhole + i]);
    sum += e * e;
  }
  return sum;
}
