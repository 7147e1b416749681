import type { RunContext } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import { count } from '../words/numbers';
import { countRows, parseRows, type RowRange, rowsWords } from '../words/rowRanges';
import { counted } from '../words/sentence';
import { keptRows } from './keptRows';
import { MIN_ROWS, type RowSplit } from './splitRows';
import type { Table } from './table';

/** The most characters in a list of rows. */
const LONGEST = 500_000;

/**
 * The split without the rows that the person names ("12,40-52", counted from 1). They are removed after the draw, so
 * that all others stay on the side where they were: a fit before and one after are tested on the same rows. Throws
 * `parameter/invalid`, `data/too-few-rows`.
 */
export function leaveOut(table: Table, split: RowSplit, without: string, context: RunContext): RowSplit {
  const ranges = checkedRanges(table, without);
  const left = leftOutMarks(table, ranges);
  const kept = (rows: Uint32Array) => keptRows(rows, (row) => left[row] === 0, context);
  const rest = { train: kept(split.train), holdout: kept(split.holdout) };
  const gone = split.train.length + split.holdout.length - rest.train.length - rest.holdout.length;
  if (gone === 0) {
    const message = `${counted(countRows(ranges), 'row')} to leave out (${rowsWords(ranges)}) ${countRows(ranges) === 1 ? 'takes' : 'take'} no part in the fit anyway. Name other rows.`;
    throw new KernelscopeError('parameter/invalid', message, { name: 'without' });
  }
  if (rest.train.length < MIN_ROWS) {
    const message = `Without the ${counted(countRows(ranges), 'row')} named, ${count(rest.train.length)} of ${counted(split.train.length, 'training row')} are left, at least ${MIN_ROWS} are needed. Name fewer.`;
    throw new KernelscopeError('data/too-few-rows', message, { rows: rest.train.length });
  }
  return rest;
}

/** Those of these rows (0-based) that the person does not leave out. Throws as `checkedRanges`. */
export function notLeftOut(table: Table, rows: Uint32Array, without: string, context: RunContext): Uint32Array {
  const left = leftOutMarks(table, checkedRanges(table, without));
  return keptRows(rows, (row) => left[row] === 0, context);
}

/** The ranges of rows, all of which the file has. Throws `parameter/invalid`. */
export function checkedRanges({ inspection: { file, rows } }: Table, without: unknown): readonly RowRange[] {
  if (typeof without !== 'string' || without.length > LONGEST)
    throw new KernelscopeError(
      'parameter/invalid',
      typeof without === 'string'
        ? 'The list of rows to leave out is too long. Leave rows out by a filter instead, such as "not (x > 10)".'
        : 'Rows to leave out are given as a text such as "12,40-52".',
      { name: 'without' },
    );
  const ranges = parseRows(without);
  const [, last] = ranges[ranges.length - 1];
  if (last <= rows) return ranges;
  const message = `Row ${count(last)} cannot be left out: ${file.name} has ${counted(rows, 'row')}. Rows are counted from 1, without the header.`;
  throw new KernelscopeError('parameter/invalid', message, { name: 'without', row: last });
}

function leftOutMarks({ inspection: { rows } }: Table, ranges: readonly RowRange[]): Uint8Array {
  const left = new Uint8Array(rows);
  for (const [from, to] of ranges) left.fill(1, from - 1, to);
  return left;
}

/** Throws `data/too-few-rows` when no training row of a class is left. `codes`: those of every row of the table. */
export function checkClassesLeft(
  train: Uint32Array,
  levels: readonly string[],
  codes: ArrayLike<number>,
  target: string,
): void {
  const seen = new Uint8Array(levels.length);
  for (const row of train) seen[codes[row]] = 1;
  const lost = levels.find((_, code) => seen[code] === 0);
  if (lost === undefined) return;
  const message = `No training row of the class "${lost}" of "${target}" is left without the rows named. Keep some of its rows, or leave the class out by a filter.`;
  throw new KernelscopeError('data/too-few-rows', message, { rows: train.length, column: target });
}
