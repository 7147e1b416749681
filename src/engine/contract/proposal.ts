import { PARAMETER_VALUE } from './parameters';
import { finite, flag, list, natural, type Of, oneOf, optional, pair, real, record, struct, text } from './schema';

/** The kinds of ways: the full kernel matrix, on all rows or on a random sample; landmarks; random features. */
export type WayKind = Of<typeof WAY_KIND>;
const WAY_KIND = oneOf(['whole', 'sample', 'landmarks', 'randomFeatures']);

/** A way to fit the rows of a request, with its cost and the rise of the error expected from it. */
export interface Proposal extends Of<typeof PROPOSAL> {}
export const PROPOSAL = struct({
  kind: WAY_KIND,
  /** The number of landmarks or features; for the other kinds, of rows. */
  count: natural(),
  /** The id of the method. */
  method: text(),
  title: text(),
  /** The parameters that differ from the method's defaults. */
  parameters: record(PARAMETER_VALUE),
  /** The number of rows that it uses, fewer than n for a sample. */
  rows: natural(),
  seconds: finite(),
  /** The range of seconds within which most fits finish. */
  range: pair(),
  bytes: finite(),
  /** True if memory allows it. */
  possible: flag(),
  /**
   * Expected rise of the held-out root mean squared error over the best of the proposals, as a fraction (0.02: 2 % worse), measured on the pilot
   * rows; NaN if it was not measured, null in JSON.
   */
  loss: real,
  /** A sentence on why to take it, or why not. */
  why: text(),
});

/** The ways to fit this many rows and columns within these bytes and threads. */
export interface Proposals extends Of<typeof PROPOSALS> {}
export const PROPOSALS = struct({
  /** The number of training rows. */
  rows: natural(),
  /** The number of encoded columns. */
  columns: natural(),
  /** The bytes that a fit may take now. */
  memory: finite(),
  threads: natural(),
  /** The numbers of training and held-out rows of the pilot on which losses were measured, and its seconds. */
  pilot: struct({ train: natural(), holdout: natural(), seconds: finite() }),
  /** The proposals, the best first: it is the one to take. */
  proposals: list(PROPOSAL),
  /** The recommendation in two or three sentences. */
  message: text(),
});

/** The way that was fitted in place of an exact fit of the same rows. */
export interface Approximate extends Of<typeof APPROXIMATE> {}
export const APPROXIMATE = struct({
  /** rule: by the times and the memory that are expected, as no method was named; person: from the ways that were compared. */
  by: oneOf(['rule', 'person']),
  kind: WAY_KIND,
  /** As in the proposals. */
  count: natural(),
  /** The number of landmarks that half a minute allows, if fewer did as well. */
  most: optional(natural()),
  /**
   * Expected rise of the held-out root mean squared error over an exact fit of the same rows, as a fraction, and the interval that it is known
   * within; omitted if it was not measured.
   */
  loss: optional(struct({ value: finite(), interval: pair() })),
  /** All ways; omitted for rows that are not held in memory, which no other way fits. */
  ways: optional(PROPOSALS),
});
