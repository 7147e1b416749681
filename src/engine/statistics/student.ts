/**
 * P(T ≤ t) of Student's distribution with an integer number of degrees of freedom, exact (Abramowitz and Stegun 26.7.3
 * and 26.7.4).
 */
export function studentBelow(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const [sine, square] = [Math.sin(angle), Math.cos(angle) ** 2];
  let term = degrees % 2 === 1 ? Math.cos(angle) : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let k = degrees % 2 === 1 ? 3 : 2; k < degrees; k += 2) {
    term *= (square * (k - 1)) / k;
    sum += term;
  }
  const within = degrees % 2 === 1 ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
  return 0.5 + within / 2;
}

/** The t with P(T ≤ t) = p, for p from 0.5 to 0.9999 and 1 degree of freedom or more, to twelve digits. */
export function studentQuantile(p: number, degrees: number): number {
  let [low, high] = [0, 1];
  while (studentBelow(high, degrees) < p) high *= 2;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (studentBelow(middle, degrees) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The normal quantile of 97.5 %. */
export const NORMAL_95 = 1.959964;

/** With more degrees of freedom than this, Student's distribution is the normal one to three digits. */
export const NORMAL_DEGREES = 2000;

/** Figures request a few quantiles again and again, and each takes sums of a thousand terms. */
const quantiles = new Map<number, number>();

/** The z below which a normal number lies with probability p, for p from 0.5 to 0.9999. */
export function normalLimit(p: number): number {
  const known = quantiles.get(p);
  if (known !== undefined) return known;
  const z = studentQuantile(p, NORMAL_DEGREES);
  if (quantiles.size < 1000) quantiles.set(p, z);
  return z;
}
