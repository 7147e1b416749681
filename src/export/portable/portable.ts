import type { Matrix } from '../../engine/contract/data';
import { FROZEN_READING, READ_OPTIONS, TRANSFORM_INPUT } from '../../engine/contract/data.schema';
import { CLASSES, FIT_QUALITY, TRANSFORM } from '../../engine/contract/model.schema';
import {
  anyOf,
  byHand,
  constant,
  count,
  extended,
  finite,
  indices,
  list,
  named,
  numbers,
  type Of,
  oneOf,
  optional,
  pair,
  picked,
  reals,
  record,
  reference,
  type Schema,
  saying,
  struct,
  text,
  without,
} from '../../engine/contract/schema';
import type { Formula } from '../kernels/formulas';

/** Raised when what an export holds changes so that a reader of an earlier one would misread it. */
export const PORTABLE_FORMAT = 2;

// As JSON a matrix is a list of its rows, and a number that JSON lacks an object (withArrays.ts).

const matrix = (): Schema<Matrix> =>
  byHand({ type: 'array', items: numbers().json, description: 'A list of rows' }, () => true);
/** A row for each encoded column. */
export const ROWS = matrix();
/** The same, and behind them one for a constant. */
export const ROWS_AND_CONSTANT = matrix();
const ODD = {
  type: 'object',
  properties: { $number: { enum: ['NaN', 'Infinity', '-Infinity'] } },
  required: ['$number'],
  additionalProperties: false,
};
const amount: Schema<number> = byHand({ anyOf: [{ type: 'number' }, ODD] }, () => true);

const lengthScale = saying('One, or one for each encoded column.', list(finite()));

/** A kernel of one formula: `function` of the squared distance, of inner products, or of columns' distances in turns. */
export interface PortableLeaf extends Of<typeof LEAF> {
  /** The formula, for exporters: no file holds it. */
  readonly of: Formula['of'];
}
const LEAF = struct({
  kind: constant('leaf'),
  /** One of the formulas of docs/export.md: "gaussian", "arcCosine1". */
  function: text(),
  argument: oneOf(['distance', 'innerProduct', 'difference']),
  /** The encoded columns that it sees, from 0; all where they are left out. */
  columns: optional(list(count())),
  lengthScale,
  parameters: record(anyOf(finite(), list(finite()))),
});

export type PortableKernel =
  | { readonly kind: 'sum'; readonly terms: readonly { readonly weight: number; readonly kernel: PortableKernel }[] }
  | { readonly kind: 'product'; readonly factors: readonly PortableKernel[] }
  /** φ(x)·φ(z)/M of rows divided by the length scale. */
  | { readonly kind: 'features'; readonly lengthScale: readonly number[]; readonly map: PortableMap }
  | PortableLeaf;

const kernel = reference<PortableKernel>('kernel', () => KERNEL);
const map = reference<PortableMap>('map', () => MAP);

const KERNEL: Schema<PortableKernel> = named(
  'kernel',
  anyOf(
    struct({ kind: constant('sum'), terms: list(struct({ weight: finite(), kernel })) }),
    struct({ kind: constant('product'), factors: list(kernel) }),
    struct({ kind: constant('features'), lengthScale, map }),
    LEAF,
  ),
);

const dotProduct = { lengthScale, scale: finite(), offset: finite() };

/**
 * The members of the engine's maps (engine/contract/kernel.ts) by which their features are computed, for any map that follows from its arrays and
 * numbers: all but landmarks, fields and splines, which have a kernel. A stranger may have added other members.
 */
