import type { Note } from '../contract/note';

/** A detector's choice and its margin: from 0, where another is as good, to 1, where nothing else is possible. */
export interface Detected<T> {
  readonly value: T;
  readonly margin: number;
}

/** The properties of a file that are found from it, unless a person sets them. */
export type Detector = keyof typeof DOUBTS;

/** For each detector: the code of its note, the margin from which on there is no note, and what settles a doubt. */
export const DOUBTS = {
  delimiter: { code: 'data/doubtful-delimiter', limit: 0.05, cure: 'set the delimiter' },
  header: { code: 'data/doubtful-header', limit: 0.5, cure: 'set whether there is a header' },
  decimals: { code: 'data/doubtful-decimals', limit: 0.25, cure: 'set the decimal sign' },
  thousands: {
    code: 'data/doubtful-thousands',
    limit: 0.5,
    cure: 'set the decimal sign and the thousands separator',
  },
  // Steps from row to row prove no order.
  dates: { code: 'data/date-order', limit: 1, cure: 'write them as year-month-day' },
  centuries: { code: 'data/doubtful-centuries', limit: 0.5, cure: 'write years with four digits' },
  times: { code: 'data/doubtful-times', limit: 0.5, cure: 'set its kind to number' },
  durations: { code: 'data/doubtful-durations', limit: 0.5, cure: 'write them as h:mm:ss' },
  // Whatever empties cells that hold a number gets a note.
  missing: { code: 'data/sentinel', limit: 1, cure: 'set the values that mean missing' },
  encoding: { code: 'data/doubtful-encoding', limit: 0.25, cure: 'set the encoding' },
  keys: { code: 'data/doubtful-key', limit: 0.5, cure: 'set its kind to number' },
} satisfies Readonly<Record<string, { code: string; limit: number; cure: string }>>;

/**
 * The note on a choice that could have been another: `said` is the choice as a sentence without its end, `columns` are
 * those that it is about.
 */
export function doubt(detector: Detector, said: string, columns?: readonly string[]): Note {
  const { code, cure } = DOUBTS[detector];
  return { severity: 'warning', code, text: `${said}. If that is wrong, ${cure}.`, ...(columns && { columns }) };
}

/** The same note when the margin of the choice is small, and none otherwise. */
export const doubtBelow = (
  detector: Detector,
  margin: number,
  said: string,
  columns?: readonly string[],
): readonly Note[] => (margin < DOUBTS[detector].limit ? [doubt(detector, said, columns)] : []);
