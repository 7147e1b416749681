import type { RunContext } from '../contract/context';
import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { RandomFeatureMap } from '../contract/kernel';
import { Random } from '../data/random';
import { drawnLayer, type HiddenLayer, layerOver, restoreDead, squaredLoss, type TrainingRows } from './hiddenLayer';
import { shuffle } from './shuffle';

/** Rows per step. */
const BATCH = 32;
/** The first step size; it is quartered each time the loss has stopped falling, SLOWDOWNS times, then training ends. */
const STEP = 0.01;
const SLOWDOWNS = 3;
/** Stopped falling: the loss fell by less than a thousandth in this many epochs. */
const PATIENCE = 8;
/** The penalty DECAY/2·(||W||² + ||out||²) is added to the mean loss (CKRR, remark H.1, trains with one). */
const DECAY = 1e-4;
/** The most epochs, and the most products over all of them: about half a minute. */
const EPOCHS = 300;
const PRODUCTS = 1.6e10;

/**
 * The hidden units ReLU(w_j·x + b_j) of a one-hidden-layer network of `width` units fitted to the targets `y` (each n)
 * on rows `x` (n×d): unpenalised features that the data have shaped (CKRR, remark H.1). Adam on mini-batches from a
 * seeded start, until the loss on the training rows stops falling; the parameters of the lowest loss are taken. Columns
 * and targets are standardised inside, and the weights returned apply to rows as they are. A unit that is 0 on every
 * row carries no information, and is reset to its start. Repeatable bit for bit.
 */
export function trainHiddenUnits(
  x: Matrix,
  y: readonly Float64Array[],
  width: number,
  seed: number,
  context: RunContext,
): RandomFeatureMap {
  if (!Number.isInteger(width) || width < 1) {
    const sentence = `unpenalised: hidden needs a whole number of units, 1 or more; it is ${width}.`;
    throw new KernelscopeError('parameter/invalid', sentence, { name: 'unpenalised', value: String(width) });
  }
  const random = new Random(seed);
  const d = x.columns;
  const scales = columnScales(x);
  const rows: TrainingRows = {
    x: standardised(x, scales),
    y: standardisedTargets(y, x.rows),
    d,
    targets: y.length,
  };
  const start = drawnLayer(d, width, y.length, random);
  const best = descend(start, rows, random, context);
  restoreDead(best, start, rows);
  return unscaled(best, scales);
}

/** The parameters of the lowest loss of the descent. */
function descend(start: HiddenLayer, rows: TrainingRows, random: Random, context: RunContext): HiddenLayer {
  const { d, targets } = rows;
  const n = rows.x.length / d;
  const width = start.bias.length;
  const like = (theta: Float64Array) => layerOver(theta, d, width, targets);
  const layer = like(start.theta.slice());
  const gradient = like(new Float64Array(start.theta.length));
  const adam = new Adam(start.theta.length);
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  const epochs = Math.max(10, Math.min(EPOCHS, Math.floor(PRODUCTS / (4 * n * d * width))));
  let best = like(start.theta.slice());
  let least = penalisedLoss(best, rows, order, context);
  let [reference, since, slowdowns] = [least, 0, 0];
  for (let epoch = 0; epoch < epochs; epoch++) {
    context.progress(epoch / epochs, `training ${width} hidden units`);
    shuffle(order, random);
    for (let from = 0; from < n; from += BATCH) {
      context.check();
      const batch = order.subarray(from, Math.min(n, from + BATCH));
      gradient.theta.fill(0);
      squaredLoss(layer, rows, batch, gradient);
      for (let i = 0; i < gradient.theta.length; i++) gradient.theta[i] /= batch.length;
      for (let i = 0; i < layer.weights.length; i++) gradient.weights[i] += DECAY * layer.weights[i];
      for (let i = 0; i < layer.out.length; i++) gradient.out[i] += DECAY * layer.out[i];
      adam.step(layer.theta, gradient.theta, STEP / 4 ** slowdowns);
    }
    const loss = penalisedLoss(layer, rows, order, context);
    if (loss < least) [least, best] = [loss, like(layer.theta.slice())];
    if (least < 0.999 * reference) [reference, since] = [least, 0];
    else if (++since >= PATIENCE) {
      if (++slowdowns > SLOWDOWNS) break;
      layer.theta.set(best.theta);
      [reference, since] = [least, 0];
    }
  }
  return best;
}

