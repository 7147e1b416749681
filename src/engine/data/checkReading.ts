import type { ColumnReading, TransformInput } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { short } from '../words/numbers';
import type { ColumnBuilder } from './columnBuilder';

import { fits } from './encodeRows';
import type { UnderstoodColumn } from './tableReading';

/** The place in a stream where its rows turn out to be read differently. */
interface Place {
  readonly file: string;
  /** The line of the first row that has not been handed out. */
  readonly line: number;
}

/**
 * Throws `model/columns` when a wanted column must now be read differently from the rows of a stream that were already
 * handed out. A kind that the model does not take passes: encoding the rows reports it.
 */
export function checkReading(
  before: UnderstoodColumn,
  now: UnderstoodColumn,
  wanted: TransformInput['kind'] | 'any' | undefined,
  { file, line }: Place,
): void {
  if (wanted === undefined || agree(before, now, wanted)) return;
  if (wanted !== 'any' && !fits(wanted, now.kind)) return;
  const standIn = now.reading.kind === 'number' && before.kind === 'number';
  const cure = standIn ? 'Name the values that mean missing' : 'Set its kind';
  throw new KernelscopeError(
    'model/columns',
    `"${before.name}" of ${file} was read as ${words(before.reading)}, and from line ${line} on the same cells are ${words(now.reading)}. ${cure}, or save the rows as a file, which is read whole before it is predicted.`,
    { column: before.name, line },
  );
}

/**
 * Throws `model/columns` when cells of a file, as read in `now`, cannot be understood like those of other files in
 * `before`. Words take any cell, and cells too few to show a kind are no contradiction.
 */
export function checkUnderstood(
  before: ColumnReading,
  { name, reading: now }: UnderstoodColumn,
  { labels, dates }: Pick<ColumnBuilder, 'labels' | 'dates'>,
  { file, line }: Place,
): void {
  const spelt = inSmall(labels?.levels ?? []);
  const fitting: Readonly<Record<ColumnReading['kind'], () => boolean>> = {
    number: () => now.kind === 'number',
    date: () =>
      now.kind === 'date' &&
      dates?.dayOrder !== (before.kind === 'date' && before.monthFirst ? 'day-first' : 'month-first'),
    boolean: () =>
      before.kind === 'boolean' && now.kind !== 'number' && spelt.every((word) => inSmall(before.words).includes(word)),
    category: () => true,
    text: () => true,
    empty: () => true,
  };
  if (now.kind === 'empty' || fitting[before.kind]()) return;
  throw new KernelscopeError(
    'model/columns',
    `"${name}" was read as ${words(before)} elsewhere, and up to the rows from line ${line} of ${file} its cells are ${words(now)}. Correct them, or set its kind and begin again.`,
    { column: name, line },
  );
}

/** True when rows read the one way are the same read the other way. */
function agree(before: UnderstoodColumn, now: UnderstoodColumn, wanted: TransformInput['kind'] | 'any'): boolean {
  const [was, is] = [before.reading, now.reading];
  // Gaps alone agree, unless None was among them, which is a word among words. For a target, its values decide whether
  // it is written.
  if (was.kind === 'empty' && is.kind !== 'empty') return wanted !== 'any' && before.missingTokens.every(notNone);
  if (was.kind === 'number' && is.kind === 'number') return was.standIn === is.standIn || unmet(before, is.standIn);
  if (was.kind === 'date' && is.kind === 'date') return was.monthFirst === is.monthFirst;
  if (was.kind === 'boolean' && is.kind === 'boolean') return inSmall(was.words)[0] === inSmall(is.words)[0];
  const spelt = (kind: ColumnReading['kind']) => (kind === 'text' ? 'category' : kind);
  return spelt(was.kind) === spelt(is.kind);
}

const inSmall = (texts: readonly string[]): readonly string[] => texts.map((text) => text.toLowerCase());

const notNone = ({ token }: UnderstoodColumn['missingTokens'][number]): boolean => token !== 'None';

/**
 * A stand-in for "missing" is the lowest or highest of all numbers, so it would be among the `ends` of earlier rows
 * that held it.
 */
const unmet = ({ reading, ends }: UnderstoodColumn, standIn: number | undefined): boolean =>
  reading.kind === 'number' && reading.standIn === undefined && standIn !== undefined && !ends.includes(standIn);

function words(reading: ColumnReading): string {
  switch (reading.kind) {
    case 'empty':
      return 'gaps';
    case 'number':
      return reading.standIn === undefined ? 'numbers' : `numbers with ${short(reading.standIn)} for missing`;
    case 'date':
      return `dates with the ${reading.monthFirst ? 'month' : 'day'} first`;
    case 'boolean':
      return `${reading.words[0]} and ${reading.words[1]}`;
    case 'category':
    case 'text':
      return 'words';
  }
}
