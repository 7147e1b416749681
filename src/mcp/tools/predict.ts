import { checkMembers, type Members } from '../../choices/members';
import { named } from '../../doors/brief/lines';
import { warningsWithoutCells } from '../../doors/brief/warnings';
import { cut } from '../../engine/contract/cut';
import { KernelscopeError } from '../../engine/contract/failure';
import type { Model } from '../../engine/contract/model';
import type { PredictionError, PredictionSpread, Predictions } from '../../engine/contract/rpc';
import { flag, list, number, object, optional, record, standing, text, whole } from '../../engine/contract/schema';
import { isCount, isText } from '../../engine/contract/shape';
import { rowsBetween } from '../../engine/model/joinedPredictions';
import { predictedCsv } from '../../engine/model/predictedCsv';
import { errorText } from '../../engine/model/predictionNotes';
import { readModel } from '../../engine/model/readModel';
import { short } from '../../engine/words/numbers';
import { counted } from '../../engine/words/sentence';
import type { Tool } from '../server';
import { annotations, caller, FILE, outputOf, type Session } from '../session';

/** Rows that an answer holds: unless told otherwise, and at most. */
const ROWS = { usual: 20, most: 200 };
/** Characters of the rows at most: many classes make long ones. */
const CHARACTERS = 24_000;

interface Asked {
  readonly model: string;
  readonly file: string;
  readonly from?: number;
  readonly rows?: number;
}

interface Predicted {
  readonly model: string;
  readonly file: string;
  readonly rows: number;
  readonly unpredicted: number;
  readonly from: number;
  readonly shown: number;
  readonly csv: string;
  readonly summary: readonly PredictionSpread[];
  readonly classes?: Readonly<Record<string, number>>;
  readonly saved?: string;
  readonly warnings: readonly string[];
  readonly errors: readonly PredictionError[];
}

const MEASURES = {
  rmse: optional(number()),
  r2: optional(number()),
  accuracy: optional(number()),
  logLoss: optional(number()),
};

const OUTPUT = object<Predicted>({
  model: text(),
  file: text(),
  rows: whole('Rows of the file'),
  unpredicted: whole('Rows that could not be predicted'),
  from: whole('Number of the first row shown, from 1'),
  shown: whole('Rows shown'),
  csv: text('The rows shown as CSV with a head: predictions with their 95 % intervals, of classes with probabilities'),
  summary: list(
    object<PredictionSpread>({ target: text(), mean: number(), least: number(), greatest: number() }),
    'Of the predictions of all rows, in units of the target; empty for classes',
  ),
  classes: optional(record(whole(), 'Rows predicted as each class')),
  saved: optional(text('The file that all rows were written to')),
  warnings: list(text(), 'What should be known of the predictions, without text of cells'),
  errors: list(
    object<PredictionError>({
      target: text(),
      rows: whole('With a target that can be read'),
      unreadable: whole(),
      ...MEASURES,
      fit: optional(
        object<NonNullable<PredictionError['fit']>>(
          { rows: whole(), heldOut: flag(), ...MEASURES },
          'Of the fit, on rows that it did not train on',
        ),
      ),
    }),
    'Of the predictions, for each target that the file holds',
  ),
});

const MEMBERS: Members<Asked> = {
  model: [isText, 'the id of a model, or the path of a .ksmodel file'],
  file: [isText, 'the path of a file'],
  from: [(value) => isCount(value) && value > 0, 'a row number from 1'],
  rows: [(value) => isCount(value) && value <= ROWS.most, `a whole number from 0 to ${ROWS.most}`],
};

