import type { AxisSpec, FigureSpec } from '../../engine/contract/figure';
import { decimalsOf, fixed } from '../../engine/words/numbers';
import { fitted, keyRoom } from './legend';
import type { Plot, PlotSheet } from './plot';
import { scaleOf } from './scale';
import { reachesEnd } from './series';
import { type Area, crisp, TEXT_HEIGHT, type TextMeasure } from './shapes';
import { stepsRoom } from './surface';
import { axisTicks, formatTick, secondAxis } from './ticks';

/** Width of every y axis, so that the plots of a column stand below each other. */
const GUTTER = 40;
/** Height of one row of ticks below the plot. */
const TICK_ROW = 22;
/** Pixels for each name on a y axis of names: a name left out leaves its row without one. */
const NAME_GAP = 16;
/** Pixels for each tick of a y axis, the least for each of an x axis, and between two labels of an x axis. */
const ROW_GAP = 28;
const LABEL_ROOM = 44;
const LABEL_GAP = 12;
const MOST_TICKS = 10;
/**
 * Names at a y axis, and its title where rules have their names beside it, take no more than these fractions of the
 * width.
 */
const NAMES_SHARE = 1 / 3;
const TITLE_SHARE = 0.6;
/** A plot has at least this side, even where it has no room. */
const LEAST_SIDE = 20;

/**
 * The rectangle of the plot: room is left for ticks and titles, for the names at the right ends of lines, and for keys.
 */
