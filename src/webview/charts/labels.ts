import type { MarkSpec, SeriesSpec } from '../../engine/contract/figure';
import { spread } from '../../figures/layout/labelSpace';
import { roleColour } from './colours';
import { type Point, toAxis } from './coordinates';
import { drawMark, MARK_RADIUS, TEXT_HEIGHT } from './pen';
import type { Align, Plot } from './plot';

/** The shapes of single points of note; their places are then taken. */
export function paintMarks(plot: Plot): void {
  for (const mark of plot.spec.marks ?? []) {
    const at = placeOf(plot, mark);
    if (!at) continue;
    drawMark(plot.context, plot.theme, mark.shape, at.x, at.y, roleColour(plot.theme, mark.role));
    const r = MARK_RADIUS;
    plot.space.take({ left: at.x - r, top: at.y - r, width: 2 * r, height: 2 * r });
  }
}

/** Lines are named at their right end, 14 px apart; one that leaves the plot before its end is named where it leaves. */
export function paintEndLabels(plot: Plot): void {
  const { area, chart, spec, theme } = plot;
  const ends: { text: string; y: number; colour: string }[] = [];
  for (const series of spec.series) {
    if (series.label?.at !== 'end' || series.kind === 'band') continue;
    const last = lastShown(plot, series);
    if (!last) continue;
    const { text } = series.label;
    const colour = roleColour(theme, series.role);
    if (last.x > area.right - 0.03 * (area.right - area.left)) {
      ends.push({ text, colour, y: last.y });
      continue;
    }
    const width = plot.textWidth(text);
    const y = Math.min(area.bottom - 8, Math.max(area.top + 8, last.y));
    const right = last.x + 8 + width < area.right ? [plot.textBox(text, last.x + 8, y - 6)] : [];
    const left = last.x - 8 - width;
    plot.writeIn([...right, plot.textBox(text, left, y), plot.textBox(text, left, y - TEXT_HEIGHT)], text, colour);
  }
  const wishes = ends.map((end) => end.y);
  const middles = spread(wishes, TEXT_HEIGHT, area.top + 4, area.bottom - 4);
  ends.forEach(({ text, colour }, i) => {
    const left = Math.min(area.right + 6, chart.width - plot.textWidth(text) - 1);
    plot.space.take(plot.textBox(text, left, middles[i]));
    plot.write(text, left, middles[i], colour);
  });
}

/** Names of marks, then of lines that are named at a point of their own. */
export function paintInnerLabels(plot: Plot): void {
  for (const mark of plot.spec.marks ?? []) {
    const at = placeOf(plot, mark);
    if (at && mark.text !== undefined) writeNear(plot, mark.text, at, roleColour(plot.theme, mark.role), mark);
  }
  for (const series of plot.spec.series) {
    if (!series.label || series.label.at === 'end') continue;
    const at = nearest(plot, series, series.label.at);
    if (at) writeNear(plot, series.label.text, at, roleColour(plot.theme, series.role), series.label);
  }
}

function placeOf(plot: Plot, mark: MarkSpec): Point | undefined {
  const at = { x: plot.x(mark.x), y: plot.y(mark.y) };
  return plot.shows(at.x, at.y) ? at : undefined;
}

function lastShown(plot: Plot, series: SeriesSpec): Point | undefined {
  for (let i = series.x.length - 1; i >= 0; i--) {
    const at = { x: plot.x(series.x[i]), y: plot.y(series.y[i]) };
    if (plot.shows(at.x, at.y)) return at;
  }
  return undefined;
}

/** The point of a series nearest to a value of x, when the plot shows it. */
function nearest(plot: Plot, series: SeriesSpec, value: number): Point | undefined {
  const wanted = toAxis(plot.spec.x, value);
  let found = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < series.x.length; i++) {
    const distance = Math.abs(toAxis(plot.spec.x, series.x[i]) - wanted);
    if (!(distance < least) || !Number.isFinite(toAxis(plot.spec.y, series.y[i]))) continue;
    found = i;
    least = distance;
  }
  if (found < 0) return undefined;
  const at = { x: plot.x(series.x[found]), y: plot.y(series.y[found]) };
  return plot.shows(at.x, at.y) ? at : undefined;
}

const SIDES: readonly (readonly [Align, number, number])[] = [
  ['left', 9, 0],
  ['right', -9, 0],
  ['center', 0, -14],
  ['center', 0, 14],
  ['left', 9, -12],
  ['left', 9, 12],
  ['right', -9, -12],
  ['right', -9, 12],
];

interface Wish {
  readonly dx?: number;
  readonly dy?: number;
  readonly align?: Align;
}

/** First where the figure wants it, then on the other sides of the point. */
function writeNear(plot: Plot, text: string, at: Point, colour: string, wish: Wish): void {
  const { area } = plot;
  const width = plot.textWidth(text);
  const boxOf = (align: Align, dx: number, dy: number) => {
    const shift = align === 'left' ? 0 : align === 'right' ? width : width / 2;
    return plot.textBox(text, at.x + dx - shift, at.y + dy);
  };
  const wished = boxOf(wish.align ?? 'left', wish.dx ?? 8, wish.dy ?? 0);
  const boxes = [wished, ...SIDES.map((side) => boxOf(...side))];
  const inside = boxes.filter(
    (box) => box.left > area.left && box.top >= area.top - 4 && box.top + TEXT_HEIGHT <= area.bottom,
  );
  plot.writeIn(inside, text, colour);
}
