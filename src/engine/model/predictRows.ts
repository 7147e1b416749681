import { atStage, partOf, silently } from '../contract/context';
import type { FileSource, TransformInput } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Model } from '../contract/model';
import type { Note } from '../contract/note';
import type { PredictionError, PredictionFindings, Predictions } from '../contract/rpc';
import { applyTransform } from '../data/applyTransform';
import type { StreamSource } from '../data/byteSource';
import type { ColumnBuilder } from '../data/columnBuilder';
import { findInputs } from '../data/encodeRows';
import type { OpenTable } from '../data/openTable';
import { rowBlocks, streamedBlocks, type WantedColumns } from '../data/rowBlocks';
import type { RowsTable } from '../data/table';
import { LinesReader } from '../data/tableLines';
import { readingOfFile, type TableReading } from '../data/tableReading';
import type { Computing } from '../linalg/linalg';
import { labelNotes } from './labelNotes';
import { PREDICTED_AT_ONCE, predictorOf } from './predict';
import { predictionNotes } from './predictionNotes';
import { predictionsOf, projected, withoutGaps } from './predictions';
import { PredictionTally } from './predictionTally';
import { type PreImages, preImages, rebuiltNotes } from './preImages';
import { projectedAtOnce } from './projectComponents';
import { targetUnits } from './targetUnits';

/** The most numbers that a block of rows holds, encoded and predicted: 16 MB. */
const BLOCK = 2 ** 21;

/** The model and the rows to predict. `inverse`: for components, also rebuild the rows from their scores. */
interface Asked<S> {
  readonly model: Model;
  readonly source: S;
  readonly inverse?: boolean;
}

/** The predictions of a file's rows, made as they are read. */
export interface PredictedFile {
  readonly reading: TableReading;
  /** The blocks in the file's order; to be requested once. */
  blocks(): AsyncGenerator<Predictions, void, undefined>;
  /** The findings once all blocks have come; if `cells` is false, without the text of any cell. */
  findings(cells?: boolean): PredictionFindings;
}

/**
 * Predicts the rows of a file in blocks, in memory for the model and one block, with the columns of the file if `keep`
 * is set. The file is read first for the kinds of its columns, which all of its rows decide, and once more for its
 * rows. Throws the errors of reading, `applyTransform` and the model, and `file/changed` if the second reading finds
 * other rows.
 */
export async function predictFile(
  { model, source, inverse, keep = false }: Asked<FileSource> & { readonly keep?: boolean },
  context: Computing,
): Promise<PredictedFile> {
  const reading = await readingOfFile(source, model.read, partOf(context, 0, 0.2), { notesOn: labelNotes });
  findInputs(reading, model.transform.inputs);
  const tally = new PredictionTally(model);
  const images = inverse ? imagesOf(model, context) : undefined;
  async function* blocks(): AsyncGenerator<Predictions, void, undefined> {
    const predict = predictionOf(model, partOf(context, 0.2, 0.4), images);
    const predicting = atStage(partOf(context, 0.4, 1), 'predicting');
    const lines = keep ? await LinesReader.open(source, reading, silently(context)) : undefined;
    try {
      for await (const table of rowBlocks(source, reading, blockSize(model), wantedColumns(model), predicting)) {
        const block = predict(table, silently(context));
        tally.add(table, block, model.transform.missing);
        yield lines ? { ...block, input: await lines.next(block.rows.length) } : block;
      }
    } finally {
      await lines?.close();
    }
  }
  return {
    reading,
    blocks,
    findings: (cells) => findingsOf(model, tally, { ofFile: reading.notes, reading, images }, cells),
  };
}

/**
 * The same for rows that come only once, while they come (`streamedBlocks`); the columns of their file cannot be had
 * with them.
 */
