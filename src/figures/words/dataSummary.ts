import type { DataReport, TransformInput } from '../../engine/contract/data';
import { listed } from '../../engine/words/listed';
import { counted, plural } from '../../engine/words/sentence';

/** More columns than this share one sentence. */
const EACH = 4;
/** Names in that sentence. */
const NAMED = 5;

/** What became of rows and columns, a sentence each. */
export function dataLines({ rows, used, dropped, imputed, encoded }: DataReport): string[] {
  const columns = dropped.filter(({ what }) => what === 'column');
  const lines = [
    used === rows ? `All ${rows} rows are used.` : `${used} of ${rows} rows are used.`,
    ...dropped
      .filter(({ what }) => what === 'rows')
      .map((d) => `${d.count} ${plural(d.count, 'row')} left out: ${d.why}.`),
    ...linesOf(columns, (d) => `Column ${d.name} left out: ${d.why}.`, leftOutTogether),
    ...linesOf(
      imputed,
      (i) => `${i.cells} ${plural(i.cells, 'gap')} in ${i.column} filled with ${i.value}.`,
      filledTogether,
    ),
    ...linesOf(encoded, (e) => `${e.column} encoded as ${e.as}.`, encodedTogether),
  ];
  return lines.map((line) => line.replace(/\.\.$/, '.'));
}

/** A line for each column while they are few, and otherwise one for all. */
export function linesOf<T>(
  items: readonly T[],
  each: (item: T) => string,
  together: (items: readonly T[]) => string[],
) {
  return items.length > EACH ? together(items) : items.map(each);
}

/** "9 columns are left out: a, b, c, d, e and 4 more." */
export function leftOutTogether(columns: readonly { readonly name: string }[]): string[] {
  const names = columns.map(({ name }) => name);
  const more = names.length > NAMED ? [...names.slice(0, NAMED), `${names.length - NAMED} more`] : names;
  return [`${counted(names.length, 'column')} are left out: ${listed(more)}.`];
}

/** "1,775 gaps in 12 columns are filled: with the training mean, in words with a level of their own." */
export function filledTogether(imputed: DataReport['imputed']): string[] {
  const cells = imputed.reduce((sum, item) => sum + item.cells, 0);
  const ways = 'with the training mean, in words with a level of their own';
  return [`${counted(cells, 'gap')} in ${counted(imputed.length, 'column')} are filled: ${ways}.`];
}

type Encoded = DataReport['encoded'];

/** "27 columns of words became 180 indicator columns.", a line for each kind. */
export function encodedTogether(encoded: Encoded): string[] {
  const kindOf = ({ kind, columns }: Encoded[number]) => kind ?? (columns.length > 1 ? 'category' : 'boolean');
  return (Object.keys(KINDS) as TransformInput['kind'][]).flatMap((kind) => {
    const of = encoded.filter((item) => kindOf(item) === kind);
    const wide = of.reduce((sum, { columns }) => sum + columns.length, 0);
    return of.length === 0 ? [] : [KINDS[kind](of.length, wide)];
  });
}

const KINDS: Readonly<Record<TransformInput['kind'], (columns: number, encoded: number) => string>> = {
  category: (n, wide) => `${counted(n, 'column')} of words became ${counted(wide, 'indicator column')}.`,
  boolean: (n) => `${counted(n, 'column')} of two words became 0 and 1.`,
  date: (n, wide) =>
    `${counted(n, 'column')} of dates became ${counted(wide, 'column')}: trend, and cycles as cosine and sine.`,
  number: (n) => `${counted(n, 'column')} of numbers with many gaps got one more each, which is 1 at a gap.`,
};
