import type { MarkSpec, PointShape, SeriesSpec } from '../../engine/contract/figure';
import { roomBeside } from './axes';
import { type Box, spread } from './labelSpace';
import type { Plot } from './plot';
import { placeOn } from './scale';
import { type Anchor, type Colour, type DotsShape, type Pixel, type Shape, TEXT_HEIGHT } from './shapes';
import { STYLES } from './style';

/** Half the width of a mark, for keeping labels off it. */
const MARK_RADIUS = 4.5;

/** The shapes of single points of note; their places are then taken. */
export function layMarks(plot: Plot): void {
  for (const mark of plot.spec.marks ?? []) {
    const at = placeOf(plot, mark);
    if (!at) continue;
    plot.add(...markShapes(mark.shape, at, STYLES[mark.role].colour));
    const r = MARK_RADIUS;
    plot.space.take({ left: at.x - r, top: at.y - r, width: 2 * r, height: 2 * r });
  }
}

function markShapes(mark: MarkSpec['shape'], at: Pixel, colour: Colour): Shape[] {
  const dot = (shape: PointShape, radius: number, paint: Pick<DotsShape, 'fill' | 'stroke'>): DotsShape => ({
    kind: 'dots',
    shape,
    radius,
    at: [at],
    ...paint,
  });
  // A rim in the background's colour sets a filled mark off the curve it lies on.
  const filled = (shape: PointShape, radius: number, rim = 2) => [
    dot(shape, radius, { stroke: { colour: 'background', width: rim } }),
    dot(shape, radius, { fill: { colour } }),
  ];
  const stroke = { colour, width: 1.5 };
  const { x, y } = at;
  switch (mark) {
    case 'circle':
      return [dot('disc', 4, { fill: { colour: 'background' }, stroke })];
    case 'ring':
      return [dot('disc', 4, { stroke })];
    case 'dot':
      return filled('disc', 3.5, 3);
    case 'square':
      return filled('square', 3.4);
    case 'diamond':
      return filled('diamond', 3.4);
    case 'triangle-up':
      return filled('triangle', 3.4);
    case 'triangle-down':
      return filled('triangleDown', 3.4);
    case 'cross': {
      const [left, right, top, bottom] = [x - 3.5, x + 3.5, y - 3.5, y + 3.5];
      const runs = [
        [left, top, right, bottom],
        [left, bottom, right, top],
      ];
      return [{ kind: 'path', runs, stroke }];
    }
    case 'none':
      return [];
  }
}

/** Lines are named at their right end, 14 px apart; one that leaves the plot before its end is named where it leaves. */
export function layEndLabels(plot: Plot): void {
  const { left, right, top, bottom } = plot.area;
  const ends: { text: string; y: number; colour: Colour }[] = [];
  for (const series of plot.spec.series) {
    if (series.label?.at !== 'end' || series.kind === 'band') continue;
    const last = lastShown(plot, series);
    if (!last) continue;
    const { text } = series.label;
    const { colour } = STYLES[series.role];
    if (last.x > right - 0.03 * (right - left)) {
      ends.push({ text, colour, y: last.y });
      continue;
    }
    const y = Math.min(bottom - 8, Math.max(top + 8, last.y));
    const after = last.x + 8 + plot.textWidth(text) < right ? [plot.textBox(text, last.x + 8, y - 6)] : [];
    const before = (middle: number) => plot.textBox(text, last.x - 8, middle, 'end');
    const along = shownPoints(plot, series).flatMap((at) =>
      [-12, 13].map((dy) => plot.textBox(text, at.x, at.y + dy, 'middle')),
    );
    const inside = along.filter((box) => box.left > left && box.top >= top - 4 && box.top + TEXT_HEIGHT <= bottom);
    plot.writeIn([...after, before(y), before(y - TEXT_HEIGHT), ...inside], text, { colour });
  }
  const wishes = ends.map((end) => end.y);
  // Behind the labels of a right axis.
  const taken = roomBeside(plot);
  const middles = spread(wishes, TEXT_HEIGHT, top + 4, bottom - 4);
  ends.forEach(({ text, colour }, i) => {
    const x = Math.min(right + taken + 6, plot.sheet.width - plot.textWidth(text) - 1);
    plot.write(plot.textBox(text, x, middles[i]), text, { colour });
  });
}

