import type { Parameters } from './method';

/** The kernel matrix whole, on all rows or on a random sample; landmarks; random features. */
export type WayKind = 'whole' | 'sample' | 'landmarks' | 'randomFeatures';

/** A way to fit the rows of a request, with what it takes and what it is expected to lose. */
export interface Proposal {
  readonly kind: WayKind;
  /** Landmarks or features; rows of the others. */
  readonly count: number;
  /** Method id and the parameters that differ from its defaults. */
  readonly method: string;
  readonly title: string;
  readonly parameters: Parameters;
  /** Rows it uses, fewer than n for a sample. */
  readonly rows: number;
  readonly seconds: number;
  /** Seconds from and to which most fits take. */
  readonly range: readonly [number, number];
  readonly bytes: number;
  /** Whether memory allows it. */
  readonly possible: boolean;
  /**
   * Expected rise of the held-out root mean squared error over the best of the proposals, as a share (0.02: 2 % worse), measured on the pilot rows;
   * NaN where it was not measured.
   */
  readonly loss: number;
  /** A sentence: why, or why not. */
  readonly why: string;
}

/** Ways to fit this many rows and columns with these bytes and threads. */
export interface Proposals {
  readonly rows: number;
  readonly columns: number;
  readonly memory: number;
  readonly threads: number;
  /** Training and held-out rows of the pilot on which losses were measured, and how long it took. */
  readonly pilot: { readonly train: number; readonly holdout: number; readonly seconds: number };
  /** Best first: the first is the one to take. */
  readonly proposals: readonly Proposal[];
  /** The recommendation in two or three sentences. */
  readonly message: string;
}