export const ARRAY_MAPS = {
  units: struct({
    kind: constant('units'),
    activation: text(),
    weights: ROWS,
    bias: reals(),
    scale: finite(),
    thresholds: optional(reals()),
    factors: optional(reals()),
  }),
  /** coefficient_j times the product of degree_j columns of sqrt(scale)·(x/lengthScale)·signs + sqrt(offset)·(last row of signs). */
  maclaurin: struct({
    kind: constant('maclaurin'),
    ...dotProduct,
    degrees: reals(),
    coefficients: reals(),
    signs: ROWS_AND_CONSTANT,
  }),
  tensorSketch: struct({
    kind: constant('tensorSketch'),
    ...dotProduct,
    count: count(),
    width: count(),
    degree: count(),
    buckets: ROWS_AND_CONSTANT,
    signs: ROWS_AND_CONSTANT,
  }),
  taylor: struct({
    kind: constant('taylor'),
    lengthScale,
    scale: finite(),
    starts: reals(),
    indices: reals(),
    factors: reals(),
  }),
  histogram: struct({ kind: constant('histogram'), weights: ROWS }),
  additive: struct({
    kind: constant('additive'),
    columns: reals(),
    frequencies: reals(),
    phases: reals(),
    factors: reals(),
  }),
};

export type PortableMap =
  | Of<(typeof ARRAY_MAPS)[keyof typeof ARRAY_MAPS]>
  /** A periodic function between rows divided by the length scale and points, d×M. */
  | {
      readonly kind: 'spline';
      readonly lengthScale: readonly number[];
      readonly points: Matrix;
      readonly kernel: PortableLeaf;
    }
  | {
      readonly kind: 'landmarks';
      readonly kernel: PortableKernel;
      readonly points: Matrix;
      /** Lower triangular. */
      readonly factor: Matrix;
    }
  /** k(x, points)·coefficients, n×M. */
  | { readonly kind: 'field'; readonly kernel: PortableKernel; readonly points: Matrix; readonly coefficients: Matrix };

const { units, maclaurin, tensorSketch, taylor, histogram, additive } = ARRAY_MAPS;
const MAP: Schema<PortableMap> = named(
  'map',
  anyOf(
    units,
    maclaurin,
    tensorSketch,
    taylor,
    histogram,
    additive,
    struct({ kind: constant('spline'), lengthScale, points: ROWS, kernel: LEAF }),
    struct({ kind: constant('landmarks'), kernel, points: ROWS, factor: ROWS }),
    struct({ kind: constant('field'), kernel, points: ROWS, coefficients: ROWS }),
  ),
);

export type PortableBlock = Of<typeof BLOCK>;
const BLOCK = anyOf(
  struct({ kind: constant('constant') }),
  struct({ kind: constant('monomial'), powers: list(struct({ column: count(), power: count() })) }),
  struct({ kind: constant('map'), map: MAP }),
);

/** Half the width of a 95 % interval: widening(x)·min(width·s(x), most). */
export interface PortableInterval extends Of<typeof INTERVAL> {}
const INTERVAL = struct({
  width: amount,
  /** Left out: infinite. */
  most: optional(amount),
  /** s(x) is 1, the deviation (at most `mostDeviation`), or exp of a sum as of predictions, kept within `range`. */
  spread: oneOf(['constant', 'deviation', 'fitted']),
  alpha: optional(reals()),
  beta: optional(reals()),
  range: optional(pair()),
  mostDeviation: optional(amount),
  /**
   * Of spectral fits: deviation² = 1 + leverage + max(0, prior − Σ weight_i·P_i²)/ridge. widening = max(1, deviation/mostDeviation). Of ridge over
   * all directions the weights are 1/(eigenvalue + ridge/n).
   */
  deviation: optional(struct({ weights: reals(), ridge: amount })),
});

export interface PortableOutput extends Of<typeof OUTPUT> {}
const OUTPUT = struct({
  /** Of the target, or of the class. */
  name: text(),
  /** Coefficients of the rows. */
  alpha: reals(),
  /** Coefficients of the features kept. */
  beta: reals(),
  /** Left out where intervals were not asked for. */
  interval: optional(INTERVAL),
});

/**
 * The directions that intervals are computed from. Of m new rows with k = k(x, rows) (m×n), F the features `kept` here, and v = F·whiten:
 * P = k·directions − v·coupling, prior = k(x, x) − 2·v·(k·along)' + v·inner·v', leverage = ‖v‖².
 */
