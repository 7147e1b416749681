import type { Chart } from 'chart.js';
import type { FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import { withAlpha } from '../../figures/layout/colour';
import { bandOpacity } from '../../figures/layout/style';
import type { Theme } from '../theme';
import { roleColour } from './colours';
import { toAxis } from './coordinates';
import { hatch } from './pen';

/** What lies under the lines: hatched zones, bands, and the rug on the floor. */
export function paintBackdrop(chart: Chart, spec: FigureSpec, theme: Theme): void {
  const { left, right } = chart.chartArea;
  for (const zone of spec.zones ?? []) {
    const from = Math.max(left, chart.scales.x.getPixelForValue(toAxis(spec.x, zone.from)));
    const to = Math.min(right, chart.scales.x.getPixelForValue(toAxis(spec.x, zone.to)));
    if (to - from >= 1) hatch(chart.ctx, theme, { ...chart.chartArea, left: from, right: to });
  }
  for (const series of spec.series) {
    if (series.kind === 'band') paintBand(chart, spec, series, theme);
    if (series.kind === 'rug') paintRug(chart, spec, series, theme);
  }
}

/** Filled between y and upper; a stretch where either is a gap is left out. */
function paintBand(chart: Chart, spec: FigureSpec, band: SeriesSpec, theme: Theme): void {
  const { upper } = band;
  if (!upper) return;
  const { ctx: context, chartArea: area } = chart;
  const floor = chart.scales.y.min;
  const pixel = (axis: 'x' | 'y', value: number) => chart.scales[axis].getPixelForValue(toAxis(spec[axis], value));
  context.save();
  context.beginPath();
  context.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
  context.clip();
  context.fillStyle = withAlpha(roleColour(theme, band.role), bandOpacity(band.role, theme.highContrast));
  let start = 0;
  const drawn = (i: number) => Number.isFinite(toAxis(spec.x, band.x[i])) && Number.isFinite(toAxis(spec.y, upper[i]));
  while (start < band.x.length) {
    if (!drawn(start)) {
      start++;
      continue;
    }
    let end = start;
    while (end < band.x.length && drawn(end)) end++;
    context.beginPath();
    for (let i = start; i < end; i++) context.lineTo(pixel('x', band.x[i]), pixel('y', upper[i]));
    for (let i = end - 1; i >= start; i--) {
      // A lower edge that a log axis cannot show lies below the floor.
      const low = pixel('y', band.y[i]);
      context.lineTo(pixel('x', band.x[i]), Number.isFinite(low) ? low : chart.scales.y.getPixelForValue(floor) + 1);
    }
    context.closePath();
    context.fill();
    start = end;
  }
  context.restore();
}

/** Short ticks on the floor of the plot, one for each value of x. */
function paintRug(chart: Chart, spec: FigureSpec, rug: SeriesSpec, theme: Theme): void {
  const { ctx: context, chartArea: area } = chart;
  context.save();
  context.strokeStyle = withAlpha(roleColour(theme, rug.role), theme.highContrast ? 1 : 0.6);
  context.lineWidth = 1;
  context.beginPath();
  for (let i = 0; i < rug.x.length; i++) {
    const x = Math.round(chart.scales.x.getPixelForValue(toAxis(spec.x, rug.x[i]))) + 0.5;
    if (!(x >= area.left && x <= area.right + 1)) continue;
    context.moveTo(x, area.bottom);
    context.lineTo(x, area.bottom - 5);
  }
  context.stroke();
  context.restore();
}
