import type { FormulaShape, ShapeOf } from '../../engine/kernels/kernel';
import { PeriodicId } from '../../engine/linalg/core/assembly/functionIds';
import { periodicParameters } from '../../engine/linalg/core/periodicSeries';
import type { Operators } from './operators';

/**
 * The arguments of a formula: r² of scaled rows, or inner product and squared norms, or 0…1, a column's distance to the
 * nearest period over half of it.
 */
export interface Arguments<T> {
  readonly square: T;
  readonly dot: T;
  readonly a: T;
  readonly b: T;
  readonly u: T;
}

export interface Formula {
  /** A name in every language. */
  readonly name: string;
  /** The numbers it is computed with. */
  readonly parameters: Readonly<Record<string, number | readonly number[]>>;
  of<T>(o: Operators<T>, at: Arguments<T>): T;
}

/** The formula of each kernel: a new kernel states it here, once for all languages. */
const FORMULAS: { readonly [K in FormulaShape['kind']]: (shape: ShapeOf<K>) => Formula } = {
  gaussian: () => plain('gaussian', (o, { square }) => o.exp(o.multiply(o.number(-0.5), square))),
  laplace: () => plain('laplace', (o, { square }) => o.exp(o.negate(o.sqrt(square)))),
  matern32: () =>
    plain('matern32', (o, { square }) => {
      const t = o.named('t', o.sqrt(o.multiply(o.number(3), square)));
      return o.multiply(o.add(o.number(1), t), o.exp(o.negate(t)));
    }),
  matern52: () =>
    plain('matern52', (o, { square }) => {
      const t = o.named('t', o.sqrt(o.multiply(o.number(5), square)));
      const sum = o.add(o.add(o.number(1), t), o.multiply(o.number(5 / 3), square));
      return o.multiply(sum, o.exp(o.negate(t)));
    }),
  cauchy: () => plain('cauchy', (o, { square }) => o.ratio(o.number(1), o.add(o.number(1), square))),
  linear: () => plain('linear', (_, { dot }) => dot),
  polynomial: ({ degree, scale, offset }) => ({
    name: `polynomial${degree}`,
    parameters: { scale, offset, degree },
    of: (o, { dot }) => o.power(o.add(o.multiply(o.parameter('scale'), dot), o.parameter('offset')), degree),
  }),
  arcCosine: ({ order }) => plain(`arcCosine${order}`, ARC_COSINES[order]),
  network: ({ activation, weight, bias }) => ({
    name: `${activation}Network`,
    parameters: { weight, bias },
    of: NETWORKS[activation],
  }),
  spline: ({ order }) => periodic('spline', order, 2),
  trigonometric: ({ smoothness }) => periodic('trigonometric', 2 * smoothness, 1),
  thinPlate: () =>
    plain('thinPlate', (o, { square }) =>
      o.multiply(o.multiply(o.number(0.5), square), o.log(o.maximum(square, LEAST))),
    ),
  polyharmonic: ({ exponent }) => {
    const half = Math.floor(exponent / 2);
    const sign = half % 2 === 0 ? -1 : 1;
    const odd = exponent % 2 === 1;
    return plain(`polyharmonic${exponent}`, (o, { square }) =>
      odd
        ? o.multiply(o.multiply(o.number(sign), o.sqrt(square)), o.power(square, half))
        : o.multiply(o.multiply(o.number(sign / 2), o.power(square, half)), o.log(o.maximum(square, LEAST))),
    );
  },
  negativeDistance: () => plain('negativeDistance', (o, { square }) => o.negate(o.sqrt(square))),
  multiquadric: ({ offset }) => ({
    name: 'multiquadric',
    parameters: { offset },
    of: (o, { square }) => o.negate(o.sqrt(o.add(o.power(o.parameter('offset'), 2), square))),
  }),
};

/** Keeps 0·log 0 from being NaN; single precision holds it. */
const LEAST = 1e-37;

export function formulaOf<K extends FormulaShape['kind']>(shape: ShapeOf<K>): Formula {
  return (FORMULAS[shape.kind as K] as (shape: ShapeOf<K>) => Formula)(shape);
}

type Of = Formula['of'];

const plain = (name: string, of: Of): Formula => ({ name, parameters: {}, of });

/** π − angle, the angle's sine and cosine, and the norms' product; 90 degrees from a row of norm 0. */
function angle<T>(o: Operators<T>, dot: T, squares: readonly [T, T]) {
  const size = o.named('size', o.sqrt(o.multiply(...squares)));
  const cosine = o.named('c', o.maximum(o.minimum(o.ratio(dot, size), 1), -1));
  const sine = o.sqrt(o.multiply(o.subtract(o.number(1), cosine), o.add(o.number(1), cosine)));
  return { size, cosine, sine, supplement: o.acos(o.negate(cosine)) };
}

function firstOrder<T>(o: Operators<T>, dot: T, squares: readonly [T, T], factor: number): T {
  const { size, cosine, sine, supplement } = angle(o, dot, squares);
  return o.multiply(o.multiply(o.number(factor), size), o.add(sine, o.multiply(supplement, cosine)));
}

