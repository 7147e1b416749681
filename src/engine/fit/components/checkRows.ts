import type { RunContext } from '../../contract/context';
import type { Design } from '../../contract/data';
import { KernelscopeError } from '../../contract/failure';
import { count } from '../../words/numbers';
import { checkFinite } from '../checkDesign';

/** What components ask of the rows: two of them, and finite cells. Throws a failure that names the row and the column. */
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

/** All rows are the same point to the kernel, or its values are beyond computing. */
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
