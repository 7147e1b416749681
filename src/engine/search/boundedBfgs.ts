import { innerProduct } from '../linalg/dot';

export interface Bounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export interface Slope {
  readonly value: number;
  readonly gradient: Float64Array;
}

export interface Minimum {
  readonly at: Float64Array;
  readonly value: number;
  readonly evaluations: number;
  /**
   * The inverse Hessian as far as the steps have determined it, size×size: a search of nearly the same function may
   * start with it.
   */
  readonly inverse: Float64Array;
}

/** No step moves a variable farther: variables are logarithms here. */
const LONGEST = 1;
/** Sufficient decrease (Armijo), and the number of times a step is shortened before the search ends. */
const DECREASE = 1e-4;
const HALVINGS = 12;

/**
 * Minimises a smooth function of some ten or hundred bounded variables: quasi-Newton steps with the BFGS update of the
 * inverse Hessian (Nocedal and Wright 2006, section 6.1), projected on the bounds; variables at a bound that would
 * leave it stay out of the step. Ends when a step gains less than `tolerance`, or after `budget` evaluations.
 * `evaluate` may return undefined where there is no value: the step is shortened. `curvature` is the inverse Hessian to
 * begin with, if a similar search has left one.
 */
export function boundedBfgs(
  start: Float64Array,
  { lower, upper }: Bounds,
  tolerance: number,
  budget: number,
  evaluate: (at: Float64Array) => Slope | undefined,
  curvature?: Float64Array,
): Minimum | undefined {
  const size = start.length;
  const inside = (at: Float64Array) => at.map((v, i) => Math.min(upper[i], Math.max(lower[i], v)));
  let at = inside(start);
  const first = evaluate(at);
  if (first === undefined) return undefined;
  let here: Slope = first;
  let inverse = curvature ?? identity(size, 1);
  let fresh = curvature === undefined;
  let evaluations = 1;
  while (evaluations < budget) {
    const bound = at.map((v, i) =>
      (v <= lower[i] && here.gradient[i] > 0) || (v >= upper[i] && here.gradient[i] < 0) ? 1 : 0,
    );
    const direction = new Float64Array(size);
    for (let i = 0; i < size; i++)
      if (bound[i] === 0)
        for (let j = 0; j < size; j++) if (bound[j] === 0) direction[i] -= inverse[i + j * size] * here.gradient[j];
    const largest = direction.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
    if (!(largest > 0)) break;
    // The first step has no curvature to go by: half of the longest.
    const shorten = fresh ? (0.5 * LONGEST) / largest : Math.min(1, LONGEST / largest);
    let step = shorten;
    let next: Slope | undefined;
    let there = at;
    for (let halving = 0; halving < HALVINGS && evaluations < budget; halving++, step /= 2.5) {
      there = inside(at.map((v, i) => v + step * direction[i]));
      const trial = evaluate(there);
      evaluations++;
      const expected = there.reduce((sum, v, i) => sum + (v - at[i]) * here.gradient[i], 0);
      if (trial && trial.value <= here.value + DECREASE * Math.min(0, expected)) {
        next = trial;
        break;
      }
    }
    if (next === undefined) {
      // A bad curvature may be the cause: try once more along the gradient.
      if (fresh) break;
      inverse = identity(size, 1);
      fresh = true;
      continue;
    }
    const gain = here.value - next.value;
    const s = there.map((v, i) => v - at[i]);
    const y = next.gradient.map((v, i) => v - here.gradient[i]);
    inverse = updated(inverse, s, y, fresh);
    fresh = false;
    at = there;
    here = next;
    if (gain < tolerance) break;
  }
  return { at, value: here.value, evaluations, inverse };
}

/** H ← (I − ρ·s·y')·H·(I − ρ·y·s') + ρ·s·s' with ρ = 1/s'y; left unchanged if the curvature is not positive. */
function updated(h: Float64Array, s: Float64Array, y: Float64Array, fresh: boolean): Float64Array {
  const size = s.length;
  const sy = innerProduct(s, y);
  const yy = innerProduct(y, y);
  if (!(sy > 1e-10 * Math.sqrt(yy * innerProduct(s, s)))) return h;
  // The first curvature also sets the scale of all directions not seen yet.
  const from = fresh ? identity(size, sy / yy) : h;
  const hy = new Float64Array(size);
  for (let j = 0; j < size; j++) for (let i = 0; i < size; i++) hy[i] += from[i + j * size] * y[j];
  const factor = (1 + innerProduct(y, hy) / sy) / sy;
  return from.map((v, o) => {
    const [i, j] = [o % size, Math.floor(o / size)];
    return v + factor * s[i] * s[j] - (hy[i] * s[j] + s[i] * hy[j]) / sy;
  });
}

function identity(size: number, scale: number): Float64Array {
  const h = new Float64Array(size * size);
  for (let i = 0; i < size; i++) h[i * (size + 1)] = scale;
  return h;
}
