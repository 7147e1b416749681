import { KernelscopeError } from '../../contract/failure';

/** The positions of the rows that a person can name. Numbers are 1-based rows of the data, without the header. */
export interface FileRows {
  /** The row of the file of each training row (n). */
  readonly train: Uint32Array;
  readonly heldOut?: Uint32Array;
  /** The number of rows in the file, if known. */
  readonly count?: number;
}

/**
 * Training rows (0-based, in the order named) for row numbers such as "1 5 9-20"; commas and semicolons separate as
 * blanks do. Throws `parameter/invalid` for text that is not a row number, and for a row that does not exist, takes no
 * part, is held out or comes twice.
 */
export function landmarkRowsNamed(text: string, file: FileRows): Uint32Array {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  if (parts.length === 0) throw invalid(text, 'landmarkRows is empty. Name training rows, such as "1 5 9-20".');
  const last = file.count ?? highest(file.heldOut ?? new Uint32Array(), highest(file.train, 0));
  const positions = new Map(Array.from(file.train, (row, i) => [row, i]));
  const heldOut = new Set(file.heldOut);
  const chosen = new Set<number>();
  for (const part of parts) {
    const [from, to] = rangeOf(part);
    for (const end of [from, to]) {
      if (end > last)
        throw invalid(part, `landmarkRows names row ${end}, but the data end with row ${last}. Name training rows.`);
    }
    for (let row = from; row <= to; row++) {
      const position = positions.get(row);
      if (position === undefined) throw notTrained(row, heldOut.has(row));
      if (chosen.has(position)) throw invalid(part, `landmarkRows names row ${row} twice. Name it once.`);
      chosen.add(position);
    }
  }
  return Uint32Array.from(chosen);
}

function rangeOf(part: string): readonly [number, number] {
  const match = /^(\d+)(?:[-–](\d+))?$/.exec(part);
  if (!match) throw invalid(part, `landmarkRows takes row numbers such as "1 5 9-20"; it has "${part}".`);
  const from = Number(match[1]);
  const to = Number(match[2] ?? match[1]);
  if (from < 1) throw invalid(part, 'landmarkRows names row 0. Rows are counted from 1, without the header.');
  if (to < from) throw invalid(part, `landmarkRows has the range ${part}, which ends before it begins. Turn it round.`);
  return [from, to];
}

function notTrained(row: number, heldOut: boolean): KernelscopeError {
  const why = heldOut
    ? 'which is held out. Name training rows, or hold out no rows.'
    : 'which takes no part in the fit: it was left out for a gap, or is not in the sample. Name training rows.';
  return invalid(row, `landmarkRows names row ${row}, ${why}`);
}

function highest(rows: Uint32Array, least: number): number {
  return rows.reduce((most, row) => Math.max(most, row), least);
}

function invalid(value: string | number, sentence: string): KernelscopeError {
  return new KernelscopeError('parameter/invalid', sentence, { name: 'landmarkRows', value });
}
