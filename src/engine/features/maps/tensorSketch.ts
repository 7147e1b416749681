import type { SketchMap } from '../../contract/kernel';
import { allBelow, type DrawnMap, isDotProduct, isWhole, type MapKind } from '../map';
import { sketchFeatures } from './sketchFeatures';

const MOST_WIDTH = 256;

/**
 * Features that share their sketches: about as many as columns, so that a cut block is not mostly empty and that sketching takes no longer than
 * the transforms. The same for every count, so that fewer features are the first ones of more.
 */
const widthFor = (columns: number): number => Math.min(MOST_WIDTH, 2 ** Math.max(4, Math.ceil(Math.log2(columns))));

/** Buckets, and signs, of `count` features. */
const entriesOf = (count: number, width: number, degree: number, inputs: number): number =>
  Math.ceil(count / width) * degree * (inputs + 1);

/**
 * TensorSketch of (scale·x·z + offset)^degree (Pham and Pagh 2013; RF appendix E): `degree` count sketches of the row with a constant
 * column, convolved. Every tuple of columns falls into one of `width` buckets, and two different tuples have independent signs: a bucket
 * alone has 1/width of the kernel as its mean, and sqrt(width) makes it a feature, also where a block is cut.
 */
export const tensorSketch: DrawnMap<'polynomial'> = {
  title: 'Tensor sketches',
  description: 'Random sketches of all products of columns, by convolution.',
  kernels: ['polynomial'],
  draw({ kernel: { degree, lengthScale, scale, offset }, count, inputs, random }) {
    const width = widthFor(inputs + 1);
    const entries = entriesOf(count, width, degree, inputs);
    const buckets = new Uint16Array(entries);
    const signs = new Int8Array(entries);
    for (let o = 0; o < entries; o++) {
      buckets[o] = random.below(width);
      signs[o] = 2 * random.below(2) - 1;
    }
    return { kind: 'tensorSketch', inputs, count, width, degree, lengthScale, scale, offset, buckets, signs };
  },
};

export const countSketches: MapKind<SketchMap> = {
  evaluate: sketchFeatures,
  first(map, count) {
    const entries = entriesOf(count, map.width, map.degree, map.inputs);
    return { ...map, count, buckets: map.buckets.slice(0, entries), signs: map.signs.slice(0, entries) };
  },
  recovers: ({ degree, scale, offset, lengthScale }) => ({ kind: 'polynomial', degree, scale, offset, lengthScale }),
  isWhole(members, d) {
    const { count, width, degree, buckets, signs } = members;
    if (!(isWhole(count) && isWhole(width) && isWhole(degree))) return false;
    const entries = entriesOf(count, width, degree, d);
    return (
      width <= MOST_WIDTH &&
      Number.isInteger(Math.log2(width)) &&
      allBelow(buckets, width) &&
      buckets.length === entries &&
      signs instanceof Int8Array &&
      signs.length === entries &&
      isDotProduct(members, d)
    );
  },
};
