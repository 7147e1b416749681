import { type ColumnSummary, type Inspection, MAX_CLASSES } from '../contract/data';
import { type TargetName, targetName } from './targetNames';

interface Named {
  readonly column: ColumnSummary;
  readonly said: TargetName;
}

/**
 * The column whose name says that it is the subject of the file; undefined when none does or several do: then a person
 * chooses. A name that is used for nothing else ("target") takes precedence. Any other decides only when no second
 * column has such a name, and a name that features have too ("count") only in the first or the last place. Never a
 * column that cannot be predicted as it is: dates, IDs, constants, free text, codes of other columns, words with too
 * many levels.
 */
export function proposeTarget(summaries: readonly ColumnSummary[]): number | undefined {
  const possible = summaries.filter(canBeTarget);
  const named = possible.flatMap((column): Named[] => {
    const said = isCoordinate(column, possible) ? undefined : targetName(column.name);
    return said ? [{ column, said }] : [];
  });
  const sure = named.filter(({ said }) => said === 'sure');
  const [first, second] = sure.length > 0 ? sure : named;
  if (first === undefined || second !== undefined || first.said === 'rival') return undefined;
  const atAnEnd = first.column === possible[0] || first.column === possible.at(-1);
  return first.said !== 'weak' || atAnEnd ? first.column.index : undefined;
}

/** True for a y beside an x, which is the place of something else, unless there are only these two. */
function isCoordinate({ name, index }: ColumnSummary, possible: readonly ColumnSummary[]): boolean {
  if (name.trim().toLowerCase() !== 'y' || possible.length <= 2) return false;
  return possible.some((other) => Math.abs(other.index - index) === 1 && other.name.trim().toLowerCase() === 'x');
}

/** The message when nobody has named a target and no name decides. */
export const undecided = ({ file, columns }: Pick<Inspection, 'file' | 'columns'>): string =>
  columns.some(canBeTarget)
    ? `No name in ${file.name} says which column is to be predicted. Name the target.`
    : `No column of ${file.name} can be a target as it stands. Name the column to predict, choose another file, or set the kind of a column.`;

/** False for columns that cannot be predicted as they are. */
export function canBeTarget(column: ColumnSummary): boolean {
  const { kind, constant, identifier, sameAs, reason, distinct, count } = column;
  if (constant || identifier || sameAs !== undefined) return false;
  if (kind === 'number' || kind === 'boolean') return true;
  return (
    kind === 'category' && !reason.startsWith('mostly') && distinct <= MAX_CLASSES && distinct <= Math.max(2, count / 2)
  );
}
