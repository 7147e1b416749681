import { max, maxIndex, min, sum } from 'd3-array';
import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { count, inUnits, NARROW, percent, plain, steady } from '../../engine/words/numbers';
import { plural, sentence, stressed } from '../../engine/words/sentence';
import { axisSpec, bandSeries, lineSeries, pointSeries } from '../specs';
import { numberColumn, type TableSpec, tableOf, wordColumn } from '../tableSpec';
import { colourColumn } from './rows';
import type { ComponentsView } from './view';
import { ERROR_NAME } from './words';

/** Steps of the histograms: fewer for few rows, so that they are not all noise. */
const binsFor = (rows: number): number => Math.min(40, Math.max(10, Math.round(3.5 * Math.cbrt(rows))));

/** The distribution of the reconstruction errors of training and held-out rows, and the rows that stand out. */
export function reconstructionErrorsFigure(view: ComponentsView): FigureSpec | undefined {
  const { facts } = view;
  const { error, train, count: all, rows, lines } = facts.pooled;
  const { outlying, train: limits } = facts.outliers();
  const domain = errorRange(error);
  if (domain === undefined) return undefined;
  const bins = binsFor(all > train ? Math.min(train, all - train) : train);
  const fitted = histogram(error.subarray(0, train), domain, bins);
  const held = all > train ? histogram(error.subarray(train), domain, bins) : undefined;
  const top = 1.15 * Math.max(...fitted.y, ...(held?.y ?? []));
  const line = (role: 'main' | 'first', name: string, steps: Steps) =>
    lineSeries(role, name, steps, {
      ...(held && { label: { text: name, at: steps.x[maxIndex(steps.y)], dx: 0, dy: -10, align: 'center' } }),
    });
  return {
    id: 'components-errors',
    title: 'Reconstruction errors',
    sentence: finding(view),
    x: axisSpec(ERROR_NAME, 'log', domain, 'power'),
    y: axisSpec('share of the rows', 'linear', [0, top], 'percent'),
    series: [
      bandSeries('main', '', { x: fitted.x, y: fitted.x.map(() => 0), upper: fitted.y }),
      line('main', 'training rows', fitted),
      ...(held ? [line('first', 'held-out rows', held)] : []),
      pointSeries(
        'outlier',
        'rows that stand out',
        { x: outlying.map((i) => error[i]), y: outlying.map(() => 0.03 * top) },
        { rows: outlying.map((i) => rows[i]), lines: outlying.map((i) => lines[i]) },
      ),
    ],
    rules: Number.isFinite(limits.limit) ? [{ axis: 'x', at: limits.limit, role: 'outlier' }] : [],
    note: errorsNote(view),
  };
}

function errorsNote({ run, facts }: ComponentsView): string {
  const { holdout } = facts.outliers();
  const heldOutText =
    run.components.holdout && Number.isFinite(holdout.limit)
      ? ` For held-out rows the limit is ${plain(holdout.limit, 2)}.`
      : '';
  const space = run.components.kind === 'randomFeatures' ? 'the space of the random features' : 'the kernel’s space';
  return `Squared distance between a row and its reconstruction, in ${space}. A row stands out when its log error is 3.5 robust scales above the median.${heldOutText} The share of a component that comes from a training row itself counts as error of this row, so that a row with a component of its own stands out too.`;
}

