import type { AxisSpec, FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import { areaOf, layAxes } from './axes';
import { layEndLabels, layInnerLabels, layMarks } from './labels';
import { layKey } from './legend';
import { Plot, type PlotSheet } from './plot';
import { layInnerNames, layRules, layUprightNames } from './rules';
import type { Scale } from './scale';
import { drawable, isPlaced, layPoints, type PlacedSeries, placePoints, sameData } from './series';
import { type Area, crisp, rectangle, type Shape } from './shapes';
import { bandOpacity, STYLES } from './style';
import { layMapTexts, mapShapes } from './surface';

/** A figure as it is painted: every shape in its place. Painters add nothing of their own. */
export interface Layout {
  readonly spec: FigureSpec;
  readonly sheet: PlotSheet;
  /** The plot's rectangle, and the way from values to pixels. */
  readonly area: Area;
  readonly scales: { readonly x: Scale; readonly y: Scale };
  /** The map below all else: the same array as before while neither it nor its place has changed. */
  readonly map: readonly Shape[];
  /** In the order in which they lie over each other. */
  readonly shapes: readonly Shape[];
  /** The lines and points, where a pointer can find them. */
  readonly series: readonly PlacedSeries[];
}

/**
 * Lays a figure out: ticks, lines, marks, keys, and texts in the order of their weight, off the lines where they can
 * be; a text that finds no free place is left out rather than written over another. Parts that have not changed are
 * taken from the layout `before`.
 */
export function layoutFigure(spec: FigureSpec, sheet: PlotSheet, before?: Layout): Layout {
  const untitled = (axis: AxisSpec) => (sheet.bare ? { ...axis, title: '' } : axis);
  const shown = { ...spec, x: untitled(spec.x), y: untitled(spec.y) };
  const area = areaOf(shown, sheet);
  const plot = new Plot(shown, sheet, area);
  const reusable = before && samePlaces(before, plot) ? before : undefined;
  const series = spec.series.filter(isPlaced).map((one, place): PlacedSeries => {
    const laid = reusable?.series[place];
    return { series: one, points: laid && sameData(laid.series, one) ? laid.points : placePoints(plot, one) };
  });
  for (const { series: one, points } of series)
    if (one.kind === 'line') plot.space.avoidLine(points);
    else plot.space.avoidPoints(points);
  layAxes(plot);
  layGround(plot);
  for (const one of series) layPoints(plot, one);
  layKey(plot);
  layRules(plot);
  layMarks(plot);
  layUprightNames(plot);
  layEndLabels(plot);
  layInnerLabels(plot);
  layInnerNames(plot);
  layMapTexts(plot);
  const map = reusable && reusable.spec.surface?.values === spec.surface?.values ? reusable.map : mapShapes(plot);
  return { spec, sheet, area, scales: plot.scales, map, shapes: plot.shapes, series };
}

/** True when every value has the same pixel in both. */
function samePlaces(before: Layout, { area, spec, sheet }: Plot): boolean {
  const same = (a: AxisSpec, b: AxisSpec) =>
    a.scale === b.scale && a.domain[0] === b.domain[0] && a.domain[1] === b.domain[1];
  return (
    sameArea(before.area, area) &&
    same(before.spec.x, spec.x) &&
    same(before.spec.y, spec.y) &&
    before.sheet.highContrast === sheet.highContrast
  );
}

function sameArea(a: Area, b: Area): boolean {
  return a.left === b.left && a.right === b.right && a.top === b.top && a.bottom === b.bottom;
}

/** The rectangle that rows are selected by, for pictures: on the screen a person moves it. */
export function selectionShape({ spec: { select }, scales: { x, y } }: Layout): Shape[] {
  if (select === undefined || select === 'none') return [];
  const [left, right] = select.x.map(x.pixel);
  const [bottom, top] = select.y.map(y.pixel);
  return [
    {
      kind: 'path',
      runs: [rectangle({ left, right, top, bottom })],
      closed: true,
      fill: { colour: 'accent', opacity: 0.08 },
      stroke: { colour: 'accent', width: 1 },
    },
  ];
}

/** The size of every figure in a report, in pixels; the page scales it to the room there is. */
export const REPORT_FIGURE = { width: 520, height: 380 } as const;

/** Draws the ground below the lines: hatched zones, bands, and the rug on the floor. */
function layGround(plot: Plot): void {
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
