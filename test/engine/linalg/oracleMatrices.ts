import { symmetric } from './matrices';

/** The matrices of test/oracles/linalg.py, bit for bit: sums, products and quotients of small integers and powers of two. */
export const ORACLE_SYMMETRIC: Readonly<Record<string, (n: number) => Float64Array>> = {
  integers: (n) => symmetric(n, (i, j) => ((7 * i * j + 3 * (i + j)) % 17) - 8),
  'many integers': (n) => symmetric(n, (i, j) => ((31 * i * j + 5 * (i + j)) % 101) - 50),
  Hilbert: (n) => symmetric(n, (i, j) => 1 / (i + j + 1)),
  'least of two': (n) => symmetric(n, (_, j) => j + 1),
  Wilkinson: (n) => symmetric(n, (i, j) => (i === j ? Math.abs(i - 10) : i === j + 1 ? 1 : 0)),
  'glued Wilkinson': (n) =>
    symmetric(n, (i, j) => (i === j ? Math.abs((i % 21) - 10) : i !== j + 1 ? 0 : i % 21 === 0 ? 2 ** -26 : 1)),
  graded: (n) => symmetric(n, (i, j) => 2 ** -(i + j) * (1 + ((i * j) % 5))),
  'second differences': (n) => symmetric(n, (i, j) => (i === j ? 2 : i === j + 1 ? -1 : 0)),
  arrow: (n) => symmetric(n, (i, j) => (i === j ? i : j === 0 ? 1 : 0)),
  'ones in blocks': (n) => symmetric(n, (i, j) => (Math.floor(i / 9) === Math.floor(j / 9) ? 1 : 0)),
  quotients: (n) => symmetric(n, (i, j) => 1 / (1 + ((i - j) * (i - j)) / 64)),
  'negative definite': (n) => symmetric(n, (i, j) => (i === j ? -40 : (((i * j) % 3) - 1) / 2)),
};

function made(rows: number, columns: number, entry: (i: number, j: number) => number): Float64Array {
  return Float64Array.from({ length: rows * columns }, (_, at) => entry(at % rows, Math.floor(at / rows)));
}

function power(x: number, exponent: number): number {
  let result = 1;
  for (let e = 0; e < exponent; e++) result *= x;
  return result;
}

export const ORACLE_TALL: Readonly<Record<string, (rows: number, columns: number) => Float64Array>> = {
  integers: (rows, columns) => made(rows, columns, (i, j) => (((i * i + 5) * (j + 3) * (i + j * j + 1)) % 29) - 14),
  Vandermonde: (rows, columns) => made(rows, columns, (i, j) => power(i / 64, j)),
  Hilbert: (rows, columns) => made(rows, columns, (i, j) => 1 / (i + j + 1)),
  'a column twice': (rows, columns) => made(rows, columns, (i, j) => (((i + 1) * ((j % 5) + 2)) % 11) - 5),
  'graded columns': (rows, columns) => made(rows, columns, (i, j) => 2 ** (-10 * j) * (((i * i + 3 * j * i) % 7) - 3)),
};
