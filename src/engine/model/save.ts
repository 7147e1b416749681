import type { ComponentsModel } from '../contract/components';
import type { Transform } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { type FeatureBlock, featureCount } from '../contract/kernel';
import type { FitRecord, Model, ModelOutput } from '../contract/model';
import { MODEL } from '../contract/model.schema';
import { tooNew, unpack } from '../contract/pack';
import { agree } from '../contract/schema';
import { isCount, isRecord } from '../contract/shape';
import { encodedWidth } from '../data/encodeRows';
import { blockWidth } from '../features/blocks';
import { storedFilter } from '../filters/storedFilter';
import { MODEL_FORMAT, MODEL_KIND, OLDEST_FORMAT } from './packModel';
import { isKernel, isWholeMap } from './storedKernel';

/**
 * The most entries of the matrix of a model's unpenalised features: 2 GB, which no fit has held in addition to its
 * kernel.
 */
const MOST_FEATURES = 2 ** 28;

/**
 * The model in the bytes of a file. Throws `model/unreadable`, with the reason, if it is not complete and consistent.
 */
export function unpackModel(bytes: Uint8Array): Model {
  const saved = readPacked(bytes);
  if (!isRecord(saved) || saved.kind !== MODEL_KIND)
    throw unreadable(`it holds ${isRecord(saved) && 'model' in saved ? 'a run' : 'something else than a model'}`);
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

/** The flaw that is reported about a model, by its first faulty part. */
const FLAWS: readonly (readonly [part: RegExp, flaw: string])[] = [
  [/^(version|method)$/, 'its method is missing'],
  [/^x(\.values)?$/, 'its rows are missing or damaged'],
  [/^x/, 'its rows and columns do not fit together'],
  [/^transform$/, 'its columns are missing'],
  [/^transform/, 'its columns are damaged, or its rows and columns do not fit together'],
  [/^rootWeights/, 'its weights do not fit its rows'],
  [/^kernel/, 'its kernel is damaged or not known to this version'],
  [/^unpenalised\[/, 'its unpenalised features are damaged or not known to this version'],
  [/^kept\[/, 'its unpenalised features are damaged'],
  [/^(unpenalised|kept)/, 'its unpenalised features are missing'],
  [/^outputs\[\d+\]\.filter/, 'its filter is damaged'],
  [/^outputs\[/, 'its coefficients are damaged'],
  [/^outputs/, 'its coefficients are missing'],
  [/^taus/, 'its quantiles are damaged'],
  [/^classes/, 'its classes are damaged'],
  [/^components/, 'its components are damaged'],
  [/^(fitted|quality|card)/, 'the record of its fit is damaged'],
  [/^read/, 'its reading options are missing or damaged'],
];

/** The flaw of a value that should be a model; undefined if there is none. */
function flawOf(value: unknown): string | undefined {
  const part = MODEL.fault(value, '') ?? AGREE.find(([, agrees]) => !agrees(value as Model))?.[0];
  if (part === undefined) return undefined;
  return FLAWS.find(([at]) => at.test(part))?.[1] ?? 'it holds no model';
}

/**
 * Checks that parts of a model agree, each part being as described; after the first that fails the others are not made.
 */
const AGREE: readonly (readonly [part: string, agrees: (model: Model) => boolean])[] = [
  ['x.rows', ({ x }) => x.columns > 0 && x.values.length === x.rows * x.columns],
  ['transform.names', ({ x, transform }) => encodes(transform, x.columns)],
  ['rootWeights', ({ x, rootWeights }) => rootWeights === undefined || rootWeights.length === x.rows],
  ['kernel', ({ x, kernel }) => isKernel(kernel, x.columns)],
  ['unpenalised[0]', ({ x, unpenalised }) => unpenalised.every((block) => isBlock(block, x.columns))],
  ['kept[0]', keeps],
  ['outputs', ({ outputs, components }) => (outputs.length === 0) === (components !== undefined)],
  ['outputs[0]', ({ x, kept, outputs }) => outputs.every((output) => isOutput(output, x.rows, kept.length))],
  ['outputs[0].filter', (model) => filters(model).length === 0 || filtersRows(model)],
  ['taus', (model) => model.taus === undefined || hasQuantiles(model, model.taus.length)],
  ['classes', (model) => model.classes === undefined || hasClasses(model, model.classes.levels.length)],
  ['components', (model) => model.components === undefined || projects(model.components, model)],
  ['fitted', (model) => model.fitted === undefined || records(model.fitted, model)],
];

function encodes({ inputs, names, centre, scale }: Transform, d: number): boolean {
  const width = inputs.reduce((sum, input) => sum + encodedWidth(input), 0);
  return [width, names.length, centre.length, scale.length].every((length) => length === d);
}

function isBlock(block: FeatureBlock, columns: number): boolean {
  if (block.kind === 'units') return isWholeMap(block.map, columns, isKernel);
  return block.kind === 'constant' || block.powers.every(({ column }) => column < columns);
}

function keeps({ x, unpenalised, kept }: Model): boolean {
  const width = unpenalised.reduce((sum, block) => sum + blockWidth(block), 0);
  return x.rows * width <= MOST_FEATURES && kept.every((column) => column < width);
}

function isOutput({ alpha, beta, spread }: ModelOutput, rows: number, kept: number): boolean {
  const sums = spread?.kind === 'fitted' ? [{ alpha, beta }, spread] : [{ alpha, beta }];
  return sums.every((sum) => sum.alpha.length === rows && sum.beta.length === kept);
}

const filters = ({ outputs }: Model) => outputs.flatMap(({ filter }) => filter ?? []);

/** True if all outputs are filters of the spectrum, which only models with rows have. */
const filtersRows = (model: Model): boolean =>
  filters(model).length === model.outputs.length && model.x.rows > model.kept.length;

const hasQuantiles = (model: Model, count: number): boolean =>
  filters(model).length === 0 && model.outputs.length % count === 0;

/** Two classes share one output. */
const hasClasses = ({ taus, outputs }: Model, levels: number): boolean =>
  taus === undefined && outputs.length === (levels === 2 ? 1 : levels);

/** Checks that lengths match each other and the model's rows or, if it has none, the features of its only block. */
function projects(components: ComponentsModel, { x, unpenalised: [block] }: Model): boolean {
  const { coefficients, offset, eigenvalues, meanWeights } = components;
  const size = x.rows > 0 ? x.rows : block?.kind === 'units' ? featureCount(block.map) : 0;
  return (
    size > 0 &&
    offset.length > 0 &&
    coefficients.length === size * offset.length &&
    agree(offset, eigenvalues) &&
    meanWeights.length === size
  );
}

/** For components, scores and an error are recorded. */
function records({ solved, heldOut }: FitRecord, { outputs, components }: Model): boolean {
  const count = components ? components.offset.length + 1 : outputs.length;
  return solved.length <= count && (heldOut?.predicted.length ?? count) === count;
}

function unreadable(why: string): KernelscopeError {
  return new KernelscopeError(
    'model/unreadable',
    `This model cannot be read: ${why}. Save it again from a fit with this version.`,
  );
}