const ARC_COSINES: Readonly<Record<0 | 1 | 2, Of>> = {
  0: (o, { dot, a, b }) => o.multiply(o.number(1 / Math.PI), angle(o, dot, [a, b]).supplement),
  1: (o, { dot, a, b }) => firstOrder(o, dot, [a, b], 1 / Math.PI),
  2: (o, { dot, a, b }) => {
    const { size, cosine, sine, supplement } = angle(o, dot, [a, b]);
    const turned = o.multiply(supplement, o.add(o.number(1), o.multiply(o.number(2), o.power(cosine, 2))));
    const sum = o.add(o.multiply(o.multiply(o.number(3), sine), cosine), turned);
    return o.multiply(o.multiply(o.number(1 / Math.PI), o.power(size, 2)), sum);
  },
};

/** A layer's input: covariance weight·x·z + bias, and the variances alike. */
function layer<T>(o: Operators<T>, { dot, a, b }: Arguments<T>) {
  const input = (name: string, product: T) =>
    o.named(name, o.add(o.multiply(o.parameter('weight'), product), o.parameter('bias')));
  return { covariance: input('covariance', dot), variances: [input('va', a), input('vb', b)] as const };
}

const NETWORKS: Readonly<Record<'relu' | 'erf' | 'tanh', Of>> = {
  relu: (o, at) => {
    const { covariance, variances } = layer(o, at);
    return firstOrder(o, covariance, variances, 0.5 / Math.PI);
  },
  erf: (o, at) => {
    const { covariance, variances } = layer(o, at);
    const [va, vb] = variances.map((v) => o.add(o.number(1), o.multiply(o.number(2), v)));
    const sine = o.ratio(o.multiply(o.number(2), covariance), o.sqrt(o.multiply(va, vb)));
    return o.multiply(o.number(2 / Math.PI), o.asin(o.maximum(o.minimum(sine, 1), -1)));
  },
  tanh: (o, at) => {
    const { covariance, variances } = layer(o, at);
    return o.tanhNetwork(covariance, ...variances);
  },
};

/** 1 + factor·Σ_j j^−order·cos(πju): a polynomial in 2u² − 1 and a singular part in u. From order 1 down infinite at u = 0. */
export function periodic(name: string, order: number, factor: number): Formula {
  const [id, amplitude, exponent, epsilon, second, , , , ...coefficients] = periodicParameters(order, factor);
  const parameters = { amplitude, exponent, epsilon, second, coefficients };
  const singular = SINGULAR[id as PeriodicId](exponent, epsilon, order <= 1 ? 2 ** -53 : LEAST);
  return {
    name: `${name}${singular.suffix}${order <= 1 ? 'Pole' : ''}`,
    parameters,
    of: (o, { u }) => {
      const s = o.named('s', o.subtract(o.multiply(o.number(2), o.power(u, 2)), o.number(1)));
      let regular = o.parameter('coefficients', coefficients.length - 1);
      for (let k = coefficients.length - 2; k >= 0; k--)
        regular = o.add(o.multiply(regular, s), o.parameter('coefficients', k));
      return o.add(regular, singular.of(o, u));
    },
  };
}

interface Singular {
  readonly suffix: string;
  of<T>(o: Operators<T>, u: T): T;
}

const SINGULAR: Readonly<Record<PeriodicId, (exponent: number, epsilon: number, least: number) => Singular>> = {
  [PeriodicId.WholePower]: (exponent) => ({
    suffix: `Power${exponent}`,
    of: (o, u) => o.multiply(o.parameter('amplitude'), o.power(u, exponent)),
  }),
  [PeriodicId.RealPower]: (_, __, least) => ({
    suffix: 'RealPower',
    of: (o, u) =>
      o.multiply(o.parameter('amplitude'), o.exp(o.multiply(o.parameter('exponent'), o.log(o.maximum(u, least))))),
  }),
  [PeriodicId.NearLogarithm]: (exponent, epsilon, least) => ({
    suffix: epsilon === 0 ? `Logarithm${exponent}` : `NearLogarithm${exponent}`,
    of: (o, u) => {
      // Without a power in front, u^epsilon has to be 0 at u = 0: the logarithm may be infinite there.
      const logarithm = o.log(exponent === 0 && epsilon > 0 ? u : o.maximum(u, least));
      if (epsilon === 0) return o.multiply(o.power(u, exponent), o.multiply(o.parameter('amplitude'), logarithm));
      // exp(v) − 1 = 2·h/(1 − h), h = tanh(v/2), loses nothing where v is small, nor where it is far below 0; the other side is −exp(v)·(exp(−v) − 1).
      const v = o.named('v', o.multiply(o.parameter('epsilon'), logarithm));
      const h = o.named('h', o.tanh(o.multiply(o.number(epsilon > 0 ? 0.5 : -0.5), v)));
      const below = o.ratio(o.multiply(o.number(2), h), o.subtract(o.number(1), h));
      const power = epsilon > 0 ? below : o.negate(o.multiply(o.exp(v), below));
      return o.multiply(o.power(u, exponent), o.multiply(o.parameter('second'), power));
    },
  }),
};
