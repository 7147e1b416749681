import type { ColumnSummary, DesignOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { type ChosenTargets, chooseTargets } from './chooseTargets';
import { MAX_ENCODED_LEVELS } from './columnSummary';
import { findColumn } from './findColumn';
import type { Table } from './table';

export interface ChosenColumns extends ChosenTargets {
  readonly weights?: ColumnSummary;
  readonly features: readonly ColumnSummary[];
  /** Columns left out by default, with the reason. Empty when the features were named. */
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
}

type ColumnOptions = Pick<DesignOptions, 'target' | 'moreTargets' | 'task' | 'weights' | 'features'>;

/** Targets, weights and features, by name or 1-based position; without features, every usable column that is none of the others. */
export function chooseColumns(table: Table, options: ColumnOptions): ChosenColumns {
  const { columns, file } = table.inspection;
  const chosen = chooseTargets(table, options);
  const { targets } = chosen;
  const [target] = targets;
  if (columns.length === 1) {
    const message = `${file.name} has one column, "${target.name}". Add a column to predict it from, or set the delimiter.`;
    throw new KernelscopeError('data/one-column', message, { column: target.name });
  }
  const weights = options.weights === undefined ? undefined : findColumn(table, options.weights);
  if (weights && targets.includes(weights)) {
    const message = `"${weights.name}" cannot be both a target and the row weights. Choose another column for one of them.`;
    throw new KernelscopeError('parameter/invalid', message, { name: 'weights', column: weights.name });
  }
  const roles = { ...chosen, ...(weights && { weights }) };
  if (options.features !== undefined) {
    return { ...roles, features: namedFeatures(table, options.features, targets, weights), leftOut: [] };
  }
  const others = columns.filter((column) => !targets.includes(column) && column !== weights);
  let features = others.filter((column) => column.usable);
  // A lone row number may well be the time axis of a series; better than nothing.
  if (features.length === 0) features = others.filter((column) => column.kind === 'number' && !column.constant);
  if (features.length === 0) {
    const why = others.slice(0, 5).map((column) => `"${column.name}": ${column.reason}`);
    const reasons = why.length > 0 ? ` (${why.join('; ')})` : '';
    const message = `${file.name} has no column to predict "${target.name}" from${reasons}. Set the kind of a column, or choose another file.`;
    throw new KernelscopeError('data/no-features', message, { target: target.name });
  }
  const leftOut = others.filter((c) => !features.includes(c)).map((c) => ({ name: c.name, why: c.reason }));
  if (weights) leftOut.push({ name: weights.name, why: 'it holds the row weights' });
  return { ...roles, features, leftOut };
}

function namedFeatures(
  table: Table,
  references: readonly string[],
  targets: readonly ColumnSummary[],
  weights: ColumnSummary | undefined,
): ColumnSummary[] {
  if (references.length === 0) {
    throw new KernelscopeError('data/no-features', `Choose at least one column to predict "${targets[0].name}" from.`);
  }
  const features = [...new Set(references.map((reference) => findColumn(table, reference)))];
  for (const feature of features) {
    const why = roleOf(feature, targets, weights) ?? whyImpossible(feature);
    if (why === undefined) continue;
    const message = `"${feature.name}" cannot be a feature: ${why}. Leave it out, or set its kind.`;
    throw new KernelscopeError('data/no-features', message, { column: feature.name });
  }
  return features.sort((a, b) => a.index - b.index);
}

function roleOf(
  column: ColumnSummary,
  targets: readonly ColumnSummary[],
  weights: ColumnSummary | undefined,
): string | undefined {
  if (targets.includes(column)) return targets.length > 1 ? 'it is one of the targets' : 'it is the target';
  return column === weights ? 'it holds the row weights' : undefined;
}

/** A column that looks like a key may be asked for; one that cannot be encoded may not. */
export function whyImpossible(column: ColumnSummary): string | undefined {
  if (column.kind === 'empty' || column.constant || column.kind === 'text') return column.reason;
  return column.kind === 'category' && column.distinct > MAX_ENCODED_LEVELS ? column.reason : undefined;
}
