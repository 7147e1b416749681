import * as s from './schema';

const KIND = s.named('componentsKind', s.oneOf(['empirical', 'nystrom', 'randomFeatures']));

export const SCORED = s.struct({
  /** Row numbers in the data, from 1. At most `SCORED_ROWS` rows are stored, drawn uniformly. */
  rows: s.indices(),
  lines: s.indices(),
  /** rows × l, row-major. */
  scores: s.singles(),
  /** ||(k(·, x) − m) − P(k(·, x) − m)||² by row: the part that l components leave, at least 0. For random features, in their own space. */
  error: s.reals(),
});

export const COLOUR_COLUMN = s.anyOf(
  s.struct({ column: s.text(), kind: s.constant('number'), values: s.singles() }),
  s.struct({
    column: s.text(),
    kind: s.constant('category'),
    /** The position of each row's level; −1 if the cell is empty. */
    codes: s.byHand<Int16Array>({ type: 'array', items: { type: 'integer' } }, (value) => value instanceof Int16Array),
    /** At most 12 levels: the most frequent ones, and "other". */
    levels: s.texts(),
  }),
);

export const RECONSTRUCTION_CURVE = s.such(
  s.struct({
    kind: KIND,
    count: s.natural(),
    /** Numbers of components l, ascending from 0. */
    components: s.indices(),
    /** The error R^l in the norm of H; absent for random features, for which it is not defined (NYPCA section 4.2). */
    h: s.optional(s.reals()),
    /** The error T^l in L2, reconstruct and embed. */
    l2: s.reals(),
    /** Standard errors of h and l2 as fractions of those without any component; omitted by earlier versions. */
    hError: s.optional(s.reals()),
    l2Error: s.optional(s.reals()),
    /** Measured seconds of the fit. */
    seconds: s.real,
    /** Bytes of the matrices held at the peak. */
    bytes: s.real,
  }),
  ({ components, h, l2, hError, l2Error }) => s.agree(components, h, l2, hError, l2Error),
);

export const PARTS = s.struct({
  kind: KIND,
  /** The number of training rows. */
  n: s.natural(),
  /** The number of landmarks m or features M; n for the empirical form. */
  count: s.natural(),
  /** The kind of landmarks or features in words: "uniform landmarks", "Fourier features"; '' for the empirical form. */
  title: s.text(),
  /** True if the eigenpairs are those of the second moment, K/n, from which no mean is taken away; omitted for those of the covariance. */
  uncentred: s.optional(s.flag()),
  /** Eigenvalues of the empirical covariance with the factor 1/(n − 1), descending, l of them. */
  eigenvalues: s.reals(),
  /** The trace of that covariance: eigenvalue/total is the fraction of variance. */
  total: s.real,
  /** The eigensolver: all pairs, or the leading ones by Lanczos, with the largest residual relative to the first eigenvalue. */
  solver: s.struct({ kind: s.oneOf(['all', 'lanczos']), residual: s.real, iterations: s.real }),
  train: SCORED,
  holdout: s.optional(SCORED),
  /** The columns that points can be coloured by: columns of the file over the scored rows, those of `train` first, then of `holdout`. */
  colours: s.list(COLOUR_COLUMN),
  /** Correlation of each encoded column with each component over the training rows: names × l, row-major. */
  loadings: s.struct({ names: s.texts(), values: s.reals() }),
  /** The curve of this fit first; then those of others on the same rows: fewer and more landmarks or features, the other forms. */
  reconstruction: s.list(RECONSTRUCTION_CURVE),
  /**
   * The number of rows on which `reconstruction` was measured, whether they were held out, k(x, x) if it is the same for all of them, and true if they
   * lack far rows that training rows include.
   */
  tested: s.struct({ rows: s.natural(), heldOut: s.flag(), kappa: s.optional(s.real), lacking: s.optional(s.flag()) }),
});

export const COMPONENTS = s.such(PARTS, ({ eigenvalues: { length }, train, holdout, colours, loadings }) => {
  const scored = [train, ...(holdout ? [holdout] : [])];
  const points = scored.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    scored.every(
      ({ rows, lines, scores, error }) => s.agree(rows, lines, error) && scores.length === rows.length * length,
    ) &&
    colours.every((column) => (column.kind === 'number' ? column.values : column.codes).length === points) &&
    loadings.values.length === loadings.names.length * length
  );
});
