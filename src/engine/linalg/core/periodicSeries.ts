// Sums over j ≥ 1 of j^−q·cos(jθ) by their expansion about θ = 0 (Lewin 1981, "Polylogarithms and associated
// functions", 7.2): a singular part A·θ^(q−1) with A = π/(2·Γ(q)·cos(πq/2)), and Σ_n (−1)^n·ζ(q − 2n)·θ^2n/(2n)!,
// convergent for θ < 2π. At odd integers q the pole of A and that of ζ(q − 2n) cancel to a logarithm. Near them the two
// are joined here, so that no digits are lost to cancellation for any q.

import { PeriodicId } from './assembly/functionIds';

/** Coefficients of the regular part in 2u² − 1, u = θ/π: its Chebyshev series falls by 14 from one to the next. */
const COEFFICIENTS = 16;
/** Terms of the expansion: at θ = π they fall by 4 from one to the next. */
const TERMS = 45;

/**
 * The parameters of assembly/kernelMapsDifference.ts for 1 + factor·Σ_j j^−q·cos(jθ), any real q > 1. Absolute error of the
 * function measured at most 7e-15·(1 + factor·ζ(q)).
 */
export function periodicParameters(q: number, factor: number): Float64Array {
  const values = new Float64Array(8 + COEFFICIENTS);
  const odd = 2 * Math.round((q - 1) / 2) + 1;
  const epsilon = q - odd;
  const near = Math.abs(epsilon) < 0.5;
  const regular = new Float64Array(TERMS);
  for (let n = 0; n < TERMS; n++) {
    const sign = n % 2 === 0 ? 1 : -1;
    const joined = near && 2 * n === odd - 1;
    regular[n] = (sign * (joined ? joinedCoefficient(n, epsilon) : zeta(q - 2 * n))) / factorial(2 * n);
  }
  if (near) {
    const sign = ((odd - 1) / 2) % 2 === 0 ? -1 : 1;
    const amplitude = (sign * factor * Math.PI ** (q - 1) * overSine((Math.PI * epsilon) / 2)) / gamma(q);
    values[0] = PeriodicId.NearLogarithm;
    values[1] = epsilon === 0 ? amplitude : 0;
    values[2] = odd - 1;
    values[3] = epsilon;
    values[4] = epsilon === 0 ? 0 : amplitude / epsilon;
  } else {
    const whole = Number.isInteger(q);
    values[0] = whole ? PeriodicId.WholePower : PeriodicId.RealPower;
    values[1] = (factor * Math.PI ** q) / (2 * gamma(q) * cosineOfQuarters(q));
    values[2] = q - 1;
  }
  values.set(
    inPowers(
      chebyshev((y) => 1 + factor * polynomial(regular, y)),
      COEFFICIENTS,
    ),
    8,
  );
  return values;
}

/**
 * The coefficient of θ^2n/(2n)! (up to the sign) when q = 2n + 1 + ε: ζ(1 + ε) plus the part of the singular term that
 * is not the power of u. With g(ε) = (πε/2)/sin(πε/2)·Γ(2n + 1)/Γ(2n + 1 + ε) that is ζ(1 + ε) − g·π^ε/ε, all of it of
 * order 1.
 */
function joinedCoefficient(n: number, epsilon: number): number {
  if (epsilon === 0) {
    let harmonic = 0;
    for (let k = 1; k <= 2 * n; k++) harmonic += 1 / k;
    return harmonic - Math.log(Math.PI);
  }
  let logarithm = logOverSine(epsilon) - logGammaNearOne(epsilon) + epsilon * Math.log(Math.PI);
  for (let k = 1; k <= 2 * n; k++) logarithm -= Math.log1p(epsilon / k);
  return zetaWithoutPole(1 + epsilon) - Math.expm1(logarithm) / epsilon;
}

/** Riemann's zeta function at real s ≠ 1; relative error some 10^-15. */
export function zeta(s: number): number {
  if (s >= 0) return 1 / (s - 1) + zetaWithoutPole(s);
  if (s % 2 === 0) return 0;
  return 2 * (2 * Math.PI) ** (s - 1) * sineOfQuarters(s) * gamma(1 - s) * zeta(1 - s);
}

/** ζ(s) − 1/(s − 1), s ≥ 0, by the Euler–Maclaurin formula from N on. */
function zetaWithoutPole(s: number): number {
  const N = 12;
  let sum = 0;
  for (let k = N - 1; k >= 1; k--) sum += k ** -s;
  const epsilon = s - 1;
  sum += epsilon === 0 ? -Math.log(N) : Math.expm1(-epsilon * Math.log(N)) / epsilon;
  let power = N ** -s;
  sum += power / 2;
  let rising = s;
  power /= N;
  for (let k = 1; k <= BERNOULLI.length; k++) {
    sum += (BERNOULLI[k - 1] / factorial(2 * k)) * rising * power;
    rising *= (s + 2 * k - 1) * (s + 2 * k);
    power /= N * N;
  }
  return sum;
}

