/** The measurements of a pilot, errors in units of the target's variance. */
export interface PilotErrors {
  /** Ridge regression with the exact kernel on `rows` rows, ascending. */
  readonly byRows: readonly { readonly rows: number; readonly error: number }[];
  /**
   * With landmarks or random features on all `rows` of the last of `byRows`, and on a part of them. Empty if there are
   * none.
   */
  readonly byCount: Readonly<Record<FeatureKind, readonly MeasuredRatio[]>>;
  readonly onPart: Readonly<Record<FeatureKind, readonly MeasuredRatio[]>> & { readonly rows: number };
}

/** The error with `count` features divided by that with the exact kernel on the same rows. Ascending by count. */
export interface MeasuredRatio {
  readonly count: number;
  readonly ratio: number;
}

export type FeatureKind = 'landmarks' | 'randomFeatures';

/** Exponents with which the error may fall as rows are added. */
const EXPONENTS = [0.25, 0.5, 0.75, 1];

/**
 * The mean squared error with the exact kernel on n rows, from errors on fewer: E(n) = floor + c·n^−a, floor and c not
 * negative, with the exponent that fits best. Kernel ridge regression follows a power of n above a floor if spectrum
 * and target fall as powers (RF theorem 2; TKRR section 4).
 */
export function learningLaw({ byRows }: PilotErrors): (n: number) => number {
  let least = Number.POSITIVE_INFINITY;
  let law = (_: number): number => byRows[byRows.length - 1].error;
  for (const exponent of EXPONENTS) {
    const { floor, slope } = fitFloor(byRows, exponent);
    const at = (n: number) => floor + slope * n ** -exponent;
    const off = byRows.reduce((sum, { rows, error }) => sum + (at(rows) / error - 1) ** 2, 0);
    if (off < least) [least, law] = [off, at];
  }
  return law;
}

/** Least squares of relative errors, clipped to the quadrant floor ≥ 0, slope ≥ 0. */
function fitFloor(points: PilotErrors['byRows'], exponent: number): { readonly floor: number; readonly slope: number } {
  let [aa, ab, bb, a, b] = [0, 0, 0, 0, 0];
  for (const { rows, error } of points) {
    const [u, v] = [1 / error, rows ** -exponent / error];
    aa += u * u;
    ab += u * v;
    bb += v * v;
    a += u;
    b += v;
  }
  const determinant = aa * bb - ab * ab;
  const floor = (a * bb - b * ab) / determinant;
  const slope = (b * aa - a * ab) / determinant;
  if (points.length < 2 || !(slope > 0)) return { floor: a / aa, slope: 0 };
  return floor > 0 ? { floor, slope } : { floor: 0, slope: b / bb };
}

/**
 * The exponents g that are compared, and the one used when nothing tells them apart: halfway between as many features
 * on more rows (0) and features in proportion to the rows (1).
 */
const GROWTHS = Array.from({ length: 31 }, (_, i) => (i - 10) / 20);
const USUAL_GROWTH = 0.5;

/**
 * The growth of the number of features that do equally well on more rows, as the exponent g of m ∝ n^g: the g with
 * which losses on a part of the pilot's rows come closest to losses on all of them. In theory m is proportional to the
 * number of directions in use, N(lambda) (RF theorems 1 and 2), and g is between 0 and 1; where few features harm few
 * rows more than many rows, g is below 0.
 */
export function featureGrowth({ byRows, byCount, onPart }: PilotErrors, kind: FeatureKind): number {
  const times = byRows[byRows.length - 1].rows / onPart.rows;
  const part = falling(onPart[kind]);
  const all = falling(byCount[kind]);
  if (part.length === 0 || all.length === 0 || times === 1) return USUAL_GROWTH;
  let [best, least] = [USUAL_GROWTH, Number.POSITIVE_INFINITY];
  for (const growth of GROWTHS) {
    const off = part.reduce((sum, { count, loss }) => {
      return sum + Math.log((1 + loss) / (1 + lossAt(all, count * times ** growth))) ** 2;
    }, 0);
    if (off < least) [best, least] = [growth, off];
  }
  return best;
}

/**
 * The fraction by which m features on n rows raise the mean squared error above that of the exact kernel on as many
 * rows: the loss measured on the pilot's p rows with m·(p/n)^g features (featureGrowth).
 */
export function featureLoss(errors: PilotErrors, kind: FeatureKind, count: number, n: number): number {
  // With all rows as landmarks nothing is left out.
  if (kind === 'landmarks' && count >= n) return 0;
  const { rows } = errors.byRows[errors.byRows.length - 1];
  return lossAt(falling(errors.byCount[kind]), count * Math.min(1, rows / n) ** featureGrowth(errors, kind));
}

/**
 * Interpolates between measured counts on the logarithmic scale; beyond them the loss falls as 1/m, the Monte-Carlo
 * rate.
 */
function lossAt(points: readonly { readonly count: number; readonly loss: number }[], count: number): number {
  const above = points.findIndex((point) => point.count >= count);
  const [first, last] = [points[0], points[points.length - 1]];
  if (above < 0) return (last.loss * last.count) / count;
  if (above === 0) return (first.loss * first.count) / count;
  const [low, high] = [points[above - 1], points[above]];
  const place = Math.log(count / low.count) / Math.log(high.count / low.count);
  return low.loss ** (1 - place) * high.loss ** place;
}

/**
 * Losses that never rise with the count, which they would not do but for the scatter of few held-out rows, and that are
 * never exactly 0.
 */
function falling(points: readonly MeasuredRatio[]) {
  let least = Number.POSITIVE_INFINITY;
  return points.map(({ count, ratio }) => {
    least = Math.min(least, Math.max(1e-4, ratio - 1));
    return { count, loss: least };
  });
}
