import type { AxisSpec, FigureSpec, Role, SeriesSpec, SurfaceSpec } from '../engine/contract/figure';
import { fixed, plain } from '../engine/words/numbers';
import { told } from '../engine/words/sentence';
import { padded } from '../figures/layout/domains';
import { extent } from '../figures/view/extent';
import { averaged, INTERVAL_95, lineThrough, type MeanEstimate } from './statistics';

/** Roles of curves that differ in a parameter, in their order. */
export const ROLES: readonly Role[] = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

export function plottedLine(
  role: Role,
  name: string,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  label: string | undefined = name,
): SeriesSpec {
  return { kind: 'line', role, name, x, y, ...(label !== '' && { label: { text: label, at: 'end' } }) };
}

/** A value that something is held against, as a line over `x`. */
export const level = (name: string, x: ArrayLike<number>, at: number): SeriesSpec =>
  plottedLine('reference', name, x, new Float64Array(x.length).fill(at));

export function points(role: Role, name: string, x: ArrayLike<number>, y: ArrayLike<number>): SeriesSpec {
  return { kind: 'points', role, name, x, y };
}

/** Means over repetitions as a line in a band of its 95 % intervals. */
export function curveWithBand(
  role: Role,
  name: string,
  x: ArrayLike<number>,
  y: readonly MeanEstimate[],
): readonly SeriesSpec[] {
  const edge = (side: number) => Float64Array.from(y, ({ mean, error }) => mean + side * INTERVAL_95 * error);
  const once = y.every(({ error }) => Number.isNaN(error));
  return [
    ...(once ? [] : [{ kind: 'band', role, name: `${name}, 95\u202f%`, x, y: edge(-1), upper: edge(1) } as const]),
    plottedLine(role, name, x, meansOf(y)),
  ];
}

/** Errors over k with the least test error marked; without bands for errors measured once. */
export function leastOverK(
  { id, title, x }: Pick<FigureSpec, 'id' | 'title' | 'x'>,
  ks: readonly number[],
  { test, train }: { readonly test: readonly MeanEstimate[]; readonly train?: readonly MeanEstimate[] },
  best: number,
  place: (k: number) => number = (k) => k,
): FigureSpec {
  const at = ks.map(place);
  const role = train ? 'second' : 'main';
  return chart({
    id,
    title,
    sentence: told`The test error is lowest at **k = ${ks[best]}**: ${plain(test[best].mean, 3)}, from ${plain(test[0].mean, 3)} at k = 0.`,
    x,
    y: overLog(train ? 'MSE' : 'test MSE'),
    series: [
      ...curveWithBand(role, 'test MSE', at, test),
      ...(train ? curveWithBand('first', 'training MSE', at, train) : []),
    ],
    marks: [{ shape: 'circle', role, x: at[best], y: test[best].mean }],
  });
}

export const meansOf = (estimates: readonly MeanEstimate[]): readonly number[] => estimates.map(({ mean }) => mean);

/** An axis that a chart lays over its values. */
export type Over = (...values: readonly ArrayLike<number>[]) => AxisSpec;

/** An axis over the drawn and the `further` values. */
export const overLinear =
  (title: string, ...further: readonly ArrayLike<number>[]): Over =>
  (...values) =>
    linearAxis(title, ...values, ...further);
export const overLog =
  (title: string, format: AxisSpec['format'] = 'plain', ...further: readonly ArrayLike<number>[]): Over =>
  (...values) =>
    positiveAxis(title, format, ...values, ...further);
/** Rows n over a logarithmic axis. */
export const rows = overLog('rows n', 'count');

/** A figure with axes over its lines and points; bands may leave them. */
export function chart({
  id,
  title,
  sentence,
  x,
  y,
  series = [],
  ...more
}: Omit<FigureSpec, 'x' | 'y' | 'series'> & {
  readonly x: AxisSpec | Over;
  readonly y: AxisSpec | Over;
  readonly series?: FigureSpec['series'];
}): FigureSpec {
  const drawn = series.filter(({ kind }) => kind !== 'band');
  const over = (axis: AxisSpec | Over, of: 'x' | 'y') =>
    typeof axis === 'function' ? axis(...drawn.map((one) => one[of])) : axis;
  return { id, title, sentence, x: over(x, 'x'), y: over(y, 'y'), series, ...more };
}

/** A linear axis over the values, with a little room above and below. */
export function linearAxis(title: string, ...values: readonly ArrayLike<number>[]): AxisSpec {
  return { title, scale: 'linear', domain: padded(...extent(...values), 0.04), format: 'plain' };
}

