// Numbers by which the bindings and the compiled core name the same thing; both sides import this file.

/** One map of kernelMaps.ts, or one product over columns of kernelMapsDifference.ts. */
export enum KernelId {
  Gaussian = 0,
  Laplace = 1,
  Matern32 = 2,
  Matern52 = 3,
  Cauchy = 4,
  Linear = 5,
  Polynomial = 6,
  ArcCosine0 = 7,
  ArcCosine1 = 8,
  ArcCosine2 = 9,
  NetworkRelu = 10,
  NetworkErf = 11,
  NetworkTanhSeries = 12,
  NetworkTanhMixture = 13,
  ThinPlate = 14,
  PolyharmonicOdd = 15,
  PolyharmonicEven = 16,
  NegativeDistance = 17,
  Multiquadric = 18,
  Spline = 19,
  Trigonometric = 20,
}

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