export interface PortableDirections extends Of<typeof DIRECTIONS> {}
const DIRECTIONS = struct({
  /** n×r. */
  directions: matrix(),
  /** p×r. */
  coupling: matrix(),
  /** n×p. */
  along: matrix(),
  /** p×p. */
  inner: matrix(),
});

/**
 * With S = diag(`roots`), K = S·k(rows, rows)·S, Q = S·F·`whiten` of the rows and E the eigenvectors of (I − QQ')·K·(I − QQ') by descending
 * eigenvalue, as many as there are weights: directions = S·E/√n, coupling = Q'·K·E/√n, along = S·Q, inner = Q'·K·Q.
 */
export interface PortableProjection extends Of<typeof PROJECTION> {}
const PROJECTION = struct({
  kept: indices(),
  /** p×p. */
  whiten: matrix(),
  /** Square roots of the rows' weights; left out if all are 1. */
  roots: optional(reals()),
  /** Of a reader that decomposes nothing; left out if it is to follow from the rows. */
  stored: optional(DIRECTIONS),
});

/** scores = φ·coefficients − offset; error = max(0, φ(x)·φ(x) − 2·φ·meanWeights + constant − ‖scores‖²), φ(x)·φ(x) = k(x, x) on rows. */
export interface PortableComponents extends Of<typeof COMPONENTS> {}
const COMPONENTS = struct({
  coefficients: matrix(),
  offset: reals(),
  meanWeights: reals(),
  constant: amount,
  ownScale: amount,
  /**
   * Rows from scores t, of models that have rows: means of `rows` + g(t, T)·(g(T, T) + alpha·I)⁻¹·(rows − means), T the scores of `rows`, g the Gaussian
   * kernel. Of more than 2,000 rows, 2,000 at equal distances, row ⌊i·n/2000⌋ for i from 0.
   */
  inverse: optional(struct({ lengthScale: finite(), alpha: finite() })),
});

/** What a model's own members say, without those that a later version, or a stranger, added. */
export const KNOWN = {
  /** Kinds come as a list. */
  read: without(READ_OPTIONS, 'kinds', 'acceptExpansion'),
  frozen: FROZEN_READING,
  input: TRANSFORM_INPUT,
  classes: CLASSES,
  quality: picked(FIT_QUALITY, 'unreliableIntervals', 'doubts', 'gaps'),
};

/**
 * Everything that predicts, in the form in which every export says it: plain values, vectors (Float64Array) and matrices. What needs a
 * decomposition or a series is computed here, so that a reader needs arithmetic alone. docs/export.md documents every member.
 */
export interface PortableModel extends Of<typeof PORTABLE_MODEL> {}
export const PORTABLE_MODEL = struct({
  format: constant('kernelscope portable model'),
  version: count(),
  /** The version that wrote it. */
  kernelscope: text(),
  /** Method id. */
  method: text(),
  /** How files are read, as far as the model says so, and how the training rows were read. Names of columns are values here and no keys. */
  read: extended(KNOWN.read, {
    kinds: optional(list(struct({ column: text(), kind: text() }))),
    /** Left out of models by versions before. */
    frozen: optional(KNOWN.frozen),
  }),
  /** Columns of the file. */
  inputs: list(KNOWN.input),
  missing: TRANSFORM.members.missing,
  encoded: picked(TRANSFORM, 'names', 'centre', 'scale'),
  kernel: KERNEL,
  /** Training rows or landmarks, n×d, encoded; none for fits on features. */
  rows: matrix(),
  features: list(BLOCK),
  /** Columns of the features that `beta` belongs to. */
  kept: indices(),
  outputs: list(OUTPUT),
  projection: optional(PROJECTION),
  classes: optional(KNOWN.classes),
  quantiles: optional(list(finite())),
  components: optional(COMPONENTS),
  /** What the fit has found out that predictions are to be seen beside; left out of models by versions before. */
  quality: optional(KNOWN.quality),
});
