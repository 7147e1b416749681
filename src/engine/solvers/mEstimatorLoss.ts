/**
 * The losses of kernel M-estimators, scaled so that rho(r) = r² near 0, where a row costs what it costs ridge regression; psi =
 * rho'/2 and weight = psi/r. c > 0 is the cutoff in units of r.
 *
 * - Huber (1964): psi = r up to |r| = c, ±c beyond. Convex.
 * - Tukey (Beaton and Tukey 1974): psi = r·(1 − (r/c)²)² up to |r| = c, 0 beyond: a gross outlier has no say. Not convex.
 */
export type MEstimatorLoss = 'huber' | 'tukey';

/** Multiples of the scale at which a loss has 95 % efficiency on normal noise (Huber 1981; Holland and Welsch 1977). */
export const TUNING: Readonly<Record<MEstimatorLoss, number>> = { huber: 1.345, tukey: 4.685 };

export function rho(loss: MEstimatorLoss, r: number, c: number): number {
  const size = Math.abs(r);
  if (loss === 'huber') return size <= c ? r * r : c * (2 * size - c);
  if (size >= c) return (c * c) / 3;
  const u = (r / c) ** 2;
  // (c²/3)·(1 − (1 − u)³), multiplied out so that small residuals keep their digits.
  return r * r * (1 - u + (u * u) / 3);
}

export function psi(loss: MEstimatorLoss, r: number, c: number): number {
  return r * weight(loss, r, c);
}

/** The weight, from 0 to 1; 1 at r = 0. */
export function weight(loss: MEstimatorLoss, r: number, c: number): number {
  const size = Math.abs(r);
  if (loss === 'huber') return size <= c ? 1 : c / size;
  return size >= c ? 0 : (1 - (r / c) ** 2) ** 2;
}

/** psi'(r), from −0.8 to 1. */
export function slope(loss: MEstimatorLoss, r: number, c: number): number {
  const size = Math.abs(r);
  if (loss === 'huber') return size <= c ? 1 : 0;
  if (size >= c) return 0;
  const u = (r / c) ** 2;
  return (1 - u) * (1 - 5 * u);
}

/** d psi/d c: how psi moves with the scale. */
export function cutoffSlope(loss: MEstimatorLoss, r: number, c: number): number {
  const size = Math.abs(r);
  if (loss === 'huber') return size <= c ? 0 : Math.sign(r);
  if (size >= c) return 0;
  const u = (r / c) ** 2;
  return (4 * r * u * (1 - u)) / c;
}
