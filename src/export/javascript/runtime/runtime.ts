// The part of exported JavaScript modules that predicts: bundled from here on (scripts/texts.mjs), for any model.
import type { Matrix } from '../../../engine/contract/data';
import { rowBlock } from '../../../engine/kernels/rows';
import { centredScores } from '../../../engine/model/projectComponents';
import { predictProjected, transposeKept } from '../../../engine/model/projection';
import { middleOf, sortLevels } from '../../../engine/model/quantileLevels';
import { byLevel, probabilitiesOf } from '../../../engine/statistics/calibration';
import { decidedLevels } from '../../../engine/statistics/classes';
import { setsOf } from '../../../engine/statistics/classSets';
import { transposed } from '../../portable/matrices';
import type { PortableInterval, PortableModel, PortableProjection } from '../../portable/portable';
import { columnsOf, matrixOf, product } from './arithmetic';
import { diagonalOf, type Formulas, featuresOf, kernelTo } from './kernels';
import type { Prediction, Target, Value } from './model';
import { encoded } from './rows';
import { type Basis, solvedBasis, storedBasis } from './solved';

export { encoded } from './rows';

/** Rows predicted at once. */
const ROWS_AT_ONCE = 256;

type Row = Readonly<Record<string, Value>>;

/** The model of a description (data.js). */
export function modelOf(description: unknown, formulas: Formulas) {
  const model = filled(description) as PortableModel;
  const predicted = predictorOf(model, formulas);
  return {
    COLUMNS: model.inputs.map(({ column }) => column),
    predict(rows: readonly Row[], say: (sentence: string) => void = console.warn): Prediction[] {
      const { x, complete } = encoded(model, rows, say);
      const all: Prediction[] = [];
      for (let from = 0; from < x.rows; from += ROWS_AT_ONCE) {
        const count = Math.min(ROWS_AT_ONCE, x.rows - from);
        all.push(...predicted(rowBlock(x, from, count), complete.subarray(from, from + count)));
      }
      return all;
    },
  };
}

type Predictor = (x: Matrix, complete: Uint8Array) => Prediction[];

