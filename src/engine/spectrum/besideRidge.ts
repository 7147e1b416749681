import type { Axis, FilterSpec } from '../contract/filter';
import type { SpectrumData } from '../contract/run';
import { equivalentLambda, filterAt, filterParts } from '../filters/anyFilter';

/** SIGN's constants for gradient flow at time t beside ridge at lambda = 1/(n·t), in propositions 1 (b) and 3 (b). */
export const FLOW_BOUNDS = { distance: 0.0415, risk: 1.6862 } as const;

/** Early stopping beside ridge that shrinks alike, at each value of the axis. */
export interface BesideRidge {
  readonly values: Float64Array;
  readonly lambda: Float64Array;
  /** ||f − f_ridge||²/||y||² on the training rows, without the part of y that unpenalised features explain. */
  readonly distance: Float64Array;
  /**
   * The most that its expected squared error on these rows can be, over ridge's, whatever the target: where ridge's is all
   * variance, as early stopping has no more bias than ridge and no less variance.
   */
  readonly risk: Float64Array;
  /** Indices of the largest of both. */
  readonly most: { readonly distance: number; readonly risk: number };
}

/** Undefined for filters that do not stop early. */
export function besideRidge(
  { mu, rank, n, coordinates, unpenalised, beyond }: SpectrumData,
  filter: FilterSpec,
  axis: Axis,
  values: Float64Array,
): BesideRidge | undefined {
  if (axis !== 't' && axis !== 'steps') return undefined;
  const lambda = values.map((value) => equivalentLambda(filterAt(filter, axis, value), mu, rank, n));
  const whole = coordinates.reduce((sum, c) => sum + c * c, beyond.score);
  const distance = new Float64Array(values.length);
  const risk = new Float64Array(values.length);
  values.forEach((value, l) => {
    const own = filterParts(filterAt(filter, axis, value), mu, rank, n);
    const ridge = filterParts(ridgeAt(lambda[l]), mu, rank, n);
    let apart = 0;
    let [ownVariance, ridgeVariance] = [unpenalised, unpenalised];
    for (let i = 0; i < rank; i++) {
      apart += (own.share[i] - ridge.share[i]) ** 2 * coordinates[i] ** 2;
      ownVariance += own.share[i] ** 2;
      ridgeVariance += ridge.share[i] ** 2;
    }
    distance[l] = whole > 0 ? apart / whole : 0;
    risk[l] = ridgeVariance > 0 ? ownVariance / ridgeVariance : 1;
  });
  const largest = (of: Float64Array) => of.reduce((best, v, l) => (v > of[best] ? l : best), 0);
  return { values, lambda, distance, risk, most: { distance: largest(distance), risk: largest(risk) } };
}

export const ridgeAt = (lambda: number): FilterSpec => ({ kind: 'zones', lambda, k: 0, r: Number.POSITIVE_INFINITY });
