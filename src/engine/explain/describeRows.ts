import type { RunContext } from '../contract/context';
import type { DesignOptions } from '../contract/data';
import type { RowDifferences } from '../contract/explain';
import { KernelscopeError } from '../contract/failure';
import { checkedRanges } from '../data/leaveOut';
import { rowsWhere } from '../data/response';
import type { Table } from '../data/table';
import { sharedValues } from './sharedValues';
import { shiftedColumns } from './shiftedColumns';

/**
 * The chance that anything is reported for rows drawn at random, one half for each of the two ways in which rows may
 * differ.
 */
export const FALSE_ALARM = 0.05;

/** The most shared values, and the most shifted columns, that are reported. */
const SAID = 12;

/** How the rows named differ from all others that a fit with these options could take. Throws `parameter/invalid`. */
export function describeRows(
  table: Table,
  { where, without, seed }: Pick<DesignOptions, 'where' | 'without' | 'seed'>,
  rows: string,
  context: RunContext,
): RowDifferences {
  const member = new Uint8Array(table.inspection.rows).fill(2);
  for (const i of rowsWhere(table, where, context)) member[i] = 0;
  if (without !== undefined) for (const [from, to] of checkedRanges(table, without)) member.fill(2, from - 1, to);
  for (const [from, to] of checkedRanges(table, rows)) member.fill(1, from - 1, to);
  const counts = [0, 0, 0];
  for (const m of member) counts[m]++;
  const [others, chosen] = counts;
  if (others === 0)
    throw new KernelscopeError('parameter/invalid', 'All rows were chosen: there are no others to compare them with.', {
      name: 'rows',
    });
  const columns = table.inspection.columns
    .filter(({ kind, constant, missing, identifier }) => kind !== 'empty' && (!constant || missing > 0) && !identifier)
    .map(({ name, index }) => ({ name, column: table.columns[index] }));
  context.progress(0.1, 'comparing the rows');
  const shared = sharedValues(columns, member, FALSE_ALARM / 2, context);
  context.progress(0.5, 'comparing the rows');
  const named = new Set(shared.map(({ column }) => column));
  const shifted = shiftedColumns(columns, member, FALSE_ALARM / 2, seed, context);
  return {
    rows: chosen,
    others,
    columns: columns.length,
    shared: shared.slice(0, SAID),
    shifted: shifted.filter(({ column }) => !named.has(column)).slice(0, SAID),
  };
}
