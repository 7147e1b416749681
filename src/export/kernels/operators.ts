/**
 * The arithmetic in which a kernel's formula is written once (formulas.ts): an exporter says how its language spells each of these, and has every
 * kernel. T is an expression of the language.
 */
export interface Operators<T> {
  number(value: number): T;
  /** A number of the kernel, or the entry of a list of them. */
  parameter(name: string, index?: number): T;
  /** The same value under a name, so that it is computed once. */
  named(name: string, value: T): T;
  add(a: T, b: T): T;
  subtract(a: T, b: T): T;
  multiply(a: T, b: T): T;
  /** a/b, and 0 where b is 0. */
  ratio(a: T, b: T): T;
  negate(a: T): T;
  sqrt(a: T): T;
  exp(a: T): T;
  log(a: T): T;
  /** tanh and the arcs of values in [−1, 1]. */
  tanh(a: T): T;
  asin(a: T): T;
  acos(a: T): T;
  maximum(a: T, b: number): T;
  minimum(a: T, b: number): T;
  /** a to a whole power of 0 or more, known when the kernel is exported. */
  power(a: T, exponent: number): T;
  /** E[tanh u·tanh v] of jointly normal (u, v) with these variances, by a mixture of arcsines (MIXTURE of tanhTables.ts). */
  tanhNetwork(covariance: T, variance: T, other: T): T;
}
