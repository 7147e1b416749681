// A model exported by Kernelscope. No package is needed: import { predict } from './model.js'. What comes back: model.d.ts.
import { DESCRIPTION } from './data.js';
import { diagonalOf, featuresOf, kernelTo } from './kernels.js';
import { filled, matrixRows, timesMatrix } from './matrix.js';
import { encoded } from './rows.js';

const model = filled(DESCRIPTION);
const rows = matrixRows(model.rows);
const toRows = rows.length > 0 ? kernelTo(model.kernel, rows) : () => new Float64Array(0);
const diagonal = diagonalOf(model.kernel);
const features = model.features.map(featuresOf);

/** Columns that every row needs, by name. A gap is null, NaN, '' or a column left out. */
export const COLUMNS = model.inputs.map(({ column }) => column);

/** Predicts rows, each an object of values by column. `say` is told what should be known of them, a sentence for each finding. */
export function predict(objects, say = console.warn) {
  const { x, complete } = encoded(model, objects, say);
  return x.map((row, i) => (complete[i] ? predictedRow(row) : predictedRow(row.fill(Number.NaN))));
}

function predictedRow(x) {
  const cross = toRows(x);
  const all = features.flatMap((of) => Array.from(of(x)));
  if (model.components) return projected(x, cross, all);
  const kept = Array.from(model.kept, (column) => all[column]);
  const of = ({ alpha, beta }) => dot(cross, alpha) + dot(kept, beta);
  const values = model.outputs.map(of);
  if (model.classes) return classified(model.classes, values);
  const residual = model.projection && residualOf(model.projection, x, cross, all);
  const half = model.outputs.map(({ interval }) => interval && halfWidth(interval, of, residual));
  const levels = model.quantiles?.length ?? 1;
  const targets = [];
  for (let first = 0; first < values.length; first += levels)
    targets.push(targetOf(model.outputs[first].name, values.slice(first, first + levels), half[first]));
  const { target: _, ...only } = targets[0];
  return targets.length === 1 ? only : { ...only, targets };
}

function targetOf(target, values, half) {
  if (!model.quantiles) return { target, predicted: values[0], ...around(values[0], half) };
  // Levels that were fitted apart may cross: in order they come only closer to the true ones.
  const quantiles = values.some(Number.isNaN) ? values : values.sort((a, b) => a - b);
  const predicted = quantiles[middleOf(model.quantiles)];
  const ends = quantiles.length > 1 ? { lower: quantiles[0], upper: quantiles.at(-1) } : around(predicted, half);
  return { target, predicted, ...ends, quantiles };
}

const around = (predicted, half) => (half === undefined ? {} : { lower: predicted - half, upper: predicted + half });

function middleOf(levels) {
  let middle = 0;
  levels.forEach((level, i) => {
    if (Math.abs(level - 0.5) < Math.abs(levels[middle] - 0.5) - 1e-12) middle = i;
  });
  return middle;
}

/** A new row in the terms of the training rows' decomposition: P, prior variance and leverage. */
function residualOf({ kept, whiten, directions, coupling, along, inner }, x, cross, all) {
  const v = timesMatrix(
    Array.from(kept, (column) => all[column]),
    whiten,
  );
  const coupled = timesMatrix(v, coupling);
  const p = timesMatrix(cross, directions).map((value, i) => value - coupled[i]);
  const prior = diagonal(x) - 2 * dot(v, timesMatrix(cross, along)) + dot(timesMatrix(v, inner), v);
  return { p, prior: Math.max(0, prior), leverage: dot(v, v) };
}

function halfWidth({ width, most = Infinity, spread, deviation, mostDeviation = Infinity, ...fitted }, of, residual) {
  let size = 1;
  if (deviation) {
    const { p, prior, leverage } = residual;
    const known = p.reduce((sum, value, i) => sum + value * value * deviation.weights[i], 0);
    size = Math.sqrt(1 + leverage + Math.max(0, prior - known) / deviation.ridge);
  }
  let s = 1;
  if (spread === 'deviation') s = Math.min(size, mostDeviation);
  if (spread === 'fitted') s = Math.exp(Math.min(fitted.range[1], Math.max(fitted.range[0], of(fitted))));
  return Math.max(1, size / mostDeviation) * Math.min(width * s, most);
}

function classified({ levels, calibration, threshold = 0.5, sets }, scores) {
  const probabilities = calibration && probabilitiesOf(calibration, scores);
  let best = 0;
  scores.forEach((score, k) => {
    if (score > scores[best]) best = k;
  });
  if (scores.length === 1) best = Number(probabilities ? probabilities[1] > threshold : scores[0] > 0);
  return {
    predicted: scores.some(Number.isNaN) ? null : levels[best],
    ...(probabilities && {
      probabilities: levels.map((level, k) => ({ class: level, probability: probabilities[k] })),
    }),
    ...(probabilities && sets && { set: setOf(levels, probabilities, sets.least) }),
    scores,
  };
}

/** The classes that are at least so probable, and the most probable one always. */
function setOf(levels, probabilities, least) {
  const most = Math.max(...probabilities);
  const best = probabilities.indexOf(most);
  return levels.filter((_, k) => k === best || probabilities[k] >= least);
}

function probabilitiesOf(calibration, scores) {
  if (calibration.kind === 'temperature') {
    const powers = scores.map((score, k) => score / calibration.temperature + (calibration.offsets?.[k] ?? 0));
    const largest = Math.max(...powers);
    const shares = powers.map((power) => Math.exp(power - largest));
    const sum = shares.reduce((a, b) => a + b, 0);
    return shares.map((share) => share / sum);
  }
  const second = calibration.kind === 'platt' ? platt(calibration, scores[0]) : between(calibration, scores[0]);
  return [1 - second, second];
}

function platt({ slope, intercept }, score) {
  const v = slope * score + intercept;
  return v >= 0 ? 1 / (1 + Math.exp(-v)) : Math.exp(v) / (1 + Math.exp(v));
}

/** Straight between knots, of which both lists ascend, and level beyond them. */
function between({ scores: knots, probabilities }, score) {
  const last = knots.length - 1;
  if (Number.isNaN(score)) return Number.NaN;
  if (score <= knots[0]) return probabilities[0];
  if (score >= knots[last]) return probabilities[last];
  let low = 0;
  while (low < last - 1 && knots[low + 1] <= score) low++;
  const share = (score - knots[low]) / (knots[low + 1] - knots[low]);
  return probabilities[low] + share * (probabilities[low + 1] - probabilities[low]);
}

function projected(x, cross, all) {
  const { coefficients, offset, meanWeights, constant, ownScale } = model.components;
  const phi = rows.length > 0 ? cross : all;
  const own = rows.length > 0 ? diagonal(x) : dot(phi, phi) * ownScale;
  const scores = Array.from(timesMatrix(phi, coefficients), (score, c) => score - offset[c]);
  const left = own - 2 * dot(phi, meanWeights) + constant - dot(scores, scores);
  return { scores, error: left < 0 ? 0 : left };
}

function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += a[i] * b[i];
  return sum;
}
