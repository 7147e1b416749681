import type { ColumnSummary, DesignOptions } from '../../contract/data';
import { type Failure, KernelscopeError } from '../../contract/failure';
import type { ColumnRole } from '../../contract/profile';
import { type ChosenColumns, chooseColumns } from '../chooseColumns';
import type { Table } from '../table';

/** What every column is to a fit. */
export interface Roles {
  /** As far as the choices allow a fit. */
  readonly chosen?: ChosenColumns;
  /** Why they do not. */
  readonly refusal?: Failure;
  readonly roleOf: (column: ColumnSummary) => ColumnRole;
  readonly whyOf: (column: ColumnSummary) => string;
  readonly features: readonly ColumnSummary[];
}

/** The roles as a fit would take them; where none can be, or nothing is to be predicted, every usable column is a feature. */
export function rolesOf(table: Table, design: DesignOptions, alone: boolean): Roles {
  const { columns } = table.inspection;
  let refusal: Failure | undefined;
  if (!alone)
    try {
      return chosenRoles(chooseColumns(table, design), design);
    } catch (error) {
      if (!(error instanceof KernelscopeError)) throw error;
      refusal = error.failure;
    }
  const named = design.features && new Set(design.features);
  const features = columns.filter((column) => (named ? named.has(column.name) : column.usable));
  const among = new Set(features);
  return {
    ...(refusal && { refusal }),
    features,
    roleOf: (column) => (among.has(column) ? 'feature' : 'out'),
    whyOf: (column) => (among.has(column) ? '' : column.reason || NOT_CHOSEN),
  };
}

const NOT_CHOSEN = 'left out by you';

function chosenRoles(chosen: ChosenColumns, { splitBy }: DesignOptions): Roles {
  const { targets, weights, splits, features, leftOut } = chosen;
  const among = new Set(features);
  const why = new Map(leftOut.map((column) => [column.name, column.why]));
  const roleOf = (column: ColumnSummary): ColumnRole => {
    if (targets.includes(column)) return 'target';
    if (column === weights) return 'weights';
    if (column === splits.units) return splitBy?.kind === 'fold' ? 'fold' : 'group';
    return among.has(column) ? 'feature' : 'out';
  };
  return {
    chosen,
    features,
    roleOf,
    whyOf: (column) => (roleOf(column) === 'out' ? (why.get(column.name) ?? (column.reason || NOT_CHOSEN)) : ''),
  };
}
