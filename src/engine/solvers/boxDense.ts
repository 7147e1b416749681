import type { Computing, LinearAlgebra } from '../linalg/linalg';
import { BoxState } from './boxState';
import { coordinateMoves } from './coordinateMoves';
import { dualityGap, type Gap } from './dualityGap';
import { FreeSet } from './freeSet';
import { type FreeRoom, freeRoom, freeStep } from './freeStep';

/** The shift in the factor of K_FF, in units of n·eps·max K_ii, which keeps its pivots above their rounding. */
const SHIFT = 16;
/**
 * The number of rounds in which neither the gap nor the objective improves, after which rounding is taken to decide.
 */
const PATIENCE = 12;
/** The coordinate moves of a round, as a fraction of n; and from alpha = 0, where everything is still to be found. */
const MOVES = 0.1;
const FIRST_MOVES = 3;

/**
 * Solves box problems on one dense matrix, each from where the last one ended and with its factor. Rounds of two steps:
 * all variables between their limits are solved for at once, then greedy coordinate moves find others that leave
 * theirs. Both only ever lower the objective, and there are finitely many sets to solve for.
 */
export class BoxDense {
  readonly state: BoxState;
  private readonly set: FreeSet;
  private readonly room: FreeRoom;

  /** K (n×n) and y (n). Lives in the caller's scope: the factor takes n² numbers of the core. */
  constructor(k: Float64Array, y: Float64Array, intercept: boolean, linalg: LinearAlgebra) {
    const n = y.length;
    this.state = new BoxState(k, y, intercept);
    const shift = SHIFT * n * Number.EPSILON * this.state.size || 1;
    this.set = new FreeSet(k, n, shift, linalg.allocate(n * n));
    this.room = freeRoom(n);
  }

  refresh(): void {
    this.state.refresh();
  }

  /** Lowers the objective until the gap `suffices`; the gap returned does not if rounding allows no smaller one. */
  descend(suffices: (gap: Gap) => boolean, context: Computing): Gap {
    const { state, set, room } = this;
    const { n } = state;
    if (state.alpha.every((a) => a === 0)) coordinateMoves(state, FIRST_MOVES * n, 0.5 * state.rounding, context);
    let least = Number.POSITIVE_INFINITY;
    let best = Number.NEGATIVE_INFINITY;
    let stalled = 0;
    for (;;) {
      context.check();
      const floor = 0.5 * state.rounding;
      freeStep(state, set, room, floor, context);
      const gap = dualityGap(state);
      if (suffices(gap)) return gap;
      const better = gap.absolute < 0.999 * least || gap.dual > best + n * Number.EPSILON * gap.scale;
      stalled = better ? 0 : stalled + 1;
      least = Math.min(least, gap.absolute);
      best = Math.max(best, gap.dual);
      const moves = coordinateMoves(state, Math.max(4, Math.ceil(MOVES * n)), floor, context);
      if (moves === 0) {
        // Nothing moves: the remaining gap may be the rounding that residuals have gathered.
        state.refresh();
        stalled += PATIENCE / 4;
      }
      if (stalled > PATIENCE) return gap;
    }
  }
}
