import { silently } from '../../engine/contract/context';
import { Random } from '../../engine/data/random';
import { formOf } from '../../engine/kernels/formOf';
import { whole } from '../../engine/linalg/linalg';
import { coordinateStepPath } from '../../engine/solvers/coordinateSteps';
import { infinityPath, onePath } from '../../engine/solvers/dualPaths';
import type { PathSolver } from '../../engine/solvers/path';
import { signFlowPath } from '../../engine/solvers/signFlow';
import type { RecipeContext } from '../recipe';
import { evenly, powersOfTen } from '../statistics';
import { gradientFlowPath, ridgePath } from './robustPaths';

/** The made data of figures 1 and 2, which the paper shows without saying how they were drawn. */
export const ROWS = 30;
export const LENGTH_SCALE = 0.3;
export const NOISE = 0.2;
/** Observations moved away from the rest, and how far. */
export const OUTLIERS = 2;
export const SHIFT = 1.5;

/** Share of ||y|| that the flow of a pair leaves in its residuals: much regularisation, and little. */
export const LEFT = [0.6, 0.2] as const;

/** Places where f is drawn. */
export const PLACES = evenly(0, 10, 201);
/** Step of coordinate descent, small enough to stand for its flow. */
const STEP = 1e-3;
/** Paths that are followed. */
const PATHS = 7;

/** An estimate at one strength: coefficients and residuals at the observations, f at `PLACES`. */
export interface Estimate {
  readonly name: string;
  readonly strength: number;
  readonly alpha: Float64Array;
  readonly residuals: Float64Array;
  readonly f: Float64Array;
}

/** Early stopping beside its explicit penalty at the strengths that agree best. */
export interface Pair {
  readonly stopped: Estimate;
  readonly penalised: Estimate;
  /** Index in `LEFT`. */
  readonly level: 0 | 1;
}

export interface Pairs {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** KGF/KRR, KSGD/K-l_inf, KCD/K-l_1, each at much and at little regularisation. */
  readonly pairs: readonly Pair[];
  /** Largest of ||alpha_KGF(t) − alpha_KRR(1/t)||²/||alpha_0||² over t, and of the same in predictions (SIGN Prop. 1). */
  readonly largest: { readonly alpha: number; readonly f: number };
}

export function signPairs(seed: number, context: RecipeContext): Pairs {
  const { x, y } = observations(seed);
  return context.linalg.scope(() => {
    const path = pathsOn(x, y, context);
    const times = powersOfTen(-2, 4, 241);
    const gradient = {
      stopped: path('KGF', gradientFlowPath, times),
      penalised: path(
        'KRR',
        ridgePath,
        times.map((t) => 1 / t),
      ),
    };
    const [free] = path('KGF', gradientFlowPath, Float64Array.of(Number.POSITIVE_INFINITY));
    const apart = (of: 'alpha' | 'residuals', whole: Float64Array) =>
      gradient.stopped.map((flow, i) => (norm(minus(flow[of], gradient.penalised[i][of])) / norm(whole)) ** 2);
    const fine = powersOfTen(-2, 2, 401);
    const lengths = powersOfTen(-1, 3, 241);
    const searched = [
      [path('KSGD', signFlowPath, fine), path('K-ℓ∞', infinityPath(), fine)],
      [path('KCD', coordinateStepPath(STEP), lengths), path('K-ℓ1', onePath(), powersOfTen(1, -4, 501))],
    ] as const;
    const reached = (stopped: readonly Estimate[], level: 0 | 1) => {
      const at = stopped.findIndex(({ residuals }) => norm(residuals) <= LEFT[level] * norm(y));
      return at < 0 ? stopped.length - 1 : at;
    };
    return {
      x,
      y,
      pairs: ([0, 1] as const).flatMap((level): Pair[] => {
        const at = reached(gradient.stopped, level);
        return [
          { stopped: gradient.stopped[at], penalised: gradient.penalised[at], level },
          ...searched.map(([paths, penalties]): Pair => {
            const stopped = paths[reached(paths, level)];
            return { stopped, penalised: closest(stopped, penalties), level };
          }),
        ];
      }),
      largest: { alpha: Math.max(...apart('alpha', free.alpha)), f: Math.max(...apart('residuals', y)) },
    };
  });
}

function observations(seed: number): Pick<Pairs, 'x' | 'y'> {
  const random = new Random(seed);
  // One observation in each cell: none so close to its neighbour that the two would decide each other's coefficients.
  const x = Float64Array.from({ length: ROWS }, (_, i) => (10 * (i + 0.25 + 0.5 * random.uniform())) / ROWS);
  const y = x.map((v) => Math.sin(v) + NOISE * random.normal());
  for (let o = 0; o < OUTLIERS; o++) y[random.below(ROWS)] += SHIFT * (o % 2 === 0 ? 1 : -1);
  return { x, y };
}

/** Follows a path on the observations to all its strengths. */
function pathsOn(x: Float64Array, y: Float64Array, context: RecipeContext) {
  const { linalg } = context;
  const quiet = silently(context);
  const form = { kind: 'gaussian', lengthScale: LENGTH_SCALE } as const;
  const k = linalg.allocate(ROWS * ROWS);
  linalg.kernelMatrix(formOf(form), x, ROWS, x, ROWS, 1, true, quiet, k);
  const m = PLACES.length;
  const cross = linalg.kernelMatrix(formOf(form), PLACES, m, x, ROWS, 1, false, quiet);
  let done = 0;
  return (name: string, solver: PathSolver, strengths: Float64Array): readonly Estimate[] => {
    context.check();
    context.progress(done++ / PATHS, `following the path of ${name}`);
    const found: Estimate[] = [];
    const visit: Parameters<PathSolver>[1] = ({ index, alpha, residuals }) => {
      const f = new Float64Array(m);
      linalg.gemv(false, m, ROWS, 1, whole(cross, m), alpha, 0, f, quiet);
      found.push({ name, strength: strengths[index], alpha: alpha.slice(), residuals: residuals.slice(), f });
      return true;
    };
    solver({ gram: { kind: 'dense', n: ROWS, k }, y, strengths }, visit, linalg, quiet);
    return found;
  };
}

/** Correlation of two sets of coefficients. */
export function correlation(a: Float64Array, b: Float64Array): number {
  const centred = (values: Float64Array) => {
    const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
    return values.map((v) => v - mean);
  };
  const [p, q] = [centred(a), centred(b)];
  return p.reduce((sum, v, i) => sum + v * q[i], 0) / (norm(p) * norm(q));
}

/** The estimate whose f differs least from that of `of` at its largest. */
function closest(of: Estimate, among: readonly Estimate[]): Estimate {
  return among.reduce((a, b) => (largestDifference(of.f, b.f) < largestDifference(of.f, a.f) ? b : a));
}

export function largestDifference(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, v, i) => Math.max(most, Math.abs(v - b[i])), 0);
}

export function rangeOf(values: Float64Array): number {
  return Math.max(...values) - Math.min(...values);
}

const minus = (a: Float64Array, b: Float64Array) => a.map((v, i) => v - b[i]);

function norm(values: Float64Array): number {
  return Math.sqrt(values.reduce((sum, v) => sum + v * v, 0));
}
