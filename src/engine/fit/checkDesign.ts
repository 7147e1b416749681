import { inBlocks, type RunContext } from '../contract/context';
import type { Design, Sample } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { LARGEST_FEATURE } from '../data/applyTransform';
import { count, scientific } from '../words/numbers';

/** With fewer rows than this there are none to choose a length scale and a lambda by. */
const LEAST_ROWS = 5;

/**
 * Checks the requirements of every method on its rows; throws a failure that names the row, the column and what to do.
 */
export function checkDesign(design: Design, context: RunContext): void {
  const { train, holdout, transform } = design;
  const { x, y } = train;
  if (y.length < LEAST_ROWS) {
    throw new KernelscopeError(
      'data/too-few-rows',
      `Only ${y.length} training ${y.length === 1 ? 'row is' : 'rows are'} left; at least ${LEAST_ROWS} are needed. Hold out fewer rows or impute missing values.`,
      { rows: y.length },
    );
  }
  if (x.columns === 0)
    throw new KernelscopeError('data/no-features', 'There is no feature to learn from. Choose at least one column.');
  checkFinite(train, transform.names, context);
  const names = [design.target, ...design.moreTargets];
  for (const [t, values] of [y, ...train.more].entries()) checkTarget(names[t], values, design, context);
  if (!holdout) return;
  checkFinite(holdout, transform.names, context);
  for (const [t, values] of [holdout.y, ...holdout.more].entries()) checkSizes(names[t], values, holdout, context);
}

function checkTarget(name: string, y: Float64Array, { train, classes }: Design, context: RunContext): void {
  const { least, most } = checkSizes(name, y, train, context);
  const range = most - least;
  if (range >= CLOSEST_TARGET) return;
  if (range > 0) {
    const message = `The values of ${name} are within ${scientific(range)} of each other, too close to compute with. Multiply ${name} by ${powerFor(range)}.`;
    throw new KernelscopeError('data/not-finite', message, { column: name });
  }
  throw new KernelscopeError(
    'data/target-constant',
    `Every training row has the same ${name}, ${classes ? classes[y[0]] : y[0]}, so there is nothing to learn. Choose another target.`,
    { column: name },
  );
}

/**
 * The lowest and the highest value. A failure names the first that is too large and, if all are finite, a power of ten
 * that helps.
 */
function checkSizes(
  name: string,
  y: Float64Array,
  sample: Sample,
  context: RunContext,
): { readonly least: number; readonly most: number } {
  let bad = -1;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  inBlocks(y.length, context, 1, (from, to) => {
    for (let i = from; i < to; i++) {
      if (bad < 0 && !(Math.abs(y[i]) <= LARGEST_TARGET)) bad = i;
      least = Math.min(least, y[i]);
      most = Math.max(most, y[i]);
    }
  });
  if (bad < 0) return { least, most };
  const largest = Math.max(-least, most);
  const advice = Number.isFinite(largest) ? `, or multiply ${name} by ${powerFor(largest)}` : '';
  throw notFinite(name, sample, bad, y[bad], advice);
}

/** The largest size of a target: standard errors of squared errors take the fourth power, which must not overflow. */
const LARGEST_TARGET = 1e75;
/** Squares of errors far below the range must keep their digits. (Their standard errors vanish some orders above.) */
const CLOSEST_TARGET = 1e-85;

/** The power of ten that brings this size to about 1, or the closest one that is itself a finite number. */
const powerFor = (size: number): string => `1e${Math.min(300, -Math.floor(Math.log10(size)))}`;

/** Throws `data/not-finite` for the first cell of a sample whose square is not finite; cells of files were checked as they were read. */
function checkFinite(sample: Sample, names: readonly string[], context: RunContext): void {
  const { rows: n, columns, values } = sample.x;
  for (let c = 0; c < columns; c++) {
    inBlocks(n, context, 1, (from, to) => {
      for (let i = from; i < to; i++) {
        const value = values[c * n + i];
        if (!(Math.abs(value) <= LARGEST_FEATURE)) throw notFinite(names[c], sample, i, value);
      }
    });
  }
}

function notFinite(column: string, { rows, lines }: Sample, i: number, value: number, advice = ''): KernelscopeError {
  const [row, line] = [rows[i], lines[i]];
  const what = Number.isFinite(value) ? `${value}, which is too large to compute with` : 'not a finite number';
  return new KernelscopeError(
    'data/not-finite',
    `Row ${row} of ${column} is ${what}. Correct the value in line ${line}${advice ? ',' : ' or'} leave the row out${advice}.`,
    { row, line, column },
  );
}

/**
 * Checks the requirements of components on the rows: two of them, and finite cells. Throws a failure that names the row
 * and the column.
 */
export function checkRows({ train, holdout, transform }: Design, context: RunContext): void {
  const { x } = train;
  if (x.rows < 2) {
    throw new KernelscopeError(
      'data/too-few-rows',
      `Only ${x.rows} training ${x.rows === 1 ? 'row is' : 'rows are'} left; at least 2 are needed for principal components. Hold out fewer rows or impute missing values.`,
      { rows: x.rows },
    );
  }
  if (x.columns === 0)
    throw new KernelscopeError('data/no-features', 'There is no column to take components of. Choose at least one.');
  checkFinite(train, transform.names, context);
  if (holdout) checkFinite(holdout, transform.names, context);
}

/** The failure if all rows are the same point to the kernel, or if its values cannot be computed. */
export function nothingToDecompose(n: number, total: number): KernelscopeError {
  return Number.isFinite(total)
    ? new KernelscopeError(
        'data/no-features',
        `The ${count(n)} training rows are all the same to the kernel, so they have no principal components. Choose other columns, or a smaller length scale.`,
      )
    : new KernelscopeError(
        'numerics/failed',
        'The kernel has values that are too large to compute with. Standardise the columns, or choose a larger length scale.',
      );
}
