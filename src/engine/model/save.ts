import type { ComponentsModel } from '../contract/components';
import { KernelscopeError } from '../contract/failure';
import { featureCount } from '../contract/featureCount';
import type { FeatureBlock } from '../contract/kernel';
import type { IntervalSpread, Model } from '../contract/model';
import { tooNew, unpack } from '../contract/pack';
import {
  type Fields,
  isCount,
  isListOf,
  isNameIn,
  isNumber,
  isNumbers,
  isOptional,
  isPositive,
  isRecord,
  isText,
} from '../contract/shape';
import { blockWidth } from '../features/blocks';
import { storedFilter } from '../filters/storedFilter';
import { MODEL_FORMAT, MODEL_KIND, OLDEST_FORMAT } from './packModel';
import { isCalibration, isClassSets } from './wholeCalibration';
import { isKernel } from './wholeKernel';
import { isWholeMap } from './wholeMap';
import { isFitQuality, isFitRecord } from './wholeRecord';
import { isReadRules, isTransform } from './wholeTransform';

/** Entries of the matrix of a model's unpenalised features: 2 GB of them, which no fit has held beside its kernel. */
const MOST_FEATURES = 2 ** 28;

/** The model in the bytes of a file. Throws `model/unreadable`, saying why, when it is not whole and consistent. */
export function unpackModel(bytes: Uint8Array): Model {
  const saved = readPacked(bytes);
  if (!isRecord(saved) || saved.kind !== MODEL_KIND) throw unreadable('it holds something else than a model');
  const { format } = saved;
  if (!isCount(format)) throw unreadable('its format is damaged');
  const reads = `${OLDEST_FORMAT} to ${MODEL_FORMAT}`;
  if (format > MODEL_FORMAT) throw tooNew('model/unreadable', `its model is of format ${format}`, reads);
  if (format < OLDEST_FORMAT) throw unreadable(`it was written in format ${format}, this version reads ${reads}`);
  return checkModel(saved.model);
}

/** A value that should be a model, of a file or of a stored run, as one that can predict. Throws `model/unreadable`. */
export function checkModel(value: unknown): Model {
  const flaw = flawOf(value);
  if (flaw !== undefined) throw unreadable(flaw);
  const model = value as Model;
  const outputs = model.outputs.map((output) => {
    const filter = storedFilter(output.filter);
    return filter ? { ...output, filter } : output;
  });
  return { ...model, outputs };
}

function readPacked(bytes: Uint8Array): unknown {
  try {
    return unpack(bytes);
  } catch (error) {
    if (!(error instanceof KernelscopeError)) throw unreadable('it is damaged');
    const { message, data } = error.failure;
    if (data?.newer) throw new KernelscopeError('model/unreadable', message, data);
    throw unreadable(message.replace(/^.*?: |\.$/g, ''));
  }
}

/** What is wrong with a value that should be a model; undefined when nothing is. */
function flawOf(model: unknown): string | undefined {
  if (!isRecord(model)) return 'it holds no model';
  const { x, unpenalised, kept } = model;
  if (![model.version, model.method].every(isText)) return 'its method is missing';
  if (!isRecord(model.transform)) return 'its columns are missing';
  if (!isRecord(x) || !isNumbers(x.values)) return 'its rows are missing or damaged';
  const { rows, columns } = x;
  if (!isCount(rows) || !isCount(columns) || columns === 0 || x.values.length !== rows * columns)
    return 'its rows and columns do not fit together';
  if (!isTransform(model.transform, columns))
    return 'its columns are damaged, or its rows and columns do not fit together';
  if (!isOptional(model.rootWeights, (weights) => isNumbers(weights, rows) && weights.every((w) => w >= 0)))
    return 'its weights do not fit its rows';
  if (!isKernel(model.kernel, columns)) return 'its kernel is damaged or not known to this version';
  if (!Array.isArray(unpenalised) || !(kept instanceof Uint32Array)) return 'its unpenalised features are missing';
  if (!isListOf(unpenalised, (block): block is FeatureBlock => isBlock(block, columns)))
    return 'its unpenalised features are damaged or not known to this version';
  const width = unpenalised.reduce((sum, block) => sum + blockWidth(block), 0);
  if (rows * width > MOST_FEATURES || !kept.every((column) => column < width))
    return 'its unpenalised features are damaged';
  const flaw =
    flawOfOutputs(model, rows, kept.length) ?? flawOfComponents(model, rows, unpenalised) ?? flawOfRecord(model);
  return flaw ?? (isReadRules(model.read) ? undefined : 'its reading options are missing or damaged');
}