interface Steps {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Fractions of the errors in equal steps of their logarithm. Errors that are 0, or nearly, are in the first step. */
function histogram(errors: Float64Array, [low, high]: readonly [number, number], bins: number): Steps {
  const shares = new Float64Array(bins);
  const width = Math.log(high / low) / bins;
  for (const v of errors) {
    const bin = v > low ? Math.min(bins - 1, Math.floor(Math.log(v / low) / width)) : 0;
    shares[bin] += 1 / errors.length;
  }
  const edge = (b: number) => low * Math.exp(b * width);
  const x = new Float64Array(2 * bins);
  const y = new Float64Array(2 * bins);
  for (let b = 0; b < bins; b++) {
    x.set([edge(b), edge(b + 1)], 2 * b);
    y.fill(shares[b], 2 * b, 2 * b + 2);
  }
  return { x, y };
}

/** Decades that hold the errors, at most eight below the largest; undefined when there are none above 0. */
function errorRange(error: Float64Array): [number, number] | undefined {
  const largest = max(error) ?? 0;
  if (!(largest > 0)) return undefined;
  const least = min(error, (v) => (v > 1e-8 * largest ? v : largest)) ?? largest;
  // Room for the marks at both ends, and at least a decade.
  return [Math.min(least / 1.5, largest / 10), largest * 1.5];
}

/** Errors of all rows, the largest first; each opens its line. */
export function rankedFigure(view: ComponentsView): FigureSpec | undefined {
  const { error, rows, lines, train } = view.facts.pooled;
  const { order, outlying } = view.facts.outliers();
  const domain = errorRange(error);
  if (domain === undefined) return undefined;
  const rank = new Map(Array.from(order, (i, place) => [i, place + 1]));
  const cloud = (name: string, hollow: boolean, members: readonly number[], role: 'first' | 'outlier') =>
    pointSeries(
      role,
      name,
      { x: members.map((i) => rank.get(i) ?? Number.NaN), y: members.map((i) => error[i]) },
      {
        rows: members.map((i) => rows[i]),
        lines: members.map((i) => lines[i]),
        ...(role === 'first' && { shape: 'disc', hollow }),
      },
    );
  const places = Array.from(order);
  return {
    id: 'components-ranked',
    title: 'Rows by error',
    sentence: rankedFinding(view),
    x: axisSpec('rank', 'log', [0.9, 1.15 * Math.max(2, order.length)], 'count', { ticks: decades(order.length) }),
    y: axisSpec(ERROR_NAME, 'log', domain, 'power'),
    series: [
      cloud(
        'training rows',
        false,
        places.filter((i) => i < train),
        'first',
      ),
      cloud(
        'held-out rows',
        true,
        places.filter((i) => i >= train),
        'first',
      ),
      cloud('rows that stand out', true, outlying, 'outlier'),
    ],
    ...(view.run.components.holdout && { note: 'Rings: held-out rows.' }),
    act: 'A click opens a row in the file.',
  };
}

const decades = (n: number) => Array.from({ length: Math.floor(Math.log10(Math.max(1, n))) + 1 }, (_, e) => 10 ** e);

function rankedFinding({ facts }: ComponentsView): Sentence {
  const { error, count: all, rows } = facts.pooled;
  const { order, rounding } = facts.outliers();
  if (!(error[order[0]] > rounding)) return toRounding(all);
  const total = sum(error);
  const few = Math.max(1, Math.round(0.05 * all));
  let part = 0;
  for (let k = 0; k < few; k++) part += error[order[k]];
  return sentence(
    `Row ${count(rows[order[0]])} has the largest error; the ${few === 1 ? 'largest makes' : `${count(few)} largest make`} up `,
    percent(part / total),
    ' of the total.',
  );
}

function finding(view: ComponentsView): Sentence {
  const { pooled } = view.facts;
  const { order, outlying, rounding, train } = view.facts.outliers();
  const all = count(pooled.count);
  if (outlying.length > 0)
    return stressed(
      `${count(outlying.length)} of ${all} rows`,
      ` ${plural(outlying.length, 'stands', 'stand')} out: ${timesMedian(view, outlying)}.`,
    );
  if (!(pooled.error[order[0]] > rounding)) return toRounding(pooled.count);
  if (!Number.isFinite(train.limit))
    return sentence('Whether a row stands out ', 'cannot be told', ': too few errors differ by more than rounding.');
  return sentence('By reconstruction error ', 'no row stands out', ` among ${all}: ${timesMedian(view, order)}.`);
}

const toRounding = (rows: number): Sentence => stressed(`All ${count(rows)} rows`, ' are reconstructed to rounding.');

/**
 * How far these rows lie above the median error of their kind: all rows that stand out, or where none does, the
 * furthest row.
 */
export function timesMedian({ facts }: ComponentsView, rows: ArrayLike<number>): string {
  const { error, train: fitted } = facts.pooled;
  const { outlying, train, holdout } = facts.outliers();
  const times = Float64Array.from(rows, (i) => error[i] / (i < fitted ? train : holdout).median).sort();
  const [least, most] = [times[0], times[times.length - 1]].map((v) => steady(v, 2));
  if (outlying.length === 0) return `the largest error is ${most} times the median`;
  return times.length === 1
    ? `its reconstruction error is ${least} times the median`
    : `their reconstruction errors are ${least} times the median or more`;
}

/** Rows by reconstruction error, each opening its line. */
export function outliersTable(view: ComponentsView, most = 50): TableSpec {
  const { error, train, count: all, rows, lines } = view.facts.pooled;
  const { order, outlying, train: fitted, holdout } = view.facts.outliers();
  const marked = new Set(outlying);
  const format = inUnits(error[order[0]] ?? 1, 3);
  const medianOf = (i: number) => (i < train ? fitted : holdout).median;
  return tableOf(
    { id: 'outliers', title: `The ${count(Math.min(most, all))} largest reconstruction errors` },
    order.subarray(0, most),
    [
      numberColumn('Row', (i) => count(rows[i])),
      numberColumn('Line', (i) => count(lines[i])),
      wordColumn('Rows', (i) => (i < train ? 'training' : 'held out')),
      numberColumn('Error', (i) => format(error[i])),
      numberColumn('× median', (i) =>
        Number.isFinite(medianOf(i)) ? `${steady(error[i] / medianOf(i), 2)}${NARROW}×` : '–',
      ),
      wordColumn('Stands out', (i) => (marked.has(i) ? 'yes' : '')),
      ...colourColumn(view),
    ],
    (i) => ({ line: lines[i], row: rows[i] }),
  );
}
