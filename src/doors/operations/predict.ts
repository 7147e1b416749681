import { invalidArgument } from '../../choices/members';
import { cut } from '../../engine/contract/cut';
import type { FileSource } from '../../engine/contract/data';
import { toFailure } from '../../engine/contract/failure';
import type { Predictions } from '../../engine/contract/rpc';
import { byHand, flag, optional, saying } from '../../engine/contract/schema';
import { type Fields, isNumber, isRecord, isText } from '../../engine/contract/shape';
import { rowsBetween } from '../../engine/model/joinedPredictions';
import { predictedCsv } from '../../engine/model/predictedCsv';
import { fitErrorText } from '../../engine/model/predictionNotes';
import { short } from '../../engine/words/numbers';
import { counted } from '../../engine/words/sentence';
import { quotedName } from '../brief/lines';
import { warningsWithoutCells } from '../brief/warnings';
import { FILE, KEPT_MODEL } from '../fitAsked';
import { type House, placesFor } from '../house';
import { boundedNumber, name, operation, takes } from '../operation';

/** The number of rows in an answer, by default and at most; the latter is also the most rows that a call may bring. */
const ROWS = { usual: 20, most: 200 };
/** The most cells of a row that a call brings. */
const CELLS = 2000;
/** The most characters of the rows: with many classes, rows are long. */
const CHARACTERS = 24_000;

const RECORDS = byHand<readonly unknown[]>(
  {
    type: 'array',
    items: { type: 'object' },
    minItems: 1,
    maxItems: ROWS.most,
    description: `In place of a file, at most ${ROWS.most} rows as objects: the columns of the model, each with a number, a text, true, false or null.`,
  },
  (value) => Array.isArray(value) && value.length > 0 && value.length <= ROWS.most,
);

export const predictOperation = operation({
  title: 'Predict Rows',
  sentence:
    'Predicts the rows of a file, or records, with a kept or a saved model. Returns a summary of all rows and some of them as CSV with 95 % intervals, of classes with probabilities; names of classes are text from the fitted file.',
  takes: takes({
    model: KEPT_MODEL,
    file: optional(FILE),
    records: optional(RECORDS),
    from: optional(boundedNumber(1, Number.MAX_SAFE_INTEGER, 1, 'Number of the first row to show.')),
    rows: optional(boundedNumber(0, ROWS.most, ROWS.usual, 'Rows to show.')),
    inverse: optional(saying('Rows from scores (ekpca, ny-kpca).', flag())),
    out: optional(name('Path of a new .csv file for all rows.')),
  }),
  gives: {
    model: 'text',
    file: 'text',
    rows: 'count',
    unpredicted: 'count',
    from: 'count',
    shown: 'count',
    csv: 'text',
    summary: 'list',
    classes: 'record',
    saved: 'text',
    warnings: 'texts',
    errors: 'list',
  },
  writes: { argument: 'out', sentence: 'Can write all rows to a new CSV file.' },
  async run(house, { model: asModel, file, records, from = 1, rows = ROWS.usual, inverse = false, out: asOut }) {
    const place = asOut === undefined ? undefined : await placesFor(house, 'out').newFile(asOut.trim(), '.csv');
    const { id, model } = await house.model(asModel);
    const source = await sourceOf(house, file, records);
    const out = place === undefined ? {} : { out: place };
    const asking = house.call('predictSome', { model, source, from: from - 1, rows, inverse, ...out });
    const predicted = await (records ? asking.catch(lackingCells) : asking);
    return {
      id,
      file: source.kind === 'path' ? house.shown(source.path) : '',
      from,
      predicted,
      ...someCsv(predicted.shown, rows),
      ...(place !== undefined && { saved: house.shown(place) }),
    };
  },
  said({ id, file, from, predicted, shown, csv, saved }) {
    const { rows, unpredicted, levels, spreads, errors } = predicted;
    const names = predicted.shown.classes?.levels ?? [];
    const warnings = warningsWithoutCells(predicted.notes).map((each) => cut(each, 400));
    const where = file === '' ? '' : ` of ${quotedName(file)}`;
    const without = unpredicted > 0 ? `, ${counted(unpredicted, 'row')} of them could not be` : '';
    const ranges = spreads.map(
      ({ target, mean, least, greatest }) =>
        `${quotedName(target)}: ${said(least)} to ${said(greatest)}, mean ${said(mean)}`,
    );
    const counts = (levels ?? []).map((n, l) => `${quotedName(names[l])}: ${counted(n, 'row')}`);
    const written = saved === undefined ? [] : [`All rows were written to ${saved}.`];
    return {
      parts: [
        { title: '', lines: [`${counted(rows, 'row')}${where} predicted${without} by ${cut(id)}.`, ...written] },
        { title: 'Predictions', lines: [...ranges, ...counts, ...errors.map(fitErrorText)] },
        { title: 'Warnings', lines: warnings },
        { title: '', lines: [`${counted(shown, 'row')} from ${from} on as CSV:`] },
      ],
      attached: csv,
      structured: {
        model: cut(id),
        file: cut(file),
        rows,
        unpredicted,
        from,
        shown,
        csv,
        summary: spreads.map((spread) => ({ ...spread, target: cut(spread.target) })),
        ...(levels && { classes: Object.fromEntries(names.map((level, l) => [cut(level), levels[l]])) }),
        ...(saved !== undefined && { saved }),
        warnings,
        errors: errors.map((error) => ({ ...error, target: cut(error.target) })),
      },
    };
  },
});

