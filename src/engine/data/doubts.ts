import type { Note } from '../contract/note';

/** What a detector has chosen, by how much, and what else it could be. */
export interface Detected<T> {
  readonly value: T;
  /** From 0, where the next best is as good, to 1, where nothing else is possible. */
  readonly margin: number;
  /** The next best; left out where there is none. */
  readonly other?: T;
}

/** What is found out from a file, unless a person says it. */
export type Detector = 'delimiter' | 'header' | 'decimals' | 'thousands' | 'dates' | 'missing' | 'encoding' | 'keys';

/** Of each detector: the code of its note, and the option that settles a doubt. */
export const DOUBTS: Readonly<Record<Detector, { readonly code: string; readonly cure: string }>> = {
  delimiter: { code: 'data/doubtful-delimiter', cure: 'set the delimiter' },
  header: { code: 'data/doubtful-header', cure: 'set the header' },
  decimals: { code: 'data/doubtful-decimals', cure: 'set the decimal sign' },
  thousands: { code: 'data/doubtful-thousands', cure: 'set the decimal sign and the thousands separator' },
  dates: { code: 'data/date-order', cure: 'write them as year-month-day' },
  missing: { code: 'data/sentinel', cure: 'set the values that mean missing' },
  encoding: { code: 'data/doubtful-encoding', cure: 'set the encoding' },
  keys: { code: 'data/doubtful-key', cure: 'name the features yourself' },
};

/** The note on a choice that could have been another: `said` is the choice as a sentence without its end. */
export function doubt(detector: Detector, said: string): Note {
  const { code, cure } = DOUBTS[detector];
  return { severity: 'warning', code, text: `${said}. If that is wrong, ${cure}.` };
}
