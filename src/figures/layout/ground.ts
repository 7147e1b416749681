import type { SeriesSpec } from '../../engine/contract/figure';
import type { Plot } from './plot';
import { drawable } from './series';
import { crisp, rectangle, type Shape } from './shapes';
import { bandOpacity, STYLES } from './style';

/** What lies under the lines: hatched zones, bands, and the rug on the floor. */
export function layGround(plot: Plot): void {
  for (const zone of plot.spec.zones ?? []) {
    const left = Math.max(plot.area.left, plot.x(zone.from));
    const right = Math.min(plot.area.right, plot.x(zone.to));
    if (right - left >= 1) plot.add(...hatch(plot, left, right));
  }
  for (const series of plot.spec.series) {
    if (series.kind === 'band') plot.add(band(plot, series));
    if (series.kind === 'rug') plot.add(rug(plot, series));
  }
}

/** Lines at 45°, 7 px apart, over a faint wash: "not used". */
function hatch({ area: { top, bottom }, sheet }: Plot, left: number, right: number): Shape[] {
  const runs: number[][] = [];
  const height = bottom - top;
  // Anchored to multiples of 7, so that the pattern stands still while an edge moves.
  for (let x = Math.floor((left - height) / 7) * 7; x < right; x += 7) {
    const from = Math.max(x, left);
    const to = Math.min(x + height, right);
    if (to > from) runs.push([from, bottom - (from - x), to, bottom - (to - x)]);
  }
  const wash = { colour: 'text', opacity: sheet.highContrast ? 0.1 : 0.045 } as const;
  return [
    { kind: 'path', runs: [rectangle({ left, right, top, bottom })], closed: true, fill: wash },
    { kind: 'path', runs, stroke: { colour: 'text', width: 1, opacity: sheet.highContrast ? 0.45 : 0.1 } },
  ];
}

/** Filled between y and upper; a stretch where either is a gap is left out. */
function band(plot: Plot, { role, x, y, upper = [] }: SeriesSpec): Shape {
  const runs: number[][] = [];
  let above: number[] = [];
  let below: number[] = [];
  const close = () => {
    if (above.length > 2) runs.push([...above, ...below]);
    above = [];
    below = [];
  };
  for (let i = 0; i < x.length; i++) {
    const at = plot.x(x[i]);
    const high = drawable(plot.y(upper[i] ?? Number.NaN));
    if (!Number.isFinite(at) || Number.isNaN(high)) {
      close();
      continue;
    }
    // A lower edge that a log axis cannot show lies below the floor.
    const low = drawable(plot.y(y[i]));
    above.push(at, high);
    below.unshift(at, Number.isNaN(low) ? plot.area.bottom + 1 : low);
  }
  close();
  const fill = { colour: STYLES[role].colour, opacity: bandOpacity(role, plot.sheet.highContrast) };
  return { kind: 'path', runs, closed: true, fill, clip: plot.clip };
}

/** Short ticks on the floor of the plot, one for each value of x. */
function rug(plot: Plot, { role, x }: SeriesSpec): Shape {
  const { left, right, bottom } = plot.area;
  const places = Array.from(x, (value) => crisp(plot.x(value))).filter((at) => at >= left && at <= right + 1);
  const stroke = { colour: STYLES[role].colour, width: 1, opacity: plot.sheet.highContrast ? 1 : 0.6 };
  return { kind: 'path', runs: places.map((at) => [at, bottom, at, bottom - 5]), stroke };
}
