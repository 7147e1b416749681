import { SUMMED_METHODS } from '../../engine/contract/cluster';
import type { OptionSpec } from './optionSpec';

/** Which rows train and which test. */
export const ROWS = {
  holdout: {
    type: 'string',
    value: 'RULE',
    names: 'data',
    suggests: ['last:', 'time:'],
    default: '0.2',
    sentence:
      'fraction of rows held out at random (0 for none; without it, the last rows of a file in the order of a date), or a file of held-out rows; last:SHARE holds out the last rows, time:COL or time:COL:SHARE those with the last values of a column',
    more: 'The file needs the same columns. `time:` takes a column of dates or numbers.',
  },
  group: {
    type: 'string',
    value: 'COL',
    names: 'column',
    sentence: 'rows with the same value stay together, in folds and in the held-out rows',
  },
  'fold-column': {
    type: 'string',
    value: 'COL',
    names: 'column',
    sentence: 'the fold of every row, at most 100 of them; whole folds are held out',
  },
  blocks: {
    type: 'string',
    value: 'COL|rows',
    names: 'column',
    suggests: ['rows'],
    sentence: 'folds of consecutive rows by a column, or in file order; the last rows are held out',
  },
  streamed: {
    type: 'boolean',
    sentence: `read the rows from the file as often as they are needed and hold a sample of them only (${SUMMED_METHODS.join(', ')})`,
    more: 'Done without being asked where a file is too large for memory; [cluster.md](cluster.md) has what comes from the sample.',
  },
  where: {
    type: 'string',
    value: 'FILTER',
    sentence: `only rows for which it holds, such as "age > 30 and sex = 'female'"`,
    more: 'Or `town in (Ulm, Bonn) or town is missing`. [data.md](data.md#filters) has the rules.',
  },
  without: {
    type: 'string',
    value: 'ROWS',
    sentence: 'leave rows out, such as 12,40-52, counted from 1; the others stay held out or in training',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;
