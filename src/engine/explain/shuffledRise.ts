import { partOf, type RunContext } from '../contract/context';
import type { Matrix } from '../contract/data';
import { permutation } from '../data/random';
import { meanOf } from '../statistics/mean';
import { studentQuantile } from '../statistics/student';

/** The place of an input's encoded columns in X. */
export interface ColumnBlock {
  readonly column: string;
  readonly from: number;
  readonly width: number;
}

/** The losses of rows, and the orders in which a column's values are dealt to them. */
interface Shuffling {
  /** The loss of each of m rows with its own values. */
  readonly own: Float64Array;
  readonly shuffles: readonly Uint32Array[];
  /** `columns`: the columns whose cells have been shuffled. */
  readonly losses: (x: Matrix, context: RunContext, columns: ColumnBlock) => Float64Array;
  /** True if a rise is shown as one of the root of the mean loss. */
  readonly rooted: boolean;
}

export interface ShuffledRise {
  /** True if any prediction changes. */
  readonly moves: boolean;
  /** The rise of the mean loss. */
  readonly rise: number;
  /** The interval of the rise at a level. */
  readonly interval: (level: number) => readonly [number, number];
}

/** The change of a row's loss, as a fraction of it and of the mean, that rounding alone makes. */
const ROUNDING = 1e-12;

/**
 * The rise of the mean loss with a column shuffled. With q_i(j) = L_i(z_j) − L_i(z_i), the loss of row i with the values of row j above its own, it is
 * the mean of q_i(π(i)) over rows and shuffles π. Row i enters it by the mean A_i of q_i(π(i)), and by the values it lends, the mean B_i of
 * q_j(i) over the rows j that had them: its variance is at most that of A_i + B_i, over m.
 *
 * A rise that is shown as one of the root, √S − √L, L and S the mean losses before and after, has its interval in that unit, where losses are less
 * skewed: row i enters it by (L_i + A_i + B_i)/2√S − L_i/2√L. Its ends are then given as the rises of the mean loss that they stand for.
 */
export function shuffledRise(
  x: Matrix,
  block: ColumnBlock,
  { own, shuffles, losses, rooted }: Shuffling,
  context: RunContext,
): ShuffledRise {
  const m = own.length;
  const times = shuffles.length;
  const entering = new Float64Array(m);
  const base = meanOf(own);
  let rise = 0;
  shuffles.forEach((order, r) => {
    context.check();
    const dealt = losses(permuted(x, block, order), partOf(context, r / times, (r + 1) / times), block);
    for (let i = 0; i < m; i++) {
      const change = dealt[i] - own[i];
      // Predictions that do not move may still differ in their last digits.
      const q = Math.abs(change) > ROUNDING * (own[i] + base) ? change / times : 0;
      rise += q / m;
      entering[i] += q;
      entering[order[i]] += q;
    }
  });
  const [before, after] = [Math.sqrt(base), Math.sqrt(Math.max(0, base + rise))];
  const [ofAfter, ofBefore] = rooted ? [slope(after), slope(before)] : [1, 1];
  const { error, degrees } = errorOfMean(own.map((loss, i) => (loss + entering[i]) * ofAfter - loss * ofBefore));
  const shown = rooted ? after - before : rise;
  // (before + end)² − before², which is exactly 0 at 0.
  const back = (end: number) => (rooted ? (before + end > 0 ? end * (2 * before + end) : -base) : end);
  return {
    rise,
    moves: entering.some((v) => v !== 0),
    interval: (level) => {
      const half = studentQuantile((1 + level) / 2, degrees) * error;
      return [back(shown - half), back(shown + half)];
    },
  };
}

/**
 * The standard error of a mean, and the degrees of freedom of its square by the kurtosis of the values (Satterthwaite):
 * a few large values determine it less well than their number suggests.
 */
function errorOfMean(values: Float64Array): { readonly error: number; readonly degrees: number } {
  const m = values.length;
  const mean = meanOf(values);
  const [second, fourth] = [2, 4].map((power) => meanOf(values.map((v) => (v - mean) ** power)));
  const heavy = second > 0 ? fourth / second ** 2 - 1 : 1;
  const degrees = Math.max(2, Math.min(m - 1, Math.floor((2 * m) / heavy)));
  return { error: Math.sqrt(second / (m - 1)), degrees };
}

/** The slope of the square root whose value is `root`; 0 if it has none, for fits without any error. */
const slope = (root: number): number => (root > 0 ? 1 / (2 * root) : 0);

/** A random order in which each of m rows takes the values of another one. */
export function cycle(m: number, seed: number): Uint32Array {
  const drawn = permutation(m, seed);
  const order = new Uint32Array(m);
  drawn.forEach((row, i) => {
    order[row] = drawn[(i + 1) % m];
  });
  return order;
}

/** The rows with a column's values in another order. */
export function permuted({ rows, columns, values }: Matrix, { from, width }: ColumnBlock, order: Uint32Array): Matrix {
  const dealt = values.slice();
  for (let j = from; j < from + width; j++)
    for (let i = 0; i < rows; i++) dealt[j * rows + i] = values[j * rows + order[i]];
  return { rows, columns, values: dealt };
}
