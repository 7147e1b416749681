import type { StrengthAxis } from '../../contract/robust';
import type { Computing } from '../../linalg/linalg';
import { asked, invalid } from '../../parameters/asked';
import type { Gram } from '../../solvers/gram';
import { robustSpread } from '../../statistics/robustScale';
import { count, plain } from '../../words/numbers';
import { type RobustFamily, type SharedInput, type StepRows, stepBound } from './family';
import { choicesOf, type LeftOutScores } from './leftOut';
import { LOSS_WORDS } from './losses';
import { SELECTION_WORDS } from './robustParameters';
import type { RobustSettings } from './robustSettings';

/** The most rows whose sums of |k| are computed. */
const LOOKED = 200;

/** The freest t or c, in target spreads over the mean of k(x_i, x_i). */
const LONGEST = 1e4;

type GridFamily = Pick<RobustFamily, 'axis' | 'nearZero' | 'steps'>;

/**
 * The number of values along a path that is shown (fewer if each factors the full matrix), and along those that compare
 * length scales.
 */
export const SHOWN_POINTS = { absolute: 48, squared: 32 } as const;
export const COMPARED_POINTS = 24;

/** One target of a path. */
interface PathTarget {
  readonly gram: Gram;
  /** The target that the path is to explain (n), after any offset was subtracted. */
  readonly y: Float64Array;
  /** Its robust standard deviation. */
  readonly spread: number;
}

interface GridOptions {
  readonly points: number;
  /** Step size of a descent in steps. */
  readonly stepSize?: number;
  /** A strength that must be among them. */
  readonly set?: number;
  /** The largest t that a descent will reach, if it is not known from its step size. */
  readonly longest?: number;
}

/** The strengths that a path is followed along, from the most regular on. */
export function strengthGrid(
  family: GridFamily,
  target: PathTarget,
  { points, stepSize, set, longest = Number.POSITIVE_INFINITY }: GridOptions,
): Float64Array {
  const { axis, steps } = family;
  const [tight, furthest] = rangeOf(family, target);
  const reached = steps && stepSize !== undefined ? steps.most(target.gram) * stepSize : longest;
  const bound = steps && stepSize !== undefined ? stepBound(steps, target.gram) * stepSize : Number.POSITIVE_INFINITY;
  // Some of the path remains however few steps there are, and none goes beyond the bound.
  const from = Math.min(tight, bound / 2);
  const to = steps ? Math.max(2 * from, Math.min(furthest, reached)) : furthest;
  const values = Array.from({ length: points }, (_, l) =>
    Number((from * (to / from) ** (l / (points - 1))).toPrecision(5)),
  );
  if (set !== undefined && !values.includes(set)) values.push(set);
  const ascending = Float64Array.from(new Set(values)).sort();
  return regularFirst(axis) === 'low' ? ascending : ascending.reverse();
}

/** The end of an axis that is the regular one. */
export const regularFirst = (axis: StrengthAxis): 'low' | 'high' => (axis === 't' || axis === 'c' ? 'low' : 'high');

/** The most regular and the freest strength worth looking at. */
function rangeOf({ axis, nearZero }: GridFamily, { gram, y, spread }: PathTarget): readonly [number, number] {
  const { n } = gram;
  const { mean, sum } = sizes(gram);
  // With every |alpha_i| at this bound, or after this time, f has moved by a tenth of the target's spread where rows are densest.
  const tight = (0.1 * spread) / sum;
  // Smooth kernels fit fine detail by large coefficients of opposite signs; paths stop earlier once their errors rise.
  const loose = (LONGEST * spread) / mean;
  switch (axis) {
    case 't':
    case 'c':
      return [tight, loose];
    case 'epsilon':
      return [y.reduce((a, v) => Math.max(a, Math.abs(v)), 0) || 1, 1e-3 * spread];
    case 'lambda':
      return nearZero === 'absolute' ? [1 / (n * tight), 1 / (n * loose)] : [mean, 1e-9 * mean];
  }
}

