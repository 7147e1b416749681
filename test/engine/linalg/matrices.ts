import type { Random } from '../../../src/engine/data/random';

/** Symmetric n×n, both triangles filled, column-major. */
export type MatrixClass = (n: number, random: Random) => Float64Array;

export function symmetric(n: number, entry: (i: number, j: number) => number): Float64Array {
  const a = new Float64Array(n * n);
  for (let j = 0; j < n; j++) for (let i = j; i < n; i++) a[j + i * n] = a[i + j * n] = entry(i, j);
  return a;
}

const diagonalOf = (values: ArrayLike<number>) => symmetric(values.length, (i, j) => (i === j ? values[i] : 0));
const centred = (random: Random) => 2 * random.uniform() - 1;

/** Uniform over −1 … 1. */
export function uniforms(length: number, random: Random): Float64Array {
  const values = new Float64Array(length);
  for (let i = 0; i < length; i++) values[i] = centred(random);
  return values;
}

/** H·diag(values)·H with the reflections of three random vectors, one after the other: known eigenvalues, no zeros. */
export function withEigenvalues(values: ArrayLike<number>, random: Random): Float64Array {
  const n = values.length;
  const a = diagonalOf(values);
  for (let round = 0; round < 3; round++) {
    const v = uniforms(n, random);
    const length = Math.hypot(...v);
    if (length === 0) continue;
    const unit = v.map((x) => x / length);
    const w = unit.map((_, i) => unit.reduce((sum, x, j) => sum + a[i + j * n] * x, 0));
    const inner = unit.reduce((sum, x, i) => sum + x * w[i], 0);
    for (let j = 0; j < n; j++)
      for (let i = j; i < n; i++) {
        const update = 2 * (unit[i] * w[j] + w[i] * unit[j]) - 4 * inner * unit[i] * unit[j];
        a[i + j * n] -= update;
        a[j + i * n] = a[i + j * n];
      }
  }
  return a;
}

const spread = (n: number, value: (i: number) => number) => Float64Array.from({ length: n }, (_, i) => value(i));
const random: MatrixClass = (n, draws) => symmetric(n, () => centred(draws));
const scaled =
  (factor: number): MatrixClass =>
  (n, draws) =>
    random(n, draws).map((v) => factor * v);

/** exp(−(x_i − x_j)²/2s²) of n points on the line, of which far fewer than n eigenvalues lie above rounding. */
function gram(n: number, draws: Random): Float64Array {
  const x = uniforms(n, draws);
  return symmetric(n, (i, j) => Math.exp(-2 * (x[i] - x[j]) ** 2));
}

/** Wilkinson's matrices of 21 rows, eigenvalues in close pairs, joined by a small entry: clusters within clusters. */
function gluedWilkinson(n: number): Float64Array {
  const glue = 2 ** -26;
  return symmetric(n, (i, j) => {
    if (i === j) return Math.abs((i % 21) - 10);
    if (i !== j + 1) return 0;
    return i % 21 === 0 ? glue : 1;
  });
}

/** Unchanged when the rows are reversed, and again when every second sign is turned: each eigenvector is even or odd. */
function symmetricUnderReversal(n: number, draws: Random): Float64Array {
  const drawn = random(n, draws);
  const kept = (i: number, j: number) => ((i + j) % 2 === 0 ? drawn[i + j * n] : 0);
  return symmetric(n, (i, j) => kept(i, j) + kept(n - 1 - j, n - 1 - i));
}

/** The classes every eigensolver has to survive; all take any n ≥ 1. */
export const MATRIX_CLASSES: Readonly<Record<string, MatrixClass>> = {
  random,
  'graded downwards': (n, draws) =>
    symmetric(n, (i, j) => 10 ** ((-15 * (i + j)) / (2 * n)) * (1 + centred(draws) / 2)),
  'graded upwards': (n, draws) =>
    symmetric(n, (i, j) => 10 ** ((-15 * (2 * n - 2 - i - j)) / (2 * n)) * (1 + centred(draws) / 2)),
  'eigenvalues 1 … 1e-15': (n, draws) =>
    withEigenvalues(
      spread(n, (i) => 10 ** ((-15 * i) / n)),
      draws,
    ),
  'clustered eigenvalues': (n, draws) =>
    withEigenvalues(
      spread(n, (i) => (i % 3) + 1e-14 * centred(draws)),
      draws,
    ),
  'repeated eigenvalues': (n, draws) =>
    withEigenvalues(
      spread(n, (i) => 1 + (i % 4)),
      draws,
    ),
  'one eigenvalue apart from the rest': (n, draws) =>
    withEigenvalues(
      spread(n, (i) => (i === 0 ? 1 : 1e-12)),
      draws,
    ),
  'glued Wilkinson': gluedWilkinson,
  'rank one': (n) => symmetric(n, () => 1),
  'rank a third': (n, draws) =>
    withEigenvalues(
      spread(n, (i) => (i % 3 === 0 ? 1 + i : 0)),
      draws,
    ),
  diagonal: (n, draws) => diagonalOf(uniforms(n, draws)),
  identity: (n) => diagonalOf(spread(n, () => 1)),
  zero: (n) => new Float64Array(n * n),
  'negative definite': (n, draws) => symmetric(n, (i, j) => (i === j ? -1 - n : centred(draws))),
  'entries of size 1e150': scaled(1e150),
  'entries of size 1e-150': scaled(1e-150),
  'entries of size 1e300': scaled(1e300),
  'entries of size 1e-300': scaled(1e-300),
  'entries of wildly different size': (n, draws) =>
    symmetric(n, () => centred(draws) * 10 ** (300 * (draws.uniform() - 0.5))),
  'Gaussian Gram matrix of condition 1e18': gram,
  'Gram matrix of rows that come twice': (n, draws) => {
    const half = Math.ceil(n / 2);
    const once = gram(half, draws);
    return symmetric(n, (i, j) => once[(i % half) + (j % half) * half]);
  },
  arrow: (n) => symmetric(n, (i, j) => (i === j ? i / n : j === 0 ? 1 : 0)),
  'tridiagonal with zeros beside the diagonal': (n, draws) =>
    symmetric(n, (i, j) => (i === j ? centred(draws) : i === j + 1 && i % 5 !== 0 ? centred(draws) : 0)),
  'second differences': (n) => symmetric(n, (i, j) => (i === j ? 2 : i === j + 1 ? -1 : 0)),
  'symmetric under reversal and signs': symmetricUnderReversal,
};
