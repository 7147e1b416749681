import {
  agree,
  anyOf,
  byHand,
  constant,
  count,
  flag,
  indices,
  list,
  named,
  oneOf,
  optional,
  real,
  reals,
  singles,
  struct,
  such,
  text,
  texts,
} from './schema';

const KIND = named('componentsKind', oneOf(['empirical', 'nystrom', 'randomFeatures']));

export const SCORED = struct({
  /** Row numbers in the data, from 1. At most `SCORED_ROWS` rows are stored, drawn uniformly. */
  rows: indices(),
  lines: indices(),
  /** rows × l, row-major. */
  scores: singles(),
  /** ||(k(·, x) − m) − P(k(·, x) − m)||² by row: the part that l components leave, at least 0. For random features, in their own space. */
  error: reals(),
});

export const COLOUR_COLUMN = anyOf(
  struct({ column: text(), kind: constant('number'), values: singles() }),
  struct({
    column: text(),
    kind: constant('category'),
    /** The position of each row's level; −1 if the cell is empty. */
    codes: byHand<Int16Array>({ type: 'array', items: { type: 'integer' } }, (value) => value instanceof Int16Array),
    /** At most 12 levels: the most frequent ones, and "other". */
    levels: texts(),
  }),
);

export const RECONSTRUCTION_CURVE = such(
  struct({
    kind: KIND,
    count: count(),
    /** Numbers of components l, ascending from 0. */
    components: indices(),
    /** The error R^l in the norm of H; absent for random features, for which it is not defined (NYPCA section 4.2). */
    h: optional(reals()),
    /** The error T^l in L2, reconstruct and embed. */
    l2: reals(),
    /** Standard errors of h and l2 as shares of those without any component; omitted by earlier versions. */
    hError: optional(reals()),
    l2Error: optional(reals()),
    /** Measured seconds of the fit. */
    seconds: real,
    /** Bytes of the matrices held at the peak. */
    bytes: real,
  }),
  ({ components, h, l2, hError, l2Error }) => agree(components, h, l2, hError, l2Error),
);

export const PARTS = struct({
  kind: KIND,
  /** The number of training rows. */
  n: count(),
  /** The number of landmarks m or features M; n for the empirical form. */
  count: count(),
  /** The kind of landmarks or features in words: "uniform landmarks", "Fourier features"; '' for the empirical form. */
  title: text(),
  /** True if the eigenpairs are those of the second moment, K/n, from which no mean is taken away; omitted for those of the covariance. */
  uncentred: optional(flag()),
  /** Eigenvalues of the empirical covariance with the factor 1/(n − 1), descending, l of them. */
  eigenvalues: reals(),
  /** The trace of that covariance: eigenvalue/total is the fraction of variance. */
  total: real,
  /** The eigensolver: all pairs, or the leading ones by Lanczos, with the largest residual relative to the first eigenvalue. */
  solver: struct({ kind: oneOf(['all', 'lanczos']), residual: real, iterations: real }),
  train: SCORED,
  holdout: optional(SCORED),
  /** The columns that points can be coloured by: columns of the file over the scored rows, those of `train` first, then of `holdout`. */
  colours: list(COLOUR_COLUMN),
  /** Correlation of each encoded column with each component over the training rows: names × l, row-major. */
  loadings: struct({ names: texts(), values: reals() }),
  /** The curve of this fit first; then those of others on the same rows: fewer and more landmarks or features, the other forms. */
  reconstruction: list(RECONSTRUCTION_CURVE),
  /** The number of rows on which `reconstruction` was measured, whether they were held out, and k(x, x) if it is the same for all of them. */
  tested: struct({ rows: count(), heldOut: flag(), kappa: optional(real) }),
});

export const COMPONENTS = such(PARTS, ({ eigenvalues: { length }, train, holdout, colours, loadings }) => {
  const scored = [train, ...(holdout ? [holdout] : [])];
  const points = scored.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    scored.every(
      ({ rows, lines, scores, error }) => agree(rows, lines, error) && scores.length === rows.length * length,
    ) &&
    colours.every((column) => (column.kind === 'number' ? column.values : column.codes).length === points) &&
    loadings.values.length === loadings.names.length * length
  );
});
