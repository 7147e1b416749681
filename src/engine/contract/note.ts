import { type Of, oneOf, struct, text } from './schema';

/** Something a person should know about their data or their fit: a finding in words, never only a number. */
export interface Note extends Of<typeof NOTE> {}

export const NOTE = struct({
  severity: oneOf(['info', 'warning']),
  /** A stable code for tests and for filtering, as the sentence may be reworded: "data/dropped-rows", "lambda/grid-edge". */
  code: text(),
  text: text(),
});
