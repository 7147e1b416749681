import type { Design, Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';

/** Fewer rows than this leave nothing to choose a length scale and a lambda by. */
const LEAST_ROWS = 5;

/** What every method here asks of its rows; throws a failure that names the row and the column. */
export function checkDesign(design: Design): void {
  const { x, y, rows } = design.train;
  if (y.length < LEAST_ROWS) {
    throw new KernelscopeError(
      'data/too-few-rows',
      `Only ${y.length} training ${y.length === 1 ? 'row is' : 'rows are'} left; at least ${LEAST_ROWS} are needed. Hold out fewer rows or impute missing values.`,
      { rows: y.length },
    );
  }
  if (x.columns === 0)
    throw new KernelscopeError('data/no-features', 'There is no feature to learn from. Choose at least one column.');
  checkFinite(x, rows, design.transform.names);
  const names = [design.target, ...design.moreTargets];
  for (const [t, values] of [y, ...design.train.more].entries()) checkTarget(names[t], values, design);
  const { holdout } = design;
  if (!holdout) return;
  checkFinite(holdout.x, holdout.rows, design.transform.names);
  for (const [t, values] of [holdout.y, ...holdout.more].entries()) checkSizes(names[t], values, holdout.rows);
}

function checkTarget(name: string, y: Float64Array, { train, classes }: Design): void {
  checkSizes(name, y, train.rows);
  const [least, most] = y.reduce(([low, high], v) => [Math.min(low, v), Math.max(high, v)], [y[0], y[0]]);
  if (most - least >= CLOSEST_TARGET) return;
  if (most > least) {
    const range = most - least;
    const message = `The values of ${name} lie within ${range.toExponential(1)} of each other, too close to compute with: powers of such numbers vanish. Multiply ${name} by ${powerFor(range)}.`;
    throw new KernelscopeError('data/not-finite', message, { column: name });
  }
  throw new KernelscopeError(
    'data/target-constant',
    `Every training row has the same ${name}, ${classes ? classes[y[0]] : y[0]}, so there is nothing to learn. Choose another target.`,
    { column: name },
  );
}

/** Names the first value that is too large; where all are finite, also a power of ten that cures it. */
function checkSizes(name: string, y: Float64Array, rows: Uint32Array): void {
  const at = y.findIndex((value) => !(Math.abs(value) <= LARGEST_TARGET));
  if (at < 0) return;
  const largest = y.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const advice = Number.isFinite(largest) ? `, or multiply ${name} by ${powerFor(largest)}` : '';
  throw notFinite(name, rows[at], y[at], advice);
}

/** Squares of larger values are not finite. */
const LARGEST = 1e150;
/** Of a target: standard errors of squared errors take the fourth power, which must not overflow. */
const LARGEST_TARGET = 1e75;
/** Squares of errors far below the range must keep their digits. (Their standard errors vanish some orders above.) */
const CLOSEST_TARGET = 1e-85;

/** The power of ten that brings this size to about 1, of those that are finite numbers themselves. */
const powerFor = (size: number): string => `1e${Math.min(300, -Math.floor(Math.log10(size)))}`;

/** Throws `data/not-finite` for the first cell whose square would not be. */
export function checkFinite({ rows: n, columns, values }: Matrix, rows: Uint32Array, names: readonly string[]): void {
  for (let c = 0; c < columns; c++) {
    for (let i = 0; i < n; i++) {
      const value = values[c * n + i];
      if (!(Math.abs(value) <= LARGEST)) throw notFinite(names[c], rows[i], value);
    }
  }
}

function notFinite(column: string, row: number, value: number, advice = ''): KernelscopeError {
  const what = Number.isFinite(value) ? `${value}, which is too large to compute with` : 'not a finite number';
  return new KernelscopeError(
    'data/not-finite',
    `Row ${row} of ${column} is ${what}. Correct the value${advice ? ',' : ' or'} leave the row out${advice}.`,
    { row, column },
  );
}
