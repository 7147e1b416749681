import type { AxisSpec, FigureData, FigureSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import { axisTicks } from '../layout/ticks';
import { axisSpec, bandSeries, lineSeries, pointSeries } from '../specs';

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
  /** For bars only: the end of the paler bar behind the one that ends at `at`. */
  readonly to?: number;
  /** 95 %. */
  readonly interval?: readonly [number, number];
  readonly value: string;
  readonly beside: string;
  /** A verdict in a last column; '' while there is none. Absent where the figure has no such column. */
  readonly word?: string;
  /** The run that the panel shows. */
  readonly shown: boolean;
  /** Landmarks or random features that this run is fitted by: there is nothing to fit. */
  readonly fitted?: true;
  /** The words of a screen reader for it, also shown on hovering. */
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
  /** Bars from 0 in place of dots; the axis is linear and holds 0. */
  readonly bars?: true;
  readonly rule?: { readonly at: number; readonly kind: 'lowest' | 'nominal' };
  readonly lanes: readonly Lane[];
  readonly note?: string;
  /** The data of the CSV and of the table. */
  readonly data: FigureData;
}

/** The same as a figure for pictures, tables and CSV: lanes from the top, the columns of words left to the table. */
export function lanesFigure({ id, title, sentence, axis, bars, rule, lanes, note, data }: Lanes): FigureSpec {
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
    series: [
      ...(bars ? placed.flatMap((lane) => barSeries(lane)) : []),
      ...intervals,
      ...points('main', false),
      ...points('main', true),
      ...points('outlier', false),
    ],
    ...(rule && { rules: [{ axis: 'x', at: rule.at, role: 'reference' }] }),
    ...(note !== undefined && { note }),
    data,
    reads: `${lanes.map(({ spoken }) => spoken).join('. ')}.`,
  };
}

/** Fields common to lanes of which none can be chosen, in one group without further words. */
export const UNCHOSEN = { how: '', group: 0, muted: false, shown: false, beside: '' } as const;

/** Half of a bar's height, in rows. */
const BAR = 0.2;

/** The paler bar first, so that the other stands on it. */
function barSeries({ x, y, to }: { readonly x: number; readonly y: number; readonly to?: number }): SeriesSpec[] {
  const bar = (end: number, faint: boolean) =>
    bandSeries(
      'main',
      '',
      { x: [0, end], y: [y - BAR, y - BAR], upper: [y + BAR, y + BAR] },
      { ...(faint && { faint }) },
    );
  return [...(to === undefined ? [] : [bar(to, true)]), bar(x, false)];
}

/** A linear axis of bars from 0 (or from the least value, where one is negative) with round ticks. */
export function barAxis(values: readonly number[]): Lanes['axis'] {
  const finite = values.filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...finite), Math.max(0, ...finite) || 1];
  const axis = { title: '', scale: 'linear', format: 'plain', domain: [SLACK * low, SLACK * high] } as const;
  return { ...axis, ticks: axisTicks(axis, 4) };
}

/** Ratios of the upper to the lower end of a logarithmic axis: the smallest that holds every value is taken. */
const REACHES = [1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 100, 200, 500, 1000];
const ROUND = [1, 1.5, 2, 3, 5, 7];
/** Ticks stand at least this far apart, as a fraction of the axis: in a narrow panel a label takes as much. */
const APART = 0.28;

/** Room beyond the outermost value. */
const SLACK = 1.08;

/** A logarithmic axis for positive values with plain ticks. With `atLeast` it reaches so far down whatever is there yet. */
export function lanesLogAxis(values: readonly number[], atLeast = 1.5): Lanes['axis'] {
  const positive = values.filter((v) => Number.isFinite(v) && v > 0);
  const high = SLACK * Math.max(...positive, Number.MIN_VALUE);
  const needed = Math.max(atLeast, (SLACK * high) / Math.min(...positive, high));
  const low = high / (REACHES.find((reach) => reach >= needed) ?? needed);
  const ticks: number[] = [];
  const factors = high > 100 * low ? [1] : ROUND;
  for (let e = Math.floor(Math.log10(low)); e <= Math.log10(high); e++)
    for (const f of factors) {
      const v = Number((f * 10 ** e).toPrecision(6));
      if (v >= low && v <= high) ticks.push(v);
    }
  return { title: '', scale: 'log', format: 'plain', domain: [low, high], ticks: apart(ticks, (high / low) ** APART) };
}

/** A linear axis for fractions, in steps of 5 %. */
export function lanesShareAxis(values: readonly number[]): Lanes['axis'] {
  const finite = values.filter(Number.isFinite);
  const low = Math.max(0, Math.floor(20 * Math.min(...finite, 0.95) - 1e-9) / 20);
  const high = Math.min(1, Math.ceil(20 * Math.max(...finite, low + 0.05) + 1e-9) / 20);
  const step = high - low > 0.45 ? 0.2 : high - low > 0.2 ? 0.1 : 0.05;
  const ticks: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9; k++) ticks.push(Number((k * step).toFixed(2)));
  return { title: '', scale: 'linear', format: 'percent', domain: [low, high], ticks };
}

/** The ascending ticks that stand at least this factor apart, with the last. */
function apart(ticks: readonly number[], factor: number): number[] {
  let above = Number.POSITIVE_INFINITY;
  const kept = ticks.toReversed().filter((tick) => {
    if (tick * factor > above) return false;
    above = tick;
    return true;
  });
  return kept.reverse();
}
