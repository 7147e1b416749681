import { type ColumnSummary, type DesignOptions, MAX_CLASSES } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { isClassified } from '../contract/targetTask';
import { LONG_DIGITS } from './columnSummary';
import { findColumn } from './findColumn';
import { undecided } from './proposeTarget';
import type { Table } from './table';

export interface ChosenTargets {
  /** The target and, where there are several, the further ones in the order asked for. */
  readonly targets: readonly ColumnSummary[];
  /** The values of the target, which is then the only one, are classes. */
  readonly classify: boolean;
}

type TargetOptions = Pick<DesignOptions, 'target' | 'moreTargets' | 'task'>;

/**
 * What is to be predicted, and how. Throws `data/unknown-column`, `data/no-target`, `data/target-…` for a column that
 * cannot be predicted in this way, and `parameter/invalid` for targets that do not go together.
 */
export function chooseTargets(table: Table, { target, moreTargets = [], task }: TargetOptions): ChosenTargets {
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
    else checkNumbers(column);
    if (!column.constant) continue;
    throw unfit(column, 'data/target-constant', `${column.reason}. Choose a column that varies.`);
  }
  return { targets, classify: classed !== undefined };
}

function firstTarget(table: Table, reference: string): ColumnSummary {
  if (reference.trim() !== '') return findColumn(table, reference);
  const { columns, defaultTarget } = table.inspection;
  if (defaultTarget !== undefined) return columns[defaultTarget];
  throw new KernelscopeError('data/no-target', undecided(table.inspection));
}

function checkNumbers(column: ColumnSummary): void {
  if (column.kind !== 'category' && column.kind !== 'text') return;
  throw unfit(column, 'data/target-text', nearlyNumbers(column) ?? 'it holds text. Choose a numeric column.');
}

/** From 2 to `MAX_CLASSES` levels that come again, in one column; a stray word among numbers does not make them classes. */
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

/** What keeps words from being numbers, and what to do. */
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
) => new KernelscopeError(code, `"${column.name}" cannot be the target: ${why}`, { column: column.name });

const invalid = (message: string, column: ColumnSummary): KernelscopeError =>
  new KernelscopeError('parameter/invalid', message, { name: 'target', column: column.name });
