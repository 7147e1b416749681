import { type ColumnSummary, type DesignOptions, isClassified, MAX_CLASSES } from '../contract/data';
import { type FailureData, KernelscopeError } from '../contract/failure';
import { loggedIn } from '../words/logarithmName';
import { LONG_DIGITS, SAME_VALUE } from './columnSummary';
import { type SplitColumns, splitColumns } from './divideRows';
import { findColumn } from './findColumn';
import { undecided } from './proposeTarget';
import type { Table } from './table';

export interface ChosenColumns extends ChosenTargets {
  readonly weights?: ColumnSummary;
  /** The columns that divide the rows. */
  readonly splits: SplitColumns;
  readonly features: readonly ColumnSummary[];
  /** Columns left out by default, with the reason. Empty when the features were named. */
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
}

type ColumnOptions = Omit<DesignOptions, 'missing' | 'standardise' | 'maxRows'> &
  Partial<Pick<DesignOptions, 'missing'>>;

/**
 * The targets, weights and features, by name or 1-based position; when no features are named, every usable column
 * without another role.
 */
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
  // Once the rows with its gaps are dropped, a column of one value has no information.
  let features = others.filter(({ usable, constant }) => usable && !(constant && options.missing === 'drop'));
  // A lone row number may well be the time axis of a series; better than nothing.
  if (features.length === 0) features = others.filter((column) => column.kind === 'number' && !column.constant);
  if (features.length === 0) {
    throw noFeatures(`${file.name} has no column to predict "${target.name}" from`, others, { target: target.name });
  }
  const leftOut = withoutColumns(others, features).map((c) => ({
    name: c.name,
    why: c.reason || SAME_VALUE,
  }));
  for (const column of free) {
    const same = sameTarget(column, targets);
    if (same) leftOut.push({ name: column.name, why: `equals the target "${same.name}" in every row` });
  }
  for (const column of columns) {
    const why = otherScale(column, targets);
    if (why) leftOut.push({ name: column.name, why });
  }
  for (const column of [weights, units]) if (column) leftOut.push({ name: column.name, why: roleOf(column) ?? '' });
  return { ...roles, features, leftOut };
}

