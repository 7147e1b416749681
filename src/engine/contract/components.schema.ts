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
  /** Rows of the data, from 1. At most `SCORED_ROWS` of them are kept, drawn evenly. */
  rows: indices(),
  lines: indices(),
  /** rows × l, row-major. */
  scores: singles(),
  /** ||(k(·, x) − m) − P(k(·, x) − m)||² by row: what the l components leave of it, at least 0. For random features in their own space. */
  error: reals(),
});

export const COLOUR_COLUMN = anyOf(
  struct({ column: text(), kind: constant('number'), values: singles() }),
  struct({
    column: text(),
    kind: constant('category'),
    /** −1 where the cell is empty. */
    codes: byHand<Int16Array>({ type: 'array', items: { type: 'integer' } }, (value) => value instanceof Int16Array),
    /** At most 12, the commonest, and "other". */
    levels: texts(),
  }),
);

export const RECONSTRUCTION_CURVE = such(
  struct({
    kind: KIND,
    count: count(),
    /** 0 first, ascending. */
    components: indices(),
    /** R^l in the norm of H; absent for random features, where it is not defined (NYPCA section 4.2). */
    h: optional(reals()),
    /** T^l in L2, reconstruct and embed. */
    l2: reals(),
    /** Of the fit, measured. */
    seconds: real,
    /** Of matrices held at the peak. */
    bytes: real,
  }),
  ({ components, h, l2 }) => agree(components, h, l2),
);

export const PARTS = struct({
  kind: KIND,
  /** Training rows. */
  n: count(),
  /** Landmarks m or features M; n for the empirical form. */
  count: count(),
  /** "uniform landmarks", "Fourier features"; '' for the empirical form. */
  title: text(),
  /** Eigenvalues of the empirical covariance with the factor 1/(n − 1), descending, l of them. */
  eigenvalues: reals(),
  /** Its trace: eigenvalue/total is the share of variance. */
  total: real,
  /** All pairs, or the leading ones by Lanczos with the largest residual relative to the first eigenvalue. */
  solver: struct({ kind: oneOf(['all', 'lanczos']), residual: real, iterations: real }),
  train: SCORED,
  holdout: optional(SCORED),
  /** What points can be coloured by: columns of the file over the scored rows, those of `train` first, then of `holdout`. */
  colours: list(COLOUR_COLUMN),
  /** Correlation of each encoded column with each component over the training rows: names × l, row-major. */
  loadings: struct({ names: texts(), values: reals() }),
  /** This fit first; then others on the same rows: fewer and more landmarks or features, the other forms. */
  reconstruction: list(RECONSTRUCTION_CURVE),
  /** Rows on which `reconstruction` was measured, and whether they were held out. */
  tested: struct({ rows: count(), heldOut: flag() }),
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