/** Names of marks, then of lines that say where they are named. */
export function layInnerLabels(plot: Plot): void {
  for (const mark of plot.spec.marks ?? []) {
    const at = placeOf(plot, mark);
    if (at && mark.text !== undefined) writeNear(plot, mark.text, at, STYLES[mark.role].colour, mark);
  }
  for (const series of plot.spec.series) {
    if (!series.label || series.label.at === 'end') continue;
    const at = nearest(plot, series, series.label.at);
    if (at) writeNear(plot, series.label.text, at, STYLES[series.role].colour, series.label);
  }
}

function placeOf(plot: Plot, { x, y }: Pixel): Pixel | undefined {
  const at = { x: plot.x(x), y: plot.y(y) };
  return plot.shows(at.x, at.y) ? at : undefined;
}

function lastShown(plot: Plot, series: SeriesSpec): Pixel | undefined {
  for (let i = series.x.length - 1; i >= 0; i--) {
    const at = placeOf(plot, { x: series.x[i], y: series.y[i] });
    if (at) return at;
  }
  return undefined;
}

/** Points along the shown part of a line, from its end to its beginning. */
function shownPoints(plot: Plot, { x, y }: SeriesSpec): Pixel[] {
  const shown: Pixel[] = [];
  for (let i = 0; i < x.length; i++) {
    const at = placeOf(plot, { x: x[i], y: y[i] });
    if (at) shown.push(at);
  }
  return [0.9, 0.75, 0.6, 0.45, 0.3].flatMap((share) => shown[Math.floor(share * shown.length)] ?? []);
}

/** The point of a series nearest to a value of x, when the plot shows it. */
function nearest(plot: Plot, { x, y }: SeriesSpec, value: number): Pixel | undefined {
  const axis = plot.spec.x;
  const wanted = placeOn(axis, value);
  let index = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < x.length; i++) {
    const distance = Math.abs(placeOn(axis, x[i]) - wanted);
    if (!(distance < least) || !Number.isFinite(placeOn(plot.spec.y, y[i]))) continue;
    index = i;
    least = distance;
  }
  return index < 0 ? undefined : placeOf(plot, { x: x[index], y: y[index] });
}

const SIDES: readonly (readonly [Anchor, number, number])[] = [
  ['start', 9, 0],
  ['end', -9, 0],
  ['middle', 0, -14],
  ['middle', 0, 14],
  ['start', 9, -12],
  ['start', 9, 12],
  ['end', -9, -12],
  ['end', -9, 12],
  ['start', 9, -26],
  ['end', -9, -26],
  ['start', 9, 26],
  ['end', -9, 26],
  ['middle', 0, -28],
  ['middle', 0, 28],
];

const ANCHORS = { left: 'start', center: 'middle', right: 'end' } as const;

type Wish = Pick<MarkSpec, 'dx' | 'dy' | 'align'>;

/** First where the figure wants it, then on the other sides of the point. */
function writeNear(plot: Plot, text: string, at: Pixel, colour: Colour, wish: Wish): void {
  const { left, top, bottom } = plot.area;
  const boxOf = (anchor: Anchor, dx: number, dy: number): Box => plot.textBox(text, at.x + dx, at.y + dy, anchor);
  const wished = boxOf(ANCHORS[wish.align ?? 'left'], wish.dx ?? 8, wish.dy ?? 0);
  const boxes = [wished, ...SIDES.map((side) => boxOf(...side))];
  const inside = boxes.filter((box) => box.left > left && box.top >= top - 4 && box.top + TEXT_HEIGHT <= bottom);
  plot.writeIn(inside, text, { colour });
}
