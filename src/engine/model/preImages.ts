import { silently } from '../contract/context';
import type { Matrix, Transform } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { KernelSpec } from '../contract/kernel';
import type { Note } from '../contract/note';
import type { RebuiltColumn } from '../contract/rpc';
import { datePartsOf, encodedWidth } from '../data/encodeRows';
import { Random } from '../data/random';
import { kernelCross, kernelGram } from '../kernels/kernelMatrix';
import { medianHeuristic } from '../kernels/medianHeuristic';
import { pickRows } from '../kernels/rows';
import { choleskyWithJitter } from '../linalg/choleskyWithJitter';
import { type Computing, full } from '../linalg/linalg';
import { percent } from '../words/numbers';
import { listed } from '../words/sentence';
import { type ComponentsProjection, projectComponents } from './projectComponents';

/** The most rows of a model that columns are learnt from, and the most by which the ridge is chosen. */
const LEARNT = 2000;
const CHOSEN_BY = 400;
/** Length scales that are tried, as multiples of the median distance of scores, and ridges. */
const SCALES = [0.25, 0.5, 1, 2, 4];
const RIDGES = Array.from({ length: 10 }, (_, i) => 10 ** (i - 8));

/** The Gaussian kernel on scores, and the number added to its diagonal. */
export interface ScoreRidge {
  readonly lengthScale: number;
  readonly alpha: number;
}

export interface PreImages {
  /** The encoded rows (b×d) with these scores (b×l, row-major). */
  rowsOf(scores: Float64Array, context: Computing): Matrix;
  /**
   * The fraction of each encoded column's variance that is missed if a row of the model is left out; empty for a ridge
   * that was given.
   */
  readonly left: Float64Array;
  readonly ridge: ScoreRidge;
}

/**
 * Pre-images: rows back from scores, by kernel ridge from the scores of a model's own rows to their columns (Bakır, Weston & Schölkopf 2004, as in
 * scikit-learn's KernelPCA). Scale and ridge have the lowest leave-one-out error. Measured on held-out rows of airfoil and wine with three kernels and 2 to 20
 * components, this missed less than the fixed point of Mika et al. (Gaussian kernels alone) in all cases, and than the kernel of the
 * rows with a ridge of 1 in all but one. Throws `parameter/invalid` for a model on random features, which has no rows.
 */
export function preImages(model: ComponentsProjection, context: Computing, given?: ScoreRidge): PreImages {
  const { linalg } = context;
  if (model.x.rows === 0)
    throw new KernelscopeError(
      'parameter/invalid',
      'A model on random features holds no rows that others could be rebuilt from. Fit ekpca or ny-kpca.',
      { name: 'inverse' },
    );
  const quiet = silently(context);
  const few = evenly(model.x, LEARNT);
  const scores = scoresOf(model, few, quiet);
  const means = columnsOf(few).map((column) => column.reduce((sum, v) => sum + v, 0) / few.rows);
  const targets = few.values.map((v, o) => v - means[Math.floor(o / few.rows)]);
  const { ridge, left } = given
    ? { ridge: given, left: new Float64Array() }
    : chosenRidge([scores, { ...few, values: targets }], quiet);
  const kernel = gaussian(ridge.lengthScale);
  const [p, d] = [few.rows, few.columns];
  linalg.scope(() => {
    const gram = kernelGram(kernel, scores, quiet, linalg.allocate(p * p));
    for (let i = 0; i < p; i++) gram[i * (p + 1)] += ridge.alpha;
    choleskyWithJitter(gram, p, quiet);
    for (const transposed of [false, true]) linalg.solveLower(gram, p, transposed, targets, d, quiet);
  });
  const l = scores.columns;
  return {
    left,
    ridge,
    rowsOf(values, part) {
      const b = values.length / l;
      const cross = kernelCross(kernel, scores, byColumns(values, l), part);
      const rows = Float64Array.from({ length: b * d }, (_, o) => means[Math.floor(o / b)]);
      linalg.gemm(true, false, b, d, p, 1, full(cross, p), full(targets, p), 1, full(rows, b), part);
      return { rows: b, columns: d, values: rows };
    },
  };
}

const gaussian = (lengthScale: number): KernelSpec => ({ kind: 'gaussian', lengthScale: [lengthScale] });

function evenly(x: Matrix, most: number): Matrix {
  if (x.rows <= most) return x;
  return pickRows(
    x,
    Uint32Array.from({ length: most }, (_, i) => Math.floor((i * x.rows) / most)),
  );
}

const columnsOf = ({ rows, columns, values }: Matrix): Float64Array[] =>
  Array.from({ length: columns }, (_, j) => values.subarray(j * rows, (j + 1) * rows));

