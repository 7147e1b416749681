import type { ColumnSummary, DesignOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { type ChosenColumns, checkFeature, noFeatures, withoutColumns } from './chooseColumns';
import { splitColumns } from './divideRows';
import { findColumn } from './findColumn';
import type { Table } from './table';

/** The columns of a design without a target. */
export interface RowColumns extends ChosenColumns {
  /** The columns to colour points by, in the order asked for; never features. */
  readonly colours: readonly ColumnSummary[];
}

type ColumnOptions = Omit<DesignOptions, 'task' | 'missing' | 'standardise' | 'maxRows'>;

/**
 * The features, by name or 1-based position; when none are named, every usable column that colours nothing. A target
 * colours the points.
 */
export function chooseRowColumns(table: Table, options: ColumnOptions): RowColumns {
  if (options.weights !== undefined) {
    const { name } = findColumn(table, options.weights);
    const message = `Principal components have no row weights. Leave the weights "${name}" out.`;
    throw new KernelscopeError('parameter/invalid', message, { name: 'weights', column: name });
  }
  const { columns } = table.inspection;
  const wanted = [options.target, ...(options.moreTargets ?? [])].filter((reference) => reference.trim() !== '');
  const colours = [...new Set(wanted.map((reference) => findColumn(table, reference)))];
  if (options.splitBy !== undefined) {
    const message =
      'Principal components have no folds: leave groups, folds and blocks out. Holding out the last rows is possible.';
    throw new KernelscopeError('parameter/invalid', message, { name: 'splitBy' });
  }
  const roles = { targets: [], classify: false, colours, splits: splitColumns(table, options) };
  if (options.features !== undefined)
    return { ...roles, features: namedFeatures(table, options.features, colours), leftOut: [] };
  const others = columns.filter((column) => !colours.includes(column));
  let features = others.filter((column) => column.usable);
  if (features.length === 0) features = others.filter((column) => column.kind === 'number' && !column.constant);
  if (features.length === 0) {
    throw noFeatures(`${table.inspection.file.name} has no column to take components of`, others);
  }
  return {
    ...roles,
    features,
    leftOut: [
      ...withoutColumns(others, features).map((c) => ({ name: c.name, why: c.reason })),
      ...colours.map((c) => ({ name: c.name, why: 'it colours the points' })),
    ],
  };
}

function namedFeatures(
  table: Table,
  references: readonly string[],
  colours: readonly ColumnSummary[],
): readonly ColumnSummary[] {
  if (references.length === 0)
    throw new KernelscopeError('data/no-features', 'Choose at least one column to take components of.');
  const features = [...new Set(references.map((reference) => findColumn(table, reference)))];
  for (const feature of features) {
    checkFeature(feature, colours.includes(feature) ? 'it colours the points' : undefined);
  }
  return features.sort((a, b) => a.index - b.index);
}
