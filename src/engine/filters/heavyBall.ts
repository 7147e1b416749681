/**
 * The part of a direction that `steps` steps of gradient descent with heavy-ball momentum leave, and the part that they
 * have learnt.
 */
export interface Descended {
  /** r_s: from 1 down to 0; negative where a step overshoots. */
  readonly remainder: number;
  /** 1 − r_s, accurate to rounding even where almost nothing has been learnt yet. */
  readonly share: number;
}

/**
 * Roots this close together, relative to the distance of both from 1, would cancel in the form that preserves small
 * fractions.
 */
const NEARLY_EQUAL = 1e-4;

/**
 * r_0 = 1, r_1 = 1 − z, r_{s+1} = (1 + momentum − z)·r_s − momentum·r_{s−1} with z = stepSize·n·mu, in closed form, so that
 * a million steps cost as much as one. With the roots rho = c ± h of rho² − (1 + momentum − z)·rho + momentum and their
 * distances delta = 1 − rho from 1, r_s = (delta_2·rho_1^m − delta_1·rho_2^m)/(delta_2 − delta_1), m = s + 1. Without momentum
 * it is (1 − z)^s. Stable for 0 ≤ z < 2·(1 + momentum). Nesterov's r_{s+1} = (1 − z)·((1 + γ)·r_s − γ·r_{s−1}) is the same with
 * momentum = γ·(1 − z), below 0 where z > 1, and then stable for z < 2·(1 + γ)/(1 + 2γ).
 */
export function descended(z: number, steps: number, momentum: number): Descended {
  if (steps === 0) return { remainder: 1, share: 0 };
  if (momentum === 0) return plainDescent(z, steps);
  if (momentum < 0) return oppositeRoots(z, steps, momentum);
  const root = Math.sqrt(momentum);
  if (z >= (1 + root) ** 2) return beyondOscillation(z, steps, momentum);
  if (z > (1 - root) ** 2) return oscillating(z, steps, momentum);
  return realRoots(z, steps, momentum);
}

function plainDescent(z: number, steps: number): Descended {
  if (z < 1) {
    const exponent = steps * Math.log1p(-z);
    return { remainder: Math.exp(exponent), share: -Math.expm1(exponent) };
  }
  const remainder = (steps % 2 === 0 ? 1 : -1) * (z - 1) ** steps;
  return { remainder, share: 1 - remainder };
}

/** Both roots real and positive: 0 ≤ z ≤ (1 − sqrt(momentum))². */
function realRoots(z: number, steps: number, momentum: number): Descended {
  const m = steps + 1;
  const { d, h, delta1, delta2, u, v } = powers(z, m, momentum);
  const remainder = d * u + v;
  if (h <= NEARLY_EQUAL * d) return { remainder, share: 1 - remainder };
  const learnt = (delta: number) => -Math.expm1(m * Math.log1p(-delta));
  return { remainder, share: (delta2 * learnt(delta1) - delta1 * learnt(delta2)) / (2 * h) };
}

/** One root positive and one negative, since momentum, their product, is negative: z > 1 and nothing cancels. */
function oppositeRoots(z: number, steps: number, momentum: number): Descended {
  const m = steps + 1;
  const c = (1 + momentum - z) / 2;
  const h = Math.sqrt(c * c - momentum);
  const remainder = ((1 - c + h) * (c + h) ** m - (1 - c - h) * (c - h) ** m) / (2 * h);
  return { remainder, share: 1 - remainder };
}

/** Both roots real and negative. The mirror z' = 2·(1 + momentum) − z changes the sign of c, and of every other power. */
function beyondOscillation(z: number, steps: number, momentum: number): Descended {
  const m = steps + 1;
  const { d, u, v } = powers(2 * (1 + momentum) - z, m, momentum);
  const sign = m % 2 === 0 ? 1 : -1;
  // d = 1 − c belongs to z, not to its mirror: c changes sign, so 1 − c' becomes 2 − d.
  const remainder = sign * (v - (2 - d) * u);
  return { remainder, share: 1 - remainder };
}

/** A conjugate pair of modulus sqrt(momentum) and angle phi: u = momentum^((m−1)/2)·sin(m·phi)/sin(phi). */
function oscillating(z: number, steps: number, momentum: number): Descended {
  const m = steps + 1;
  const c = (1 + momentum - z) / 2;
  const h = Math.sqrt(Math.max(0, momentum - c * c));
  const phi = Math.atan2(h, c);
  const modulus = momentum ** (m / 2);
  const u = h === 0 ? m * c ** (m - 1) : (modulus * Math.sin(m * phi)) / h;
  const remainder = (1 - c) * u + modulus * Math.cos(m * phi);
  return { remainder, share: 1 - remainder };
}

/** u = (rho_1^m − rho_2^m)/(2h) and v = (rho_1^m + rho_2^m)/2 for positive roots, without cancellation where they meet. */
function powers(z: number, m: number, momentum: number) {
  const root = Math.sqrt(momentum);
  const d = (1 - momentum + z) / 2;
  const h = Math.sqrt(Math.max(0, ((1 - root) ** 2 - z) * ((1 + root) ** 2 - z))) / 2;
  const delta2 = d + h;
  const delta1 = z / delta2;
  const c = (1 + momentum - z) / 2;
  const larger = Math.exp(m * Math.log1p(-delta1));
  // rho_2/rho_1 = exp(−2·phi) with tanh(phi) = h/c.
  const ratio = -2 * m * Math.atanh(h / c);
  const u = h === 0 ? m * c ** (m - 1) : (larger * -Math.expm1(ratio)) / (2 * h);
  return { d, h, delta1, delta2, u, v: (larger * (1 + Math.exp(ratio))) / 2 };
}
