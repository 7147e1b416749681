import type { BoxPoint } from './boxPoint';

export interface Gap {
  /** primal − dual, the sum of what each row could still gain; at least 0. */
  readonly absolute: number;
  readonly dual: number;
  /** The larger of |primal| and |dual|. */
  readonly scale: number;
  /** The intercept with the lowest primal; 0 without one. */
  readonly intercept: number;
}

export const relative = ({ absolute, scale }: Gap): number => (absolute === 0 ? 0 : absolute / scale);

/**
 * The gap between the primal at f = K·a + b and the dual at a (see `boxProblem`):
 *
 *     primal − dual = sum over i of max over x in {lower_i, 0, upper_i} of (x − a_i)·(r_i − b) − epsilon·(|x| − |a_i|)
 *
 * as sum(a)·b is 0: a sum of terms that are never negative, in which nothing cancels. Missing bounds count as twice the largest
 * |a_i| (or as what the largest residual asks of one coordinate, when that is more): the solution then has these bounds, too.
 */
export function dualityGap(point: BoxPoint): Gap {
  const { n, alpha, residuals, y, epsilon } = point;
  const rounding = point.rounding;
  const bound = finiteBound(point);
  const intercept = point.paired ? bestIntercept(point, bound, rounding) : 0;
  let absolute = 0;
  let norm = 0;
  let linear = 0;
  let size = 0;
  for (let i = 0; i < n; i++) {
    const a = alpha[i];
    absolute += term(point, i, residuals[i] - intercept, bound, rounding);
    norm += a * (y[i] - residuals[i]);
    linear += a * y[i];
    size += Math.abs(a);
  }
  const dual = linear - 0.5 * norm - epsilon * size;
  return { absolute, dual, scale: Math.max(Math.abs(dual), Math.abs(dual + absolute)), intercept };
}

/** The most that row i could gain at the residual r. */
function term(point: BoxPoint, i: number, r: number, bound: number, rounding: number): number {
  const a = point.alpha[i];
  const cost = point.epsilon * Math.abs(a);
  const upper = Math.min(point.upper[i], Math.max(bound, a));
  const lower = Math.max(point.lower[i], Math.min(-bound, a));
  const gain = (x: number) => (x - a) * r - point.epsilon * Math.abs(x) + cost - Math.abs(x - a) * rounding;
  return Math.max(0, gain(upper), gain(lower), gain(0));
}

function finiteBound({ n, alpha, residuals, size, unbounded, lower, upper }: BoxPoint): number {
  let a = 0;
  let r = 0;
  let missing = false;
  for (let i = 0; i < n; i++) {
    a = Math.max(a, Math.abs(alpha[i]));
    r = Math.max(r, Math.abs(residuals[i]));
    if (upper[i] >= unbounded || lower[i] <= -unbounded) missing = true;
  }
  return missing ? Math.min(unbounded, Math.max(2 * a, size > 0 ? r / size : 1)) : Number.POSITIVE_INFINITY;
}

/**
 * The b with the lowest sum of losses: within [lowest fall, highest rise] of the KKT conditions, by bisection on the
 * slope of that convex piecewise linear function; the middle if the conditions leave an interval.
 */
function bestIntercept(point: BoxPoint, bound: number, rounding: number): number {
  const { n, alpha, residuals, lower, upper, epsilon } = point;
  let rise = Number.NEGATIVE_INFINITY;
  let fall = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    const a = alpha[i];
    const r = residuals[i];
    if (a < upper[i]) rise = Math.max(rise, a < 0 ? r + epsilon : r - epsilon);
    if (a > lower[i]) fall = Math.min(fall, a > 0 ? r - epsilon : r + epsilon);
  }
  if (!Number.isFinite(rise)) return Number.isFinite(fall) ? fall : 0;
  if (!Number.isFinite(fall)) return rise;
  let low = Math.min(rise, fall);
  let high = Math.max(rise, fall);
  if (rise <= fall) return 0.5 * (low + high);
  while (high - low > rounding) {
    const middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    if (descentSlope(point, middle, bound) > 0) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

/** Minus the slope of the sum of losses at b: positive where b is too small. */
function descentSlope({ n, residuals, lower, upper, epsilon }: BoxPoint, b: number, bound: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const r = residuals[i] - b;
    if (r > epsilon) sum += Math.min(upper[i], bound);
    else if (r < -epsilon) sum += Math.max(lower[i], -bound);
  }
  return sum;
}
