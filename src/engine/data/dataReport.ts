import { inBlocks, type RunContext } from '../contract/context';
import type { DataReport, DatePart, SecondFile, Transform, TransformInput } from '../contract/data';
import type { Note } from '../contract/note';
import { isTimeOfDay, noOfGaps } from '../words/dataWords';
import { short } from '../words/numbers';
import { parseRows, rowsWords } from '../words/rowRanges';
import { listed, quoted } from '../words/sentence';
import { DATE_PARTS } from './dateParts';
import { datePartsOf } from './encodeRows';
import { fileNotes } from './fileCallouts';
import type { HeldOutFile } from './heldOutFile';
import { encodedNames } from './learnTransform';
import { isGap, type RowsLeft } from './response';
import type { RowSplit } from './splitRows';
import type { Column, Table } from './table';
import { type TargetFacts, targetNotes } from './targetNotes';

interface ReportFacts extends TargetFacts {
  readonly table: Table;
  readonly transform: Transform;
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
  readonly split: RowSplit;
  readonly second?: SecondFile;
}

/** Reports what was used, dropped, imputed and encoded, in words that can be shown as they are. */
export function dataReport(facts: ReportFacts, context: RunContext): DataReport {
  const { table, transform, split, other } = facts;
  const used = split.train.length + split.holdout.length;
  return {
    rows: table.inspection.rows,
    used,
    train: split.train.length,
    holdout: other ? other.rows.length : split.holdout.length,
    columns: transform.inputs.map((input) => input.column),
    dropped: [
      ...droppedRows(facts),
      ...facts.leftOut.map(({ name, why }) => ({ what: 'column' as const, name, count: 1, why })),
    ],
    imputed: transform.missing === 'impute' ? imputed(facts, context) : [],
    encoded: encoded(transform, table),
    notes: [...fileNotes(table.inspection.notes), ...(other ? otherNotes(other) : []), ...targetNotes(facts)],
  };
}

type Dropped = DataReport['dropped'][number];

/** The columns because of which rows are left out. */
interface RowColumns {
  readonly where?: string;
  readonly targets: readonly string[];
  readonly weights?: string;
  /** The columns that divide the rows or put them in order. */
  readonly places: readonly string[];
}

/** The rows that do not take part, by reason. */
export function rowsLeftOut(left: RowsLeft, { where, targets, weights, places }: RowColumns): Dropped[] {
  const value = `${targets.length > 1 ? 'one of ' : ''}${quoted(targets)} has no value there`;
  const reasons: readonly (readonly [name: string, count: number, why: string])[] = [
    ['rows that the filter leaves out', left.filtered, `the filter ${where} does not hold there`],
    ['rows without a target', left.withoutTarget, value],
    ['rows without a weight', left.withoutWeight, `"${weights}" has no value there`],
    ['rows of weight 0', left.zeroWeight, `"${weights}" is 0 there`],
    ['rows without a place in the split', left.withoutPlace, `${quoted(places)} has no value there`],
    ['rows with a gap', left.withGaps, 'a feature has no value there (missing is set to drop)'],
    ['rows not drawn', left.notDrawn, 'only a random sample is used'],
  ];
  return reasons.flatMap(([name, count, why]) => (count > 0 ? [{ what: 'rows', name, count, why }] : []));
}

function droppedRows({ chosen, options, response, split, second }: ReportFacts): Dropped[] {
  const names = chosen.targets.map((target) => target.name);
  const dropped = rowsLeftOut(response.left, {
    where: options.where,
    targets: names,
    weights: chosen.weights?.name,
    places: [chosen.splits.units, chosen.splits.order].flatMap((column) => (column ? [column.name] : [])),
  });
  if (options.without !== undefined) {
    const count = response.rows.length - split.train.length - split.holdout.length;
    const why = `they were named to be left out, ${rowsWords(parseRows(options.without))}`;
    if (count > 0) dropped.push({ what: 'rows', name: 'rows named', count, why });
  }
  return second ? [...dropped, ...second.dropped] : dropped;
}