/** Mean of k(x_i, x_i), and the largest sum of |k(x_i, x_j)| over j among some rows. */
function sizes(gram: Gram): { readonly mean: number; readonly sum: number } {
  const { n } = gram;
  const step = Math.max(1, Math.floor(n / LOOKED));
  let mean = 0;
  let sum = 0;
  if (gram.kind === 'dense') {
    const { k } = gram;
    for (let i = 0; i < n; i++) mean += k[i + i * n] / n;
    for (let j = 0; j < n; j += step) {
      let row = 0;
      for (let i = 0, o = j * n; i < n; i++, o++) row += Math.abs(k[o]);
      sum = Math.max(sum, row);
    }
    return { mean, sum };
  }
  const { m, z } = gram;
  const total = new Float64Array(m);
  for (let i = 0, o = 0; i < n; i++)
    for (let c = 0; c < m; c++, o++) {
      total[c] += z[o];
      mean += (z[o] * z[o]) / n;
    }
  for (let i = 0; i < n; i += step) {
    let row = 0;
    for (let c = 0, o = i * m; c < m; c++, o++) row += z[o] * total[c];
    sum = Math.max(sum, Math.abs(row));
  }
  return { mean, sum: Math.max(sum, mean) };
}

/** The target's robust standard deviation; never 0. */
export const targetSpread = (y: Float64Array): number => robustSpread(y) || 1;

/** The strength of a path that is used; indices count from the regular end on. */
export interface StrengthChoice {
  readonly at: number;
  /** Points of the path that are worth following. */
  readonly count: number;
  /** The rule that chose the strength, or "set". */
  readonly rule: string;
  readonly least: { readonly score: number; readonly oneStandardError: number };
}

/** Chooses by the errors on rows left out in `parts` parts; `setIndex` is the index of a strength that was set, otherwise −1. */
export function chooseStrength(
  { selection, loss }: RobustSettings,
  setIndex: number,
  scored: LeftOutScores,
  parts: number,
): StrengthChoice {
  const { least, oneStandardError } = choicesOf(scored);
  const at = setIndex >= 0 ? setIndex : selection === 'cv' ? least : oneStandardError;
  const last = scored.score.findLastIndex((v) => !Number.isNaN(v));
  const over = parts === 1 ? 'on the validation part' : `over ${parts} folds`;
  const rule = setIndex >= 0 ? 'set' : `${SELECTION_WORDS[selection]} ${LOSS_WORDS[loss]} ${over}`;
  return { at, count: Math.max(at, last) + 1, rule, least: { score: least, oneStandardError } };
}

/** The solver's input. Throws `parameter/invalid` for a step that would make residuals grow from the start, and for a t too many steps away. */
export function solverInput(
  family: RobustFamily,
  { given, intercept, strength }: RobustSettings,
  rows: StepRows,
  spread: number,
  context: Computing,
): SharedInput {
  const { steps } = family;
  const { stepSize: set } = asked(given);
  if (steps && set !== undefined) {
    const limit = steps.limit(rows, context);
    if (set > limit)
      throw invalid(
        'stepSize',
        set,
        `stepSize ${set} is beyond the stability limit: the first step would increase the residuals. It must be at most ${plain(limit)} on these rows.`,
      );
  }
  if (given.flow === true && set !== undefined)
    throw invalid('stepSize', set, 'The exact flow takes no steps: leave out stepSize, or flow.');
  const stepSize = given.flow === true ? undefined : (set ?? steps?.of(rows, spread, context));
  if (steps && stepSize !== undefined && strength !== undefined) {
    const most = stepBound(steps, rows.gram);
    if (strength > most * stepSize)
      throw invalid(
        family.axis,
        strength,
        `${family.axis} ${strength} is ${count(Math.round(strength / stepSize))} steps of ${stepSize} away, more than the ${count(most)} that are taken. Set a larger stepSize or a smaller ${family.axis}, or leave ${family.axis} out.`,
      );
  }
  return { parameters: given, spread, intercept, ...(stepSize !== undefined && { stepSize }) };
}
