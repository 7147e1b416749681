import { didYouMean } from '../contract/closest';
import type { ColumnReading, Inspection } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { inFile } from '../words/logarithmName';
import { quoted } from '../words/sentence';

/** The parts of a column by which its name is looked up. */
export interface SoughtColumn {
  readonly name: string;
  readonly reading?: ColumnReading;
}

/** The failure `data/unknown-column` for a `reference` that names no column; `wanted` has it with plain blanks. */
export function notFound(
  columns: readonly SoughtColumn[],
  { file, leftOut = [] }: Pick<Inspection, 'file' | 'leftOut'>,
  reference: string,
  wanted: string,
): KernelscopeError {
  const isMeant = (name: string) => name === reference || name === wanted;
  const fail = (message: string, column: string) => new KernelscopeError('data/unknown-column', message, { column });
  const unread = leftOut.find(({ name }) => isMeant(name));
  if (unread)
    return fail(
      `"${unread.name}" of ${file.name} holds ${unread.what}, which are not read. Choose another column.`,
      unread.name,
    );
  const logged = columns.find((column) => isMeant(inFile(column)));
  if (logged) {
    const name = inFile(logged);
    return fail(
      `The target "${logged.name}" is read from the column "${name}" of ${file.name}, which can be nothing else in the same fit. Leave "${name}" out, or choose it as the target.`,
      name,
    );
  }
  const names = columns.map(({ name }) => name);
  const several = reference.split(',').map((name) => name.trim());
  if (several.length > 1 && several.every((name) => names.includes(name)))
    return fail(
      `"${reference}" are ${several.length} columns of ${file.name}. Name each of them by itself.`,
      reference,
    );
  return unknownColumn(`${file.name} has no column "${reference}"`, reference, names);
}

/** The failure `data/unknown-column`: a sentence without its stop, the closest name, and the names there are. */
export function unknownColumn(sentence: string, column: string, names: readonly string[]): KernelscopeError {
  const near = didYouMean(column, names, '"');
  const message = [`${sentence}.`, near, `Its columns: ${quoted(names)}.`].filter(Boolean).join(' ');
  return new KernelscopeError('data/unknown-column', message, { column });
}
