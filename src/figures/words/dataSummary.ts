import type { DataReport, TransformInput } from '../../engine/contract/data';
import { count } from '../../engine/words/numbers';
import { counted, listed, plural } from '../../engine/words/sentence';

/**
 * This many columns of a kind have a line each; while all kinds together are no more than `FEW`, every column has one.
 */
const EACH = 2;
const FEW = 6;
/** Names in a sentence about many columns. */
const NAMED = 5;

type Dropped = DataReport['dropped'][number];
type Imputed = DataReport['imputed'][number];
type Encoded = DataReport['encoded'][number];

/** The words of a column's line where it has one. */
export interface ColumnLines {
  readonly leftOut: (column: Dropped) => string;
  readonly filled: (column: Imputed) => string;
  readonly encoded: (column: Encoded) => string;
}

const EACH_LINE: ColumnLines = {
  leftOut: (d) => `Column ${d.name} left out: ${d.why}.`,
  filled: (i) => `${counted(i.cells, 'gap')} in ${i.column} filled with ${i.value}.`,
  encoded: (e) => `${e.column} encoded as ${e.as}.`,
};

/** How rows and columns were treated, a sentence each. */
export function dataLines(data: DataReport): string[] {
  const { rows, used, dropped } = data;
  const lines = [
    used === rows ? `All ${count(rows)} rows are used.` : `${count(used)} of ${count(rows)} rows are used.`,
    ...dropped.filter(({ what }) => what === 'rows').map((d) => `${counted(d.count, 'row')} left out: ${d.why}.`),
    ...columnLines(data, EACH_LINE),
  ];
  return lines.map((line) => line.replace(/\.\.$/, '.'));
}

/**
 * How columns were treated: a line for each while they are few, and otherwise a line for all that were left out,
 * filled, encoded.
 */
export function columnLines({ dropped, imputed, encoded }: DataReport, each: ColumnLines): string[] {
  const leftOut = dropped.filter(({ what }) => what === 'column');
  const most = leftOut.length + imputed.length + encoded.length <= FEW ? FEW : EACH;
  const lines = <T>(items: readonly T[], one: (item: T) => string, together: (items: readonly T[]) => string) =>
    items.length > most ? [together(items)] : items.map(one);
  return [
    ...lines(leftOut, each.leftOut, leftOutTogether),
    ...lines(imputed, each.filled, filledTogether),
    ...lines(encoded, each.encoded, encodedTogether),
  ];
}

/** "9 columns are left out: a, b, c, d, e and 4 more." */
function leftOutTogether(columns: readonly Dropped[]): string {
  const names = columns.map(({ name }) => name);
  const more = names.length > NAMED ? [...names.slice(0, NAMED), `${names.length - NAMED} more`] : names;
  return `${counted(names.length, 'column')} are left out: ${listed(more)}.`;
}

/** "27 columns had gaps (2 to 2,917 cells): filled with the training mean, in words with a separate level." */
function filledTogether(imputed: readonly Imputed[]): string {
  const cells = imputed.map((item) => item.cells);
  const [least, most] = [Math.min(...cells), Math.max(...cells)];
  const range = least === most ? `${counted(most, 'cell')} each` : `${count(least)} to ${count(most)} cells`;
  return `${counted(imputed.length, 'column')} had gaps (${range}): filled with the training mean, in words with a separate level.`;
}

/** "43 categories became 217 columns; 2 columns of yes or no became 0 and 1." */
function encodedTogether(encoded: readonly Encoded[]): string {
  const kindOf = ({ kind, columns }: Encoded) => kind ?? (columns.length > 1 ? 'category' : 'boolean');
  const parts = (Object.keys(KINDS) as TransformInput['kind'][]).flatMap((kind) => {
    const of = encoded.filter((item) => kindOf(item) === kind);
    const wide = of.reduce((sum, { columns }) => sum + columns.length, 0);
    return of.length === 0 ? [] : [KINDS[kind](of.length, wide)];
  });
  return `${parts.join('; ')}.`;
}

const KINDS: Readonly<Record<TransformInput['kind'], (columns: number, encoded: number) => string>> = {
  category: (n, wide) => `${counted(n, 'category', 'categories')} became ${counted(wide, 'column')} of 0 and 1`,
  boolean: (n) => `${counted(n, 'column')} with two values became 0 and 1`,
  date: (n, wide) => `${counted(n, 'date')} became ${counted(wide, 'column')} (trend and cycles)`,
  number: (n) =>
    `${counted(n, 'number')} with many gaps got ${plural(n, 'an indicator column', 'an indicator column each')}`,
};
