import type { SketchMap } from '../../contract/kernel';
import { scaleRows } from '../../kernels/scaledRows';
import type { DrawnMap, MapKind } from '../map';
import { isBelow, isDotProduct, isWhole } from '../members';
import { multiplyPairs, transform, twiddles } from './convolution';

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
  /** Two rows go through one complex transform. */
  evaluate(map, x, _, context, into) {
    const { count, width, degree, inputs } = map;
    const n = x.rows;
    const { values } = scaleRows(x, map.lengthScale);
    const root = Math.sqrt(map.scale);
    const constant = Math.sqrt(map.offset);
    const table = twiddles(width);
    const [re, im, otherRe, otherIm] = Array.from({ length: 4 }, () => new Float64Array(width));
    // 1/width of the inverse transform and sqrt(width) of the feature.
    const factor = 1 / Math.sqrt(width);
    for (let first = 0; first < count; first += width) {
      const features = Math.min(width, count - first);
      for (let i = 0; i < n; i += 2) {
        context.check();
        const second = i + 1 < n ? i + 1 : i;
        for (let t = 0; t < degree; t++) {
          const [real, imaginary] = t === 0 ? [re, im] : [otherRe, otherIm];
          real.fill(0);
          imaginary.fill(0);
          const at = ((first / width) * degree + t) * (inputs + 1);
          for (let c = 0; c < inputs; c++) {
            const bucket = map.buckets[at + c];
            const weight = map.signs[at + c] * root;
            real[bucket] += weight * values[c * n + i];
            imaginary[bucket] += weight * values[c * n + second];
          }
          real[map.buckets[at + inputs]] += map.signs[at + inputs] * constant;
          imaginary[map.buckets[at + inputs]] += map.signs[at + inputs] * constant;
          transform(table, real, imaginary);
          if (t > 0) multiplyPairs(re, im, real, imaginary);
        }
        transform(table, im, re);
        for (let j = 0; j < features; j++) {
          into[(first + j) * n + i] = factor * re[j];
          into[(first + j) * n + second] = factor * im[j];
        }
      }
    }
  },
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
      isBelow(buckets, width) &&
      buckets.length === entries &&
      signs instanceof Int8Array &&
      signs.length === entries &&
      isDotProduct(members, d)
    );
  },
};