function predictorOf(model: PortableModel, formulas: Formulas): Predictor {
  const { rows, kept, outputs, classes, components, projection, quantiles } = model;
  const toRows = rows.rows > 0 ? kernelTo(model.kernel, rows, formulas) : () => matrixOf(new Float64Array(0), 0);
  const blocks = model.features.map((block) => featuresOf(block, formulas));
  const featuresAt = (x: Matrix) => Float64Array.from(blocks.flatMap((features) => Array.from(features(x).values)));
  const diagonal = (x: Matrix) => diagonalOf(model.kernel, x, formulas);
  const basis = once(
    () => projection && (projection.stored ? storedBasis(projection.stored) : solvedBasis(model, projection, formulas)),
  );
  const halfOf = (x: Matrix) => {
    const [cross, all, of] = [toRows(x), featuresAt(x), basis()];
    const at = { rows: x.rows, cross: cross.values, features: transposeKept(all, x.rows, kept) };
    const residual = of && projection && residualOf(projection, of, cross, all, diagonal(x));
    return outputs.map(
      ({ interval }) => interval && halfWidths(interval, (fit) => predictProjected(at, fit), x.rows, residual),
    );
  };
  return (x, complete) => {
    const [cross, all] = [toRows(x), featuresAt(x)];
    if (components) return componentsOf(components, cross, matrixOf(all, x.rows), complete, () => diagonal(x));
    const at = { rows: x.rows, cross: cross.values, features: transposeKept(all, x.rows, kept) };
    const known = (values: Float64Array) => values.map((value, i) => (complete[i] === 1 ? value : Number.NaN));
    const values = outputs.map((output) => known(predictProjected(at, output)));
    if (classes) return classesOf(classes, values);
    // Until an interval is asked for, it holds only the rows.
    const half = once(() => halfOf(x));
    const levels = quantiles?.length ?? 1;
    const targets = Array.from({ length: outputs.length / levels }, (_, t) => {
      const { name, interval } = outputs[t * levels];
      const own = values.slice(t * levels, (t + 1) * levels);
      return { name, at: targetOf(own, interval && (() => half()[t * levels]), quantiles) };
    });
    return Array.from(complete, (_, i) => {
      const first = targets[0].at(i);
      if (targets.length === 1) return first;
      return Object.defineProperty(first, 'targets', {
        enumerable: true,
        value: targets.map(({ name, at: of }) => of(i, { target: name })),
      });
    });
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A target as a function of the row, from its values at each of its levels. The ends of its interval are computed when they are read. */
function targetOf(
  values: readonly Float64Array[],
  half: (() => Float64Array | undefined) | undefined,
  quantiles: readonly number[] | undefined,
): <Name extends object>(row: number, named?: Name) => Target & Name {
  // Levels that were fitted separately may cross: in order they come only closer to the true ones.
  sortLevels(values);
  const middle = values[quantiles ? middleOf(quantiles) : 0];
  return <Name extends object>(i: number, named?: Name) => {
    const levels = values.map((of) => of[i]);
    const between = levels.length > 1 && { lower: levels[0], upper: levels[levels.length - 1] };
    const target = { ...(named as Name), predicted: middle[i], ...between, ...(quantiles && { quantiles: levels }) };
    if (between || half === undefined) return target;
    const end = (sign: number) => ({ enumerable: true, get: () => middle[i] + sign * (half()?.[i] ?? Number.NaN) });
    return Object.defineProperties(target, { lower: end(-1), upper: end(1) });
  };
}

interface Residual {
  readonly known: ReturnType<Basis['known']>;
  readonly prior: Float64Array;
  readonly leverage: Float64Array;
}

/** New rows in the terms of the training rows' decomposition. */
function residualOf(
  { kept, whiten }: PortableProjection,
  { along, inner, known }: Basis,
  cross: Matrix,
  all: Float64Array,
  diagonal: Float64Array,
): Residual {
  const features = { rows: kept.length, columns: cross.columns, values: transposeKept(all, cross.columns, kept) };
  const v = product(features, whiten, true);
  const [linear, square] = [product(cross, along, true), product(v, inner)];
  const sum = (i: number, of: (o: number) => number) => {
    let total = 0;
    for (let o = i; o < v.values.length; o += v.rows) total += of(o);
    return total;
  };
  return {
    known: known(cross, v),
    prior: diagonal.map((own, i) =>
      Math.max(0, own + sum(i, (o) => v.values[o] * (square.values[o] - 2 * linear.values[o]))),
    ),
    leverage: diagonal.map((_, i) => sum(i, (o) => v.values[o] ** 2)),
  };
}

type Coefficients = Parameters<typeof predictProjected>[1];

function halfWidths(
  { width, most = Number.POSITIVE_INFINITY, mostDeviation = Number.POSITIVE_INFINITY, ...interval }: PortableInterval,
  valuesOf: (fit: Coefficients) => Float64Array,
  rows: number,
  residual: Residual | undefined,
): Float64Array {
  const { spread, deviation, alpha, beta, range } = interval;
  const fitted = alpha && beta && range && { values: valuesOf({ alpha, beta }), range };
  const known = deviation && residual?.known(deviation);
  return new Float64Array(rows).map((_, i) => {
    let size = 1;
    if (known && residual)
      size = Math.sqrt(1 + residual.leverage[i] + Math.max(0, residual.prior[i] - known[i]) / deviation.ridge);
    let s = spread === 'deviation' ? Math.min(size, mostDeviation) : 1;
    if (fitted) s = Math.exp(Math.min(fitted.range[1], Math.max(fitted.range[0], fitted.values[i])));
    return Math.max(1, size / mostDeviation) * Math.min(width * s, most);
  });
}

function classesOf(classes: NonNullable<PortableModel['classes']>, scores: readonly Float64Array[]): Prediction[] {
  const { levels, calibration, sets } = classes;
  const probabilities = calibration && byLevel(probabilitiesOf(calibration, scores));
  const held = probabilities && sets && setsOf(probabilities, sets);
  return Array.from(decidedLevels(scores, classes), (level, i) => ({
    predicted: levels[level] ?? null,
    ...(probabilities && {
      probabilities: levels.map((name, k) => ({ class: name, probability: probabilities[k][i] })),
    }),
    ...(held && { set: levels.filter((_, k) => held[k][i] === 1) }),
    scores: scores.map((of) => of[i]),
  }));
}

/** By kernels to the model's rows, or by its features where it has none. */
function componentsOf(
  components: NonNullable<PortableModel['components']>,
  cross: Matrix,
  features: Matrix,
  complete: Uint8Array,
  diagonal: () => Float64Array,
): Prediction[] {
  const { coefficients, meanWeights, ownScale } = components;
  const byRows = cross.rows > 0;
  const phi = byRows ? cross : transposed(features);
  const own = byRows
    ? diagonal()
    : Float64Array.from(columnsOf(phi), (of) => ownScale * of.reduce((sum, v) => sum + v * v, 0));
  const means = product(matrixOf(meanWeights, phi.rows), phi, true).values;
  const { scores, error } = centredScores(components, product(coefficients, phi, true).values, means, own);
  const l = components.offset.length;
  return Array.from(complete, (whole, i) => ({
    scores: Array.from(scores.subarray(i * l, (i + 1) * l), (score) => (whole === 1 ? score : Number.NaN)),
    error: whole === 1 ? error[i] : Number.NaN,
  }));
}

/** A description with its arrays in their places: vectors, and matrices of values by columns. */
function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filled);
  if (value === null || typeof value !== 'object') return value;
  if ('$number' in value) return Number(value.$number);
  if ('$vector' in value) return floats(value.$vector as string);
  if ('$matrix' in value) {
    const [rows, columns, values] = value.$matrix as [number, number, string];
    return { rows, columns, values: floats(values) };
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item)]));
}

/** Float64, little-endian, in base 64. */
function floats(text: string): Float64Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return new Float64Array(bytes.buffer);
}
