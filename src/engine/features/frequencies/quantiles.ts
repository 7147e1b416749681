/** Coefficients of Wichura's rational functions, constant first: |u − 1/2| ≤ 0.425, then the tails nearer and farther. */
const MIDDLE = [
  [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
    33430.57558358813, 2509.0809287301227,
  ],
  [
    1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
    28729.085735721943, 5226.495278852854,
  ],
] as const;
const NEAR = [
  [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
    0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
  ],
  [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
    0.0005475938084995345, 1.0507500716444169e-9,
  ],
] as const;
const FAR = [
  [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
    0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
  ],
  [
    1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5,
    1.421511758316446e-7, 2.0442631033899397e-15,
  ],
] as const;

/** z with P(Z ≤ z) = u for a standard normal Z, 0 < u < 1; relative error some 1e-16 (Wichura 1988, algorithm AS 241). */
export function normalQuantile(u: number): number {
  const centred = u - 0.5;
  if (Math.abs(centred) <= 0.425) return centred * ratio(MIDDLE, 0.180625 - centred * centred);
  const tail = Math.sqrt(-Math.log(centred < 0 ? u : 1 - u));
  const size = tail <= 5 ? ratio(NEAR, tail - 1.6) : ratio(FAR, tail - 5);
  return centred < 0 ? -size : size;
}

/** x with P(X ≤ x) = u, X chi-squared with 3 or 5 degrees of freedom, 0 < u < 1; relative error 1e-13, 2e-8 within 1e-9 of 1. */
export function chiSquaredQuantile(u: number, degrees: 3 | 5): number {
  // Starts from Wilson and Hilferty's cube or, where that does not serve, from the density's power at 0; then Newton in
  // log x, where the distribution function is close to a line on the left.
  const shift = 2 / (9 * degrees);
  const cube = 1 - shift + normalQuantile(u) * Math.sqrt(shift);
  let x = cube > 0.2 ? degrees * cube ** 3 : 2 * (u * GAMMA_ABOVE[degrees]) ** (2 / degrees);
  for (let step = 0; step < 60; step++) {
    const { probability, density } = chiSquared(x, degrees);
    const change = Math.max(-1, Math.min(1, (u - probability) / (density * x)));
    x *= Math.exp(change);
    if (Math.abs(change) < 1e-11) break;
  }
  return x;
}

/** Γ(degrees/2 + 1). */
const GAMMA_ABOVE = { 3: 0.75 * Math.sqrt(Math.PI), 5: 1.875 * Math.sqrt(Math.PI) } as const;

/** The distribution and the density by the series of the incomplete gamma function, all of whose terms are positive. */
function chiSquared(x: number, degrees: 3 | 5): { probability: number; density: number } {
  const half = x / 2;
  const a = degrees / 2;
  const leading = (half ** a * Math.exp(-half)) / GAMMA_ABOVE[degrees];
  let [sum, term] = [1, 1];
  for (let k = 1; term > 1e-17 * sum; k++) sum += term *= half / (a + k);
  return { probability: leading * sum, density: (leading * a) / x };
}

function ratio([above, below]: readonly [readonly number[], readonly number[]], at: number): number {
  return polynomial(above, at) / polynomial(below, at);
}

function polynomial(coefficients: readonly number[], at: number): number {
  let sum = 0;
  for (let k = coefficients.length - 1; k >= 0; k--) sum = sum * at + coefficients[k];
  return sum;
}
