import type { FigureSpec } from '../../engine/contract/figure';
import { fixed } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { line, linearAxis, logAxis, meansOf, points, ROLES } from '../plot';
import { type Line, lineThrough, type MeanEstimate } from '../statistics';

/** Mean costs of conditioning over n, over the number of unpenalised functions, or over the noise variance. */
export interface CostSeries {
  readonly name: string;
  readonly x: readonly number[];
  readonly costs: readonly MeanEstimate[];
  /** cost ≈ intercept + slope·x, weighted by the standard errors. */
  readonly fit: Line;
  /** log cost ≈ intercept + slope·log x over x ≥ `from`: the slope is the exponent. */
  readonly power: Line;
}

export function costSeries(
  name: string,
  x: readonly number[],
  costs: readonly MeanEstimate[],
  from: number,
): CostSeries {
  const used = x.flatMap((v, i) => (v >= from && v > 0 ? [i] : []));
  const pick = (value: (c: MeanEstimate) => number) => used.map((i) => value(costs[i]));
  return {
    name,
    x,
    costs,
    // Without noise the cost is 0 in every repetition, and would weigh without bound.
    fit: lineThrough(
      used.map((i) => x[i]),
      pick((c) => c.mean),
      pick((c) => c.error),
    ),
    power: lineThrough(
      used.map((i) => Math.log(x[i])),
      pick((c) => Math.log(c.mean)),
      pick((c) => c.error / c.mean),
    ),
  };
}

const exponent = ({ power }: CostSeries): string => `${fixed(power.slope, 2)} ± ${fixed(power.slopeError, 2)}`;

export function rowsFigure(all: readonly CostSeries[]): FigureSpec {
  return {
    id: 'ckrr-fig2-n',
    title: 'Cost of conditioning over n',
    sentence: sentence(
      'On a log-log plot the slopes are ',
      all.map((s) => `${exponent(s)} (${s.name})`).join(', '),
      '.',
    ),
    x: logAxis('rows n', 'count', all[0].x),
    y: logAxis('cost of conditioning', 'power', ...all.map(means)),
    series: all.flatMap((series, i) => [
      points(ROLES[i], `${series.name}, mean`, series.x, means(series)),
      line(
        ROLES[i],
        series.name,
        series.x,
        series.x.map((n) => Math.exp(series.power.intercept) * n ** series.power.slope),
      ),
    ]),
  };
}

/** Over the number of unpenalised functions, or over the noise variance: linear axes, and a line through the means. */
export function linearFigure(id: string, title: string, axis: string, all: readonly CostSeries[]): FigureSpec {
  return {
    id,
    title,
    sentence: sentence('The cost grows with exponent ', all.map((s) => `${exponent(s)} (${s.name})`).join(', '), '.'),
    x: linearAxis(axis, all[0].x),
    y: linearAxis('cost of conditioning', ...all.map(means)),
    series: all.flatMap((series, i) => [
      points(ROLES[i], `${series.name}, mean`, series.x, means(series)),
      line(
        ROLES[i],
        series.name,
        series.x,
        series.x.map((v) => series.fit.intercept + series.fit.slope * v),
      ),
    ]),
  };
}

const means = ({ costs }: CostSeries): readonly number[] => meansOf(costs);
