import { type Of, oneOf, optional, struct, text, texts } from './schema';

/** Something a person should know about their data or their fit: a finding in words, never only a number. */
export interface Note extends Of<typeof NOTE> {}

export const NOTE = struct({
  severity: oneOf(['info', 'warning']),
  /** A stable code for tests and for filtering, as the sentence may be reworded: "data/dropped-rows", "lambda/grid-edge". */
  code: text(),
  text: text(),
  /** The columns that it is about, if it names some. */
  columns: optional(texts()),
});