/** The part of the report about a second file that is held out. */
export function secondFile(
  { table, rows: used, unseen, weightless, filtered }: HeldOutFile,
  {
    chosen,
    options,
    transform,
  }: Pick<ReportFacts, 'options' | 'transform'> & {
    readonly chosen: Pick<ReportFacts['chosen'], 'targets' | 'weights'>;
  },
  context: RunContext,
): SecondFile {
  const { file, rows } = table.inspection;
  const targets = chosen.targets.length;
  const what = targets === 0 ? 'a feature' : `${targets > 1 ? 'a' : 'the'} target or a feature`;
  const reasons: readonly (readonly [number, string])[] = [
    [filtered, `the filter ${options.where} does not hold there`],
    [rows - used.length - unseen.rows - weightless - filtered, `${what} has no value there`],
    [unseen.rows, 'no training row has this class'],
    [weightless, `"${chosen.weights?.name}" has no value there, or is 0`],
  ];
  const columns = namedColumns(table);
  return {
    dropped: reasons.flatMap(([count, why]) =>
      count > 0 ? [{ what: 'rows', name: `rows of ${file.name}`, count, why }] : [],
    ),
    gaps: Float64Array.from(transform.inputs, ({ column }) => gaps(columns.get(column) as Column, used, context)),
  };
}

function imputed({ table, transform, split, second }: ReportFacts, context: RunContext): DataReport['imputed'] {
  const columns = namedColumns(table);
  const cells = transform.inputs.map((input, j) => {
    const column = columns.get(input.column) as Column;
    return gaps(column, split.train, context) + gaps(column, split.holdout, context) + (second?.gaps[j] ?? 0);
  });
  return imputedCells(transform, cells);
}

/** How many cells of each input were filled, and with what. */
export function imputedCells({ inputs }: Transform, cells: ArrayLike<number>): DataReport['imputed'] {
  return inputs.flatMap((input, j) =>
    cells[j] > 0 ? [{ column: input.column, cells: cells[j], value: fillWords(input) }] : [],
  );
}

function fillWords(input: TransformInput): string {
  if (input.kind === 'category') return input.missingLevel ? 'a separate level' : 'no level';
  if (input.kind === 'date') return isTimeOfDay(input) ? 'no hour' : `the training mean, ${dateWords(input.impute)}`;
  return noOfGaps(input) ?? `the training mean, ${short(input.impute, 5)}`;
}

function encoded({ inputs }: Transform, table: Table): DataReport['encoded'][number][] {
  const columns = namedColumns(table);
  return inputs.flatMap((input) => {
    const one = (as: string) => [{ column: input.column, kind: input.kind, as, columns: encodedNames(input) }];
    if (input.kind === 'number')
      return input.missingLevel ? one('the number, and a column that is 1 where it is missing') : [];
    if (input.kind === 'date') return one(dateWays(datePartsOf(input)));
    if (input.kind === 'boolean') {
      const column = columns.get(input.column);
      const [no, yes] = column?.kind === 'boolean' ? column.words : ['no', 'yes'];
      return one(`${no} = 0, ${yes} = 1`);
    }
    if (input.kind !== 'category' || !input.otherLevel) return one('a column of 0 and 1 per level');
    const own = input.levels.length;
    return one(`a column of 0 and 1 for each of the ${own} most frequent levels, and one for the others`);
  });
}

/** "days since 1970-01-01, season and weekday (cycles as cosine and sine)" */
function dateWays(parts: readonly DatePart[]): string {
  const cyclic = parts.some((part) => part !== 'trend');
  return `${listed(parts.map((part) => DATE_PARTS[part].title))}${cyclic ? ' (cycles as cosine and sine)' : ''}`;
}

function otherNotes({ table }: HeldOutFile): Note[] {
  const { notes, file } = table.inspection;
  return notes.map((note) => ({ ...note, text: `${file.name}: ${note.text}` }));
}

const namedColumns = ({ inspection, columns }: Table): ReadonlyMap<string, Column> =>
  new Map(inspection.columns.map(({ name }, j) => [name, columns[j]]));

export function gaps(column: Column, rows: Uint32Array, context: RunContext): number {
  let count = 0;
  inBlocks(rows.length, context, 1, (from, to) => {
    for (let i = from; i < to; i++) if (isGap(column, rows[i])) count++;
  });
  return count;
}

function dateWords(days: number): string {
  return days >= 0 && days < 1
    ? new Date(days * 86_400_000).toISOString().slice(11, 19)
    : new Date(days * 86_400_000).toISOString().slice(0, 10);
}
