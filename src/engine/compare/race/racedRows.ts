import type { RunContext } from '../../contract/context';
import { withoutCopies } from '../../data/copies';
import { divisionOn } from '../../data/folds';
import { subsample } from '../../data/splitRows';
import { foldsOf, type Problem, problemOnRows } from '../../fit/problem';
import type { SearchProblem } from '../../search/searchProblem';
import type { FoldedRows } from '../../statistics/foldStatistics';

/** The number of rows that are raced on: if there are more, a seeded sample. */
export const RACE_ROWS = 1200;
/** With fewer rows, or fewer folds, candidates differ too unclearly to be worth a race. */
const FEWEST_ROWS = 8;
const FEWEST_FOLDS = 2;
const FOLDS = 10;
const MOST_FOLDS = 50;

/** The rows (0-based) that are raced on if there are more. */
export function racedSample({ x, codes }: Problem, seed: number, context: RunContext): Uint32Array | undefined {
  if (x.rows <= RACE_ROWS) return undefined;
  return subsample(
    Uint32Array.from({ length: x.rows }, (_, i) => i),
    RACE_ROWS,
    seed,
    codes,
    context,
  );
}

/** The rows, targets and unpenalised features of every search; each candidate puts in its kernel. */
export function searchedOf({ x, outputs, rootWeights }: Problem, intercept: boolean): SearchProblem {
  return {
    x,
    y: outputs.map(({ weighted }) => weighted),
    ...(rootWeights && { rootWeights }),
    ...(intercept && { features: { values: rootWeights ?? new Float64Array(x.rows).fill(1), columns: 1 } }),
    template: { kind: 'linear' },
  };
}

/** Folds that the person gave continue to divide the sample, and copies stay together in it. */
export function sampled({ division, copies, ...problem }: Problem, rows: Uint32Array): Problem {
  return {
    ...problemOnRows(problem, rows),
    ...(division && { division: divisionOn(division, rows) }),
    ...(copies && { copies: Int32Array.from(rows, (i) => copies[i]) }),
  };
}

/** The same folds for all candidates, without those that have no rows. */
export function foldedRows(problem: Problem, asked: number | undefined, seed: number): FoldedRows | undefined {
  const { x, rootWeights } = problem;
  const wanted = asked !== undefined && asked >= FEWEST_FOLDS && asked <= MOST_FOLDS ? asked : FOLDS;
  const { of } = foldsOf(problem, wanted, seed);
  const used = [...new Set(of)].sort((a, b) => a - b);
  const folds = of.map((fold) => used.indexOf(fold));
  if (x.rows < FEWEST_ROWS || used.length < FEWEST_FOLDS) return undefined;
  return { folds, count: used.length, ...(rootWeights && { weights: rootWeights.map((root) => root * root) }) };
}

/** The first `count` rows in this order, of copies one alone: their target would be taken for one without noise. */
export const distinctRows = ({ copies }: Problem, order: Uint32Array, count: number): Uint32Array =>
  withoutCopies(order, copies).slice(0, count);
