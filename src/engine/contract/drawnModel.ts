import { CALIBRATION, CLASS_SETS, calibrates } from './classes';
import { type FeatureBlock, type FeatureMap, featureCount, type KernelSpec } from './kernel';
import type { Model } from './model';
import * as s from './schema';

// The checks of the parts of a stored run's model and kernel that are shown. Code that predicts checks that a model can (engine/model/save.ts).

/** A number of features larger than that of any fit. */
const MOST_FEATURES = 2 ** 24;

const entries = s.byHand<ArrayLike<number>>({}, (value) => ArrayBuffer.isView(value) && 'length' in value);

/** Feature maps whose number of features `featureCount` can find. */
const MAP = s.such(
  s.anyOf(
    s.struct({ kind: s.optional(s.byHand<undefined>({}, () => false)), bias: entries }),
    s.struct({ kind: s.constant('maclaurin'), degrees: entries }),
    s.struct({ kind: s.constant('tensorSketch'), count: s.natural() }),
    s.struct({ kind: s.oneOf(['taylor', 'additive']), factors: entries }),
    s.struct({ kind: s.constant('histogram'), weights: entries, inputs: s.finite() }),
    s.struct({ kind: s.constant('field'), coefficients: entries, points: entries, inputs: s.finite() }),
    s.struct({ kind: s.oneOf(['spline', 'landmarks']), points: entries, inputs: s.finite() }),
  ),
  (map) => {
    const features = featureCount(map as FeatureMap);
    return s.holds(s.natural(), features) && features <= MOST_FEATURES;
  },
);

const BLOCK = s.anyOf(
  s.struct({ kind: s.constant('constant') }),
  s.struct({
    kind: s.constant('monomial'),
    powers: s.list(s.struct({ column: s.natural(), power: s.natural() })),
    name: s.text(),
  }),
  s.struct({ kind: s.constant('units'), name: s.text(), map: MAP }),
) as s.Schema<unknown> as s.Schema<FeatureBlock>;

export const DRAWN_MODEL = s.such(
  s.struct({
    outputs: s.list(s.struct({ name: s.text(), beta: s.reals() })),
    classes: s.optional(
      s.struct({
        column: s.text(),
        levels: s.texts(),
        calibration: s.optional(CALIBRATION),
        threshold: s.optional(s.real),
        sets: s.optional(CLASS_SETS),
      }),
    ),
    unpenalised: s.list(BLOCK),
    kept: s.indices(),
    transform: s.struct({ scale: s.list(s.positive()) }),
  }),
  ({ outputs, classes, kept }) =>
    outputs.every(({ beta }) => s.agree(kept, beta)) &&
    (classes === undefined || calibrates(classes.calibration, classes.levels.length)),
) as s.Schema<unknown> as s.Schema<Model>;

/** A kernel that can be named; this includes a kernel whose formula this version does not know. */
export const NAMED_KERNEL = s.anyOf(
  s.struct({ kind: s.constant('sum'), terms: s.list(s.struct({ kernel: s.reference('kernel', () => NAMED_KERNEL) })) }),
  s.struct({ kind: s.constant('product'), factors: s.list(s.reference('kernel', () => NAMED_KERNEL)) }),
  s.such(s.struct({ kind: s.text(), lengthScale: s.list(s.real) }), ({ kind }) => kind !== 'sum' && kind !== 'product'),
) as s.Schema<unknown> as s.Schema<KernelSpec>;
