import type { Axis, FilterSpec } from '../contract/filter';
import { descended } from './heavyBall';

/** What a filter keeps and leaves of each direction, g and 1 − g, the latter formed without a difference. */
export interface FilterParts {
  readonly share: Float64Array;
  readonly left: Float64Array;
}

/**
 * What a filter keeps of each direction, g_i (docs/methods.md), and what it leaves, for eigenvalues `mu` of K/n in descending
 * order: 0 and 1 beyond the numerical rank. n is the number of rows: time and steps count against n·mu, the eigenvalues of K.
 * Descent may overshoot and keep more than 1, or with much momentum swing below 0.
 */
export function filterParts(filter: FilterSpec, mu: Float64Array, rank: number, n: number): FilterParts {
  const share = new Float64Array(mu.length);
  const left = new Float64Array(mu.length).fill(1);
  if (filter.kind === 'zones') {
    const { from, to } = zonesOf(filter, rank);
    share.fill(1, 0, from);
    left.fill(0, 0, from);
    for (let i = from; i < to; i++) {
      share[i] = mu[i] / (mu[i] + filter.lambda);
      left[i] = filter.lambda / (mu[i] + filter.lambda);
    }
  } else if (filter.kind === 'flow') {
    const rate = (filter.t * n) / (1 - filter.momentum);
    for (let i = 0; i < rank; i++) {
      share[i] = -Math.expm1(-rate * mu[i]);
      left[i] = Math.exp(-rate * mu[i]);
    }
  } else {
    for (let i = 0; i < rank; i++) {
      const found = descended(filter.stepSize * n * mu[i], filter.steps, filter.momentum);
      share[i] = found.share;
      left[i] = found.remainder;
    }
  }
  return { share, left };
}

/** g alone. */
export function filterShares(filter: FilterSpec, mu: Float64Array, rank: number, n: number): Float64Array {
  return filterParts(filter, mu, rank, n).share;
}

/** 1 − g alone. */
export function filterRemainder(filter: FilterSpec, mu: Float64Array, rank: number, n: number): Float64Array {
  return filterParts(filter, mu, rank, n).left;
}

/** Directions 0…from−1 of a zones filter are kept whole, from…to−1 shrunk by ridge, the rest left out. */
export function zonesOf(
  filter: Extract<FilterSpec, { kind: 'zones' }>,
  rank: number,
): { readonly from: number; readonly to: number } {
  const to = Math.min(filter.r, rank);
  return { from: Math.min(filter.k, to), to };
}

/** Spectral cut-off at r = k: there is no ridge at all. Zones that happen to meet keep their lambda. */
export function isCutoff(filter: FilterSpec): boolean {
  return filter.kind === 'zones' && filter.lambda === 0;
}

/**
 * The ridge (per sample) that shrinks about as much: lambda itself for zones, 1/(n·t) for flow and descent with
 * t = stepSize·steps, both times 1 − momentum, mu_r for a cut-off at r (infinite when nothing is kept).
 */
export function equivalentLambda(filter: FilterSpec, mu: Float64Array, rank: number, n: number): number {
  if (filter.kind === 'flow') return (1 - filter.momentum) / (n * filter.t);
  if (filter.kind === 'descent') return (1 - filter.momentum) / (n * filter.stepSize * filter.steps);
  const kept = Math.min(filter.r, rank);
  if (filter.k < kept || (filter.k === 0 && filter.r > 0)) return filter.lambda;
  return kept === 0 ? Number.POSITIVE_INFINITY : mu[kept - 1];
}

/** How many leading eigenvalues exceed lambda: the directions of which ridge keeps more than half. `mu` descends. */
export function directionsAbove(mu: Float64Array, rank: number, lambda: number): number {
  let low = 0;
  let high = rank;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (mu[middle] > lambda) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function axisValue(filter: FilterSpec, axis: Axis): number {
  if (filter.kind === 'zones' && (axis === 'lambda' || axis === 'k' || axis === 'r')) return filter[axis];
  if (filter.kind === 'flow' && axis === 't') return filter.t;
  if (filter.kind === 'descent' && axis === 'steps') return filter.steps;
  throw noSuchAxis(filter, axis);
}

/**
 * The filter with one parameter replaced. k ≤ r is kept: r follows a k beyond it, and k an r below it. r moves a cut-off
 * as a whole, both k and r.
 */
export function filterAt(filter: FilterSpec, axis: Axis, value: number): FilterSpec {
  if (filter.kind === 'flow' && axis === 't') return { ...filter, t: value };
  if (filter.kind === 'descent' && axis === 'steps') return { ...filter, steps: value };
  if (filter.kind === 'zones') {
    if (axis === 'lambda') return { ...filter, lambda: value };
    if (axis === 'k') return { ...filter, k: value, r: Math.max(filter.r, value) };
    if (axis === 'r') return { ...filter, r: value, k: isCutoff(filter) ? value : Math.min(filter.k, value) };
  }
  throw noSuchAxis(filter, axis);
}

/**
 * Why a filter cannot be used on a kernel whose largest eigenvalue of K/n is `largest`, in one sentence; undefined when it can.
 * Descent grows without bound unless stepSize < 2·(1 + momentum)/(n·mu_1).
 */
export function filterFault(filter: FilterSpec, largest: number, n: number): string | undefined {
  if (filter.kind !== 'descent') return undefined;
  const limit = (2 * (1 + filter.momentum)) / (n * largest);
  if (filter.stepSize < limit) return undefined;
  return `stepSize ${filter.stepSize} makes gradient descent grow without bound: for this kernel and momentum it must be below ${limit.toPrecision(3)}.`;
}

function noSuchAxis(filter: FilterSpec, axis: Axis): RangeError {
  return new RangeError(`a filter of kind ${filter.kind} has no ${axis}`);
}
