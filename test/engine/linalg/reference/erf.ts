/**
 * The error function to a few units in the last place: below 1.2 the series 2/√π·exp(−x²)·Σ 2^k·x^(2k+1)/(2k+1)!!, whose
 * terms all have one sign (Abramowitz and Stegun 7.1.6), above it 1 − erfc by the continued fraction 7.1.14, evaluated
 * from its tail.
 */
export function erf(x: number): number {
  if (Number.isNaN(x)) return Number.NaN;
  const size = Math.abs(x);
  if (size > 6) return Math.sign(x);
  if (size > 1.2) {
    let tail = 0;
    for (let k = 400; k >= 1; k--) tail = k / 2 / (size + tail);
    return Math.sign(x) * (1 - Math.exp(-size * size) / (Math.sqrt(Math.PI) * (size + tail)));
  }
  let term = x;
  let sum = x;
  for (let k = 1; Math.abs(term) > 1e-18 * Math.abs(sum); k++) {
    term *= (2 * x * x) / (2 * k + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}
