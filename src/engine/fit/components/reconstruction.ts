import type { ReconstructionCurve } from '../../contract/components';
import { partOf } from '../../contract/context';
import { type Computing, full } from '../../linalg/linalg';
import { type ComponentScores, projectComponents } from '../../model/projectComponents';
import type { Principal } from './leadingPairs';
import type { TestRows } from './testRows';

/** The most numbers of components that a curve shows in addition to 0. */
const POINTS = 40;

/**
 * The reconstruction errors by number of components l, on rows of `test` (NYPCA sections 4.1 and 4.2). P is estimated
 * by the t tested rows.
 *
 * In H: R^l = E||k(·, X) − m_P − P^l(k(·, X) − m̂)||² = tr(Sigma) − sum_{i≤l} (var s_i − (E s_i)²) with the scores
 * s_i = <k(·, X) − m̂, phi_i>. Trace and variances take the factor 1/(t − 1), and (E s_i)² is the square of the mean
 * less var s_i/t, so that each of them is unbiased; the sum of the squares is clipped at 0. It is omitted for random
 * features.
 *
 * In L2: T^l, the mean square over x and y of k̃(x, y) − sum_{i≤l} s_i(x)·s̃_i(y), where k̃ is the kernel less its
 * means over x and over y, and s̃_i the scores at y less their mean: the reconstruction embedded in L2, which is
 * estimated by q training rows y. The part that the mean of s_i(x) adds is computed separately and made unbiased in the
 * same way. Sums are divided by (t − 1)(q − 1).
 *
 * For components that are not centred nothing is subtracted, so that no mean is estimated: R^l = E k(X, X) − sum_{i≤l}
 * E s_i², T^l is the mean square of k(x, y) − sum_{i≤l} s_i(x)·s_i(y), and sums are divided by t and by t·q.
 *
 * Standard errors are those of R^l/R^0 and T^l/T^0 on new rows for these components: from the part that the components
 * leave of each row x less that fraction of what remains without components, and for T from rows x and y, as if they
 * were drawn independently.
 */
export function reconstructionErrors(
  { kind, model, rank }: Principal,
  test: TestRows,
  context: Computing,
): Pick<ReconstructionCurve, 'components' | 'h' | 'hError' | 'l2' | 'l2Error'> {
  const l = model.components.offset.length;
  const ofX = testedScores(projectComponents(model, test.x, partOf(context, 0, 0.3)), l, test.centred);
  const ofY = testedScores(projectComponents(model, test.y, partOf(context, 0.3, 0.6)), l, test.centred);
  const components = upTo(l);
  return {
    components,
    ...(kind !== 'randomFeatures' && inNorm(ofX, test.own, components)),
    ...inL2(ofX, ofY, test, components, Math.max(1, rank), partOf(context, 0.6, 1)),
  };
}

/** All of 0 … l if they are few, otherwise about `POINTS` of them evenly on a logarithmic axis. */
function upTo(l: number): Uint32Array {
  if (l <= POINTS) return Uint32Array.from({ length: l + 1 }, (_, i) => i);
  const steps = Array.from({ length: POINTS }, (_, i) => Math.round(l ** (i / (POINTS - 1))));
  return Uint32Array.from(new Set([0, ...steps])).sort();
}

interface TestedScores {
  readonly rows: number;
  /** The divisor of sums over the rows: one less than them if a mean was taken away. */
  readonly divisor: number;
  /** Scores less their means, l×rows column-major. */
  readonly scores: Float64Array;
  /** Mean by component, 0 if nothing is centred, and variance, then the mean square. */
  readonly mean: Float64Array;
  readonly variance: Float64Array;
}

function testedScores({ scores, error }: ComponentScores, l: number, centre: boolean): TestedScores {
  const rows = error.length;
  const mean = new Float64Array(l);
  if (centre)
    scores.forEach((v, o) => {
      mean[o % l] += v / rows;
    });
  const divisor = centre ? rows - 1 : rows;
  const centred = scores.map((v, o) => v - mean[o % l]);
  const variance = new Float64Array(l);
  centred.forEach((v, o) => {
    variance[o % l] += (v * v) / divisor;
  });
  return { rows, divisor, scores: centred, mean, variance };
}

