import { Random } from '../../engine/data/random';
import { formOf } from '../../engine/kernels/formOf';
import { whole } from '../../engine/linalg/linalg';
import { coordinateStepPath } from '../../engine/solvers/coordinateSteps';
import { infinityPath, onePath } from '../../engine/solvers/dualPaths';
import type { PathSolver } from '../../engine/solvers/path';
import { signFlowPath } from '../../engine/solvers/signFlow';
import type { Page } from '../page';
import { quietly, type Recipe } from '../recipe';
import { linspace, powersOfTen } from '../statistics';
import { type Report, type Run, study } from '../study';
import { gradientFlowPath, ridgePath } from './robustMethods';

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
export const PLACES = linspace(0, 10, 201);
/** Step of coordinate descent, small enough to stand for its flow. */
const STEP = 1e-3;

/** An estimate at one strength: coefficients and residuals at the observations, f at `PLACES`. */
export interface PairEstimate {
  readonly name: string;
  readonly strength: number;
  readonly alpha: Float64Array;
  readonly residuals: Float64Array;
  readonly f: Float64Array;
}

/** Early stopping beside its explicit penalty at the strengths that agree best. */
export interface Pair {
  readonly stopped: PairEstimate;
  readonly penalised: PairEstimate;
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

/** Figures 1 and 2 follow the same paths and show them differently. */
export function pairsStudy<const P extends Page>(page: P, report: (measured: Pairs) => Report<P>): Recipe {
  return study({
    page,
    prepare: observed,
    axes: () => ({ path: PATHS }),
    stage: ({ path }) => `following the path of ${path.name}`,
    measure: ({ path }, run) => follow(path, run),
    report: (measurements, { given }) => report(pairsOf(given, measurements.at({}))),
  });
}

interface Path {
  readonly name: string;
  readonly solver: PathSolver;
  readonly strengths: Float64Array;
}

const TIMES = powersOfTen(-2, 4, 241);
const FINE = powersOfTen(-2, 2, 401);

/** In pairs, and last the gradient flow to its end. */
const PATHS: readonly Path[] = [
  { name: 'KGF', solver: gradientFlowPath, strengths: TIMES },
  { name: 'KRR', solver: ridgePath, strengths: TIMES.map((t) => 1 / t) },
  { name: 'KSGD', solver: signFlowPath, strengths: FINE },
  { name: 'K-ℓ∞', solver: infinityPath(), strengths: FINE },
  { name: 'KCD', solver: coordinateStepPath(STEP), strengths: powersOfTen(-1, 3, 241) },
  { name: 'K-ℓ1', solver: onePath(), strengths: powersOfTen(1, -4, 501) },
  { name: 'KGF', solver: gradientFlowPath, strengths: Float64Array.of(Number.POSITIVE_INFINITY) },
];

/** The observations with their kernel matrix, and kernel values of the drawn places with them (m×n). */
interface Observed {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly k: Float64Array;
  readonly cross: Float64Array;
}

function observed(run: Run<object, unknown>): Observed {
  const { linalg } = run;
  const { x, y } = observations(run.request.seed);
  const form = formOf({ kind: 'gaussian', lengthScale: LENGTH_SCALE });
  const k = linalg.kernelMatrix(form, x, ROWS, x, ROWS, 1, true, run, linalg.allocate(ROWS * ROWS));
  return { x, y, k, cross: linalg.kernelMatrix(form, PLACES, PLACES.length, x, ROWS, 1, false, run) };
}

/** Follows a path on the observations to all its strengths. */
function follow({ name, solver, strengths }: Path, run: Run<object, Observed>): readonly PairEstimate[] {
  const { linalg, given } = run;
  const { y, k, cross } = given;
  const quiet = quietly(run);
  const m = PLACES.length;
  const estimates: PairEstimate[] = [];
  const visit: Parameters<PathSolver>[1] = ({ index, alpha, residuals }) => {
    const f = new Float64Array(m);
    linalg.gemv(false, m, ROWS, 1, whole(cross, m), alpha, 0, f, quiet);
    estimates.push({ name, strength: strengths[index], alpha: alpha.slice(), residuals: residuals.slice(), f });
    return true;
  };
  solver({ gram: { kind: 'dense', n: ROWS, k }, y, strengths }, visit, linalg, quiet);
  return estimates;
}

/** From the estimates along `PATHS`. */
function pairsOf({ x, y }: Observed, paths: readonly (readonly PairEstimate[])[]): Pairs {
  const [flow, ridge, sign, infinity, coordinate, one, [free]] = paths;
  const apart = (of: 'alpha' | 'residuals', all: Float64Array) =>
    flow.map((at, i) => (norm(minus(at[of], ridge[i][of])) / norm(all)) ** 2);
  const reached = (stopped: readonly PairEstimate[], level: 0 | 1) => {
    const at = stopped.findIndex(({ residuals }) => norm(residuals) <= LEFT[level] * norm(y));
    return at < 0 ? stopped.length - 1 : at;
  };
  return {
    x,
    y,
    pairs: ([0, 1] as const).flatMap((level): Pair[] => {
      const at = reached(flow, level);
      return [
        { stopped: flow[at], penalised: ridge[at], level },
        ...[
          [sign, infinity],
          [coordinate, one],
        ].map(([path, penalties]): Pair => {
          const stopped = path[reached(path, level)];
          return { stopped, penalised: closest(stopped, penalties), level };
        }),
      ];
    }),
    largest: { alpha: Math.max(...apart('alpha', free.alpha)), f: Math.max(...apart('residuals', y)) },
  };
}

function observations(seed: number): Pick<Pairs, 'x' | 'y'> {
  const random = new Random(seed);
  // One observation in each cell: none so close to its neighbour that the two would decide each other's coefficients.
  const x = Float64Array.from({ length: ROWS }, (_, i) => (10 * (i + 0.25 + 0.5 * random.uniform())) / ROWS);
  const y = x.map((v) => Math.sin(v) + NOISE * random.normal());
  for (let o = 0; o < OUTLIERS; o++) y[random.below(ROWS)] += SHIFT * (o % 2 === 0 ? 1 : -1);
  return { x, y };
}

/** Correlation of two sets of coefficients. */
export function coefficientCorrelation(a: Float64Array, b: Float64Array): number {
  const centred = (values: Float64Array) => {
    const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
    return values.map((v) => v - mean);
  };
  const [p, q] = [centred(a), centred(b)];
  return p.reduce((sum, v, i) => sum + v * q[i], 0) / (norm(p) * norm(q));
}

/** The estimate whose f differs least from that of `of` at its largest. */
function closest(of: PairEstimate, among: readonly PairEstimate[]): PairEstimate {
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
