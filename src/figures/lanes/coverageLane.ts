import { wilson } from '../../engine/statistics/classes';
import { missesNominal } from '../../engine/statistics/intervals';
import { count } from '../../engine/words/numbers';
import { shareAxis } from './axis';
import type { Lane, Lanes } from './lanes';

const NOMINAL = 0.95;

/** Of how many `rows` are `inside`, where 95 % should be by `trained` rows; the first lane is of all rows. `spoken`: the words behind its name and counts. */
export function coverageLane(
  {
    name,
    rows,
    inside,
    trained,
    ...said
  }: Pick<Lane, 'id' | 'name' | 'beside'> & Record<'rows' | 'inside' | 'trained', number>,
  place: number,
  spoken: (misses: boolean) => string,
): Lane {
  const misses = missesNominal(inside / rows, rows, trained);
  const value = `${count(inside)} of ${count(rows)}`;
  return {
    ...said,
    name,
    how: '',
    group: Math.min(1, place),
    muted: place > 0,
    look: misses ? 'below' : 'full',
    at: inside / rows,
    interval: wilson(inside, rows),
    value,
    shown: false,
    spoken: `${name}: ${value} rows ${spoken(misses)}`,
  };
}

/** Lanes on an axis of shares, beside the nominal one. */
export const coverageFrame = (lanes: readonly Lane[], title: string, beside: string) =>
  ({
    axis: {
      title,
      scale: 'linear',
      format: 'percent',
      ...shareAxis([NOMINAL, ...lanes.flatMap(({ interval = [] }) => [...interval])]),
    },
    heads: { value: '', beside },
    rule: { at: NOMINAL, kind: 'nominal' },
    lanes,
  }) satisfies Partial<Lanes>;