function flawOfOutputs(model: Readonly<Record<string, unknown>>, rows: number, kept: number): string | undefined {
  const { outputs, classes, taus } = model;
  if (!Array.isArray(outputs) || (outputs.length === 0) !== isRecord(model.components))
    return 'its coefficients are missing';
  if (!outputs.every((output) => isOutput(output, rows, kept))) return 'its coefficients are damaged';
  // All outputs are filters of the spectrum, which only rows have, or none is.
  const filtered = outputs.some((output) => output.filter !== undefined);
  if (filtered && !(rows > kept && outputs.every((output) => storedFilter(output.filter))))
    return 'its filter is damaged';
  if (!isOptional(taus, (levels) => isTaus(levels) && !filtered && outputs.length % levels.length === 0))
    return 'its quantiles are damaged';
  return isOptional(classes, (named) => taus === undefined && isClasses(named, outputs.length))
    ? undefined
    : 'its classes are damaged';
}

function flawOfComponents(
  { components }: Readonly<Record<string, unknown>>,
  rows: number,
  blocks: readonly FeatureBlock[],
): string | undefined {
  return isOptional(components, (value) => isComponents(value, rows, blocks))
    ? undefined
    : 'its components are damaged';
}

function flawOfRecord({ fitted, quality, outputs, components }: Readonly<Record<string, unknown>>): string | undefined {
  const { offset } = isRecord(components) ? components : {};
  // Of components scores and an error are recorded.
  const count = isNumbers(offset) ? offset.length + 1 : Array.isArray(outputs) ? outputs.length : 0;
  const whole = isOptional(fitted, (record) => isFitRecord(record, count)) && isOptional(quality, isFitQuality);
  return whole ? undefined : 'the record of its fit is damaged';
}

function isTaus(taus: unknown): taus is readonly number[] {
  return isListOf(taus, isNumber) && taus.length > 0 && taus.every((tau, i) => tau > (taus[i - 1] ?? 0) && tau < 1);
}

/** Two classes have one output between them. */
function isClasses(classes: unknown, outputs: number): boolean {
  if (!isRecord(classes) || !isText(classes.column) || !isListOf(classes.levels, isText)) return false;
  const { length } = classes.levels;
  return (
    length >= 2 &&
    outputs === (length === 2 ? 1 : length) &&
    isOptional(classes.calibration, (calibration) => isCalibration(calibration, length)) &&
    isOptional(classes.threshold, (threshold) => length === 2 && isPositive(threshold) && threshold < 1) &&
    isOptional(classes.sets, isClassSets)
  );
}

function isOutput(output: unknown, rows: number, coefficients: number): boolean {
  if (!isRecord(output) || !isText(output.name)) return false;
  const { alpha, beta, intervalWidth, spread } = output;
  return (
    isNumbers(alpha, rows) &&
    isNumbers(beta, coefficients) &&
    isWidth(intervalWidth) &&
    isOptional(spread, (value) => isSpread(value, rows, coefficients))
  );
}

/** Infinite where the fit met every row exactly. */
function isWidth(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}

const SPREADS: Record<IntervalSpread['kind'], (spread: Fields, rows: number, coefficients: number) => boolean> = {
  constant: () => true,
  posterior: () => true,
  fitted: ({ alpha, beta, range }, rows, coefficients) =>
    isNumbers(alpha, rows) && isNumbers(beta, coefficients) && isListOf(range, isNumber, 2) && range[0] <= range[1],
};

function isSpread(value: unknown, rows: number, coefficients: number): boolean {
  if (!isRecord(value) || !isRecord(value.largest) || !isNameIn(SPREADS, value.kind)) return false;
  const { error, deviation } = value.largest;
  return isWidth(error) && isPositive(deviation) && SPREADS[value.kind](value, rows, coefficients);
}

function isBlock(block: unknown, columns: number): block is FeatureBlock {
  if (!isRecord(block)) return false;
  if (block.kind === 'constant') return true;
  if (!isText(block.name)) return false;
  if (block.kind === 'units') return isWholeMap(block.map, columns, isKernel);
  return block.kind === 'monomial' && isListOf(block.powers, (power) => isPower(power, columns));
}

function isPower(factor: unknown, columns: number): boolean {
  return isRecord(factor) && isCount(factor.column) && factor.column < columns && isCount(factor.power);
}

/** Lengths that fit each other, and the model's rows or, where it has none, the features of its only block. */
function isComponents(value: unknown, rows: number, [block]: readonly FeatureBlock[]): value is ComponentsModel {
  if (!isRecord(value)) return false;
  const { coefficients, offset, eigenvalues, meanWeights, constant, ownScale } = value;
  const size = rows > 0 ? rows : block?.kind === 'units' ? featureCount(block.map) : 0;
  return (
    size > 0 &&
    isNumbers(offset) &&
    offset.length > 0 &&
    isNumbers(coefficients, size * offset.length) &&
    isNumbers(eigenvalues, offset.length) &&
    isNumbers(meanWeights, size) &&
    isNumber(constant) &&
    isPositive(ownScale)
  );
}

function unreadable(why: string): KernelscopeError {
  return new KernelscopeError(
    'model/unreadable',
    `This model cannot be read: ${why}. Save it again from a fit with this version.`,
  );
}
