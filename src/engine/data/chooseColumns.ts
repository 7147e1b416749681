import type { ColumnSummary, DesignOptions } from '../contract/data';
import { type FailureData, KernelscopeError } from '../contract/failure';
import { type ChosenTargets, chooseTargets } from './chooseTargets';
import { type SplitColumns, splitColumns } from './divideRows';
import { findColumn } from './findColumn';
import type { Table } from './table';

export interface ChosenColumns extends ChosenTargets {
  readonly weights?: ColumnSummary;
  /** What divides the rows. */
  readonly splits: SplitColumns;
  readonly features: readonly ColumnSummary[];
  /** Columns left out by default, with the reason. Empty when the features were named. */
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
}

type ColumnOptions = Omit<DesignOptions, 'missing' | 'standardise' | 'maxRows'>;

/** Targets, weights and features, by name or 1-based position; without features, every usable column that is none of the others. */
export function chooseColumns(table: Table, options: ColumnOptions): ChosenColumns {
  const { columns, file } = table.inspection;
  if (columns.length === 1) {
    const [{ name }] = options.target.trim() === '' ? columns : [findColumn(table, options.target)];
    const message = `${file.name} has one column, "${name}". Add a column to predict it from, or set the delimiter.`;
    throw new KernelscopeError('data/one-column', message, { column: name });
  }
  const chosen = chooseTargets(table, options);
  const { targets } = chosen;
  const [target] = targets;
  const weights = options.weights === undefined ? undefined : findColumn(table, options.weights);
  if (weights && targets.includes(weights)) {
    const message = `"${weights.name}" cannot be both a target and the row weights. Choose another column for one of them.`;
    throw new KernelscopeError('parameter/invalid', message, { name: 'weights', column: weights.name });
  }
  const splits = splitColumns(table, options);
  const { units } = splits;
  const clash = units && (targets.includes(units) ? 'a target' : units === weights ? 'the row weights' : undefined);
  if (clash) {
    const message = `"${units.name}" cannot define groups or folds and also be ${clash}. Choose another column for one of them.`;
    throw new KernelscopeError('parameter/invalid', message, { name: 'splitBy', column: units.name });
  }
  const roles = { ...chosen, ...(weights && { weights }), splits };
  const roleOf = rolesOf(roles);
  if (options.features !== undefined) {
    return { ...roles, features: namedFeatures(table, options.features, roleOf, targets[0]), leftOut: [] };
  }
  const free = columns.filter((column) => roleOf(column) === undefined);
  const others = free.filter((column) => sameTarget(column, targets) === undefined);
  let features = others.filter((column) => column.usable);
  // A lone row number may well be the time axis of a series; better than nothing.
  if (features.length === 0) features = others.filter((column) => column.kind === 'number' && !column.constant);
  if (features.length === 0) {
    throw noFeatures(`${file.name} has no column to predict "${target.name}" from`, others, { target: target.name });
  }
  const leftOut = without(others, features).map((c) => ({ name: c.name, why: c.reason }));
  for (const column of free) {
    const same = sameTarget(column, targets);
    if (same) leftOut.push({ name: column.name, why: `equals the target "${same.name}" in every row` });
  }
  for (const column of [weights, units]) if (column) leftOut.push({ name: column.name, why: roleOf(column) ?? '' });
  return { ...roles, features, leftOut };
}

/** Those of `columns` that are not among `others`: files have up to 20,000 of them. */
export function without(columns: readonly ColumnSummary[], others: readonly ColumnSummary[]): ColumnSummary[] {
  const among = new Set(others);
  return columns.filter((column) => !among.has(column));
}

function namedFeatures(
  table: Table,
  references: readonly string[],
  roleOf: (column: ColumnSummary) => string | undefined,
  target: ColumnSummary,
): ColumnSummary[] {
  if (references.length === 0) {
    throw new KernelscopeError('data/no-features', `Choose at least one column to predict "${target.name}" from.`);
  }
  const features = [...new Set(references.map((reference) => findColumn(table, reference)))];
  for (const feature of features) {
    checkFeature(feature, roleOf(feature));
  }
  return features.sort((a, b) => a.index - b.index);
}

/** The target that a column is but another spelling of. */
const sameTarget = ({ name, sameAs }: ColumnSummary, targets: readonly ColumnSummary[]): ColumnSummary | undefined =>
  targets.find((target) => target.sameAs === name || (sameAs !== undefined && sameAs === target.name));

/** Why a column is no feature: what else it is. */
function rolesOf({ targets, weights, splits }: Pick<ChosenColumns, 'targets' | 'weights' | 'splits'>) {
  return (column: ColumnSummary): string | undefined => {
    if (targets.includes(column)) return targets.length > 1 ? 'it is one of the targets' : 'it is the target';
    if (column === weights) return 'it holds the row weights';
    return column === splits.units ? 'it defines groups, folds or the order' : undefined;
  };
}

/** Throws for a column that has another `role` or cannot be encoded; one that looks like a key may be asked for. */
export function checkFeature(column: ColumnSummary, role: string | undefined): void {
  const { name, kind, constant, reason } = column;
  const why = role ?? (kind === 'empty' || constant || kind === 'text' ? reason : undefined);
  if (why === undefined) return;
  const cure = role === undefined && mayBeCategory(column) ? ', or set its kind to category' : '';
  const message = `"${name}" cannot be a feature: ${why}. Leave it out${cure}.`;
  throw new KernelscopeError('data/no-features', message, { column: name });
}

/** Words that are too many to be told apart are text whatever is said. */
const mayBeCategory = ({ kind, constant, distinctCapped }: ColumnSummary): boolean =>
  !constant && (kind === 'text' || kind === 'category') && !distinctCapped;

/** The failure where none of `others`, the columns without a role, can be used. */
export function noFeatures(what: string, others: readonly ColumnSummary[], data?: FailureData): KernelscopeError {
  const why = others.slice(0, 5).map(({ name, reason }) => `"${name}": ${reason}`);
  const reasons = why.length > 0 ? ` (${why.join('; ')})` : '';
  const words = others.find(mayBeCategory);
  const cure = words ? `Set the kind of "${words.name}" to category, or choose` : 'Choose';
  return new KernelscopeError('data/no-features', `${what}${reasons}. ${cure} another file.`, data);
}
