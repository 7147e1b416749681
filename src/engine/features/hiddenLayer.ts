import type { Random } from '../data/random';

/** f_t(x) = Σ_j out_tj·max(0, w_j·x + b_j) + constant_t. All parameters lie in `theta`; the others are views into it. */
export interface HiddenLayer {
  readonly theta: Float64Array;
  /** d×width column-major: unit j's weights side by side. */
  readonly weights: Float64Array;
  readonly bias: Float64Array;
  /** width×targets column-major. */
  readonly out: Float64Array;
  readonly constant: Float64Array;
}

export function layerOver(theta: Float64Array, d: number, width: number, targets: number): HiddenLayer {
  const ends = [d * width, width, width * targets, targets];
  const views: Float64Array[] = [];
  for (let i = 0, at = 0; i < ends.length; at += ends[i++]) views.push(theta.subarray(at, at + ends[i]));
  const [weights, bias, out, constant] = views;
  return { theta, weights, bias, out, constant };
}

/** w ~ N(0, I/d), b ~ U[−1, 1] (CKRR, remark H.1: its ReLU kernel), out ~ N(0, 1/width). */
export function drawnLayer(d: number, width: number, targets: number, random: Random): HiddenLayer {
  const layer = layerOver(new Float64Array((d + 1) * width + (width + 1) * targets), d, width, targets);
  const { weights, bias, out } = layer;
  for (let i = 0; i < weights.length; i++) weights[i] = random.normal() / Math.sqrt(d);
  for (let j = 0; j < width; j++) bias[j] = 2 * random.uniform() - 1;
  for (let i = 0; i < out.length; i++) out[i] = random.normal() / Math.sqrt(width);
  return layer;
}

/** Rows of the training data, row-major: x is n×d, y n×targets. */
export interface TrainingRows {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly d: number;
  readonly targets: number;
}

/**
 * Σ over the `chosen` rows of ½·Σ_t (f_t − y_t)². With `gradient`, its derivative by every parameter is added to it. The derivative of
 * max(0, u) at 0 is taken as 0.
 */
export function squaredLoss(
  layer: HiddenLayer,
  { x, y, d, targets }: TrainingRows,
  chosen: Uint32Array,
  gradient?: HiddenLayer,
): number {
  const { weights, bias, out, constant } = layer;
  const width = bias.length;
  const hidden = new Float64Array(width);
  const errors = new Float64Array(targets);
  let loss = 0;
  for (const row of chosen) {
    const at = row * d;
    for (let j = 0, o = 0; j < width; j++) {
      let sum = bias[j];
      for (let c = 0; c < d; c++, o++) sum += weights[o] * x[at + c];
      hidden[j] = sum > 0 ? sum : 0;
    }
    for (let t = 0, o = 0; t < targets; t++) {
      let sum = constant[t] - y[row * targets + t];
      for (let j = 0; j < width; j++, o++) sum += out[o] * hidden[j];
      errors[t] = sum;
      loss += 0.5 * sum * sum;
    }
    if (gradient === undefined) continue;
    for (let t = 0; t < targets; t++) gradient.constant[t] += errors[t];
    for (let j = 0; j < width; j++) {
      if (hidden[j] === 0) continue;
      let back = 0;
      for (let t = 0; t < targets; t++) {
        back += errors[t] * out[t * width + j];
        gradient.out[t * width + j] += errors[t] * hidden[j];
      }
      gradient.bias[j] += back;
      for (let c = 0, o = j * d; c < d; c++, o++) gradient.weights[o] += back * x[at + c];
    }
  }
  return loss;
}

/** Gives each unit that is 0 on every row the weights and bias it has in `start`. */
export function restoreDead(layer: HiddenLayer, start: HiddenLayer, { x, d }: TrainingRows): void {
  for (let j = 0; j < layer.bias.length; j++) {
    let alive = false;
    for (let at = 0; at < x.length && !alive; at += d) {
      let sum = layer.bias[j];
      for (let c = 0; c < d; c++) sum += layer.weights[j * d + c] * x[at + c];
      alive = sum > 0;
    }
    if (alive) continue;
    layer.bias[j] = start.bias[j];
    layer.weights.set(start.weights.subarray(j * d, (j + 1) * d), j * d);
  }
}