export function areaOf(spec: FigureSpec, sheet: PlotSheet): Area {
  const { width, height, measure } = sheet;
  const named = spec.rules?.some(({ axis, text }) => axis === 'x' && text !== undefined);
  const top = spec.y.title !== '' || named ? 28 : 8;
  // The second row of ticks and the title of x take the same room, so that plots beside each other end alike.
  const foot = TICK_ROW + (spec.x.second || spec.x.title !== '' ? TICK_ROW - 2 : 2);
  const bottom = Math.max(top + LEAST_SIDE, height - foot);
  const upright = yTicks(spec, top, bottom, sheet);
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
  const upright = yTicks(spec, top, bottom, sheet);
  const along = labelsAlong(spec.x, area, sheet);
  if (spec.surface === undefined)
    plot.add({
      kind: 'path',
      runs: [
        ...upright.map(({ value }) => [left, crisp(plot.y(value)), right, crisp(plot.y(value))]),
        ...along.map(({ value }) => [crisp(plot.x(value)), top, crisp(plot.x(value)), bottom]),
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
  // Not denser than the first row, one of whose ticks may have made way for the gutter's name.
  if (second) tickRow(plot, second, labelsAlong(second, area, sheet, along.length + 1), below);
  else if (spec.x.title !== '') {
    const title = fitted(spec.x.title, right, sheet.measure);
    plot.write(plot.textBox(title, right, below, 'end'), title, MUTED);
  }
  if (spec.y.title === '') return;
  const title = yTitle(plot);
  const box = plot.textBox(title, 2, plot.titleRow);
  plot.write({ ...box, width: box.width + 8 }, title, MUTED);
}

/** The title above the y axis, cut to the room beside the other texts of its row. */
export function yTitle({ spec, area, sheet }: Plot): string {
  const named = spec.rules?.some(({ axis, text }) => axis === 'x' && text !== undefined) || spec.surface !== undefined;
  const end = spec.y.r2 ? area.right - RIGHT_GAP : sheet.width;
  return fitted(spec.y.title, named ? TITLE_SHARE * sheet.width : end - 4, sheet.measure);
}

const MUTED = { colour: 'muted' } as const;

/** The room beside the plot that the labels of a right axis take. */
export function roomBeside({ spec, area, sheet }: Plot): number {
  const ticks = yTicks(spec, area.top, area.bottom, sheet).map(({ value }) => value);
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

/** The name in the gutter and the labels of one row. */
function tickRow(plot: Plot, axis: AxisSpec, labels: readonly TickLabel[], y: number): void {
  if (axis.gutter !== undefined)
    plot.write(plot.textBox(axis.gutter, plot.area.left - 8, y, 'end'), axis.gutter, MUTED);
  for (const { text, at } of labels) plot.add({ kind: 'text', text, x: at, y, anchor: 'middle', colour: 'muted' });
}

function yTicks({ x, y }: FigureSpec, top: number, bottom: number, { width, measure }: PlotSheet): TickLabel[] {
  const height = bottom - top;
  const gap = y.format === 'level' ? NAME_GAP : ROW_GAP;
  const { pixel } = scaleOf(y, 0, height);
  const values = axisTicks(y, Math.max(2, Math.floor(height / gap)));
  const labels = values.map((value) => ({
    value,
    text: tickText(y, value, values, { room: NAMES_SHARE * width, measure }),
    at: pixel(value),
    half: TEXT_HEIGHT / 2,
  }));
  // A label on the floor would touch the gutter's name below it.
  return apart(
    labels.filter(({ at }) => at >= (x.gutter === undefined ? -0.01 : 8)),
    0,
  );
}

/** A tick's label; a name is cut to the room that it has. */
function tickText(
  axis: AxisSpec,
  value: number,
  ticks: readonly number[],
  { room, measure }: { readonly room: number; readonly measure: TextMeasure },
): string {
  const text = formatTick(axis, value, ticks);
  return axis.format === 'level' ? fitted(text, room, measure) : text;
}

/** A tick with its label: the middle of the label, and half of its extent, along the axis in pixels. */
interface TickLabel {
  readonly value: number;
  readonly text: string;
  readonly at: number;
  readonly half: number;
}

/** As many ticks as have room for their labels side by side, not above `most`. */
function labelsAlong(axis: AxisSpec, area: Area, { width, measure }: PlotSheet, most = MOST_TICKS): TickLabel[] {
  const { left, right } = area;
  const { pixel } = scaleOf(axis, left, right);
  // The gutter's name stands where the label of a tick at the left edge would.
  const [from, to] = [axis.gutter === undefined ? 0 : left + 2, width + 1];
  const labelled = (count: number) => {
    const values = axisTicks(axis, count);
    return values.map((value): TickLabel => {
      const text = tickText(axis, value, values, { room: (right - left) / 2, measure });
      return { value, text, at: pixel(value), half: measure(text, false) / 2 };
    });
  };
  const places = Math.min(
    most,
    Math.floor((right - left) / LABEL_ROOM),
    axis.scale === 'log' ? mostOnLog(right - left) : most,
  );
  for (let count = Math.max(2, places); count >= 2; count--) {
    const labels = labelled(count).filter(({ at, half }) => at - half >= from && at + half <= to);
    if (labels.length > 1 && apart(labels, LABEL_GAP).length === labels.length) return labels;
  }
  const moved = labelled(2).map((label) => ({
    ...label,
    at: Math.max(from + label.half, Math.min(to - 1 - label.half, label.at)),
  }));
  return apart(moved, TEXT_HEIGHT / 2);
}

/**
 * The most labels of a logarithmic axis on this many pixels: powers and odd numbers are harder to read than round
 * steps.
 */
const mostOnLog = (room: number): number => (room < 190 ? 2 : room < 330 ? 3 : 5);

/** Without those that come nearer than `gap` to the one before. */
function apart(labels: readonly TickLabel[], gap: number): TickLabel[] {
  const kept: TickLabel[] = [];
  for (const label of labels) {
    const last = kept[kept.length - 1];
    if (last === undefined || label.at - label.half >= last.at + last.half + gap) kept.push(label);
  }
  return kept;
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

/** R² in as many decimals as its distance from 1 has: 0.95 for an error of 0.05. */
export function r2Text(axis: AxisSpec, error: number): string {
  const r2 = r2At(axis, error);
  return fixed(r2, Math.min(6, decimalsOf(Number((1 - r2).toPrecision(2)))));
}

/** The room beside the plot that the labels of the right axis take; 0 without one. */
function rightRoom(axis: AxisSpec, ticks: readonly number[], measure: TextMeasure): number {
  if (axis.r2 === undefined) return 0;
  const texts = [RIGHT_TITLE, ...ticks.map((tick) => r2Text(axis, tick))];
  return Math.ceil(Math.max(...texts.map((text) => measure(text, false)))) + RIGHT_GAP;
}