/** The source to predict: a file, or records as a file with one of them per line. */
async function sourceOf(
  house: House,
  file: string | undefined,
  records: readonly unknown[] | undefined,
): Promise<FileSource> {
  if ((file === undefined) === (records === undefined))
    throw invalidArgument('file', 'Name either a file, or the rows as records.');
  if (file !== undefined) return house.source(file);
  if (records?.every((row) => isRecord(row) && Object.keys(row).length === 0))
    throw invalidArgument('records', 'The rows of records are empty: give their cells by the names of the columns.');
  const lines = (records ?? []).map((row, i) => `${JSON.stringify(cellsOf(row, i))}\n`);
  return { kind: 'bytes', name: 'records.jsonl', bytes: new TextEncoder().encode(lines.join('')) };
}

/** Throws what was thrown; of columns that no row has, in the words of the argument. */
function lackingCells(thrown: unknown): never {
  const { code, data } = toFailure(thrown);
  if (code !== 'model/columns') throw thrown;
  const names = [data?.columns].flat().map((each) => quotedName(String(each)));
  throw invalidArgument(
    'records',
    `No row of records has ${names.join(', ')}: a model takes all of its columns. Give null where a value is not known.`,
  );
}

/** A row that a call brings, checked. Throws `parameter/invalid`, which names the row and the column. */
function cellsOf(row: unknown, i: number): Fields {
  const at = `Row ${i + 1} of records`;
  if (!isRecord(row))
    throw invalidArgument('records', `${at} is no object: give its cells by the names of the columns.`);
  const cells = Object.entries(row);
  if (cells.length > CELLS)
    throw invalidArgument('records', `${at} has more than ${CELLS} cells. Give the rows as a file.`);
  const odd = cells.find(([, cell]) => !isCell(cell));
  if (odd === undefined) return row;
  const what = isText(odd[1]) ? 'a text with a NUL sign' : 'a list or an object';
  throw invalidArgument(
    'records',
    `${at} has ${what} in ${quotedName(odd[0])}: a cell is a number, a text, true, false or null.`,
  );
}

const isCell = (value: unknown): boolean =>
  value === null || typeof value === 'boolean' || isNumber(value) || (isText(value) && !value.includes('\0'));

/** As many of these rows as fit in an answer, with their header. */
function someCsv(predictions: Predictions, rows: number): { readonly shown: number; readonly csv: string } {
  const { length } = predictions.rows;
  const some = rows < length ? rowsBetween(predictions, length, 0, rows) : predictions;
  const csv = [...predictedCsv(some)].join('');
  return csv.length <= CHARACTERS || rows === 0
    ? { shown: some.rows.length, csv: csv.slice(0, CHARACTERS) }
    : someCsv(predictions, Math.floor(rows / 2));
}

const said = (value: number | null): string => (value === null ? 'none' : short(value));
