/** What the transform of length `size`, a power of two, needs: cosines and sines, and each index with its bits reversed. */
export interface Twiddles {
  readonly size: number;
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
  readonly reversed: Uint16Array;
}

export function twiddles(size: number): Twiddles {
  const angles = Float64Array.from({ length: size / 2 }, (_, k) => (2 * Math.PI * k) / size);
  const reversed = new Uint16Array(size);
  for (let i = 1; i < size; i++) reversed[i] = reversed[i >> 1] / 2 + (i & 1) * (size / 2);
  return { size, cosines: angles.map(Math.cos), sines: angles.map(Math.sin), reversed };
}

/** The discrete Fourier transform sum_j v_j·exp(−2πi·jk/size) in place (Cooley and Tukey, radix 2). Applied to (im, re): the inverse times size. */
export function transform({ size, cosines, sines, reversed }: Twiddles, re: Float64Array, im: Float64Array): void {
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
 * What `transform` made of u + i·v and of u' + i·v', all four real, becomes, in the first pair, that of u*u' + i·(v*v'), * being
 * the circular convolution: the spectra are taken apart by their symmetry, multiplied and joined again.
 */
export function multiplyPairs(re: Float64Array, im: Float64Array, otherRe: Float64Array, otherIm: Float64Array): void {
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