/** The `columns` that are not among `others`, found through a set: files have up to 20,000 of them. */
export function withoutColumns(columns: readonly ColumnSummary[], others: readonly ColumnSummary[]): ColumnSummary[] {
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

/** The target of which a column is only another spelling. */
const sameTarget = ({ name, sameAs }: ColumnSummary, targets: readonly ColumnSummary[]): ColumnSummary | undefined =>
  targets.find((target) => target.sameAs === name || (sameAs !== undefined && sameAs === target.name));

/** The reason to leave out a column when, by their names, a target is its logarithm or the other way round. */
function otherScale({ name }: ColumnSummary, targets: readonly ColumnSummary[]): string | undefined {
  const logged = targets.find((target) => target.name === loggedIn(name));
  if (logged) return `it is the logarithm of the target "${logged.name}"`;
  const logarithm = targets.find((target) => loggedIn(target.name) === name);
  return logarithm && `the target "${logarithm.name}" is its logarithm`;
}

/** Why a column cannot be a feature: the other role that it has. */
function rolesOf({ targets, weights, splits }: Pick<ChosenColumns, 'targets' | 'weights' | 'splits'>) {
  return (column: ColumnSummary): string | undefined => {
    if (targets.includes(column)) return targets.length > 1 ? 'it is one of the targets' : 'it is the target';
    if (column === weights) return 'it holds the row weights';
    return column === splits.units ? 'it defines groups, folds or the order' : otherScale(column, targets);
  };
}

/** Throws for a column that has another `role` or cannot be encoded; one that looks like a key may be asked for. */
export function checkFeature(column: ColumnSummary, role: string | undefined): void {
  const { name, kind, constant, usable, reason } = column;
  const why = role ?? (kind === 'empty' || (constant && !usable) || kind === 'text' ? reason : undefined);
  if (why === undefined) return;
  const cure = role === undefined && mayBeCategory(column) ? ', or set its kind to category' : '';
  const message = `"${name}" cannot be a feature: ${why}. Leave it out${cure}.`;
  throw new KernelscopeError('data/no-features', message, { column: name });
}

/** True when a column may be set to category; words too many to be distinguished stay text. */
const mayBeCategory = ({ kind, constant, distinctCapped }: ColumnSummary): boolean =>
  !constant && (kind === 'text' || kind === 'category') && !distinctCapped;

/** The failure when none of `others`, the columns without a role, can be used. */
export function noFeatures(what: string, others: readonly ColumnSummary[], data?: FailureData): KernelscopeError {
  const why = others.slice(0, 5).map(({ name, reason }) => `"${name}": ${reason}`);
  const reasons = why.length > 0 ? ` (${why.join('; ')})` : '';
  const words = others.find(mayBeCategory);
  const cure = words ? `Set the kind of "${words.name}" to category, or choose` : 'Choose';
  return new KernelscopeError('data/no-features', `${what}${reasons}. ${cure} another file.`, data);
}

interface ChosenTargets {
  /** The target, followed by any further ones in the order asked for. */
  readonly targets: readonly ColumnSummary[];
  /** True when the values of the target, which is then the only one, are classes. */
  readonly classify: boolean;
}

type TargetOptions = Pick<DesignOptions, 'target' | 'moreTargets' | 'task'>;

/**
 * The targets, and whether they are classified. Throws `data/unknown-column`, `data/no-target`, `data/target-…` for a
 * column that cannot be predicted in this way, and `parameter/invalid` for targets that do not go together.
 */
function chooseTargets(table: Table, { target, moreTargets = [], task }: TargetOptions): ChosenTargets {
  const first = firstTarget(table, target);
  const targets = [first, ...moreTargets.map((reference) => findColumn(table, reference))];
  const twice = targets.find((column, i) => targets.indexOf(column) < i);
  if (twice) throw invalid(`"${twice.name}" is named twice as a target. Name every target once.`, twice);
  for (const column of targets) {
    if (column.count === 0) throw unfit(column, 'data/target-missing', 'no cell has a value. Choose another column.');
  }
  const long = targets.find(({ reason }) => reason === LONG_DIGITS);
  if (long) throw unfit(long, 'data/target-text', `it holds ${LONG_DIGITS}. Choose another column.`);
  const classed = targets.find((column) => isClassified(column, task, targets.length > 1));
  if (classed && targets.length > 1) throw severalWithClasses(classed);
  for (const column of targets) {
    if (classed) checkClasses(column, task);
    else checkNumbers(column, task);
    if (!column.constant) continue;
    throw unfit(column, 'data/target-constant', `${column.reason || SAME_VALUE}. Choose a column that varies.`);
  }
  return { targets, classify: classed !== undefined };
}

function firstTarget(table: Table, reference: string): ColumnSummary {
  if (reference.trim() !== '') return findColumn(table, reference);
  const { columns, defaultTarget } = table.inspection;
  if (defaultTarget !== undefined) return columns[defaultTarget];
  throw new KernelscopeError('data/no-target', undecided(table.inspection));
}

function checkNumbers(column: ColumnSummary, task: DesignOptions['task']): void {
  if (column.kind !== 'category' && column.kind !== 'text') return;
  const classes = task === 'regress' && column.kind === 'category' ? ', or set the task to classify' : '';
  throw unfit(column, 'data/target-text', nearlyNumbers(column) ?? `it holds text. Choose a numeric column${classes}.`);
}

/**
 * Throws unless a column has at most `MAX_CLASSES` levels, which repeat; a stray word among numbers does not make them
 * classes.
 */
function checkClasses(column: ColumnSummary, task: DesignOptions['task']): void {
  const { kind, distinct, distinctCapped, count } = column;
  const fail = (why: string) => unfit(column, 'data/target-text', why);
  const nearly = nearlyNumbers(column);
  if (task === undefined && nearly !== undefined) throw fail(nearly);
  if (kind === 'date') throw fail('it holds dates, not classes. Choose another column, or predict it as a number.');
  const many = `${distinctCapped ? 'more than ' : ''}${distinct}`;
  if (distinct > MAX_CLASSES || distinctCapped) {
    throw fail(
      `it has ${many} different values, more than the ${MAX_CLASSES} classes possible. It may be an identifier or a quantity. Choose another column.`,
    );
  }
  if (distinct > Math.max(2, count / 2)) {
    throw fail(
      `nearly every row has a different value, ${many} in ${count} rows. It may be an identifier. Choose another column.`,
    );
  }
}

/** The reason why words are not numbers, and what to do. */
function nearlyNumbers({ reason }: ColumnSummary): string | undefined {
  if (reason.startsWith('mostly numbers')) return `it is ${reason}.`;
  if (!reason.startsWith('looks like numbers')) return undefined;
  return `it ${reason}. Write them all in one way, or choose another column.`;
}

function severalWithClasses(column: ColumnSummary): KernelscopeError {
  const alone = 'Choose it alone, or leave it out of the targets';
  const numeric = column.kind !== 'category' && column.kind !== 'text';
  const advice = numeric ? `${alone}, or set the task to regress to predict it as a number.` : `${alone}.`;
  return invalid(`"${column.name}" would be classified, and classes can only be the single target. ${advice}`, column);
}

const unfit = (
  column: ColumnSummary,
  code: 'data/target-missing' | 'data/target-text' | 'data/target-constant',
  why: string,
) =>
  new KernelscopeError(code, `"${column.name}" cannot be the target: ${why}`, {
    column: column.name,
    quotes: why === nearlyNumbers(column),
  });

const invalid = (message: string, column: ColumnSummary): KernelscopeError =>
  new KernelscopeError('parameter/invalid', message, { name: 'target', column: column.name });
