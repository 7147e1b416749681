import { CALIBRATION, CLASS_SETS, calibrates } from './classes';
import { featureCount } from './featureCount';
import type { FeatureBlock, FeatureMap, KernelSpec } from './kernel';
import type { Model } from './model';
import {
  agree,
  anyOf,
  byHand,
  constant,
  count,
  finite,
  holds,
  indices,
  list,
  oneOf,
  optional,
  real,
  reals,
  reference,
  type Schema,
  struct,
  such,
  text,
  texts,
} from './schema';

// The checks of the parts of a stored run's model and kernel that are shown. Code that predicts checks that a model can (engine/model/save.ts).

/** A number of features larger than that of any fit. */
const MOST_FEATURES = 2 ** 24;

const entries = byHand<ArrayLike<number>>({}, (value) => ArrayBuffer.isView(value) && 'length' in value);

/** Feature maps whose number of features `featureCount` can find. */
const MAP = such(
  anyOf(
    struct({ kind: optional(byHand<undefined>({}, () => false)), bias: entries }),
    struct({ kind: constant('maclaurin'), degrees: entries }),
    struct({ kind: constant('tensorSketch'), count: count() }),
    struct({ kind: oneOf(['taylor', 'additive']), factors: entries }),
    struct({ kind: constant('histogram'), weights: entries, inputs: finite() }),
    struct({ kind: constant('field'), coefficients: entries, points: entries, inputs: finite() }),
    struct({ kind: oneOf(['spline', 'landmarks']), points: entries, inputs: finite() }),
  ),
  (map) => {
    const features = featureCount(map as FeatureMap);
    return holds(count(), features) && features <= MOST_FEATURES;
  },
);

const BLOCK = anyOf(
  struct({ kind: constant('constant') }),
  struct({ kind: constant('monomial'), name: text() }),
  struct({ kind: constant('units'), name: text(), map: MAP }),
) as Schema<unknown> as Schema<FeatureBlock>;

export const DRAWN_MODEL = such(
  struct({
    outputs: list(struct({ name: text(), beta: reals() })),
    classes: optional(
      struct({
        column: text(),
        levels: texts(),
        calibration: optional(CALIBRATION),
        threshold: optional(real),
        sets: optional(CLASS_SETS),
      }),
    ),
    unpenalised: list(BLOCK),
    kept: indices(),
  }),
  ({ outputs, classes, kept }) =>
    outputs.every(({ beta }) => agree(kept, beta)) &&
    (classes === undefined || calibrates(classes.calibration, classes.levels.length)),
) as Schema<unknown> as Schema<Model>;

/** A kernel that can be named; this includes a kernel whose formula this version does not know. */
export const NAMED_KERNEL = anyOf(
  struct({ kind: constant('sum'), terms: list(struct({ kernel: reference('kernel', () => NAMED_KERNEL) })) }),
  struct({ kind: constant('product'), factors: list(reference('kernel', () => NAMED_KERNEL)) }),
  such(struct({ kind: text(), lengthScale: list(real) }), ({ kind }) => kind !== 'sum' && kind !== 'product'),
) as Schema<unknown> as Schema<KernelSpec>;
