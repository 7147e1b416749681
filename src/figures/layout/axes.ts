import type { AxisSpec, FigureSpec } from '../../engine/contract/figure';
import { decimalsOf, fixed } from '../../engine/words/numbers';
import { keyRoom } from './legend';
import type { Plot, PlotSheet } from './plot';
import { placeOn } from './scale';
import { reachesEnd } from './series';
import { type Area, crisp, TEXT_HEIGHT, type TextMeasure } from './shapes';
import { stepsRoom } from './surface';
import { axisTicks, formatTick, secondAxis } from './ticks';

/** So wide is every y axis, so that the plots of a column stand below each other. */
const GUTTER = 40;
/** Height of one row of ticks below the plot. */
const TICK_ROW = 22;
/** Pixels for each name on a y axis of names: leaving one out leaves its row without. */
const NAME_GAP = 16;
/** Pixels for each tick of a y axis, the least for each of an x axis, and between two labels of an x axis. */
const ROW_GAP = 28;
const LABEL_ROOM = 44;
const LABEL_GAP = 12;
const MOST_TICKS = 10;
/** A plot keeps as much even where it has no room. */
const LEAST_SIDE = 20;

/** Where the plot stands: room is left for ticks and titles, for the names at the right ends of lines, and for keys. */
export function areaOf(spec: FigureSpec, sheet: PlotSheet): Area {
  const { width, height, measure } = sheet;
  const named = spec.rules?.some(({ axis, text }) => axis === 'x' && text !== undefined);
  const top = spec.y.title !== '' || named ? 28 : 8;
  // The second row of ticks and the title of x take the same room, so that plots beside each other end alike.
  const foot = TICK_ROW + (spec.x.second || spec.x.title !== '' ? TICK_ROW - 2 : 2);
  const bottom = Math.max(top + LEAST_SIDE, height - foot);
  const upright = yTicks(spec, top, bottom);
  const left = Math.max(GUTTER, ...upright.map(({ text }) => Math.ceil(measure(text, false) + 8)));
  const beside = rightRoom(
    spec.y,
    upright.map(({ value }) => value),
    measure,
  );
  // The label of a tick at the very end of the axis is wider than a plain margin.
  let margin = Math.max(spec.x.scale === 'log' ? 16 : 10, stepsRoom(spec, measure), keyRoom(spec, sheet));
  for (const series of spec.series)
    if (series.label?.at === 'end' && reachesEnd(spec, series))
      margin = Math.max(margin, Math.ceil(measure(series.label.text, false)) + 8);
  margin = beside > 0 ? Math.max(margin, 4) + beside : margin;
  return { left, right: Math.max(left + LEAST_SIDE, width - margin), top, bottom };
}

/** Grid, axis, the labels of all ticks, and the titles of both axes, flat above and below. */
export function layAxes(plot: Plot): void {
  const { spec, area, sheet } = plot;
  const { left, right, top, bottom } = area;
  const upright = yTicks(spec, top, bottom);
  const along = xTicks(spec, right - left, sheet);
  if (spec.surface === undefined)
    plot.add({
      kind: 'path',
      runs: [
        ...upright.map(({ value }) => [left, crisp(plot.y(value)), right, crisp(plot.y(value))]),
        ...along.map((value) => [crisp(plot.x(value)), top, crisp(plot.x(value)), bottom]),
      ],
      stroke: { colour: 'grid', width: 1 },
    });
  plot.add({
    kind: 'path',
    runs: [[left, crisp(bottom), right, crisp(bottom)]],
    stroke: { colour: 'axis', width: 1 },
  });
  for (const { value, text } of upright)
    plot.add({ kind: 'text', text, x: left - 6, y: plot.y(value), anchor: 'end', colour: 'muted' });
  if (spec.y.r2) layRight(plot, upright);
  const row = bottom + TICK_ROW / 2;
  const below = row + TICK_ROW - 4;
  tickRow(plot, spec.x, along, row);
  const second = secondAxis(spec.x);
  // No denser than the first row, one of whose ticks may have made way for the gutter's name.
  if (second) tickRow(plot, second, fittingTicks(second, right - left, sheet, along.length + 1), below);
  else if (spec.x.title !== '') plot.write(plot.textBox(spec.x.title, right, below, 'end'), spec.x.title, MUTED);
  if (spec.y.title === '') return;
  const title = plot.textBox(spec.y.title, 2, plot.titleRow);
  plot.write({ ...title, width: title.width + 8 }, spec.y.title, MUTED);
}

const MUTED = { colour: 'muted' } as const;

/** What the labels of a right axis take beside the plot. */
export function roomBeside({ spec, area, sheet }: Plot): number {
  const ticks = yTicks(spec, area.top, area.bottom).map(({ value }) => value);
  return rightRoom(spec.y, ticks, sheet.measure);
}

