import type { Axis, FilterSpec } from '../contract/filter';
import type { SpectrumData } from '../contract/run';
import { equivalentLambda, filterAt, filterParts } from '../filters/anyFilter';

/**
 * SIGN's constants for gradient flow at time t compared with ridge at lambda = 1/(n·t), in propositions 1 (b) and 3
 * (b).
 */
export const FLOW_BOUNDS = { distance: 0.0415, risk: 1.6862 } as const;

/** The value of the axis at which the two differ most: `largest` there, compared with ridge with this lambda. */
export interface Farthest {
  readonly value: number;
  readonly lambda: number;
  readonly largest: number;
}

/** Early stopping compared with ridge with the corresponding lambda, at each value of the axis. */
export interface BesideRidge {
  readonly values: Float64Array;
  readonly lambda: Float64Array;
  /** ||f − f_ridge||²/||y||² on the training rows, without the part of y that unpenalised features explain. */
  readonly distance: Float64Array;
  readonly farthest: {
    readonly distance: Farthest;
    /**
     * The most that its expected squared error on these rows can be, relative to that of ridge, for any target: the
     * larger of the ratios of both variances and of the biases along one direction, which for a flow are at most 1.
     */
    readonly risk: Farthest;
  };
}

/**
 * The number of times tried beyond either end of the values, in factors of `FINER`: no flow is longer or shorter than
 * that in effect.
 */
const BEYOND = 40;
const FINER = 1.5;

/**
 * Compares early stopping with ridge; undefined for filters that do not stop early. The farthest point is over any
 * time, and over the steps among the values.
 */
export function besideRidge(
  { mu, rank, n, coordinates, unpenalised, beyond }: SpectrumData,
  filter: FilterSpec,
  axis: Axis,
  values: Float64Array,
): BesideRidge | undefined {
  if (axis !== 't' && axis !== 'steps') return undefined;
  const whole = coordinates.reduce((sum, c) => sum + c * c, beyond.score);
  const at = (value: number) => {
    const lambda = equivalentLambda(filterAt(filter, axis, value), mu, rank, n);
    const { share: own, left } = filterParts(filterAt(filter, axis, value), mu, rank, n);
    const { share: ridge, left: ridgeLeft } = filterParts(ridgeAt(lambda), mu, rank, n);
    let [apart, bias] = [0, 0];
    let [ownVariance, ridgeVariance] = [unpenalised, unpenalised];
    for (let i = 0; i < rank; i++) {
      apart += (own[i] - ridge[i]) ** 2 * coordinates[i] ** 2;
      bias = Math.max(bias, (left[i] / ridgeLeft[i]) ** 2);
      ownVariance += own[i] ** 2;
      ridgeVariance += ridge[i] ** 2;
    }
    const risk = Math.max(bias, ridgeVariance > 0 ? ownVariance / ridgeVariance : 1);
    return { value, lambda, distance: whole > 0 ? apart / whole : 0, risk };
  };
  const points = Array.from(values, at);
  const further = (from: number, by: number) => Array.from({ length: BEYOND }, (_, i) => at(from * by ** (i + 1)));
  const all =
    axis === 'steps'
      ? points
      : [...further(values[0], 1 / FINER), ...points, ...further(values[values.length - 1], FINER)];
  const farthest = (of: 'distance' | 'risk'): Farthest => {
    const { value, lambda, [of]: largest } = all.reduce((a, b) => (b[of] > a[of] ? b : a));
    return { value, lambda, largest };
  };
  return {
    values,
    lambda: Float64Array.from(points, ({ lambda }) => lambda),
    distance: Float64Array.from(points, ({ distance }) => distance),
    farthest: { distance: farthest('distance'), risk: farthest('risk') },
  };
}

export const ridgeAt = (lambda: number): FilterSpec => ({ kind: 'zones', lambda, k: 0, r: Number.POSITIVE_INFINITY });