function inNorm(ofX: TestedScores, own: Float64Array, components: Uint32Array) {
  const { rows, divisor, scores, mean, variance } = ofX;
  const size = mean.length;
  const ones = new Float64Array(size).fill(1);
  const left = own.slice();
  const hError = new Float64Array(components.length);
  let shift = 0;
  let done = 0;
  const h = Float64Array.from(components, (l, place) => {
    for (; done < l; done++) {
      for (let i = 0; i < rows; i++) left[i] -= scores[i * size + done] ** 2;
      shift += mean[done] ** 2 - variance[done] / rows;
    }
    hError[place] = Math.sqrt(shareVariance(left, own) + shiftVariance(ofX, ones, l) / (sumOf(own) / divisor) ** 2);
    return Math.max(0, sumOf(left) / divisor) + Math.max(0, shift);
  });
  return { h, hError };
}

/** The variance of the estimate of sum_{i≤l} w_i·(E s_i)², scores being uncorrelated; 0 if nothing is centred. */
function shiftVariance({ rows, divisor, mean, variance }: TestedScores, weights: Float64Array, l: number): number {
  if (divisor === rows) return 0;
  let sum = 0;
  for (let i = 0; i < l; i++)
    sum += weights[i] ** 2 * variance[i] * ((2 * variance[i]) / rows ** 2 + (4 * mean[i] ** 2) / rows);
  return sum;
}

const sumOf = (values: Float64Array): number => values.reduce((sum, v) => sum + v, 0);

/** Squared standard error of the sum of `left` over that of `whole`, both by rows that are drawn. */
function shareVariance(left: Float64Array, whole: Float64Array): number {
  const n = left.length;
  const all = sumOf(whole);
  const share = sumOf(left) / all;
  const squares = left.reduce((sum, v, i) => sum + (v - share * whole[i]) ** 2, 0);
  return (n * squares) / (Math.max(1, n - 1) * all ** 2);
}

function inL2(
  ofX: TestedScores,
  ofY: TestedScores,
  { products }: TestRows,
  components: Uint32Array,
  rank: number,
  context: Computing,
) {
  const { linalg } = context;
  const [t, q] = [ofX.rows, ofY.rows];
  const size = ofX.mean.length;
  const pairs = ofX.divisor * ofY.divisor;
  const shift = meanShift(ofX, ofY, context);
  return linalg.scope(() => {
    const left = linalg.allocate(t * q);
    left.set(products);
    const l2Error = new Float64Array(components.length);
    let none: readonly Float64Array[] | undefined;
    let done = 0;
    const l2 = Float64Array.from(components, (l, place) => {
      context.check();
      // Scores of components beyond the rank are 0.
      const more = Math.min(l, rank) - done;
      if (more > 0) {
        const a = { values: ofX.scores, offset: done, lead: size };
        const b = { values: ofY.scores, offset: done, lead: size };
        linalg.gemm(true, false, t, q, more, -1, a, b, 1, full(left, t), context);
        done += more;
      }
      const [byX, byY] = [new Float64Array(t), new Float64Array(q)];
      for (let j = 0, o = 0; j < q; j++)
        for (let i = 0; i < t; i++, o++) {
          byX[i] += left[o] ** 2;
          byY[j] += left[o] ** 2;
        }
      none ??= [byX, byY];
      const shifts = shiftVariance(ofX, ofY.variance, l) / (sumOf(none[0]) / pairs) ** 2;
      l2Error[place] = Math.sqrt(shareVariance(byX, none[0]) + shareVariance(byY, none[1]) + shifts);
      return sumOf(byX) / pairs + Math.max(0, shift(l));
    });
    return { l2, l2Error };
  });
}

/** sum_{i, j ≤ l} (E s_i·E s_j)·cov_y(s_i, s_j) for growing l, the product of means less cov_x(s_i, s_j)/t. */
function meanShift(ofX: TestedScores, ofY: TestedScores, context: Computing): (l: number) => number {
  const size = ofX.mean.length;
  const [covX, covY] = [ofX, ofY].map(({ scores, rows, divisor }) => {
    const s = full(scores, size);
    const covariance = new Float64Array(size * size);
    context.linalg.gemm(false, true, size, size, rows, 1 / divisor, s, s, 0, full(covariance, size), context);
    return covariance;
  });
  let done = 0;
  let sum = 0;
  return (l) => {
    for (; done < l; done++) {
      for (let i = 0; i <= done; i++) {
        const at = i + done * size;
        const means = ofX.mean[i] * ofX.mean[done] - covX[at] / ofX.rows;
        sum += (i < done ? 2 : 1) * means * covY[at];
      }
    }
    return sum;
  };
}
