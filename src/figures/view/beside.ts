import type { AxisSpec, SeriesSpec } from '../../engine/contract/figure';
import { plain } from '../../engine/words/numbers';
import { padded } from '../layout/domains';
import { axisSpec, endLabel, lineSeries } from '../specs';
import { extent } from './extent';

/** Predictions of one row along two paths. */
export interface BesideRow {
  readonly name: string;
  readonly own: ArrayLike<number>;
  readonly other: ArrayLike<number>;
}

/** Solid: the fit's own path; dashed: the other one. */
export function besideSeries(x: Float64Array, rows: readonly BesideRow[], other: string): SeriesSpec[] {
  return rows.flatMap((row) => [
    lineSeries('reference', `${row.name}, ${other}`, { x, y: Float64Array.from(row.other) }),
    lineSeries('main', row.name, { x, y: Float64Array.from(row.own) }, endLabel(row.name)),
  ]);
}

/** Predictions of a target along both paths. */
export const besideAxis = (target: string, rows: readonly BesideRow[]): AxisSpec =>
  axisSpec(
    `prediction of ${target}`,
    'linear',
    padded(...extent(...rows.flatMap(({ own, other }) => [own, other]))),
    'plain',
  );

/** Smaller fractions cannot be distinguished. */
export const LEAST_SHARE = 1e-4;

/** A squared distance as a share: "0.012", "less than 0.0001". */
export const leastShare = (share: number): string => (share < LEAST_SHARE ? 'less than 0.0001' : plain(share, 2));
