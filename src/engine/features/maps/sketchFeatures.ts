import type { RunContext } from '../../contract/context';
import type { Matrix } from '../../contract/data';
import type { SketchMap } from '../../contract/kernel';
import { scaleRows } from '../../kernels/scaledRows';

/** Writes the sketched features of the rows of x (n×d) into `into` (n×count); two rows go through one complex transform. */
export function sketchFeatures(map: SketchMap, x: Matrix, context: RunContext, into: Float64Array): void {
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
}

/**
 * The tables for the transform of length `size`, a power of two: cosines and sines, and each index with its bits
 * reversed.
 */
interface Twiddles {
  readonly size: number;
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
  readonly reversed: Uint16Array;
}

function twiddles(size: number): Twiddles {
  const angles = Float64Array.from({ length: size / 2 }, (_, k) => (2 * Math.PI * k) / size);
  const reversed = new Uint16Array(size);
  for (let i = 1; i < size; i++) reversed[i] = reversed[i >> 1] / 2 + (i & 1) * (size / 2);
  return { size, cosines: angles.map(Math.cos), sines: angles.map(Math.sin), reversed };
}

/** The discrete Fourier transform sum_j v_j·exp(−2πi·jk/size) in place (Cooley and Tukey, radix 2). Applied to (im, re): the inverse times size. */
function transform({ size, cosines, sines, reversed }: Twiddles, re: Float64Array, im: Float64Array): void {
  for (let i = 1; i < size; i++) {
    const j = reversed[i];
    if (i >= j) continue;
    const real = re[i];
    const imaginary = im[i];
    re[i] = re[j];
    im[i] = im[j];
    re[j] = real;
    im[j] = imaginary;
  }
  for (let half = 1, stride = size / 2; half < size; half *= 2, stride /= 2)
    for (let from = 0; from < size; from += 2 * half)
      for (let k = 0; k < half; k++) {
        const a = from + k;
        const b = a + half;
        const c = cosines[k * stride];
        const s = sines[k * stride];
        const real = re[b] * c + im[b] * s;
        const imaginary = im[b] * c - re[b] * s;
        re[b] = re[a] - real;
        im[b] = im[a] - imaginary;
        re[a] += real;
        im[a] += imaginary;
      }
}

/**
 * Replaces the first pair, which `transform` made of u + i·v, by the transform of u*u' + i·(v*v'); the other pair is
 * that of u' + i·v', all four are real, and * is the circular convolution. The spectra are separated by their symmetry,
 * multiplied and joined again.
 */
function multiplyPairs(re: Float64Array, im: Float64Array, otherRe: Float64Array, otherIm: Float64Array): void {
  const size = re.length;
  for (let k = 0; k <= size / 2; k++) {
    const m = (size - k) % size;
    // 2·U_k = F_k + conj(F_m), 2i·V_k = F_k − conj(F_m).
    const ur = re[k] + re[m];
    const ui = im[k] - im[m];
    const vr = im[k] + im[m];
    const vi = re[m] - re[k];
    const pr = otherRe[k] + otherRe[m];
    const pi = otherIm[k] - otherIm[m];
    const qr = otherIm[k] + otherIm[m];
    const qi = otherRe[m] - otherRe[k];
    const ar = (ur * pr - ui * pi) / 4;
    const ai = (ur * pi + ui * pr) / 4;
    const br = (vr * qr - vi * qi) / 4;
    const bi = (vr * qi + vi * qr) / 4;
    re[k] = ar - bi;
    im[k] = ai + br;
    re[m] = ar + bi;
    im[m] = br - ai;
  }
}
