import type { FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import { count } from '../../engine/words/numbers';
import { colourAxis, formatValue } from '../../figures/words/formatValue';

/** The row of a point, or the place on x. */
export function tooltipTitle({ x }: FigureSpec, series: SeriesSpec, index: number): string {
  if (series.rows) return `row ${count(series.rows[index])}`;
  return `${x.gutter ?? x.title} ${formatValue(x, series.x[index])}`.trim();
}

/** What a line or a row's point has there: its values on both axes and on the colours' scale. */
export function tooltipLines(spec: FigureSpec, series: SeriesSpec, index: number): string | string[] {
  const { colours, legend, x, y } = spec;
  const value = formatValue(y, series.y[index]);
  if (!series.rows) return `${series.name} ${value}${series.unit ? ` ${series.unit}` : ''}`;
  return [
    ...(legend ? [series.name] : []),
    `${y.title} ${value}`,
    `${x.title} ${formatValue(x, series.x[index])}`,
    ...(colours && series.values ? [`${colours.name} ${formatValue(colourAxis(colours), series.values[index])}`] : []),
  ];
}