function penalisedLoss(layer: HiddenLayer, rows: TrainingRows, order: Uint32Array, context: RunContext): number {
  let loss = 0;
  for (let from = 0; from < order.length; from += 1024) {
    context.check();
    loss += squaredLoss(layer, rows, order.subarray(from, from + 1024));
  }
  let squares = 0;
  for (const w of layer.weights) squares += w * w;
  for (const a of layer.out) squares += a * a;
  return loss / order.length + (DECAY / 2) * squares;
}

/** Writes w·(x − mean)/sd + b as w'·x + b'. */
function unscaled(layer: HiddenLayer, { means, deviations }: ColumnScales): RandomFeatureMap {
  const d = means.length;
  const weights = layer.weights.slice();
  const bias = layer.bias.slice();
  for (let j = 0; j < bias.length; j++) {
    for (let c = 0; c < d; c++) {
      weights[j * d + c] /= deviations[c];
      bias[j] -= weights[j * d + c] * means[c];
    }
  }
  return { activation: 'relu', inputs: d, weights, bias, scale: 1 };
}

function standardisedTargets(y: readonly Float64Array[], n: number): Float64Array {
  const values = new Float64Array(n * y.length);
  y.forEach((target, t) => {
    values.set(target, t * n);
  });
  const targets = { rows: n, columns: y.length, values };
  return standardised(targets, columnScales(targets));
}

/** A value farther from its mean than this many standard deviations belongs to a few extreme ones. */
const FARTHEST = 8;

/**
 * Means and standard deviations (dividing by n) of the columns; the deviation of a constant column is given as 1. If a
 * few rows hold nearly all of a column's variation, the scale is theirs: divided by the small deviation of the others,
 * such a value in a new row would drown everything else.
 */
interface ColumnScales {
  readonly means: Float64Array;
  readonly deviations: Float64Array;
}

function columnScales({ rows, columns, values }: Matrix): ColumnScales {
  const means = new Float64Array(columns);
  const deviations = new Float64Array(columns);
  for (let c = 0; c < columns; c++) {
    const column = values.subarray(c * rows, (c + 1) * rows);
    for (const v of column) means[c] += v / rows;
    let squares = 0;
    let farthest = 0;
    for (const v of column) {
      squares += (v - means[c]) ** 2;
      farthest = Math.max(farthest, Math.abs(v - means[c]));
    }
    const deviation = Math.max(Math.sqrt(squares / rows), farthest / FARTHEST);
    // The mean of a constant column may miss it by its last bits.
    deviations[c] = deviation > 1e-13 * Math.abs(means[c]) ? deviation : 1;
  }
  return { means, deviations };
}

/** (x − mean)/deviation, turned to row-major, n×d. */
function standardised({ rows, columns, values }: Matrix, { means, deviations }: ColumnScales): Float64Array {
  const turned = new Float64Array(rows * columns);
  for (let c = 0; c < columns; c++)
    for (let i = 0; i < rows; i++) turned[i * columns + c] = (values[c * rows + i] - means[c]) / deviations[c];
  return turned;
}

/** The fractions of the running means that a step retains, and the number that prevents a division by 0. */
const FIRST = 0.9;
const SECOND = 0.999;
const FLOOR = 1e-8;

/** Stochastic gradient descent with running first and second moments (Kingma and Ba 2015, algorithm 1). */
class Adam {
  private readonly mean: Float64Array;
  private readonly square: Float64Array;
  private steps = 0;

  constructor(parameters: number) {
    this.mean = new Float64Array(parameters);
    this.square = new Float64Array(parameters);
  }

  /** theta ← theta − rate·m̂/(sqrt(v̂) + FLOOR), the moments corrected for having begun at 0. */
  step(theta: Float64Array, gradient: Float64Array, rate: number): void {
    const { mean, square } = this;
    this.steps++;
    const first = 1 / (1 - FIRST ** this.steps);
    const second = 1 / (1 - SECOND ** this.steps);
    for (let i = 0; i < theta.length; i++) {
      mean[i] = FIRST * mean[i] + (1 - FIRST) * gradient[i];
      square[i] = SECOND * square[i] + (1 - SECOND) * gradient[i] * gradient[i];
      theta[i] -= (rate * first * mean[i]) / (Math.sqrt(second * square[i]) + FLOOR);
    }
  }
}
