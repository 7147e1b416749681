import type { RunContext } from '../contract/context';
import type { DesignOptions } from '../contract/data';
import { splitReferences } from '../data/divideRows';
import { findColumn } from '../data/findColumn';
import { keptRows } from '../data/keptRows';
import { numericValues, type RowsLeft, rowsWhere, rowsWithout } from '../data/response';
import { checkedWeights } from '../data/rowWeights';
import type { Column, RowsTable } from '../data/table';
import type { AnyMethod } from '../fit/method';

/** The columns in which a row needs a value to take part, by name so that they may come in any order. */
export interface RowNeeds {
  readonly targets: readonly string[];
  readonly weights?: string;
  readonly where?: string;
  /** The column of groups or folds. */
  readonly units?: string;
  /** The column that rows are put in order by. */
  readonly order?: string;
}

/** The columns that divide the rows or put them in order. */
export const placesOf = ({ units, order }: Pick<RowNeeds, 'units' | 'order'>): string[] =>
  [units, order].filter((name) => name !== undefined);

/**
 * The needs of a design; columns requested by position are those of `columns`; without a target it only colours rows.
 * Throws `data/unknown-column`.
 */
export function needsOf(
  options: DesignOptions,
  { method }: { readonly method: Pick<AnyMethod, 'family'> },
  columns: readonly { readonly name: string }[],
  file: string,
): RowNeeds {
  const { target, moreTargets = [], weights, where } = options;
  const inspection = { columns, file: { name: file, path: '', bytes: 0, modified: 0 } };
  const named = (reference: string) => findColumn({ inspection }, reference).name;
  const { units, order } = splitReferences(options);
  return {
    targets: method.family === 'components' ? [] : [target, ...moreTargets].map(named),
    ...(weights !== undefined && { weights: named(weights) }),
    ...(where !== undefined && { where }),
    ...(units !== undefined && { units: named(units) }),
    ...(order !== undefined && { order: named(order) }),
  };
}

interface UsedRows {
  /** Rows (0-based) with a value in each of the columns that are needed, and in `whole`. */
  readonly rows: Uint32Array;
  /** Weights of all rows of the table. */
  readonly weights?: Float64Array;
  readonly left: Omit<RowsLeft, 'notDrawn'>;
}

/** The rows of a table that take part. `whole`: columns that may have no gap. Throws what the filter throws, and `data/unknown-column`. */
export function usedRows(table: RowsTable, needs: RowNeeds, whole: readonly string[], context: RunContext): UsedRows {
  const { targets, weights: by, where } = needs;
  const columns = (names: readonly string[]) => names.map((name) => usedColumn(table, name));
  const chosen = rowsWhere(table, where, context, true);
  const withTarget = rowsWithout(columns(targets), chosen, context);
  const weights = by === undefined ? undefined : weightsOf(table, by, context);
  const withWeight = weights ? keptRows(withTarget, (i) => !Number.isNaN(weights[i]), context) : withTarget;
  const weighty = weights ? keptRows(withWeight, (i) => weights[i] > 0, context) : withWeight;
  const placed = rowsWithout(columns(placesOf(needs)), weighty, context);
  const rows = rowsWithout(columns(whole), placed, context);
  return {
    rows,
    ...(weights && { weights }),
    left: {
      filtered: table.inspection.rows - chosen.length,
      withoutTarget: chosen.length - withTarget.length,
      withoutWeight: withTarget.length - withWeight.length,
      zeroWeight: withWeight.length - weighty.length,
      withoutPlace: weighty.length - placed.length,
      withGaps: placed.length - rows.length,
    },
  };
}

function weightsOf(table: RowsTable, name: string, context: RunContext): Float64Array {
  const column = usedColumn(table, name);
  if (column.kind === 'empty') return new Float64Array(table.inspection.rows).fill(Number.NaN);
  return checkedWeights(table, { name }, numericValues(column), context);
}

export function usedColumn(table: RowsTable, name: string): Column {
  const { columns } = table.inspection;
  return table.columns[columns.indexOf(findColumn(table, name))];
}