function byColumns(values: Float64Array, l: number): Matrix {
  const rows = values.length / l;
  return { rows, columns: l, values: values.map((_, o) => values[(o % rows) * l + Math.floor(o / rows)]) };
}

const scoresOf = (model: ComponentsProjection, x: Matrix, context: Computing): Matrix =>
  byColumns(projectComponents(model, x, context).scores, model.components.offset.length);

/**
 * The scale and the ridge with the lowest leave-one-out error over all columns, and the fraction of each that they
 * miss.
 */
function chosenRidge(all: readonly [Matrix, Matrix], context: Computing) {
  const { linalg } = context;
  const [scores, targets] = all.map((rows) => evenly(rows, CHOSEN_BY));
  const [n, d] = [targets.rows, targets.columns];
  const distance = medianHeuristic(scores, new Random(0), context).lengthScale;
  const size = Float64Array.from(columnsOf(targets), (column) => column.reduce((sum, v) => sum + v * v, 0));
  let best = { error: Number.POSITIVE_INFINITY, ridge: { lengthScale: distance, alpha: 1 }, left: size };
  for (const multiple of SCALES) {
    const lengthScale = multiple * distance;
    const gram = kernelGram(gaussian(lengthScale), scores, context);
    const { values, vectors } = linalg.symmetricEigen(gram, n, context);
    const along = new Float64Array(n * d);
    linalg.gemm(true, false, n, d, n, 1, full(vectors, n), full(targets.values, n), 0, full(along, n), context);
    for (const alpha of RIDGES) {
      const shares = values.map((v) => Math.max(0, v) / (Math.max(0, v) + alpha));
      const leverage = new Float64Array(n);
      vectors.forEach((v, o) => {
        leverage[o % n] += v * v * shares[Math.floor(o / n)];
      });
      const missed = targets.values.slice();
      const kept = along.map((v, o) => v * shares[o % n]);
      linalg.gemm(false, false, n, d, n, -1, full(vectors, n), full(kept, n), 1, full(missed, n), context);
      const left = Float64Array.from(columnsOf({ ...targets, values: missed }), (column, j) =>
        size[j] > 0 ? column.reduce((sum, v, i) => sum + (v / (1 - leverage[i])) ** 2, 0) / size[j] : 0,
      );
      const error = left.reduce((sum, v, j) => sum + v * size[j], 0);
      if (error < best.error) best = { error, ridge: { lengthScale, alpha }, left };
    }
  }
  return best;
}

/** The inputs in the file's units; a category as its most probable level, '' for a gap or a level that shares its column with others. */
export function rebuiltColumns({ rows: n, values }: Matrix, { inputs, centre, scale }: Transform): RebuiltColumn[] {
  let from = 0;
  return inputs.flatMap((input): RebuiltColumn[] => {
    const first = from;
    from += encodedWidth(input);
    const at = (j: number, i: number) => values[j * n + i] * scale[j] + centre[j];
    const { column } = input;
    if (input.kind === 'category') {
      const width = from - first;
      const codes = Int32Array.from({ length: n }, (_, i) => {
        let most = 0;
        for (let k = 1; k < width; k++) if (at(first + k, i) > at(first + most, i)) most = k;
        return Number.isNaN(at(first, i)) ? -1 : most;
      });
      return [{ column, codes, levels: Array.from({ length: width }, (_, k) => input.levels[k] ?? '') }];
    }
    if (input.kind === 'boolean') {
      const codes = Int32Array.from({ length: n }, (_, i) => (at(first, i) > 0.5 ? 1 : at(first, i) <= 0.5 ? 0 : -1));
      return [{ column, codes, levels: input.words ?? ['0', '1'] }];
    }
    if (cyclesAlone(input)) return [];
    const days = input.kind === 'date' && { days: datePartsOf(input).includes('hour') ? 0 : 1 };
    return [{ column, ...days, values: Float64Array.from({ length: n }, (_, i) => at(first, i)) }];
  });
}

const cyclesAlone = (input: Transform['inputs'][number]): boolean =>
  input.kind === 'date' && datePartsOf(input)[0] !== 'trend';

/** Notes on how well rows can be rebuilt, and on the columns that are left out. */
export function rebuiltNotes({ left }: PreImages, { inputs, names }: Transform): Note[] {
  const worst = left.indexOf(left.reduce((a, b) => Math.max(a, b), 0));
  const without = inputs.filter(cyclesAlone).map(({ column }) => column);
  const cycles = without.length > 0 ? ` Left out, as cycles do not give a date: ${listed(without)}.` : '';
  const text = `Rows rebuilt from their scores miss ${percent(left[worst])} of the variance of “${names[worst]}”, the most of any column, when the ridge is fitted without a row of the model; categories are the level with the highest value.${cycles}`;
  return [{ severity: 'info', code: 'predict/rebuilt', text }];
}
