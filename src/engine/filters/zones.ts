import type { Axis } from '../contract/filter';
import type { Filter, SpecOf, Zones } from './filter';
import { counts, LAMBDA_AXIS } from './grids';

type ZonesSpec = SpecOf<'zones'>;

/** Ridge over directions up to r; over all of them if r is at least the rank. */
export const ridgeFilter = (lambda: number, r: number): ZonesSpec => ({ kind: 'zones', lambda, k: 0, r });

/** True if there is no ridge at all: r = k. Zones that happen to meet keep their lambda. */
const isCutoff = ({ lambda }: ZonesSpec) => lambda === 0;

function ends({ lambda, k, r }: ZonesSpec, rank: number): Zones {
  const to = Math.min(r, rank);
  return { from: Math.min(k, to), to, lambda };
}

/** k ≤ r always holds: r follows a k beyond it, and k an r below it. In a cut-off, r moves both. */
function withValue(filter: ZonesSpec, axis: Axis, value: number): ZonesSpec {
  if (axis === 'k') return { ...filter, k: value, r: Math.max(filter.r, value) };
  if (axis === 'r') return { ...filter, r: value, k: isCutoff(filter) ? value : Math.min(filter.k, value) };
  return { ...filter, [axis]: value };
}

/** Directions up to k in full, ridge up to r, nothing beyond. */
export const zones: Filter<ZonesSpec> = {
  held: {},
  axes: {
    lambda: LAMBDA_AXIS,
    k: {
      grid: (_, { rank }) => counts(0, rank, 100),
      coarse: ({ rank }, axes) => counts(0, rank, axes > 2 ? 15 : 32),
    },
    r: {
      grid: (_, { rank }) => counts(1, rank, 100),
      coarse: ({ rank }, axes) => counts(1, rank, axes > 2 ? 16 : 32),
    },
  },
  words: {
    subject: 'Ridge',
    like: 'A cut-off at r compares with the λ at its last eigenvalue, μ_r.',
    held: 'the eigenvectors',
    formula: '1 for i ≤ k, mu_i/(mu_i + lambda) for k < i ≤ r, 0 beyond',
    lambda: 'lambda; mu_r where nothing lies between k and r',
    inFold: "lambda·n/n', k, r",
    exact: 'for k = 0, r = all',
  },
  fill(filter, { mu, rank }, { share, left }) {
    const { from, to, lambda } = ends(filter, rank);
    share.fill(1, 0, from);
    left.fill(0, 0, from);
    for (let i = from; i < to; i++) {
      share[i] = mu[i] / (mu[i] + lambda);
      left[i] = lambda / (mu[i] + lambda);
    }
  },
  equivalentLambda({ lambda, k, r }, { mu, rank }) {
    const to = Math.min(r, rank);
    if (k < to || (k === 0 && r > 0)) return lambda;
    return to === 0 ? Number.POSITIVE_INFINITY : mu[to - 1];
  },
  inFold: (filter, ratio) => ({ ...filter, lambda: filter.lambda * ratio }),
  withValue,
  // With lambda, at least one direction stays between k and r: at k = r the filter would be a cut-off.
  underSlider(filter, axis, value, axes) {
    if (axes.includes('lambda')) {
      if (axis === 'k') return { ...filter, k: value, r: Math.max(filter.r, value + 1) };
      if (axis === 'r') return { ...filter, r: Math.max(1, value), k: Math.min(filter.k, Math.max(0, value - 1)) };
    }
    return withValue(filter, axis, value);
  },
  allows(filter, axis, value) {
    if (isCutoff(filter)) return true;
    if (axis === 'k') return value < filter.r;
    return axis !== 'r' || value > filter.k;
  },
  zones: ends,
  exact(filter, rank, axes) {
    const { from, to } = ends(filter, rank);
    return from === 0 && to === rank && axes.every((axis) => axis === 'lambda');
  },
  // A cut-off beyond the rank means all directions.
  fault(filter, { rank }) {
    const { k } = filter;
    if (k <= rank || isCutoff(filter)) return undefined;
    const text = `k must be at most ${rank}, the numerical rank of the kernel matrix on these rows; it is ${k}. Set a smaller k or a shorter length scale.`;
    return { name: 'k', text };
  },
};
