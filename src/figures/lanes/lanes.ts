import type { AxisSpec, FigureData, FigureSpec, Sentence } from '../../engine/contract/figure';
import { axisSpec, lineSeries, pointSeries } from '../specs';

/** One line of a figure of lanes: a name, a number with its interval on the shared axis, and two columns of words. */
export interface Lane {
  readonly id: string;
  readonly name: string;
  /** Muted words behind the name: "per column". */
  readonly how: string;
  /** Lanes of one group stand together. */
  readonly group: number;
  /** Something to compare with. */
  readonly muted: boolean;
  /**
   * waits: nothing yet. started: nothing measured yet. first: measured on a part, hollow and dashed. full: as it stays. baseline: full,
   * hollow. below: full, below what it should be.
   */
  readonly look: 'waits' | 'started' | 'first' | 'full' | 'baseline' | 'below';
  readonly at?: number;
  /** 95 %. */
  readonly interval?: readonly [number, number];
  readonly value: string;
  readonly beside: string;
  /** The run that the panel shows. */
  readonly shown: boolean;
  /** Landmarks or random features that this run is fitted by: there is nothing to fit. */
  readonly fitted?: true;
  /** What a screen reader says of it, and what hovering tells. */
  readonly spoken: string;
}

/** A figure of lanes in their order, which never changes. Drawn in the page from this, elsewhere from `lanesFigure`. */
export interface Lanes {
  readonly id: string;
  readonly title: string;
  readonly sentence: Sentence;
  readonly axis: AxisSpec & { readonly ticks: readonly number[] };
  /** Heads of the columns of words; '' for none. */
  readonly heads: { readonly value: string; readonly beside: string };
  readonly rule?: { readonly at: number; readonly kind: 'lowest' | 'nominal' };
  readonly lanes: readonly Lane[];
  readonly note?: string;
  /** What CSV and table show. */
  readonly data: FigureData;
}

/** The same as a figure for pictures, tables and CSV: lanes from the top, the columns of words left to the table. */
export function lanesFigure({ id, title, sentence, axis, rule, lanes, note, data }: Lanes): FigureSpec {
  const row = (i: number) => lanes.length - 1 - i;
  const placed = lanes.flatMap((lane, i) => (lane.at === undefined ? [] : [{ ...lane, x: lane.at, y: row(i) }]));
  const intervals = placed.flatMap(({ interval, y, look, muted }) =>
    interval === undefined
      ? []
      : [
          lineSeries(
            look === 'below' ? 'outlier' : 'main',
            '',
            { x: interval.map((end) => Math.min(axis.domain[1], Math.max(axis.domain[0], end))), y: [y, y] },
            { ...((muted || look === 'first') && { faint: true }) },
          ),
        ],
  );
  const points = (role: 'main' | 'outlier', hollow: boolean) => {
    const some = placed.filter(
      ({ look }) => (look === 'below') === (role === 'outlier') && (look === 'first' || look === 'baseline') === hollow,
    );
    return some.length === 0
      ? []
      : [pointSeries(role, axis.title, { x: some.map(({ x }) => x), y: some.map(({ y }) => y) }, { hollow })];
  };
  return {
    id,
    title,
    sentence,
    x: axis,
    y: axisSpec('', 'linear', [-0.6, lanes.length - 0.4], 'level', {
      labels: lanes.map((_, i) => lanes[row(i)]).map(({ name, how }) => (how === '' ? name : `${name}, ${how}`)),
    }),
    series: [...intervals, ...points('main', false), ...points('main', true), ...points('outlier', false)],
    ...(rule && { rules: [{ axis: 'x', at: rule.at, role: 'reference' }] }),
    ...(note !== undefined && { note }),
    data,
    reads: `${lanes.map(({ spoken }) => spoken).join('. ')}.`,
  };
}
