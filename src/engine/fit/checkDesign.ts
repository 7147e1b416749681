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
  if (design.holdout) checkFinite(design.holdout.x, design.holdout.rows, design.transform.names);
}

function checkTarget(name: string, y: Float64Array, { train, classes }: Design): void {
  y.forEach((value, i) => {
    if (!(Math.abs(value) <= LARGEST)) throw notFinite(name, train.rows[i], value);
  });
  if (!y.every((value) => value === y[0])) return;
  throw new KernelscopeError(
    'data/target-constant',
    `Every training row has the same ${name}, ${classes ? classes[y[0]] : y[0]}, so there is nothing to learn. Choose another target.`,
    { column: name },
  );
}

/** Squares of larger values are not finite. */
const LARGEST = 1e150;

/** Throws `data/not-finite` for the first cell whose square would not be. */
export function checkFinite({ rows: n, columns, values }: Matrix, rows: Uint32Array, names: readonly string[]): void {
  for (let c = 0; c < columns; c++) {
    for (let i = 0; i < n; i++) {
      const value = values[c * n + i];
      if (!(Math.abs(value) <= LARGEST)) throw notFinite(names[c], rows[i], value);
    }
  }
}

function notFinite(column: string, row: number, value: number): KernelscopeError {
  const what = Number.isFinite(value) ? `${value}, which is too large to compute with` : 'not a finite number';
  return new KernelscopeError(
    'data/not-finite',
    `Row ${row} of ${column} is ${what}. Correct the value or leave the row out.`,
    { row, column },
  );
}
