import { PARAMETER_VALUE } from './parameters';
import { count, finite, flag, list, type Of, oneOf, pair, real, record, struct, text } from './schema';

/** The kernel matrix whole, on all rows or on a random sample; landmarks; random features. */
export type WayKind = Of<typeof WAY_KIND>;
const WAY_KIND = oneOf(['whole', 'sample', 'landmarks', 'randomFeatures']);

/** A way to fit the rows of a request, with what it takes and what it is expected to lose. */
export interface Proposal extends Of<typeof PROPOSAL> {}
export const PROPOSAL = struct({
  kind: WAY_KIND,
  /** Landmarks or features; rows of the others. */
  count: count(),
  /** Method id. */
  method: text(),
  title: text(),
  /** Those that differ from the method's defaults. */
  parameters: record(PARAMETER_VALUE),
  /** Rows it uses, fewer than n for a sample. */
  rows: count(),
  seconds: finite(),
  /** Seconds from and to which most fits take. */
  range: pair(),
  bytes: finite(),
  /** Whether memory allows it. */
  possible: flag(),
  /**
   * Expected rise of the held-out root mean squared error over the best of the proposals, as a share (0.02: 2 % worse), measured on the pilot rows;
   * NaN where it was not measured, null in JSON.
   */
  loss: real,
  /** A sentence: why, or why not. */
  why: text(),
});

/** Ways to fit this many rows and columns with these bytes and threads. */
export interface Proposals extends Of<typeof PROPOSALS> {}
export const PROPOSALS = struct({
  /** Training rows. */
  rows: count(),
  /** Encoded columns. */
  columns: count(),
  /** Bytes that a fit may take now. */
  memory: finite(),
  threads: count(),
  /** Training and held-out rows of the pilot on which losses were measured, and how long it took. */
  pilot: struct({ train: count(), holdout: count(), seconds: finite() }),
  /** Best first: the first is the one to take. */
  proposals: list(PROPOSAL),
  /** The recommendation in two or three sentences. */
  message: text(),
});
