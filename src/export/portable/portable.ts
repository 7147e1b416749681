import type { Matrix } from '../../engine/contract/data';
import { FROZEN_READING, READ_OPTIONS, TRANSFORM_INPUT } from '../../engine/contract/data.schema';
import { CLASSES, FIT_QUALITY, TRANSFORM } from '../../engine/contract/model.schema';
import * as s from '../../engine/contract/schema';
import type { Formula } from '../kernels/formulas';

/** Raised when what an export holds changes so that a reader of an earlier one would misread it. */
export const PORTABLE_FORMAT = 2;

// As JSON a matrix is a list of its rows, and a number that JSON lacks an object (withArrays.ts).

const matrix = (): s.Schema<Matrix> =>
  s.byHand({ type: 'array', items: s.numbers().json, description: 'A list of rows' }, () => true);
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
const amount: s.Schema<number> = s.byHand({ anyOf: [{ type: 'number' }, ODD] }, () => true);

const lengthScale = s.saying('One, or one for each encoded column.', s.list(s.finite()));

/** A kernel of one formula: `function` of the squared distance, of inner products, or of columns' distances in turns. */
export interface PortableLeaf extends s.Of<typeof LEAF> {
  /** The formula, for exporters: no file holds it. */
  readonly of: Formula['of'];
}
const LEAF = s.struct({
  kind: s.constant('leaf'),
  /** One of the formulas of docs/export.md: "gaussian", "arcCosine1". */
  function: s.text(),
  argument: s.oneOf(['distance', 'innerProduct', 'difference']),
  /** The encoded columns that it sees, from 0; all where they are left out. */
  columns: s.optional(s.list(s.natural())),
  lengthScale,
  parameters: s.record(s.anyOf(s.finite(), s.list(s.finite()))),
});

export type PortableKernel =
  | { readonly kind: 'sum'; readonly terms: readonly { readonly weight: number; readonly kernel: PortableKernel }[] }
  | { readonly kind: 'product'; readonly factors: readonly PortableKernel[] }
  /** φ(x)·φ(z)/M of rows divided by the length scale. */
  | { readonly kind: 'features'; readonly lengthScale: readonly number[]; readonly map: PortableMap }
  | PortableLeaf;

const kernel = s.reference<PortableKernel>('kernel', () => KERNEL);
const map = s.reference<PortableMap>('map', () => MAP);

const KERNEL: s.Schema<PortableKernel> = s.named(
  'kernel',
  s.anyOf(
    s.struct({ kind: s.constant('sum'), terms: s.list(s.struct({ weight: s.finite(), kernel })) }),
    s.struct({ kind: s.constant('product'), factors: s.list(kernel) }),
    s.struct({ kind: s.constant('features'), lengthScale, map }),
    LEAF,
  ),
);

const dotProduct = { lengthScale, scale: s.finite(), offset: s.finite() };

/**
 * The members of the engine's maps (engine/contract/kernel.ts) by which their features are computed, for any map that follows from its arrays and
 * numbers: all but landmarks, fields and splines, which have a kernel. A stranger may have added other members.
 */
export const ARRAY_MAPS = {
  units: s.struct({
    kind: s.constant('units'),
    activation: s.text(),
    weights: ROWS,
    bias: s.reals(),
    scale: s.finite(),
    thresholds: s.optional(s.reals()),
    factors: s.optional(s.reals()),
  }),
  /** coefficient_j times the product of degree_j columns of sqrt(scale)·(x/lengthScale)·signs + sqrt(offset)·(last row of signs). */
  maclaurin: s.struct({
    kind: s.constant('maclaurin'),
    ...dotProduct,
    degrees: s.reals(),
    coefficients: s.reals(),
    signs: ROWS_AND_CONSTANT,
  }),
  tensorSketch: s.struct({
    kind: s.constant('tensorSketch'),
    ...dotProduct,
    count: s.natural(),
    width: s.natural(),
    degree: s.natural(),
    buckets: ROWS_AND_CONSTANT,
    signs: ROWS_AND_CONSTANT,
  }),
  taylor: s.struct({
    kind: s.constant('taylor'),
    lengthScale,
    scale: s.finite(),
    starts: s.reals(),
    indices: s.reals(),
    factors: s.reals(),
  }),
  histogram: s.struct({ kind: s.constant('histogram'), weights: ROWS }),
  additive: s.struct({
    kind: s.constant('additive'),
    columns: s.reals(),
    frequencies: s.reals(),
    phases: s.reals(),
    factors: s.reals(),
  }),
};

export type PortableMap =
  | s.Of<(typeof ARRAY_MAPS)[keyof typeof ARRAY_MAPS]>
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
const MAP: s.Schema<PortableMap> = s.named(
  'map',
  s.anyOf(
    units,
    maclaurin,
    tensorSketch,
    taylor,
    histogram,
    additive,
    s.struct({ kind: s.constant('spline'), lengthScale, points: ROWS, kernel: LEAF }),
    s.struct({ kind: s.constant('landmarks'), kernel, points: ROWS, factor: ROWS }),
    s.struct({ kind: s.constant('field'), kernel, points: ROWS, coefficients: ROWS }),
  ),
);

export type PortableBlock = s.Of<typeof BLOCK>;
const BLOCK = s.anyOf(
  s.struct({ kind: s.constant('constant') }),
  s.struct({ kind: s.constant('monomial'), powers: s.list(s.struct({ column: s.natural(), power: s.natural() })) }),
  s.struct({ kind: s.constant('map'), map: MAP }),
);