/** B_2, B_4, … */
const BERNOULLI = [
  1 / 6,
  -1 / 30,
  1 / 42,
  -1 / 30,
  5 / 66,
  -691 / 2730,
  7 / 6,
  -3617 / 510,
  43867 / 798,
  -174611 / 330,
];

/** Γ(x), x > 0, by Stirling's series from 20 on. */
function gamma(x: number): number {
  if (Number.isInteger(x)) return factorial(x - 1);
  let shift = 1;
  let y = x;
  while (y < 20) shift *= y++;
  const z = 1 / (y * y);
  const series = (1 / 12 + z * (-1 / 360 + z * (1 / 1260 + z * (-1 / 1680 + z / 1188)))) / y;
  // The power in two factors: y^y overflows before Γ does.
  const root = y ** (y / 2 - 0.25);
  return (Math.sqrt(2 * Math.PI) * root * Math.exp(-y) * root * Math.exp(series)) / shift;
}

function factorial(n: number): number {
  let product = 1;
  for (let k = 2; k <= n && product < Number.POSITIVE_INFINITY; k++) product *= k;
  return product;
}

/** ln Γ(1 + ε), |ε| ≤ 1/2, accurate relative to ε. */
function logGammaNearOne(epsilon: number): number {
  let sum = 0;
  for (let k = 30; k >= 2; k--) sum += ((zeta(k) - 1) * (-epsilon) ** k) / k;
  return sum + epsilon * (1 - EULER) - Math.log1p(epsilon);
}

const EULER = 0.5772156649015329;

/** ln(y/sin y) for y = πε/2, accurate relative to itself. */
function logOverSine(epsilon: number): number {
  let sum = 0;
  for (let k = 20; k >= 1; k--) sum += (zeta(2 * k) * (epsilon / 2) ** (2 * k)) / k;
  return sum;
}

/** y/sin y. */
function overSine(y: number): number {
  return y === 0 ? 1 : y / Math.sin(y);
}

/** sin(πs/2) and cos(πs/2), reduced before π comes in. */
function sineOfQuarters(s: number): number {
  const turns = s - 4 * Math.round(s / 4);
  if (Math.abs(turns) > 1) return Math.sign(turns) * Math.sin((Math.PI / 2) * (2 - Math.abs(turns)));
  return Math.sin((Math.PI / 2) * turns);
}

function cosineOfQuarters(s: number): number {
  return sineOfQuarters(s + 1);
}

/** Σ coefficients[n]·y^n. */
function polynomial(coefficients: Float64Array, y: number): number {
  let sum = 0;
  for (let n = coefficients.length - 1; n >= 0; n--) sum = sum * y + coefficients[n];
  return sum;
}

/** Chebyshev coefficients in s = 2u² − 1 of a function of y = θ² = (πu)², from its values at the Chebyshev points. */
function chebyshev(f: (y: number) => number): Float64Array {
  const points = 2 * COEFFICIENTS;
  const at = Float64Array.from({ length: points }, (_, k) => Math.cos((Math.PI * (k + 0.5)) / points));
  const values = at.map((s) => f((Math.PI ** 2 * (s + 1)) / 2));
  return Float64Array.from({ length: COEFFICIENTS }, (_, n) => {
    let sum = 0;
    for (let k = 0; k < points; k++) sum += values[k] * Math.cos((Math.PI * n * (k + 0.5)) / points);
    return ((n === 0 ? 1 : 2) * sum) / points;
  });
}

/** The same polynomial in powers of s. The coefficients fall faster than the powers' grow, so that this is harmless. */
function inPowers(series: Float64Array, length: number): Float64Array {
  const result = new Float64Array(length);
  let previous = new Float64Array(length);
  let current = new Float64Array(length);
  previous[0] = 1;
  current[1] = 1;
  for (let n = 0; n < length; n++) {
    const basis = n === 0 ? previous : current;
    for (let k = 0; k < length; k++) result[k] += series[n] * basis[k];
    if (n === 0) continue;
    const next = new Float64Array(length);
    for (let k = 0; k < length; k++) next[k] = 2 * (k > 0 ? current[k - 1] : 0) - previous[k];
    previous = current;
    current = next;
  }
  return result;
}
