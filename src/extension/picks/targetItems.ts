import type { ColumnSummary, Inspection } from '../../engine/contract/data';
import { describeColumn, targetProblem } from './columnText';

export interface ColumnItem {
  readonly label: string;
  readonly description: string;
  readonly detail?: string;
  readonly column: string;
}

export interface TargetItems {
  /** The proposed target first. */
  readonly fit: readonly ColumnItem[];
  /** Columns that cannot be a target, with the reason; listed last. */
  readonly unfit: readonly ColumnItem[];
}

/** The columns as targets: the remembered one first, or else the one the engine proposes, then as in the file. */
export function targetItems(inspection: Inspection, remembered?: string): TargetItems {
  const { columns, defaultTarget } = inspection;
  const known = columns.find((column) => column.name === remembered && targetProblem(column) === undefined);
  const first = known ?? (defaultTarget === undefined ? undefined : columns[defaultTarget]);
  const possible = columns.filter((column) => targetProblem(column) === undefined);
  const ordered = first ? [first, ...possible.filter((column) => column !== first)] : possible;
  const item = (column: ColumnSummary): ColumnItem => ({
    label: column.name,
    description: describeColumn(column),
    column: column.name,
  });
  return {
    fit: ordered.map((column) => {
      const note = column !== first ? undefined : known ? 'chosen last time' : 'last numeric column';
      return { ...item(column), ...(note && { description: `${describeColumn(column)} · ${note}` }) };
    }),
    unfit: columns
      .filter((column) => !possible.includes(column))
      .map((column) => ({ ...item(column), description: `${targetProblem(column)} · ${describeColumn(column)}` })),
  };
}