/** Half the width of a 95 % interval: widening(x)·min(width·s(x), most). */
export interface PortableInterval extends s.Of<typeof INTERVAL> {}
const INTERVAL = s.struct({
  width: amount,
  /** If absent, infinite. */
  most: s.optional(amount),
  /** s(x) is 1, the deviation (at most `mostDeviation`), or exp of a sum as of predictions, kept within `range`. */
  spread: s.oneOf(['constant', 'deviation', 'fitted']),
  alpha: s.optional(s.reals()),
  beta: s.optional(s.reals()),
  range: s.optional(s.pair()),
  mostDeviation: s.optional(amount),
  /**
   * For spectral fits: deviation² = 1 + leverage + max(0, prior − Σ weight_i·P_i²)/ridge. widening = max(1,
   * deviation/mostDeviation). For ridge over all directions the weights are 1/(eigenvalue + ridge/n).
   */
  deviation: s.optional(s.struct({ weights: s.reals(), ridge: amount })),
});

export interface PortableOutput extends s.Of<typeof OUTPUT> {}
const OUTPUT = s.struct({
  /** Name of the target, or of the class. */
  name: s.text(),
  /** Coefficients of the rows. */
  alpha: s.reals(),
  /** Coefficients of the retained features. */
  beta: s.reals(),
  /** Absent where intervals were not asked for. */
  interval: s.optional(INTERVAL),
});

/**
 * The directions that intervals are computed from. For m new rows with k = k(x, rows) (m×n), F the features `kept`
 * here, and v = F·whiten: P = k·directions − v·coupling, prior = k(x, x) − 2·v·(k·along)' + v·inner·v', leverage =
 * ‖v‖².
 */
export interface PortableDirections extends s.Of<typeof DIRECTIONS> {}
const DIRECTIONS = s.struct({
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
 * eigenvalue, as many as there are weights, freed of Q, towards which those of small eigenvalues lean by rounding: directions = S·E/√n, coupling = Q'·K·E/√n, along = S·Q, inner = Q'·K·Q.
 */
export interface PortableProjection extends s.Of<typeof PROJECTION> {}
const PROJECTION = s.struct({
  kept: s.indices(),
  /** p×p. */
  whiten: matrix(),
  /** Square roots of the rows' weights; left out if all are 1. */
  roots: s.optional(s.reals()),
  /** For a reader that decomposes nothing; absent if the directions are to follow from the rows. */
  stored: s.optional(DIRECTIONS),
});

/** scores = φ·coefficients − offset; error = max(0, φ(x)·φ(x) − 2·φ·meanWeights + constant − ‖scores‖²), φ(x)·φ(x) = k(x, x) on rows. */
export interface PortableComponents extends s.Of<typeof COMPONENTS> {}
const COMPONENTS = s.struct({
  coefficients: matrix(),
  offset: s.reals(),
  meanWeights: s.reals(),
  constant: amount,
  ownScale: amount,
  /**
   * Rows from scores t, for models that have rows: means of `rows` + g(t, T)·(g(T, T) + alpha·I)⁻¹·(rows − means), T
   * the scores of `rows`, g the Gaussian kernel. With more than 2,000 rows, 2,000 at equal distances are taken: row
   * ⌊i·n/2000⌋ for i from 0.
   */
  inverse: s.optional(s.struct({ lengthScale: s.finite(), alpha: s.finite() })),
});

/** The members of a model as this version knows them, without those that a later version, or a stranger, added. */
export const KNOWN = {
  /** Kinds come as a list. */
  read: s.without(READ_OPTIONS, 'kinds', 'acceptExpansion'),
  frozen: FROZEN_READING,
  input: TRANSFORM_INPUT,
  classes: CLASSES,
  quality: s.picked(FIT_QUALITY, 'unreliableIntervals', 'doubts', 'gaps'),
};

/**
 * Everything that predicts, in the form in which every export states it: plain values, vectors (Float64Array) and
 * matrices. Values that need a decomposition or a series are computed here, so that a reader needs arithmetic alone.
 * docs/export.md documents every member.
 */
export interface PortableModel extends s.Of<typeof PORTABLE_MODEL> {}
export const PORTABLE_MODEL = s.struct({
  format: s.constant('kernelscope portable model'),
  version: s.natural(),
  /** The version that wrote it. */
  kernelscope: s.text(),
  /** Method id. */
  method: s.text(),
  /** How files are read, as far as the model says so, and how the training rows were read. Names of columns are values here and no keys. */
  read: s.extended(KNOWN.read, {
    kinds: s.optional(s.list(s.struct({ column: s.text(), kind: s.text() }))),
    /** Absent in models by versions before. */
    frozen: s.optional(KNOWN.frozen),
  }),
  /** Columns of the file. */
  inputs: s.list(KNOWN.input),
  missing: TRANSFORM.members.missing,
  encoded: s.picked(TRANSFORM, 'names', 'centre', 'scale'),
  kernel: KERNEL,
  /** Training rows or landmarks, n×d, encoded; none for fits on features. */
  rows: matrix(),
  features: s.list(BLOCK),
  /** Columns of the features that `beta` belongs to. */
  kept: s.indices(),
  outputs: s.list(OUTPUT),
  projection: s.optional(PROJECTION),
  classes: s.optional(KNOWN.classes),
  quantiles: s.optional(s.list(s.finite())),
  components: s.optional(COMPONENTS),
  /** The findings of the fit that predictions are to be seen beside; absent in models by versions before. */
  quality: s.optional(KNOWN.quality),
});
