// Numbers by which the bindings and the compiled core name the same function; both sides import this file.

/** One function of map.ts. */
export enum ElementaryId {
  Exp = 0,
  Sin = 1,
  Cos = 2,
  Tanh = 3,
  Erf = 4,
  Sqrt = 5,
}

/** How the singular part of a one-dimensional periodic kernel is evaluated; see kernelMapsDifference.ts. */
export enum PeriodicId {
  /** Even integer order: an odd power of the distance. */
  WholePower = 0,
  /** A power with a real exponent. */
  RealPower = 1,
  /** Order near an odd integer, where the power turns into a power times a logarithm. */
  NearLogarithm = 2,
}
