import type { ComponentsModel } from '../contract/components';
import { silently } from '../contract/context';
import type { Matrix } from '../contract/data';
import type { FeatureMap } from '../contract/kernel';
import type { Model } from '../contract/model';
import { evaluateFeatures } from '../features/featureMaps';
import { kernelCross, kernelDiagonal } from '../kernels/kernelMatrix';
import { rowBlock } from '../kernels/rows';
import { type Computing, full } from '../linalg/linalg';
import { checkWidth } from './predict';

/** The most entries of k(points, rows), or of the features, held at once: 16 MB. */
const BLOCK = 2 ** 21;
const MOST_ROWS = 1024;

/** The parts of a model that project rows. */
export interface ComponentsProjection extends Pick<Model, 'kernel' | 'x' | 'unpenalised'> {
  readonly components: ComponentsModel;
}

export interface ComponentScores {
  /** rows × l, row-major. */
  readonly scores: Float64Array;
  /** The squared norm of each row that the l components leave (contract/components.ts), at least 0. */
  readonly error: Float64Array;
}

/**
 * Scores of rows already encoded by the model's transform (n×d), and the squared norm that the components leave of
 * each. Throws `model/columns` if d differs from the model's, `numerics/failed` for rows that are not finite.
 */
export function projectComponents(model: ComponentsProjection, x: Matrix, context: Computing): ComponentScores {
  const l = model.components.offset.length;
  const scores = new Float64Array(x.rows * l);
  const error = new Float64Array(x.rows);
  eachProjected(model, x, context, (part, from) => {
    scores.set(part.scores, from * l);
    error.set(part.error, from);
  });
  return { scores, error };
}

/** The same block by block of rows, so that n×l numbers need not be held; `from` is the first row of the block. */
export function eachProjected(
  model: ComponentsProjection,
  x: Matrix,
  context: Computing,
  visit: (part: ComponentScores, from: number, block: Matrix) => void,
): void {
  const map = mapOf(model);
  checkWidth(x.columns, map?.inputs ?? model.x.columns);
  const step = projectedAtOnce(model.components);
  for (let from = 0; from < x.rows; from += step) {
    context.check();
    const block = rowBlock(x, from, Math.min(step, x.rows - from));
    const part = context.linalg.scope(() =>
      map ? byFeatures(model, map, block, silently(context)) : byPoints(model, block, silently(context)),
    );
    visit(part, from, block);
    context.progress((from + block.rows) / x.rows, 'projecting the rows');
  }
}

/** The number of rows projected at once. */
export const projectedAtOnce = ({ meanWeights }: ComponentsModel): number =>
  Math.max(1, Math.min(MOST_ROWS, Math.floor(BLOCK / Math.max(1, meanWeights.length))));

/** The features of a model without rows. */
function mapOf({ x, unpenalised }: ComponentsProjection): FeatureMap | undefined {
  const [block] = unpenalised;
  return x.rows === 0 && block?.kind === 'units' ? block.map : undefined;
}

function byPoints(
  { kernel, x: points, components }: ComponentsProjection,
  block: Matrix,
  context: Computing,
): ComponentScores {
  const diagonal = kernelDiagonal(kernel, block, context);
  const cross = kernelCross(kernel, points, block, context);
  return scoresOf(components, { values: cross, transposed: false }, diagonal, context);
}

function byFeatures(
  { components }: ComponentsProjection,
  map: FeatureMap,
  block: Matrix,
  context: Computing,
): ComponentScores {
  const count = components.meanWeights.length;
  const b = block.rows;
  const features = evaluateFeatures(map, block, context, context.linalg.allocate(b * count));
  const diagonal = new Float64Array(b);
  for (let j = 0, o = 0; j < count; j++) for (let i = 0; i < b; i++, o++) diagonal[i] += features[o] * features[o];
  const own = diagonal.map((v) => v * components.ownScale);
  return scoresOf(components, { values: features, transposed: true }, own, context);
}

/**
 * The scores from kernel values with the points, p×b, or from features, b×p and so `transposed`, of the b rows whose
 * k(x, x) is `diagonal`.
 */
function scoresOf(
  components: ComponentsModel,
  { values, transposed }: { readonly values: Float64Array; readonly transposed: boolean },
  diagonal: Float64Array,
  context: Computing,
): ComponentScores {
  const p = components.meanWeights.length;
  const b = diagonal.length;
  const given = full(values, transposed ? b : p);
  // l×b column-major is b×l row-major. The mean is a product too, as its sums do not depend on how many rows there are.
  const [scores, mean] = [components.coefficients, components.meanWeights].map((weights) => {
    const l = weights.length / p;
    const product = new Float64Array(b * l);
    context.linalg.gemm(true, transposed, l, b, p, 1, full(weights, p), given, 0, full(product, l), context);
    return product;
  });
  return centredScores(components, scores, mean, diagonal);
}

/** Scores minus their offsets, and k(x, x) − 2·mean(x) + constant − sum of squared scores, clipped at 0. */
export function centredScores(
  { offset, constant }: Pick<ComponentsModel, 'offset' | 'constant'>,
  scores: Float64Array,
  mean: Float64Array,
  diagonal: Float64Array,
): ComponentScores {
  const l = offset.length;
  const error = diagonal.map((value, i) => {
    let left = value - 2 * mean[i] + constant;
    for (let c = 0; c < l; c++) {
      scores[i * l + c] -= offset[c];
      left -= scores[i * l + c] ** 2;
    }
    // Not Math.max: a row that could not be computed stays NaN.
    return left < 0 ? 0 : left;
  });
  return { scores, error };
}
