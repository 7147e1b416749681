import type { ColumnSummary, DesignOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { MAX_ENCODED_LEVELS } from './columnSummary';
import { listed } from './listed';
import type { Table } from './table';

export interface ChosenColumns {
  readonly target: ColumnSummary;
  readonly features: readonly ColumnSummary[];
  /** Columns left out by default, with the reason. Empty when the features were named. */
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
}

/** The target and the features, by name or 1-based position; without features, every usable column but the target. */
export function chooseColumns(table: Table, options: Pick<DesignOptions, 'target' | 'features'>): ChosenColumns {
  const { columns, file } = table.inspection;
  const target = chooseTarget(table, options.target);
  if (columns.length === 1) {
    const message = `${file.name} has one column, "${target.name}". Add a column to predict it from, or set the delimiter.`;
    throw new KernelscopeError('data/one-column', message, { column: target.name });
  }
  if (options.features !== undefined) {
    const features = namedFeatures(table, options.features, target);
    return { target, features, leftOut: [] };
  }
  const others = columns.filter((column) => column !== target);
  let features = others.filter((column) => column.usable);
  // A lone row number may well be the time axis of a series; better than nothing.
  if (features.length === 0) features = others.filter((column) => column.kind === 'number' && !column.constant);
  if (features.length === 0) {
    const why = others.slice(0, 5).map((column) => `"${column.name}": ${column.reason}`);
    const message = `${file.name} has no column to predict "${target.name}" from (${why.join('; ')}). Set the kind of a column, or choose another file.`;
    throw new KernelscopeError('data/no-features', message, { target: target.name });
  }
  const leftOut = others.filter((c) => !features.includes(c)).map((c) => ({ name: c.name, why: c.reason }));
  return { target, features, leftOut };
}

/** A column by its name, else by its 1-based position. Throws `data/unknown-column`. */
export function findColumn(table: Table, reference: string): ColumnSummary {
  const { columns, file } = table.inspection;
  const wanted = reference.trim();
  const byName = columns.find((c) => c.name === reference) ?? columns.find((c) => c.name === wanted);
  const byPosition = /^\d+$/.test(wanted) ? columns[Number(wanted) - 1] : undefined;
  const found = byName ?? byPosition;
  if (found) return found;
  const message = `${file.name} has no column "${reference}". Its columns: ${listed(columns.map((c) => c.name))}.`;
  throw new KernelscopeError('data/unknown-column', message, { column: reference });
}

function chooseTarget(table: Table, reference: string): ColumnSummary {
  const { columns, defaultTarget, file } = table.inspection;
  if (reference.trim() === '' && defaultTarget === undefined) {
    const message = `${file.name} has no numeric column to predict. Choose another file, or set the kind of a column.`;
    throw new KernelscopeError('data/no-target', message);
  }
  const target = reference.trim() === '' ? columns[defaultTarget as number] : findColumn(table, reference);
  const fail = (code: 'data/target-missing' | 'data/target-text' | 'data/target-constant', why: string) =>
    new KernelscopeError(code, `"${target.name}" cannot be the target: ${why}`, { column: target.name });
  if (target.count === 0) throw fail('data/target-missing', 'no cell has a value. Choose another column.');
  if (target.kind === 'category' || target.kind === 'text') {
    const why = target.reason.startsWith('mostly')
      ? `it is ${target.reason}.`
      : 'it holds text. Choose a numeric column.';
    throw fail('data/target-text', why);
  }
  if (target.constant) throw fail('data/target-constant', 'every value is the same. Choose a column that varies.');
  return target;
}

function namedFeatures(table: Table, references: readonly string[], target: ColumnSummary): ColumnSummary[] {
  if (references.length === 0) {
    throw new KernelscopeError('data/no-features', `Choose at least one column to predict "${target.name}" from.`);
  }
  const features = [...new Set(references.map((reference) => findColumn(table, reference)))];
  for (const feature of features) {
    const why = feature === target ? 'it is the target' : whyImpossible(feature);
    if (why === undefined) continue;
    const message = `"${feature.name}" cannot be a feature: ${why}. Leave it out, or set its kind.`;
    throw new KernelscopeError('data/no-features', message, { column: feature.name });
  }
  return features.sort((a, b) => a.index - b.index);
}

/** A column that looks like a key may be asked for; one that cannot be encoded may not. */
function whyImpossible(column: ColumnSummary): string | undefined {
  if (column.kind === 'empty' || column.constant || column.kind === 'text') return column.reason;
  return column.kind === 'category' && column.distinct > MAX_ENCODED_LEVELS ? column.reason : undefined;
}