/** A linear axis that ends exactly where the values do. */
export function exactAxis(title: string, from: number, to: number, format: AxisSpec['format'] = 'plain'): AxisSpec {
  return { title, scale: 'linear', domain: [from, to], format };
}

/** A logarithmic axis over the values above 0; from 0.1 to 1 where none is. */
export function positiveAxis(
  title: string,
  format: AxisSpec['format'],
  ...values: readonly ArrayLike<number>[]
): AxisSpec {
  const [low, high] = extent(...values.map((part) => Array.from(part).filter((v) => v > 0)));
  const domain: [number, number] = low <= high ? [low / 1.15, high * 1.15] : [0.1 / 1.15, 1.15];
  return { title, scale: 'log', domain, format };
}

/** A map with `steps` steps of colour between its least and its largest value. */
export function surfaceOf(
  name: string,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  values: ArrayLike<number>,
  steps = 12,
): SurfaceSpec {
  const [low, high] = extent(values);
  const levels = Array.from({ length: steps - 1 }, (_, i) => low + ((high - low) * (i + 1)) / steps);
  return { name, x, y, values, levels, format: 'plain' };
}

/** One quantity, measured at the same numbers of rows in every repetition. */
export interface MeasuredRate {
  /** Slope of its logarithm against log n: mean over repetitions of the slope of each. */
  readonly slope: MeanEstimate;
  /** Mean of its logarithm at each n; `error` is the standard error. */
  readonly logs: readonly MeanEstimate[];
  readonly repetitions: number;
}

/** From positive values, one array over the numbers of rows for each repetition. */
export function measureRate(counts: ArrayLike<number>, repetitions: readonly ArrayLike<number>[]): MeasuredRate {
  const x = Array.from(counts, Math.log);
  const logs = repetitions.map((values) => Array.from(values, Math.log));
  return {
    slope: averaged(logs.map((y) => lineThrough(x, y).slope)),
    logs: x.map((_, i) => averaged(logs.map((y) => y[i]))),
    repetitions: repetitions.length,
  };
}

/** Means over repetitions, at each n. */
export const geometricMeans = ({ logs }: MeasuredRate): readonly number[] => logs.map(({ mean }) => Math.exp(mean));

/** Standard deviation over repetitions; 0 for a single one. */
const deviationOf = ({ error }: MeanEstimate, repetitions: number): number =>
  repetitions < 2 ? 0 : error * Math.sqrt(repetitions);

/** The scale c that brings the law `c·law` closest to the means, in logarithms. */
export function fittedScale({ logs }: MeasuredRate, law: ArrayLike<number>): number {
  return Math.exp(logs.reduce((sum, { mean }, i) => sum + (mean - Math.log(law[i])) / logs.length, 0));
}

/** True when c·law stays within one standard deviation of the measured means, at every n. */
export function withinDeviation(rate: MeasuredRate, law: ArrayLike<number>): boolean {
  const scale = fittedScale(rate, law);
  return rate.logs.every(
    (log, i) => Math.abs(log.mean - Math.log(scale * law[i])) <= deviationOf(log, rate.repetitions),
  );
}

/** "−0.92 ± 0.05", with the 95 % interval; without one for a single repetition. */
export function slopeText({ mean, error }: MeanEstimate): string {
  const text = fixed(mean, 2);
  return Number.isFinite(error) ? `${text} ± ${fixed(INTERVAL_95 * error, 2)}` : text;
}

/** Geometric means in a band of one standard deviation, as RF's figure 3 has them, and the law that theory names. */
export function rateFigure(
  id: string,
  title: string,
  counts: ArrayLike<number>,
  quantity: string,
  rate: MeasuredRate,
  law: { readonly values: ArrayLike<number>; readonly name: string },
): FigureSpec {
  const { logs, repetitions } = rate;
  const edge = (side: number) =>
    Float64Array.from(logs, (log) => Math.exp(log.mean + side * deviationOf(log, repetitions)));
  const means = logs.map(({ mean }) => Math.exp(mean));
  const scale = fittedScale(rate, law.values);
  const theory = Array.from(law.values, (v) => scale * v);
  const [low, high] = [edge(-1), edge(1)];
  const series: readonly SeriesSpec[] = [
    ...(repetitions > 1
      ? [{ kind: 'band', role: 'main', name: 'one standard deviation', x: counts, y: low, upper: high } as const]
      : []),
    plottedLine('main', 'measured', counts, means),
    points('main', 'measured, geometric mean', counts, means),
    plottedLine('reference', law.name, counts, theory, 'theory'),
  ];
  return chart({
    id,
    title,
    sentence: told`Measured slope **${slopeText(rate.slope)}**; theory: ${law.name}.`,
    x: rows,
    y: overLog(quantity, 'power', low, high),
    series,
  });
}