export function predictStream(
  { model, source, inverse }: Asked<StreamSource>,
  context: Computing,
): Omit<PredictedFile, 'reading'> {
  const tally = new PredictionTally(model);
  let notes: readonly Note[] = [];
  const images = inverse ? imagesOf(model, context) : undefined;
  const ended = (file: OpenTable, builders: readonly ColumnBuilder[], rows: number) => {
    notes = [...file.notes(), ...labelNotes(builders, rows)];
  };
  const [size, wanted] = [blockSize(model), wantedColumns(model)];
  async function* blocks(): AsyncGenerator<Predictions, void, undefined> {
    let predict: ReturnType<typeof predictionOf> | undefined;
    for await (const table of streamedBlocks(source, model.read, size, wanted, context, ended)) {
      findInputs(table.inspection, model.transform.inputs);
      predict ??= predictionOf(model, silently(context), images);
      const block = predict(table, silently(context));
      tally.add(table, block, model.transform.missing);
      yield block;
    }
  }
  return { blocks, findings: (cells) => findingsOf(model, tally, { ofFile: notes, images }, cells) };
}

const findingsOf = (
  model: Model,
  tally: PredictionTally,
  { ofFile, reading, images }: Read,
  cells = true,
): PredictionFindings => ({
  notes: [
    ...(images ? rebuiltNotes(images, model.transform) : []),
    ...targetUnits(model),
    ...predictionNotes(model, tally, ofFile, cells),
  ],
  errors: tally.targetErrors().map((error) => ({ ...error, ...trainedOn(model, reading) })),
});

/** The reading of a file that was predicted; a stream has no size to be told by. */
interface Read {
  readonly ofFile: readonly Note[];
  readonly reading?: TableReading;
  readonly images: PreImages | undefined;
}

/** Whether the rows that are predicted are those of the fit, as far as the name, size and number of rows of their file say. */
function trainedOn({ fitted }: Model, reading: TableReading | undefined): Pick<PredictionError, 'trained'> {
  if (fitted === undefined || reading === undefined) return {};
  const { file, training } = fitted;
  const same = reading.file.name === file.name && reading.file.bytes === file.bytes && reading.rows === file.rows;
  return same ? { trained: training.length } : {};
}

/** Throws `parameter/invalid` for a model of anything but components. */
function imagesOf({ components, ...model }: Model, context: Computing): PreImages {
  if (components) return preImages({ ...model, components }, context);
  throw new KernelscopeError('parameter/invalid', 'Only rows on principal components can be rebuilt from scores.', {
    name: 'inverse',
  });
}

/** A function that predicts tables with a model. */
function predictionOf(
  model: Model,
  context: Computing,
  images: PreImages | undefined,
): (table: RowsTable, context: Computing) => Predictions {
  const { components, transform } = model;
  if (components) {
    const scored = { ...model, components };
    return (table, part) => projected(table, scored, applyTransform(table, transform, undefined, part), part, images);
  }
  const predictor = predictorOf(model, context);
  return (table, part) => {
    const { x, complete } = applyTransform(table, transform, undefined, part);
    return predictionsOf(table, model, withoutGaps(predictor(x, part), complete, true), part);
  };
}

/** Blocks are multiples of the rows computed at once, so that rounding is the same as for all rows in one piece. */
function blockSize(model: Model): { readonly step: number; readonly most: number } {
  const { components, outputs } = model;
  const step = components ? projectedAtOnce(components) : PREDICTED_AT_ONCE;
  const each = model.transform.names.length + (components ? components.offset.length + 1 : 6 * outputs.length) + 2;
  return { step, most: step * Math.max(1, Math.floor(BLOCK / (step * each))) };
}

function wantedColumns({ transform, outputs, classes }: Model): WantedColumns {
  const { inputs } = transform;
  const levels = inputs.flatMap((input) => (input.kind === 'category' ? [[input.column, input.levels] as const] : []));
  const targets = classes ? [classes.column] : outputs.map(({ name }) => name);
  return {
    levels: new Map([...levels, ...(classes ? [[classes.column, classes.levels] as const] : [])]),
    kinds: new Map<string, TransformInput['kind'] | 'any'>([
      ...targets.map((name) => [name, 'any'] as const),
      ...inputs.map(({ column, kind }) => [column, kind] as const),
    ]),
  };
}
