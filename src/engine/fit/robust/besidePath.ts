import type { BesidePath } from '../../contract/robust';
import type { Computing } from '../../linalg/linalg';
import { type LevelTask, offsetOf } from './leftOut';
import type { LevelPath } from './levels';

/** The most operations of the other path, a few seconds of them: it is only looked at, and nothing depends on it. */
const MOST_OPERATIONS = 2e10;
/** The positions of the rows that are drawn, as fractions of the order of the target. */
const SHOWN = [0, 0.25, 0.5, 0.75, 1];

/**
 * The penalised path beside a descent's, each point at the strength that it has in common with the descent. Undefined
 * if the family has none, with landmarks, and if its path would take more than the budget; it ends early if it takes
 * more than was guessed.
 */
export function besidePath(
  { family, gram, near, weights, input }: LevelTask,
  { alpha, fitted }: LevelPath,
  count: number,
  context: Computing,
): BesidePath | undefined {
  const { beside } = family;
  const { n } = gram;
  if (beside === undefined || gram.kind !== 'dense' || 3 * n ** 3 > MOST_OPERATIONS) return undefined;
  const offset = offsetOf(input.intercept, near, weights);
  const y = near.map((v) => v - offset);
  const strengths = commonStrengths(
    Float64Array.from({ length: count }, (_, l) => {
      let most = 0;
      for (let i = 0, o = l * n; i < n; i++, o++)
        most = Math.max(most, Math.abs(beside.by === 'coefficient' ? alpha[o] : near[i] - fitted[o]));
      return most;
    }),
  );
  if (strengths.length === 0) return undefined;
  const order = Array.from(near.keys()).sort((a, b) => near[a] - near[b] || a - b);
  const at = Uint32Array.from(new Set(SHOWN.map((share) => order[Math.round(share * (n - 1))])));
  const squared = y.reduce((sum, v) => sum + v * v, 0);
  const distance: number[] = [];
  const others: Float64Array[] = [];
  let operations = 0;
  beside.solver()(
    { gram, y, strengths },
    ({ index, residuals, iterations }) => {
      let apart = 0;
      for (let i = 0; i < n; i++) apart += (near[i] - residuals[i] - fitted[index * n + i]) ** 2;
      distance.push(squared > 0 ? apart / squared : 0);
      others.push(Float64Array.from(at, (i) => near[i] - residuals[i]));
      context.progress((index + 1) / strengths.length, 'following the penalised path');
      operations += (iterations + 1) * n * n;
      return operations <= MOST_OPERATIONS;
    },
    context,
  );
  const points = distance.length;
  const drawn = (value: (row: number, l: number) => number) =>
    Float32Array.from({ length: at.length * points }, (_, o) => value(Math.floor(o / points), o % points));
  return {
    method: beside.method,
    strengths: strengths.slice(0, points),
    distance: Float64Array.from(distance),
    at,
    own: drawn((row, l) => fitted[l * n + at[row]]),
    other: drawn((row, l) => others[l][row]),
  };
}

/**
 * Made monotone, as paths are warm-started: single steps may waver in the strength that the paths share. Ends where
 * nothing is left to fit.
 */
function commonStrengths(values: Float64Array): Float64Array {
  const rises = values[values.length - 1] >= values[0];
  for (let l = 1; l < values.length; l++) values[l] = (rises ? Math.max : Math.min)(values[l], values[l - 1]);
  const end = values.findIndex((v) => !(v > LEAST * values[0]));
  return end < 0 ? values : values.subarray(0, end);
}

/** The fraction of the first strength below which a largest residual is hardly more than rounding. */
const LEAST = 1e-4;