/** The same ticks as R², beside the right edge. */
function layRight(plot: Plot, ticks: readonly { readonly value: number }[]): void {
  const x = plot.area.right + RIGHT_GAP;
  for (const { value } of ticks) {
    const text = r2Text(plot.spec.y, value);
    plot.write(plot.textBox(text, x, plot.y(value)), text, MUTED);
  }
  if (plot.spec.y.title !== '') plot.write(plot.textBox(RIGHT_TITLE, x, plot.titleRow), RIGHT_TITLE, MUTED);
}

/** The name in the gutter and the labels of one row. The second row stands in units multiplied by the factor. */
function tickRow(plot: Plot, axis: AxisSpec, ticks: readonly number[], middle: number): void {
  const { spec, area, sheet } = plot;
  const factor = axis === spec.x ? 1 : (spec.x.second?.factor ?? 1);
  let free = Number.NEGATIVE_INFINITY;
  if (axis.gutter !== undefined) {
    plot.write(plot.textBox(axis.gutter, area.left - 8, middle, 'end'), axis.gutter, MUTED);
    free = area.left + 2;
  }
  for (const tick of ticks) {
    const text = formatTick(axis, tick, ticks);
    const x = plot.x(tick / factor);
    const { left, width } = plot.textBox(text, x, middle, 'middle');
    if (left < free || left + width > sheet.width + 1) continue;
    plot.add({ kind: 'text', text, x, y: middle, anchor: 'middle', colour: 'muted' });
    free = left + width + TEXT_HEIGHT / 2;
  }
}

function yTicks(
  { x, y }: FigureSpec,
  top: number,
  bottom: number,
): { readonly value: number; readonly text: string }[] {
  const height = bottom - top;
  const gap = y.format === 'level' ? NAME_GAP : ROW_GAP;
  const low = placeOn(y, y.domain[0]);
  // A label on the floor would touch the gutter's name below it.
  const floor = x.gutter === undefined ? low : low + (8 / height) * (placeOn(y, y.domain[1]) - low);
  const values = axisTicks(y, Math.max(2, Math.floor(height / gap))).filter((value) => placeOn(y, value) >= floor);
  return values.map((value) => ({ value, text: formatTick(y, value, values) }));
}

function xTicks({ x }: FigureSpec, room: number, sheet: PlotSheet): number[] {
  const [low, high] = x.domain.map((value) => placeOn(x, value));
  const ticks = fittingTicks(x, room, sheet);
  // The gutter's name stands where the label of a tick at the left edge would.
  return x.gutter === undefined ? ticks : ticks.filter((tick) => placeOn(x, tick) > low + 0.05 * (high - low));
}

/** As many ticks as have room for their labels side by side on `room` pixels, not above `most`. */
function fittingTicks(axis: AxisSpec, room: number, { measure }: PlotSheet, most = MOST_TICKS): number[] {
  const low = placeOn(axis, axis.domain[0]);
  const scale = room / (placeOn(axis, axis.domain[1]) - low);
  for (let count = Math.max(2, Math.min(most, Math.floor(room / LABEL_ROOM))); ; count--) {
    const values = axisTicks(axis, count);
    const boxes = values.map((value) => ({
      middle: (placeOn(axis, value) - low) * scale,
      half: measure(formatTick(axis, value, values), false) / 2,
    }));
    const crowded = boxes.some(
      (b, i) => i > 0 && b.middle - b.half < boxes[i - 1].middle + boxes[i - 1].half + LABEL_GAP,
    );
    if (!crowded || count <= 2) return values;
  }
}

/** The name above the right axis. */
const RIGHT_TITLE = 'R²';
/** Pixels between the plot and a label, and behind it. */
const RIGHT_GAP = 6;

/** R² of an error on the axis; NaN where the axis says none. */
export function r2At({ r2 }: AxisSpec, error: number): number {
  if (r2 === undefined) return Number.NaN;
  return 1 - (r2.root ? error * error : error) / r2.variance;
}

/** In as many decimals as its distance from 1 has: 0.95 of an error of 0.05. */
export function r2Text(axis: AxisSpec, error: number): string {
  const r2 = r2At(axis, error);
  return fixed(r2, Math.min(6, decimalsOf(Number((1 - r2).toPrecision(2)))));
}

/** What the labels of the right axis take beside the plot; 0 without one. */
function rightRoom(axis: AxisSpec, ticks: readonly number[], measure: TextMeasure): number {
  if (axis.r2 === undefined) return 0;
  const texts = [RIGHT_TITLE, ...ticks.map((tick) => r2Text(axis, tick))];
  return Math.ceil(Math.max(...texts.map((text) => measure(text, false)))) + RIGHT_GAP;
}
