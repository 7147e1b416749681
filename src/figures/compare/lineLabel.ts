import type { SeriesSpec } from '../../engine/contract/figure';
import { shortened } from '../fit/levelNames';

/** A run's name beside its line, near a place on the x axis. */
export const lineLabel = (name: string, at: number): NonNullable<SeriesSpec['label']> => ({
  text: shortened(name),
  at,
  dx: 6,
  dy: -8,
  align: 'left',
});
