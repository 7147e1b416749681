import { didYouMean } from '../contract/closest';
import type { Inspection } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { quoted } from '../words/listed';

/** A column by its name, however its blanks and line ends are written, else by its 1-based position. Throws `data/unknown-column`. */
export function findColumn<Column extends { readonly name: string }>(
  {
    inspection,
  }: { readonly inspection: Pick<Inspection, 'file' | 'leftOut'> & { readonly columns: readonly Column[] } },
  reference: string,
): Column {
  const { columns, file, leftOut = [] } = inspection;
  const wanted = reference.replace(/\s+/g, ' ').trim();
  const byName = columns.find((c) => c.name === reference) ?? columns.find((c) => c.name === wanted);
  const byPosition = /^\d+$/.test(wanted) ? columns[Number(wanted) - 1] : undefined;
  const column = byName ?? byPosition;
  if (column) return column;
  const unread = leftOut.find(({ name }) => name === reference || name === wanted);
  if (unread)
    throw new KernelscopeError(
      'data/unknown-column',
      `"${unread.name}" of ${file.name} holds ${unread.what}, which are not read. Choose another column.`,
      { column: unread.name },
    );
  const names = columns.map((c) => c.name);
  throw unknownColumn(`${file.name} has no column "${reference}"`, reference, names);
}

/** `data/unknown-column`: a sentence without its stop, the closest name, and the names there are. */
export function unknownColumn(sentence: string, column: string, names: readonly string[]): KernelscopeError {
  const near = didYouMean(column, names, '"');
  const message = [`${sentence}.`, near, `Its columns: ${quoted(names)}.`].filter(Boolean).join(' ');
  return new KernelscopeError('data/unknown-column', message, { column });
}
