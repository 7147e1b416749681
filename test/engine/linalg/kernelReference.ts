import type { ScaledShape } from '../../../src/engine/kernels/formOf';

/**
 * The kernel between two rows, straight from its definition: differences instead of expanded distances, integrals and sums by
 * quadrature instead of expansions. Slow, and right to some 1e-13 of the kernel's largest value: the oracle for the core.
 */
export function kernelValue(form: ScaledShape, x: Float64Array, z: Float64Array): number {
  const r = Math.hypot(...x.map((v, l) => v - z[l]));
  const { lengthScale = 1 } = form;
  switch (form.kind) {
    case 'gaussian':
      return Math.exp(-(r ** 2) / (2 * lengthScale ** 2));
    case 'laplace':
      return Math.exp(-r / lengthScale);
    case 'matern32': {
      const t = (Math.sqrt(3) * r) / lengthScale;
      return (1 + t) * Math.exp(-t);
    }
    case 'matern52': {
      const t = (Math.sqrt(5) * r) / lengthScale;
      return (1 + t + t ** 2 / 3) * Math.exp(-t);
    }
    case 'cauchy':
      return 1 / (1 + (r / lengthScale) ** 2);
    case 'linear':
      return inner(x, z);
    case 'polynomial':
      return (form.scale * inner(x, z) + form.offset) ** form.degree;
    case 'arcCosine': {
      const size = Math.sqrt(inner(x, x) * inner(z, z));
      return (arcCosine(form.order, size === 0 ? 0 : inner(x, z) / size) * size ** form.order) / Math.PI;
    }
    case 'network':
      return network(
        form.activation,
        form.weight * inner(x, x) + form.bias,
        form.weight * inner(z, z) + form.bias,
        form.weight * inner(x, z) + form.bias,
      );
    case 'thinPlate':
      return r === 0 ? 0 : r ** 2 * Math.log(r);
    case 'polyharmonic': {
      const e = form.exponent;
      if (e % 2 === 1) return (-1) ** Math.ceil(e / 2) * r ** e;
      return r === 0 ? 0 : (-1) ** (e / 2 + 1) * r ** e * Math.log(r);
    }
    case 'negativeDistance':
      return -r;
    case 'multiquadric':
      return -Math.sqrt(form.offset ** 2 + r ** 2);
    case 'spline':
      return product(x, z, (t) => 1 + 2 * cosineSum(form.order, 2 * Math.PI * (t - Math.round(t))));
    case 'trigonometric':
      return product(x, z, (t) => 1 + cosineSum(2 * form.smoothness, t));
  }
}

function inner(x: Float64Array, z: Float64Array): number {
  return x.reduce((sum, v, l) => sum + v * z[l], 0);
}

function product(x: Float64Array, z: Float64Array, f: (t: number) => number): number {
  return x.reduce((result, v, l) => result * f(v - z[l]), 1);
}

/** J_q of the angle with this cosine (Cho & Saul 2009). */
function arcCosine(order: 0 | 1 | 2, cosine: number): number {
  const c = Math.max(-1, Math.min(1, cosine));
  const angle = Math.acos(c);
  const sine = Math.sin(angle);
  if (order === 0) return Math.PI - angle;
  if (order === 1) return sine + (Math.PI - angle) * c;
  return 3 * sine * c + (Math.PI - angle) * (1 + 2 * c ** 2);
}

/** E[f(u)·f(v)] for normal u and v with these variances and this covariance. */
function network(activation: 'relu' | 'erf' | 'tanh', uu: number, vv: number, uv: number): number {
  const size = Math.sqrt(uu * vv);
  if (activation === 'relu') return size === 0 ? 0 : (size * arcCosine(1, uv / size)) / (2 * Math.PI);
  if (activation === 'erf') return (2 / Math.PI) * Math.asin((2 * uv) / Math.sqrt((1 + 2 * uu) * (1 + 2 * vv)));
  return gaussianMean(Math.tanh, uu, vv, uv);
}

/**
 * E[f(u)·f(v)] by the trapezium rule in two independent standard normals, which converges geometrically for a smooth f with
 * poles no nearer than those of tanh.
 */
export function gaussianMean(f: (t: number) => number, uu: number, vv: number, uv: number): number {
  const a = Math.sqrt(uu);
  const along = a === 0 ? 0 : uv / a;
  const across = Math.sqrt(Math.max(0, vv - along ** 2));
  const step = (2 * Math.PI) / (12 + 26 * Math.sqrt(Math.max(uu, vv)));
  const reach = Math.ceil(8.6 / step);
  let sum = 0;
  for (let i = -reach; i <= reach; i++) {
    const g = i * step;
    let line = 0;
    for (let j = -reach; j <= reach; j++) line += f(along * g + across * j * step) * Math.exp(-((j * step) ** 2) / 2);
    sum += f(a * g) * Math.exp(-(g ** 2) / 2) * line;
  }
  return (sum * step ** 2) / (2 * Math.PI);
}

/**
 * Σ over j ≥ 1 of j^−q·cos(jθ) = (1/Γ(q))·∫ t^(q−1)·(e^t·cos θ − 1)/(e^2t − 2·e^t·cos θ + 1) dt over t > 0, both integrals in
 * ln t by the trapezium rule.
 */
export function cosineSum(q: number, theta: number): number {
  const half = Math.sin(theta / 2) ** 2;
  const integral = overLogarithm(q, (t) => {
    const grown = Math.expm1(t);
    return (grown * Math.cos(theta) - 2 * half) / (grown ** 2 + 4 * (grown + 1) * half);
  });
  return integral / overLogarithm(q, (t) => Math.exp(-t));
}

/** ∫ t^(q−1)·f(t) dt, t > 0, for f that decays like e^−t and grows no faster than 1/t at 0. */
function overLogarithm(q: number, f: (t: number) => number): number {
  const step = 0.05;
  let sum = 0;
  for (let y = Math.log(300); y > -38 / (q - 1); y -= step) sum += Math.exp(q * y) * f(Math.exp(y));
  return sum * step;
}
