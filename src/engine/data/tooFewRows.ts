import { KernelscopeError } from '../contract/failure';
import { quoted } from '../words/sentence';
import type { ChosenColumns } from './chooseColumns';
import { MIN_ROWS } from './splitRows';
import type { Table } from './table';

/** How many rows have a target, of these a weight above 0, and of these no gap that matters. */
type Steps = readonly [withTarget: number, weighty: number, whole: number];

/** The rows that remain to fit, and for how many the filter holds. */
interface RowsLeft {
  readonly rows: number;
  readonly filtered: number;
  readonly where: string | undefined;
}

/** The failure for too few rows, with the step that left so few. */
export function tooFewRows(table: Table, chosen: ChosenColumns, steps: Steps, left: RowsLeft): KernelscopeError {
  const { rows } = left;
  const { file, rows: total } = table.inspection;
  const message = `${file.name} leaves ${rows} rows to fit, at least ${MIN_ROWS} are needed: ${whyFew(total, chosen, steps, left)}.`;
  return new KernelscopeError('data/too-few-rows', message, { rows });
}

function whyFew(
  total: number,
  { targets, weights }: ChosenColumns,
  [withTarget, weighty, whole]: Steps,
  { filtered, where }: RowsLeft,
): string {
  if (total < MIN_ROWS) return `the file has ${total}`;
  if (where !== undefined && filtered < MIN_ROWS)
    return `the filter ${where} holds for ${filtered} of ${total}; loosen it`;
  const have = targets.length > 1 ? 'all have' : 'has';
  if (withTarget < MIN_ROWS)
    return `${quoted(targets.map((t) => t.name))} ${have} a value in ${withTarget} of ${total}`;
  if (weights && weighty < MIN_ROWS) return `"${weights.name}" has a weight above 0 in ${weighty} of ${withTarget}`;
  return `${weighty - whole} of ${weighty} have a gap in some column; fill gaps instead of dropping such rows, or leave the emptiest columns out`;
}
