import { type Components, SCORED_ROWS, type ScoredRows } from '../../contract/components';
import { inBlocks, type RunContext } from '../../contract/context';
import type { Matrix, Sample } from '../../contract/data';
import { permutation } from '../../data/random';
import { pickRows } from '../../kernels/rows';
import { columnMeans } from '../../kernels/scaledRows';
import type { Computing } from '../../linalg/linalg';
import { eachProjected, projectComponents } from '../../model/projectComponents';
import type { Principal } from './leadingPairs';

export interface TrainingScores {
  readonly scored: ScoredRows;
  readonly loadings: Components['loadings'];
  /** −1 for components to be turned so that their training score of the largest size is positive, else 1. */
  readonly signs: Float64Array;
}

/** Rows whose scores are shown (0-based, ascending): all, or `SCORED_ROWS` of them drawn evenly by `seed`. */
export function shownRows(n: number, seed: number, context?: RunContext): Uint32Array {
  if (n <= SCORED_ROWS) return Uint32Array.from({ length: n }, (_, i) => i);
  return permutation(n, seed, context).slice(0, SCORED_ROWS).sort();
}

/** Sums over training rows of their scores and encoded columns, from which signs and loadings follow. */
export interface ScoreSums {
  readonly rows: number;
  /** Sums of squares of each encoded column minus its mean, d. */
  readonly squares: Float64Array;
  /** Sums of products of each such column with each score, d×l, row-major. */
  readonly products: Float64Array;
  /** The score of the largest size of each component, l. */
  readonly largest: Float64Array;
}

/** A callback that is given the scores and errors of a block of projected rows, of which `from` is the first. */
type Seen = Parameters<typeof eachProjected>[3];

/** The sums over these rows, `means` being the columns' over all; `seen` is handed each block as it is projected. */
export function scoreSums(
  { model, training, eigenvalues }: Principal,
  x: Matrix,
  means: Float64Array,
  context: Computing,
  seen?: Seen,
): ScoreSums {
  const [d, l] = [x.columns, eigenvalues.length];
  const squares = new Float64Array(d);
  const products = new Float64Array(d * l);
  const largest = new Float64Array(l);
  const visit: Seen = (part, start, block) => {
    const add = (first: number, last: number) => {
      for (let i = first; i < last; i++) {
        const row = part.scores.subarray(i * l, (i + 1) * l);
        for (let c = 0; c < l; c++) if (Math.abs(row[c]) > Math.abs(largest[c])) largest[c] = row[c];
        for (let j = 0; j < d; j++) {
          const value = block.values[j * block.rows + i] - means[j];
          squares[j] += value * value;
          for (let c = 0; c < l; c++) products[j * l + c] += value * row[c];
        }
      }
    };
    inBlocks(block.rows, context, d * l, add);
    seen?.(part, start, block);
  };
  if (training) visit(training, 0, x);
  else eachProjected(model, x, context, visit);
  return { rows: x.rows, squares, products, largest };
}

/** The sums over the rows of both, with the rows of the first before the others. */
export function addScores(a: ScoreSums, b: ScoreSums): ScoreSums {
  return {
    rows: a.rows + b.rows,
    squares: a.squares.map((v, j) => v + b.squares[j]),
    products: a.products.map((v, o) => v + b.products[o]),
    largest: a.largest.map((v, c) => (Math.abs(b.largest[c]) > Math.abs(v) ? b.largest[c] : v)),
  };
}

/**
 * Scores of the training rows that are `shown`, and the correlation of every encoded column with every component over
 * all of them (0 if either does not vary). Signs are returned, not applied: `turned` does that. `known`: the sums over all rows, if these are
 * some of them.
 */
export function trainingScores(
  principal: Principal,
  { x, rows, lines }: Sample,
  names: readonly string[],
  shown: Uint32Array,
  context: Computing,
  known?: ScoreSums,
): TrainingScores {
  const { model, eigenvalues, spread } = principal;
  const l = eigenvalues.length;
  const scores = new Float32Array(shown.length * l);
  const error = new Float64Array(shown.length);
  let next = 0;
  const keep: Seen = (part, start, block) => {
    for (; next < shown.length && shown[next] < start + block.rows; next++) {
      const i = shown[next] - start;
      scores.set(part.scores.subarray(i * l, (i + 1) * l), next * l);
      error[next] = part.error[i];
    }
  };
  if (known) eachProjected(model, x, context, keep);
  const sums = known ?? scoreSums(principal, x, columnMeans(x), context, keep);
  const values = sums.products.map((product, o) => {
    const scale = Math.sqrt(sums.squares[Math.floor(o / l)] * spread[o % l]);
    return scale > 0 ? Math.max(-1, Math.min(1, product / scale)) : 0;
  });
  return {
    scored: { rows: shown.map((i) => rows[i]), lines: shown.map((i) => lines[i]), scores, error },
    loadings: { names, values },
    signs: sums.largest.map((value) => (value < 0 ? -1 : 1)),
  };
}

/** Scores of the held-out rows that are `shown`. */
export function heldOutScores(
  { model }: Principal,
  { x, rows, lines }: Sample,
  shown: Uint32Array,
  context: Computing,
): ScoredRows {
  const few = shown.length === x.rows ? x : pickRows(x, shown);
  const { scores, error } = projectComponents(model, few, context);
  return {
    rows: shown.map((i) => rows[i]),
    lines: shown.map((i) => lines[i]),
    scores: Float32Array.from(scores),
    error,
  };
}

/** Components with their signs settled: everything derived from them is computed with these. */
export function turned(principal: Principal, signs: Float64Array): Principal {
  const { components } = principal.model;
  const size = components.meanWeights.length;
  const coefficients = components.coefficients.map((v, o) => v * signs[Math.floor(o / size)]);
  const offset = components.offset.map((v, c) => v * signs[c]);
  const { training: _, ...rest } = principal;
  return { ...rest, model: { ...principal.model, components: { ...components, coefficients, offset } } };
}

/** Scores and loadings turned by these signs; they run over components fastest. */
export function turnedScores({ scored, loadings, signs }: TrainingScores): Pick<TrainingScores, 'scored' | 'loadings'> {
  const l = signs.length;
  return {
    scored: { ...scored, scores: scored.scores.map((v, o) => v * signs[o % l]) },
    loadings: { ...loadings, values: loadings.values.map((v, o) => v * signs[o % l]) },
  };
}
