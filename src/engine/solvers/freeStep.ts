import type { Computing } from '../linalg/linalg';
import type { BoxState } from './boxState';
import type { FreeSet } from './freeSet';

/**
 * The number of solves with no limit hit before the free residuals count as small as they get: each shrinks flat
 * directions further.
 */
const REFINEMENTS = 3;
/** Variables that reach their limits within this fraction of a step reach them together. */
const TIE = 1e-12;

/** Room that free steps work in, n numbers each. */
export interface FreeRoom {
  readonly free: Uint8Array;
  readonly slope: Float64Array;
  readonly direction: Float64Array;
  readonly ones: Float64Array;
  readonly start: Float64Array;
}

export function freeRoom(n: number): FreeRoom {
  const numbers = () => new Float64Array(n);
  return {
    free: new Uint8Array(n),
    slope: numbers(),
    direction: numbers(),
    ones: numbers(),
    start: numbers(),
  };
}

/**
 * Minimises over the variables strictly between their limits (bounds, and 0 where |a| has its kink): Newton steps with
 * the current factor, each followed until the first limit, at which that variable leaves the set. The shift in the
 * factor only changes the direction: the step along it is exact for K itself, and in flat directions of K runs until a
 * limit stops it.
 */
export function freeStep(state: BoxState, set: FreeSet, room: FreeRoom, floor: number, context: Computing): void {
  const { n, alpha, residuals, epsilon, paired } = state;
  const { free, slope, direction, start } = room;
  for (let i = 0; i < n; i++) free[i] = Number(state.free(i));
  set.follow(free, context);
  start.set(alpha);
  for (let p = 0; p < set.size; p++) {
    const i = set.index[p];
    slope[i] = residuals[i] - (epsilon > 0 ? Math.sign(alpha[i]) * epsilon : 0);
  }
  let refinements = 0;
  while (set.size > (paired ? 1 : 0) && refinements < REFINEMENTS) {
    if (set.size > 200) context.check();
    state.iterations++;
    if (paired) centre(set, room);
    if (largest(set, slope) <= floor) break;
    for (let p = 0; p < set.size; p++) direction[p] = slope[set.index[p]];
    set.solve(direction);
    if (paired) balance(set, room);
    if (!follow(state, set, room)) refinements++;
  }
  spread(state, start);
}

/** Takes one exact step along the direction; true if a limit ended it. */
function follow(state: BoxState, set: FreeSet, { slope, direction }: FreeRoom): boolean {
  const { alpha } = state;
  const { index, shift } = set;
  let gain = 0;
  let length = 0;
  let room = Number.POSITIVE_INFINITY;
  for (let p = 0; p < set.size; p++) {
    const d = direction[p];
    gain += d * slope[index[p]];
    length += d * d;
    if (d > 0) room = Math.min(room, (state.above(index[p]) - alpha[index[p]]) / d);
    else if (d < 0) room = Math.min(room, (state.below(index[p]) - alpha[index[p]]) / d);
  }
  // A direction that is not finite, or too flat to gain, moves nothing.
  if (!(gain > 0)) return false;
  const curvature = gain - shift * length;
  const exact = curvature > 0 ? gain / curvature : Number.POSITIVE_INFINITY;
  const t = Math.min(exact, room);
  for (let p = set.size - 1; p >= 0; p--) {
    const i = index[p];
    const d = direction[p];
    const step = t * d;
    slope[i] -= t * (slope[i] - shift * d);
    const limit = d > 0 ? state.above(i) : state.below(i);
    const limited = d !== 0 && Math.abs(step) * (1 + TIE) >= Math.abs(limit - alpha[i]);
    alpha[i] = limited ? limit : alpha[i] + step;
    if (limited) set.remove(p);
  }
  return t === room;
}

/** Subtracts the intercept of the free rows, the mean of their slopes in the metric of the factor. */
function centre(set: FreeSet, { slope, ones, direction }: FreeRoom): void {
  for (let p = 0; p < set.size; p++) {
    ones[p] = 1;
    direction[p] = slope[set.index[p]];
  }
  set.solve(ones);
  let weight = 0;
  let sum = 0;
  for (let p = 0; p < set.size; p++) {
    weight += ones[p];
    sum += ones[p] * direction[p];
  }
  const intercept = sum / weight;
  for (let p = 0; p < set.size; p++) slope[set.index[p]] -= intercept;
}

/** Removes the part of the direction's sum that rounding leaves, along the factor's solution for 1. */
function balance(set: FreeSet, { ones, direction }: FreeRoom): void {
  let sum = 0;
  let weight = 0;
  for (let p = 0; p < set.size; p++) {
    sum += direction[p];
    weight += ones[p];
  }
  for (let p = 0; p < set.size; p++) direction[p] -= (sum / weight) * ones[p];
}

function largest(set: FreeSet, slope: Float64Array): number {
  let most = 0;
  for (let p = 0; p < set.size; p++) most = Math.max(most, Math.abs(slope[set.index[p]]));
  return most;
}

/** Updates the residuals of all rows to the changes since `start`. */
function spread(state: BoxState, start: Float64Array): void {
  for (let i = 0; i < state.n; i++) {
    const step = state.alpha[i] - start[i];
    if (step !== 0) state.subtract(i, step);
  }
}