export const predictTool = (session: Session): Tool => ({
  name: 'predict',
  title: 'Predict Rows',
  description: `Predicts the rows of a file with a model that fit has kept, or with a saved one. Returns a summary of all rows and some rows as CSV with 95 % intervals, of classes with probabilities, where names of classes are text from the file that was fitted.${session.mayWrite ? ' Can write all rows to a new CSV file.' : ''}`,
  inputSchema: {
    type: 'object',
    properties: {
      model: { type: 'string', description: 'Id that fit returned, or the path of a .ksmodel file.' },
      file: FILE,
      from: { type: 'integer', minimum: 1, default: 1, description: 'Number of the first row to show.' },
      rows: { type: 'integer', minimum: 0, maximum: ROWS.most, default: ROWS.usual, description: 'Rows to show.' },
      ...(session.mayWrite && {
        out: { type: 'string', description: 'Path of a new file, ending in .csv, for the predictions of all rows.' },
      }),
    },
    required: ['model', 'file'],
    additionalProperties: false,
  },
  outputSchema: standing(OUTPUT),
  annotations: annotations('Predict Rows', session.mayWrite),
  async answer(input, call) {
    const { out: named, asked } = outputOf(session, 'out', input);
    const { model: asModel, file, from = 1, rows = ROWS.usual } = checkMembers<Asked>('', asked, MEMBERS);
    if (asModel === undefined || file === undefined)
      throw new KernelscopeError('parameter/invalid', 'Name the model and the file.', { name: 'model' });
    const place = named === undefined ? undefined : await session.folders.newFile(named, '.csv');
    const { folders } = session;
    const model = await modelOf(session, asModel);
    const source = await folders.file(file);
    const out = place === undefined ? {} : { out: place };
    const predicted = await caller(session, call)('predictSome', { model, source, from: from - 1, rows, ...out });
    const { levels, spreads } = predicted;
    const { shown, csv } = someCsv(predicted.shown, rows);
    const result: Predicted = {
      model: cut(asModel),
      file: cut(folders.shown(source.path)),
      rows: predicted.rows,
      unpredicted: predicted.unpredicted,
      from,
      shown,
      csv,
      summary: spreads.map((spread) => ({ ...spread, target: cut(spread.target) })),
      ...(levels && { classes: countsOf(predicted.shown.classes?.levels ?? [], levels) }),
      ...(place !== undefined && { saved: folders.shown(place) }),
      warnings: warningsWithoutCells(predicted.notes).map((said) => cut(said, 400)),
      errors: predicted.errors.map((error) => ({ ...error, target: cut(error.target) })),
    };
    return { parts: partsOf(result), attached: result.csv, structured: result };
  },
});

async function modelOf({ kept, folders }: Session, asked: string): Promise<Model> {
  if (!asked.toLowerCase().endsWith('.ksmodel')) return kept.get(asked).run.model;
  return readModel((await folders.file(asked)).path);
}

/** As many of these rows as there is room for, with their head. */
function someCsv(predictions: Predictions, rows: number): { readonly shown: number; readonly csv: string } {
  const { length } = predictions.rows;
  const some = rows < length ? rowsBetween(predictions, length, 0, rows) : predictions;
  const csv = [...predictedCsv(some)].join('');
  return csv.length <= CHARACTERS || rows === 0
    ? { shown: some.rows.length, csv: csv.slice(0, CHARACTERS) }
    : someCsv(predictions, Math.floor(rows / 2));
}

const countsOf = (levels: readonly string[], counts: readonly number[]): Readonly<Record<string, number>> =>
  Object.fromEntries(levels.map((level, l) => [cut(level), counts[l]]));

function partsOf({
  file,
  rows,
  unpredicted: without,
  from,
  shown,
  summary,
  classes,
  saved,
  warnings,
  errors,
}: Predicted) {
  const all = `${counted(rows, 'row')} of ${named(file)} predicted${without > 0 ? `, ${counted(without, 'row')} of them could not be` : ''}.`;
  const spreads = summary.map(
    ({ target, mean, least, greatest }) => `${named(target)}: ${said(least)} to ${said(greatest)}, mean ${said(mean)}`,
  );
  const counts = Object.entries(classes ?? {}).map(([level, n]) => `${named(level)}: ${counted(n, 'row')}`);
  return [
    { title: '', lines: [all, ...(saved === undefined ? [] : [`All rows were written to ${saved}.`])] },
    { title: 'Predictions', lines: [...spreads, ...counts, ...errors.map(errorText)] },
    ...(warnings.length > 0 ? [{ title: 'Warnings', lines: warnings }] : []),
    { title: '', lines: [`${counted(shown, 'row')} from ${from} on as CSV:`] },
  ];
}

const said = (value: number | null): string => (value === null ? 'none' : short(value));
