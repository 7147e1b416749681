import type { RunContext } from '../contract/context';
import type { BoxState } from './boxState';

/** Moves between two looks at whether the person has cancelled. */
const CHECKED = 256;

/**
 * Greedy descent in the dual: repeats the exact move of the coordinate that gains most, at most `limit` times or until
 * no residual is off by more than `floor`. With a fixed sum a coordinate rises as another falls: the one that gains
 * most by rising, and the partner with which the pair gains most (the second-order rule of Fan, Chen and Lin 2005). A
 * move ends where the one-dimensional problem is solved, at a bound, or at 0 where |a_i| has its kink. Ties go to the
 * lowest index. Returns the number of moves.
 */
export function coordinateMoves(state: BoxState, limit: number, floor: number, context: RunContext): number {
  const step = state.paired ? movePair : moveOne;
  let moves = 0;
  while (moves < limit && step(state, floor)) if (++moves % CHECKED === 0) context.check();
  return moves;
}

function moveOne(state: BoxState, floor: number): boolean {
  const { n, alpha, residuals, lower, upper, diagonal, epsilon } = state;
  let best = -1;
  let most = 0;
  let step = 0;
  for (let i = 0; i < n; i++) {
    const a = alpha[i];
    const r = residuals[i];
    const up = a < 0 ? r + epsilon : r - epsilon;
    const down = a > 0 ? epsilon - r : -epsilon - r;
    if (up > floor && a < upper[i]) {
      const t = Math.min(up / diagonal[i], state.above(i) - a);
      const gain = t * (up - 0.5 * diagonal[i] * t);
      if (gain > most) {
        most = gain;
        best = i;
        step = t;
      }
    } else if (down > floor && a > lower[i]) {
      const t = Math.min(down / diagonal[i], a - state.below(i));
      const gain = t * (down - 0.5 * diagonal[i] * t);
      if (gain > most) {
        most = gain;
        best = i;
        step = -t;
      }
    }
  }
  if (best < 0) return false;
  state.move(best, landing(state, best, step));
  return true;
}

function movePair(state: BoxState, floor: number): boolean {
  const { n, k, alpha, residuals, lower, upper, diagonal, epsilon } = state;
  let rising = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    if (alpha[i] >= upper[i]) continue;
    const up = alpha[i] < 0 ? residuals[i] + epsilon : residuals[i] - epsilon;
    if (up > most) {
      most = up;
      rising = i;
    }
  }
  if (rising < 0) return false;
  const room = state.above(rising) - alpha[rising];
  let falling = -1;
  let gained = 0;
  let step = 0;
  for (let j = 0, o = rising * n; j < n; j++, o++) {
    if (alpha[j] <= lower[j]) continue;
    const rate = most - (alpha[j] > 0 ? residuals[j] - epsilon : residuals[j] + epsilon);
    if (!(rate > floor)) continue;
    const curvature = Math.max(0, diagonal[rising] + diagonal[j] - 2 * k[o]);
    const t = Math.min(rate / curvature, room, alpha[j] - state.below(j));
    const gain = t * (rate - 0.5 * curvature * t);
    if (gain > gained) {
      gained = gain;
      falling = j;
      step = t;
    }
  }
  if (falling < 0) return false;
  state.move(rising, landing(state, rising, step));
  state.move(falling, landing(state, falling, -step));
  return true;
}

/** alpha_i + step, exactly the limit if the step reaches it. */
function landing(state: BoxState, i: number, step: number): number {
  const a = state.alpha[i];
  const limit = step > 0 ? state.above(i) : state.below(i);
  return Math.abs(step) >= Math.abs(limit - a) ? limit : a + step;
}
