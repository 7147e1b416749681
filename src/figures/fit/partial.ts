import type { AxisSpec, FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import type { PartialDependence } from '../../engine/contract/run';
import { predictLive } from '../../engine/spectrum/livePrediction';
import { areYears, count, date, fixed, NARROW, plain, year } from '../../engine/words/numbers';
import { sentence, stressed } from '../../engine/words/sentence';
import { padded } from '../layout/domains';
import { BASELINE_LABEL, tauText } from '../robust/strength';
import type { LevelCurves } from '../robust/view';
import { axisSpec, bandSeries, lineSeries } from '../specs';
import { extent, extentWidth, spreadOverRows } from '../view/extent';
import { formsOf } from '../view/targetForms';
import type { RunView } from '../view/view';
import { classShown } from './classView';
import { functionBand } from './functionBand';
import { shortened, shortenedAll } from './levelNames';

/** Average prediction when one column changes and all else stays: one figure a column, the largest spread over the rows first. */
export function partialFigures(view: RunView): FigureSpec[] {
  const { run, facts } = view;
  if (view.robust) return robustPartialFigures(view, view.robust.partial);
  const range = padded(...extent(...facts.partial.map((p) => p.values)), 0.12);
  const probable = facts.partial.some(({ item }) => item.probability);
  const domain = probable ? ([Math.max(0, range[0]), Math.min(1.03, range[1])] as const) : range;
  const figures = facts.partial.map(({ item, values }) => {
    const y = view.moved && !item.probability ? predictLive(item.predictor, run.spectrum, view.filter) : values;
    return item.kind === 'category' && item.grid.length > MANY_LEVELS
      ? orderedFigure(view, item, y, values, domain)
      : partialFigure(view, item, y, domain);
  });
  const note = probable ? undefined : togetherWords(facts.partial.map(({ item }) => item));
  return figures.map((figure, i) =>
    i === 0 && note ? { ...figure, note: figure.note ? `${note} ${figure.note}` : note } : figure,
  );
}

/**
 * More levels than this are drawn in the order of their predictions; in the order of their names they would only be
 * scattered.
 */
const MANY_LEVELS = 30;

/** The figure of a category with its levels in the order of `by`, the predictions as fitted. */
function orderedFigure(
  view: RunView,
  item: PartialDependence,
  y: Float64Array,
  by: Float64Array,
  domain: readonly [number, number],
): FigureSpec {
  const order = Array.from(by.keys()).sort((a, b) => by[a] - by[b]);
  const levels = order.map((level) => valueName(item, level));
  const ordered = { ...item, levels };
  const figure = partialFigure(
    view,
    ordered,
    Float64Array.from(order, (level) => y[level]),
    domain,
  );
  const note = `${count(levels.length)} levels, in the order of what is predicted.`;
  return { ...figure, note: figure.note ? `${figure.note} ${note}` : note };
}

/**
 * The remainder that no column carries by itself, where all columns have a share and the remainder is not just
 * rounding.
 */
function togetherWords(items: readonly PartialDependence[]): string | undefined {
  if (items.length < 2 || items.length >= SHOWN_COLUMNS) return undefined;
  const rest = items.reduce((left, { share = Number.NaN }) => left - share, 1);
  const percent = Math.round(100 * rest);
  return percent >= LEAST_PERCENT
    ? `Only together, columns carry ${percent}${NARROW}% of what the predictions vary by.`
    : undefined;
}

/** With more columns than this, not all are shown. */
const SHOWN_COLUMNS = 24;
const LEAST_PERCENT = 5;

/** The same for a robust fit at its strength, each beside its ridge baseline; order and range are those of the fitted strength. */
function robustPartialFigures(view: RunView, curves: readonly LevelCurves[]): FigureSpec[] {
  const { run } = view;
  const { partial = [], middle = 0 } = run.robust ?? {};
  const fitted = partial.map((curve) => curve.fitted[middle]);
  const domain = padded(...extent(...partial.flatMap((curve) => [...curve.fitted, curve.squared])), 0.12);
  const spread = fitted.map((values, j) => spreadOverRows(run.live.partial[j], values));
  const order = Array.from(partial.keys()).sort((a, b) => spread[b] - spread[a]);
  return order.map((j) => partialFigure(view, run.live.partial[j], curves[j].middle, domain, curves[j]));
}

function partialFigure(
  view: RunView,
  item: PartialDependence,
  y: Float64Array,
  domain: readonly [number, number],
  robust?: LevelCurves,
): FigureSpec {
  const x = columnAxis(item);
  const series: SeriesSpec[] = [];
  if (item.rug.length > 0 && x.format !== 'level')
    series.push({ kind: 'rug', role: 'main', name: '', x: item.rug, y: [] });
  const stepped = x.format === 'level';
  if (robust) series.push(...besides(view, item.grid, robust, stepped));
  if (!robust && !stepped && item.probability === undefined)
    series.push(...functionBand(view, item.predictor, { x: item.grid, y }, 'main', '95 %'));
  if (stepped) series.push(lineSeries('reference', '', { x: item.grid, y }));
  const probable = item.probability !== undefined;
  const name = probable ? 'average probability' : 'average prediction';
  series.push({ kind: stepped ? 'points' : 'line', role: 'main', name, x: item.grid, y });
  if (probable) return probabilityFigure(view, item, y, x, domain, series);
  const size = extentWidth(y);
  const format = formsOf(view.run).error.miss;
  return {
    id: `partial-${item.column}`,
    title: item.column,
    sentence:
      size > 0
        ? sentence('Moves the prediction by ', format(size), `: ${extremes(item, y)}.${robust ? '' : shareWords(item)}`)
        : stressed('No effect', ' on the prediction.'),
    x,
    // One range for all columns, so that their spans compare at a glance.
    y: axisSpec(`average predicted ${view.run.target}`, 'linear', domain, 'plain'),
    series,
  };
}

/** Says nothing about a share that rounds to 0. */
function shareWords({ share = 0 }: PartialDependence): string {
  const percent = Math.round(100 * share);
  return percent > 0 ? ` By itself it carries ${percent}${NARROW}% of what the predictions vary by.` : '';
}

/** For classes: a probability is not linear in its score, so it stays as it was fitted. */
function probabilityFigure(
  view: RunView,
  item: PartialDependence,
  y: Float64Array,
  x: AxisSpec,
  domain: readonly [number, number],
  series: readonly SeriesSpec[],
): FigureSpec {
  const [low, high] = extent(y);
  const points = fixed(100 * (high - low), high - low < 0.1 ? 1 : 0);
  return {
    id: `partial-${item.column}`,
    title: item.column,
    sentence:
      high > low
        ? sentence('Moves the probability by ', `${points} points`, `: ${extremes(item, y)}.`)
        : stressed('No effect', ' on the probability.'),
    x,
    y: {
      title: `probability of ${shortened(classShown(view), view.run.classes?.levels)}`,
      scale: 'linear',
      domain,
      ticks: [0, 0.25, 0.5, 0.75, 1],
      format: 'percent',
    },
    series,
    ...(view.moved && { note: 'Does not follow the sliders.' }),
  };
}

/**
 * The series drawn besides a robust fit's own line: its ridge baseline, and with several quantiles the band between the
 * outermost.
 */
function besides(view: RunView, x: Float64Array, { levels, squared }: LevelCurves, stepped: boolean): SeriesSpec[] {
  const taus = view.robust?.fit.taus ?? [];
  const last = levels.length - 1;
  const band = bandSeries('main', `${tauText(taus[0])} to ${taus[last]}`, {
    x,
    y: levels[0],
    upper: levels[last],
  });
  const baseline = { role: 'second', name: BASELINE_LABEL, x, y: squared } as const;
  return [...(last > 0 ? [band] : []), { kind: stepped ? 'points' : 'line', ...baseline }];
}

/** "lowest near 11,750, highest near 1,000"; for levels, "at". */
function extremes(item: PartialDependence, y: Float64Array): string {
  const [low, high] = extent(y);
  const preposition = item.kind === 'category' || item.kind === 'boolean' ? 'at' : 'near';
  const place = (value: number) => `${preposition} ${valueName(item, item.grid[y.indexOf(value)])}`;
  return `lowest ${place(low)}, highest ${place(high)}`;
}

function valueName(item: PartialDependence, value: number): string {
  if (item.kind === 'category') return item.levels?.[value] ?? String(value);
  if (item.kind === 'boolean') return (item.levels ?? ['false', 'true'])[value === 0 ? 0 : 1];
  if (item.kind === 'date') return date(value);
  return areYears(item.rug) ? year(value) : plain(value);
}

function columnAxis(item: PartialDependence): AxisSpec {
  const [low, high] = extent(item.grid);
  const title = item.column;
  if (item.kind === 'category' || item.kind === 'boolean') {
    const labels = shortenedAll(item.levels ?? (item.kind === 'boolean' ? ['false', 'true'] : []));
    return axisSpec(title, 'linear', [-0.5, Math.max(1, labels.length) - 0.5], 'level', { labels });
  }
  const domain: [number, number] = high > low ? [low, high] : padded(low, high);
  if (item.kind === 'date') return axisSpec(title, 'linear', domain, 'date');
  if (areYears(item.rug)) return axisSpec(title, 'linear', domain, 'year');
  return axisSpec(title, skewed(item.rug, low, high) ? 'log' : 'linear', domain, 'plain');
}

/** Positive, over more than a decade and a half, and with a median nearer the middle of the logarithmic axis than of the linear one. */
function skewed(rug: Float64Array, low: number, high: number): boolean {
  if (!(low > 0) || high / low < 30 || rug.length === 0) return false;
  const median = rug[Math.floor(rug.length / 2)];
  const place = (median - low) / (high - low);
  const logPlace = Math.log(median / low) / Math.log(high / low);
  return Math.abs(logPlace - 0.5) < Math.abs(place - 0.5);
}
